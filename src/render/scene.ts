import type { Entity, Setting, Snapshot, Vec3 } from "../world/types.js";
import { palmLocation, personParts } from "./people/index.js";
import { entityParts } from "./props/index.js";
import { settingParts, surfaceHeight } from "./setting/index.js";
import type { Part } from "./types.js";

/** How high the painted ground stands under a point of the world, cm. */
export function groundUnder(setting: Setting, [x, y]: Vec3): number {
  return surfaceHeight(setting, [x, y]);
}

function byId(snapshot: Snapshot): Map<string, Entity> {
  return new Map(snapshot.entities.map((e) => [e.id, e]));
}

/** The thing that somebody holds on which (or in which) this one lies: itself, its dish, its dish's tray… */
function heldBase(e: Entity, all: Map<string, Entity>): Entity | null {
  let at: Entity | undefined = e;
  for (let depth = 0; at && depth < 8; depth++) {
    if (at.heldBy) return at;
    at = at.containedIn === undefined ? undefined : all.get(at.containedIn);
  }
  return null;
}

/** An entity moved into the hand of whoever holds it (or what it lies on). */
function inHand(e: Entity, base: Entity, holder: Entity, snapshot: Snapshot): Entity {
  const palm = palmLocation(holder, snapshot, base.heldBy!.hand);
  const reach = Math.max(0, ...base.footprint.map(([x]) => x)) * 0.6;
  const a = (holder.yaw * Math.PI) / 180;
  const location: Vec3 = [
    palm[0] + Math.cos(a) * reach,
    palm[1] + Math.sin(a) * reach,
    palm[2] - base.height * 0.3 + (e === base ? 0 : base.height),
  ];
  return { ...e, location, yaw: holder.yaw };
}

/**
 * Flat things on a wall. The lamp's light passes through walls (they would darken the room), so a picture's
 * shadow would fall on the floor where nobody expects one.
 */
function hangs(e: Entity): boolean {
  return e.location[2] > 60 && e.footprint.every(([x]) => Math.abs(x) <= 4);
}

/** All parts of one moment: the place, the things, the people. What the agent holds is not drawn. */
export function sceneParts(snapshot: Snapshot): Part[] {
  const parts = settingParts(snapshot);
  const all = byId(snapshot);
  for (const e of snapshot.entities) {
    if (e.person) {
      parts.push(...personParts(e, snapshot));
      continue;
    }
    const base = heldBase(e, all);
    const holder = base && all.get(base.heldBy!.who);
    if (base && !holder) continue;
    const placed = base && holder ? inHand(e, base, holder, snapshot) : e;
    const own = entityParts(placed, snapshot);
    parts.push(...(hangs(placed) ? own.map((p) => ({ ...p, noShadow: true })) : own));
  }
  return parts;
}
