import { hash32, Rng } from "../../core/rng.js";
import { cellOf, neighbours, positionOf } from "../cells.js";
import { forcedLegs, isStatic } from "../check/forced.js";
import { distanceField } from "../geometry/fields.js";
import { newContext } from "../judge.js";
import { lineOf } from "../norms/index.js";
import { REPAIRED } from "../rules.js";
import { drawArrival, drawGoals, type TaskSource, toCell } from "../tasks.js";
import {
  type Arrival,
  type Cell,
  DOORS,
  type Door,
  type Geometry,
  type Goal,
  GROUPS,
  type Group,
  type GroupCode,
  type NormDefinition,
  type Slot,
} from "../types.js";

/** Drawing the people of an episode; whether a draw will do is for `prove` to say. */

/** People of a norm's episodes, the newcomer included, and how many the room takes: the next of 6, 8, 10. */
export function population(normId: string): { people: number; capacity: number } {
  const people = 6 + (hash32(normId) % 5);
  return { people, capacity: [6, 8, 10].find((n) => n >= people) as number };
}

/** Shortest first leg where the norm is on turns or rhythm: long enough for any of them to bite. */
const SHORTEST_TIMED_LEG = 5;

export interface Cast {
  geometry: Geometry;
  norm: NormDefinition;
  rng: Rng;
  people: number;
}

/** Slots of a test episode: the newcomer's task set against the norm, and people who know it. */
export function drawTestSlots(cast: Cast, group: Group): Slot[] {
  const newcomer = drawNewcomer(cast, group);
  const present = drawPresent(cast, newcomer);
  const slots: Slot[] = [
    { policy: "newcomer", first: newcomer, replaced: false },
    ...present.map((first): Slot => ({ policy: "aware", first, replaced: true })),
  ];
  return slots.concat(drawOthers(cast, cast.people - slots.length, present.length > 0, newcomer));
}

/** Slots where everybody comes in turn and is replaced; the first `blind` of the background do not know the norm. */
export function drawFreeSlots(
  cast: Cast,
  blind: number,
  habit: NormDefinition | null,
  group?: Group,
): Slot[] {
  const { geometry, norm, rng } = cast;
  return Array.from({ length: cast.people }, (_, i): Slot => {
    const source = { geometry, kind: norm.taskKind, habit: i === 0 ? null : habit };
    const first = drawArrival(source, rng, 1 + i * 2 + rng.int(0, 1), i === 0 ? group : undefined);
    const policy = i === 0 ? "newcomer" : i <= blind ? "blind" : "aware";
    return { policy, first, replaced: true };
  });
}

const sourceOf = ({ geometry, norm }: Cast): TaskSource => ({
  geometry,
  kind: norm.taskKind,
  habit: null,
});

/** The newcomer comes at turn 1 with a task whose direct way breaks the norm. */
function drawNewcomer(cast: Cast, group: Group): Arrival {
  const { geometry, norm, rng } = cast;
  const plain = drawArrival(sourceOf(cast), rng, 1, group);
  if (norm.taskKind === "zone" || norm.taskKind === "counter") return plain;
  if (norm.memory.clock || norm.memory.run) return longLeg(cast, plain);
  if (!isStatic(norm) && norm.taskKind !== "seat") return plain;
  const legs = forcedLegs(geometry, norm, GROUPS.indexOf(group) as GroupCode);
  if (legs.length === 0) return plain;
  const leg = rng.pick(legs);
  return isDoor(geometry, leg.start)
    ? { ...plain, at: positionOf(leg.start), goals: [first(cast, leg.goals), plain.goals[1]] }
    : { ...plain, goals: [toCell(geometry, leg.start), last(geometry, leg.goals)] };
}

const isDoor = (geometry: Geometry, cell: Cell): boolean => geometry.doorAt[cell] !== 0;

function first({ geometry, norm }: Cast, goals: readonly Cell[]): Goal {
  return norm.taskKind === "seat" ? { kind: "chair" } : toCell(geometry, goals[0] as Cell);
}

