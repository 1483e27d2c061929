import { renderIds } from "../render/index.js";
import type { Entity, Snapshot, Vec3 } from "../world/types.js";
import type { IdPassCache } from "./cache.js";

/** An entity counts as seen from this many pixels on (one sample a pixel, 640×480, before labels). */
export const VISIBLE_PIXELS = 60;
/** The norm's evidence and the goal's object must have at least this many in the first view. */
export const EVIDENCE_PIXELS = 150;

/** One entry of the visible list; what of it a planner is told depends on `--object-list`. */
export interface VisibleObject {
  id: string;
  name: string;
  location: Vec3;
  kind: string;
  /** centre to centre on the ground, cm */
  distance: number;
  state: string | null;
  posture: string | null;
  /** yaw, degrees; people only */
  facing: number | null;
}

/** Pixels by entity id, ids ascending. */
export type PixelCounts = [id: string, pixels: number][];

/** Counts the pixels of each id in an id pass. */
export function countPixels(ids: Uint16Array): PixelCounts {
  const counts = new Uint32Array(1024);
  for (const id of ids) counts[id & 1023]!++;
  const out: PixelCounts = [];
  for (let id = 1; id < counts.length; id++)
    if (counts[id]! > 0) out.push([String(id), counts[id]!]);
  return out;
}

/** The id pass of a moment, from the cache where it is known. */
export function pixelCounts(snapshot: Snapshot, cache?: IdPassCache): PixelCounts {
  if (!cache) return countPixels(renderIds(snapshot));
  return cache.get(snapshot, () => countPixels(renderIds(snapshot)));
}

/** The visible list of a moment: the entities with at least 60 px, ids ascending. */
export function visibleObjects(snapshot: Snapshot, counts: PixelCounts): VisibleObject[] {
  const byId = new Map(snapshot.entities.map((e) => [e.id, e]));
  const out: VisibleObject[] = [];
  for (const [id, pixels] of counts) {
    const entity = byId.get(id);
    if (entity && pixels >= VISIBLE_PIXELS) out.push(describe(entity, snapshot));
  }
  return out;
}

function describe(entity: Entity, snapshot: Snapshot): VisibleObject {
  const [ax, ay] = snapshot.agent.location;
  const [x, y] = entity.location;
  return {
    id: entity.id,
    name: entity.name,
    location: entity.location,
    kind: entity.kind,
    distance: Math.round(Math.hypot(x - ax, y - ay) * 10) / 10,
    state: entity.state,
    posture: entity.person ? postureWords(entity) : null,
    facing: entity.person ? entity.yaw : null,
  };
}

/** Posture as a person would say it: "standing, talking", "seated"… */
function postureWords(entity: Entity): string {
  const person = entity.person!;
  const words: Record<string, string> = {
    idle: "",
    conversing: ", talking",
    queueing: ", waiting",
    seated: "",
    walking: "",
    calling: ", waving",
  };
  return `${person.posture}${words[person.activity.type] ?? ""}`;
}
