import { ACTIONS } from "../actions/definition.js";
import { Rng } from "../core/rng.js";
import type { VisibleObject } from "../prompts/types.js";
import type { PlannedAction } from "../world/types.js";
import { localReply, type Planner } from "./types.js";

/** Words that the random planner may say; some of them happen to be requests. */
const SAYINGS = [
  "Hello.",
  "Nice weather today.",
  "Excuse me.",
  "Do you know where I can eat something?",
  "May I have this?",
  "Please sit down.",
];

type ActionRow = (typeof ACTIONS)[number];

/**
 * One to four well-formed actions on things in view, drawn with a generator that depends on seed, episode
 * and turn alone. Shows what blind luck is worth.
 */
export function randomPlanner(): Planner {
  return {
    name: "scripted/random",
    label: "blind luck: well-formed actions on things in view, drawn at random",
    needsPicture: false,
    privileged: false,
    async plan({ seed, episodeId, turn, visible }) {
      const rng = Rng.from("random-planner", seed, episodeId, turn);
      const plan = Array.from({ length: rng.int(1, 4) }, () => randomAction(rng, visible));
      return localReply(JSON.stringify(plan));
    },
  };
}

function randomAction(rng: Rng, visible: readonly VisibleObject[]): PlannedAction {
  const usable = visible.length > 0 ? ACTIONS : ACTIONS.filter((a) => !needsObject(a));
  const action = rng.pick(usable);
  const parameters: Record<string, unknown> = {};
  for (const argument of action.arguments) {
    const asked = argument.required || action.needsOneOf?.includes(argument.name);
    if (!asked || (argument.type === "id" && visible.length === 0)) continue;
    parameters[argument.name] = randomValue(rng, argument.type, visible);
  }
  return { think: "a random choice", action: action.name, parameters };
}

const needsObject = (action: ActionRow): boolean =>
  action.arguments.some((a) => a.type === "id" && a.required);

function randomValue(
  rng: Rng,
  type: ActionRow["arguments"][number]["type"],
  visible: readonly VisibleObject[],
): unknown {
  switch (type) {
    case "id":
      return rng.pick(visible).id;
    case "location": {
      const [x, y] = visible.length > 0 ? rng.pick(visible).location : [0, 0];
      return [Math.round(x + rng.range(-100, 100)), Math.round(y + rng.range(-100, 100)), 0];
    }
    case "boolean":
    case "switch":
      return rng.chance(0.5);
    case "hand":
      return rng.int(0, 1);
    case "degrees":
      return rng.int(-18, 18) * 10;
    case "text":
      return rng.pick(SAYINGS);
  }
}
