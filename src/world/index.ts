export * from "./assets.js";
export * from "./barriers.js";
export * from "./crossing.js";
export * from "./geometry.js";
export * from "./goals.js";
export * from "./navigation.js";
export * from "./occupancy.js";
export * from "./polyline.js";
export * from "./spaces.js";
export * from "./types.js";
export { BUMP, WALK_SPEED } from "./walking.js";
export {
  ACTIONS_PER_TURN,
  createWorld,
  type HeardWords,
  type HeldThing,
  type PlanOutcome,
  type World,
} from "./world.js";
