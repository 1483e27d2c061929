import type { Setting, Snapshot } from "../../world/types.js";
import { PartBuilder } from "../builder.js";
import type { Part } from "../types.js";
import { drawBackdrop } from "./backdrop.js";
import { drawBuilding } from "./buildings.js";
import { drawCeilings } from "./ceilings.js";
import { drawGround } from "./ground.js";
import { drawWall } from "./walls.js";

export { directionOf, environmentFor } from "./environment.js";
export { surfaceHeight } from "./height.js";

/** Settings that were drawn lately: the turns of an episode share theirs. */
const KEPT = 8;
const kept = new Map<string, readonly Part[]>();

function build(setting: Setting): readonly Part[] {
  const b = new PartBuilder(0);
  drawGround(b, setting);
  for (const wall of setting.walls) drawWall(b, wall, setting.indoor);
  drawCeilings(b, setting);
  for (const building of setting.buildings) drawBuilding(b, building);
  if (!setting.indoor) drawBackdrop(b, setting);
  return b.parts;
}

/**
 * Ground, walls, houses and horizon of a place in render space, all with id 0. Indoors nothing casts a shadow
 * but the things: light comes from above as if there were no ceiling.
 */
export function settingParts(snapshot: Snapshot): Part[] {
  const key = JSON.stringify(snapshot.setting);
  let parts = kept.get(key);
  if (!parts) {
    parts = build(snapshot.setting);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(key, parts);
  }
  return [...parts];
}
