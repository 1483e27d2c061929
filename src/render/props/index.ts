import type { Entity, Snapshot } from "../../world/types.js";
import { entityMatrix, PartBuilder } from "../builder.js";
import { compose, multiply } from "../matrix.js";
import type { Part } from "../types.js";
import { aroundOf, liftAt } from "./around.js";
import { bathroom } from "./bathroom.js";
import { bedroom } from "./bedroom.js";
import { car } from "./car.js";
import { cleaning } from "./cleaning.js";
import { dishes } from "./dishes.js";
import { doors } from "./doors.js";
import { faucets } from "./faucet.js";
import { fitted } from "./fitted.js";
import { food } from "./food.js";
import { furniture } from "./furniture.js";
import type { Prop, PropBuilder } from "./kit.js";
import { kitchen } from "./kitchen.js";
import { living } from "./living.js";
import { Look } from "./look.js";
import { plants } from "./plants.js";
import { road } from "./road.js";
import { seating } from "./seating.js";
import { shop } from "./shop.js";
import { square } from "./square.js";
import { street } from "./street.js";
import { toys } from "./toys.js";
import { yard } from "./yard.js";

/** Every kind of thing that can be drawn here, with what draws it. A new kind is one entry. */
export const BUILDERS: Readonly<Record<string, PropBuilder>> = {
  ...doors,
  ...road,
  ...street,
  ...square,
  car,
  ...plants,
  ...yard,
  ...seating,
  ...shop,
  ...toys,
  ...living,
  ...furniture,
  ...bedroom,
  ...fitted,
  ...faucets,
  ...kitchen,
  ...bathroom,
  ...food,
  ...dishes,
  ...cleaning,
};

/** Models are drawn with their front towards +z; an entity's front looks along −z of its frame. */
const TO_ENTITY = compose([0, 0, 0], [0, Math.PI, 0], [1, 1, 1]);

const MODELS = 1200;
const models = new Map<string, readonly Part[]>();

/** Middle and size of a footprint, metres: x forward, y right. */
function measure(entity: Entity): { width: number; depth: number } {
  let x = 0;
  let y = 0;
  for (const p of entity.footprint) {
    x = Math.max(x, Math.abs(p[0]));
    y = Math.max(y, Math.abs(p[1]));
  }
  return { depth: x / 50, width: y / 50 };
}

/** The parts of a kind in the entity's own frame, shared by all entities that look the same. */
function modelOf(entity: Entity, snapshot: Snapshot): readonly Part[] {
  const build = BUILDERS[entity.kind];
  if (!build) throw new RangeError(`entityParts: nothing draws the kind "${entity.kind}"`);
  const size = measure(entity);
  const around = aroundOf(entity, snapshot);
  const seats = entity.seats?.map((s) => -s.offset[1] / 100) ?? [];
  const shape = [size.width, size.depth, entity.height, entity.state, seats, around, entity.look];
  const key = `${entity.kind}${JSON.stringify(shape)}`;
  const known = models.get(key);
  if (known) return known;
  const prop: Prop = {
    kind: entity.kind,
    ...size,
    height: entity.height / 100,
    state: entity.state,
    look: new Look(entity.look),
    seats,
    around,
  };
  const builder = new PartBuilder(0, TO_ENTITY);
  build(builder, prop);
  if (models.size >= MODELS) models.delete(models.keys().next().value as string);
  models.set(key, builder.parts);
  return builder.parts;
}

/**
 * What an entity looks like: its parts in render space, each with the entity's number. Nothing for what is not
 * there to be seen: eaten food, a stain that is gone, what the agent holds.
 * People are drawn elsewhere. @throws RangeError for a kind without a builder
 */
export function entityParts(entity: Entity, snapshot: Snapshot): Part[] {
  if (entity.heldBy?.who === "agent") return [];
  const id = Number(entity.id);
  const place = entityMatrix(entity);
  place[13] = place[13]! + liftAt(entity, snapshot);
  return modelOf(entity, snapshot).map((part) => ({
    ...part,
    id,
    matrix: multiply(place, part.matrix),
  }));
}