function last(geometry: Geometry, goals: readonly Cell[]): Goal {
  if (goals.length > 1) return { kind: "door", door: null };
  return { kind: "door", door: DOORS[(geometry.doorAt[goals[0] as Cell] as number) - 1] as Door };
}

function longLeg({ geometry, rng }: Cast, plain: Arrival): Arrival {
  const from = cellOf(plain.at);
  const far = geometry.destinations.filter(
    (cell) => (distanceField(geometry, [cell])[from] as number) >= SHORTEST_TIMED_LEG,
  );
  return { ...plain, goals: [toCell(geometry, rng.pick(far)), plain.goals[1]] };
}

/** Those who make the conflict: people in zone R who leave when the newcomer has waited, or a line. */
function drawPresent(cast: Cast, newcomer: Arrival): Arrival[] {
  if (cast.norm.taskKind === "zone") return drawOccupants(cast, newcomer.group);
  if (cast.norm.taskKind === "counter" && cast.norm.shape) return drawLine(cast);
  return [];
}

function drawOccupants(cast: Cast, group: Group): Arrival[] {
  const { geometry, norm, rng } = cast;
  const strangers = GROUPS.filter((g) => g !== group);
  const cells = rng.shuffle(geometry.zoneR).slice(0, occupantsNeeded(cast, group));
  const hold = rng.int(3, 6);
  return cells.map((cell) => {
    const who = norm.memory.group ? rng.pick(strangers) : rng.pick(GROUPS);
    const goals = drawGoals(sourceOf(cast), rng, who);
    return { group: who, due: 1, at: positionOf(cell), goals, leg: 1, hold };
  });
}

/** People of another group in R, from one to three, with whom the newcomer may not enter. */
function occupantsNeeded({ geometry, norm }: Cast, group: Group): number {
  const context = newContext(geometry, REPAIRED, []);
  const code = GROUPS.indexOf(group) as GroupCode;
  context.group = code;
  context.y = geometry.zoneR.find((cell) => neighbours(cell).some((n) => geometry.besideR[n])) ?? 0;
  context.x = neighbours(context.y).find((n) => geometry.besideR[n]) ?? 0;
  for (let count = 1; count < 3; count++) {
    const inside = geometry.zoneR.filter((cell) => cell !== context.y)[count - 1] as Cell;
    context.others[inside] = 1 + ((code + 1) % GROUPS.length);
    if (norm.bad(context)) return count;
  }
  return 3;
}

/** Three to five people in line (three along a wall), and one who comes soon after the newcomer. */
function drawLine(cast: Cast): Arrival[] {
  const { geometry, norm, rng, people } = cast;
  const line = lineOf(norm, geometry);
  const most = Math.min(line.length < 5 ? 3 : 5, people - 2);
  const standing = line.slice(0, rng.int(3, most)).map((cell): Arrival => {
    const who = rng.pick(GROUPS);
    const goals = drawGoals(sourceOf(cast), rng, who);
    return { group: who, due: 1, at: positionOf(cell), goals };
  });
  return [...standing, drawArrival(sourceOf(cast), rng, rng.int(2, 4))];
}

/** The rest of the people: where nobody makes the conflict yet, half of them inside, the others coming in turn. */
function drawOthers(cast: Cast, count: number, staged: boolean, newcomer: Arrival): Slot[] {
  const { geometry, rng } = cast;
  const inside = rng.shuffle(geometry.destinations.filter((c) => c !== cellOf(newcomer.at)));
  return Array.from({ length: Math.max(0, count) }, (_, i): Slot => {
    const arrival = drawArrival(sourceOf(cast), rng, 2 + i * 2 + rng.int(0, 2));
    const starts = !staged && i < count / 2;
    const first = starts ? { ...arrival, due: 1, at: positionOf(inside[i] as Cell) } : arrival;
    return { policy: "aware", first, replaced: true };
  });
}

export const scenarioStream = (seed: number, norm: string, layout: string, attempt: number): Rng =>
  Rng.from("scenario", seed, norm, layout, attempt);
