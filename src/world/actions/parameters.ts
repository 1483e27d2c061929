/** Reading a step's parameters: which thing is meant, which hand, which place. */
import { called, fail, isGone, type WorldState } from "../state.js";
import type { Entity, Vec3 } from "../types.js";

export type Parameters = Readonly<Record<string, unknown>>;

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .replace(/^(the|a|an) /, "");

/** The ids of the latest visible list that bear a name. */
function listedByName(s: WorldState, name: string): string[] {
  return [...s.entities.values()]
    .filter((e) => s.listed.has(e.id) && plain(e.name) === plain(name))
    .map((e) => e.id);
}

/**
 * The thing that an id, or the name of exactly one thing in the latest visible list, stands for.
 * Fails with `unknown_object`, `not_visible`, `ambiguous_object` or `bad_parameter`.
 */
export function thingIn(s: WorldState, parameters: Parameters, key: string): Entity {
  const given = parameters[key];
  const text = typeof given === "number" ? String(given) : given;
  if (typeof text !== "string" || text.trim() === "") {
    return fail("bad_parameter", `${key} must be the id of something in the visible list`);
  }
  const entity = s.entities.get(text.trim());
  if (entity) {
    if (s.everListed.has(entity.id)) return entity;
    return fail("not_visible", `${text} has not been in any list of visible objects so far`);
  }
  const [only, ...others] = listedByName(s, text);
  if (only === undefined) {
    return fail("unknown_object", `nothing has the id "${text}"; use an id of the visible list`);
  }
  if (others.length > 0) {
    const ids = [only, ...others].join(", ");
    return fail("ambiguous_object", `"${text}" may be any of ${ids}; give the id`);
  }
  return s.entities.get(only) as Entity;
}

/** The hand asked for, or undefined when none is. */
export function handIn(parameters: Parameters): 0 | 1 | undefined {
  const hand = parameters.which_hand;
  if (hand === undefined || hand === null) return undefined;
  if (hand === 0 || hand === 1) return hand;
  return fail("bad_parameter", "which_hand must be 0 (right) or 1 (left)");
}

/** A place [x, y, z] in cm, or undefined when there is none. */
export function placeIn(parameters: Parameters, key: string): Vec3 | undefined {
  const place = parameters[key];
  if (place === undefined || place === null) return undefined;
  if (Array.isArray(place) && place.length === 3 && place.every((v) => Number.isFinite(v))) {
    return [place[0] as number, place[1] as number, place[2] as number];
  }
  return fail("bad_parameter", `${key} must be [x, y, z] in centimetres`);
}

/** A switch among the parameters; `otherwise` where it is left out. */
export function flagIn(parameters: Parameters, key: string, otherwise?: boolean): boolean {
  const flag = parameters[key] ?? otherwise;
  if (typeof flag === "boolean") return flag;
  return fail("bad_parameter", `${key} must be true or false`);
}

/** Fails when the thing has been eaten up or wiped away. */
export function failIfGone(e: Entity, code: "unknown_object" | "wrong_state"): void {
  if (isGone(e)) fail(code, `${called(e)} is not there any more`);
}

export const handName = (hand: 0 | 1): string => (hand === 0 ? "right" : "left");
