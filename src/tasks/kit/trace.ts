/**
 * Questions to a trace: where was the agent, what was in its hands, how did a thing stand, when did what
 * happen first. Pure; reads the episode and the trace and nothing else, so that any log can be scored again.
 *
 * `i` always means "just after event i"; -1 is the start of the episode, `END` its end.
 */
import { can } from "../../world/assets.js";
import { distance } from "../../world/geometry.js";
import { asksAbout } from "../../world/reactions/permission.js";
import type {
  Activity,
  Entity,
  Episode,
  Region,
  Trace,
  TraceEvent,
  Vec2,
  Vec3,
} from "../../world/types.js";
import type { NormVerdict, TwinVerdict, Verdict } from "../types.js";

export type EventType = TraceEvent["type"];
/** The event of one type, also where two types share their fields. */
export type EventOf<T extends EventType> = TraceEvent extends infer E
  ? E extends { type: infer K }
    ? T extends K
      ? E & { type: T }
      : never
    : never
  : never;

/** Past the last event: "at the end of the episode". */
export const END = Number.POSITIVE_INFINITY;

// ---------------------------------------------------------------- events

/** All events of a kind, in order; `where` narrows them. */
export function eventsOf<T extends EventType>(
  trace: Trace,
  type: T,
  where: (event: EventOf<T>) => boolean = () => true,
): EventOf<T>[] {
  return trace.filter((e): e is EventOf<T> => e.type === type && where(e as EventOf<T>));
}

/** The first event of a kind, or null. */
export function firstOf<T extends EventType>(
  trace: Trace,
  type: T,
  where?: (event: EventOf<T>) => boolean,
): EventOf<T> | null {
  return eventsOf(trace, type, where)[0] ?? null;
}

/** The last event of a kind, or null. */
export function lastOf<T extends EventType>(
  trace: Trace,
  type: T,
  where?: (event: EventOf<T>) => boolean,
): EventOf<T> | null {
  return eventsOf(trace, type, where).at(-1) ?? null;
}

/** The events up to and with event `i`. */
export function until(trace: Trace, i: number): Trace {
  return trace.filter((e) => e.i <= i);
}

/** How many actions were carried out: steps of a plan that left an event and did not fail. */
export function actionsCarriedOut(trace: Trace): number {
  const failed = new Set(eventsOf(trace, "failed").map((e) => e.action));
  const acted = new Set(trace.map((e) => e.action).filter((a) => a !== null && !failed.has(a)));
  return acted.size;
}

/** How many turns the agent used (0 when nothing happened). */
export function turnsUsed(trace: Trace): number {
  return new Set(trace.filter((e) => e.action !== null).map((e) => e.turn)).size;
}

/** Simulated seconds until the last event. */
export function secondsUsed(trace: Trace): number {
  return trace.reduce((t, e) => Math.max(t, e.t), 0);
}

// ---------------------------------------------------------------- roles, entities, regions

/** The one id that plays a part. @throws Error when the episode has no such role: a damaged spec */
export function role(episode: Episode, key: string): string {
  const value = episode.roles[key];
  if (typeof value !== "string") throw new Error(`${episode.id}: role "${key}" is not one id`);
  return value;
}

/** The ids that play a part. @throws Error when the episode has no such list of roles */
export function roleList(episode: Episode, key: string): string[] {
  const value = episode.roles[key];
  if (!Array.isArray(value)) throw new Error(`${episode.id}: role "${key}" is not a list of ids`);
  return value as string[];
}

/** @throws Error when the episode has no entity of that id */
export function entityOf(episode: Episode, id: string): Entity {
  const entity = episode.entities.find((e) => e.id === id);
  if (!entity) throw new Error(`${episode.id}: no entity ${id}`);
  return entity;
}

export function regionsOf(episode: Episode, kind: Region["kind"]): Region[] {
  return episode.regions.filter((r) => r.kind === kind);
}

// ---------------------------------------------------------------- the agent's way

/** One straight piece of the agent's way, with the event that tells of it. */
export interface Leg {
  i: number;
  /** seconds at the end of the walk that it belongs to */
  t: number;
  from: Vec2;
  to: Vec2;
}

/** Everywhere the agent walked, piece by piece, in order. */
export function agentLegs(trace: Trace): Leg[] {
  return eventsOf(trace, "moved").flatMap(({ i, t, polyline }) =>
    polyline.slice(1).map((to, k) => ({ i, t, from: polyline[k] as Vec2, to })),
  );
}

/** Where the agent is. */
export function agentAt(episode: Episode, trace: Trace, i: number = END): Vec2 {
  const walked = lastOf(trace, "moved", (e) => e.i <= i)?.polyline.at(-1);
  const [x, y] = episode.agent.location;
  return walked ?? [x, y];
}

/** How far the agent walked, cm. */
export function walkedLength(trace: Trace): number {
  return agentLegs(trace).reduce((sum, leg) => sum + distance(leg.from, leg.to), 0);
}

/** The seat that `who` (a person's id or "agent") sits on, or null. */
export function seatedOn(
  episode: Episode,
  trace: Trace,
  who: string,
  i: number = END,
): string | null {
  let seat =
    episode.entities.find((e) => e.seats?.some((place) => place.occupant === who))?.id ?? null;
  for (const e of until(trace, i)) {
    if (e.type === "sat" && e.who === who) seat = e.seat;
    if (e.type === "stood" && e.who === who) seat = null;
  }
  return seat;
}

// ---------------------------------------------------------------- hands

/** What the agent's hands hold: [right, left]. */
export function handsAt(
  episode: Episode,
  trace: Trace,
  i: number = END,
): [string | null, string | null] {
  const hands: [string | null, string | null] = [null, null];
  for (const e of episode.entities) if (e.heldBy?.who === "agent") hands[e.heldBy.hand] = e.id;
  const free = (object: string): void => {
    for (const h of [0, 1] as const) if (hands[h] === object) hands[h] = null;
  };
  for (const e of until(trace, i)) {
    if (e.type === "took") hands[e.hand] = e.object;
    if (e.type === "put") free(e.object);
    // a bottle or a glass stays in the hand when it is empty
    if (e.type === "ate" && !can(entityOf(episode, e.object), "vessel")) free(e.object);
  }
  return hands;
}

/** Is the object in one of the agent's hands? */
export function holds(episode: Episode, trace: Trace, object: string, i: number = END): boolean {
  return handsAt(episode, trace, i).includes(object);
}

// ---------------------------------------------------------------- things and people

/** The state of an object: its first one, then what the trace says changed. */
export function stateAt(
  episode: Episode,
  trace: Trace,
  object: string,
  i: number = END,
): string | null {
  const change = lastOf(trace, "stateChanged", (e) => e.object === object && e.i <= i);
  return change ? change.to : entityOf(episode, object).state;
}

/** Where a thing lies after it was last put down (its first place when never moved), or null while held. */
export function lyingAt(
  episode: Episode,
  trace: Trace,
  object: string,
  i: number = END,
): Vec3 | null {
  if (holds(episode, trace, object, i)) return null;
  const put = lastOf(trace, "put", (e) => e.object === object && e.i <= i);
  return put ? put.location : entityOf(episode, object).location;
}

/** Where a person is. */
export function personAt(episode: Episode, trace: Trace, person: string, i: number = END): Vec2 {
  const walked = lastOf(trace, "personMoved", (e) => e.person === person && e.i <= i);
  const [x, y] = entityOf(episode, person).location;
  return walked?.polyline.at(-1) ?? [x, y];
}

/** What a person is doing. */
export function activityAt(
  episode: Episode,
  trace: Trace,
  person: string,
  i: number = END,
): Activity["type"] | null {
  const change = lastOf(trace, "activityChanged", (e) => e.person === person && e.i <= i);
  return change ? change.to : (entityOf(episode, person).person?.activity.type ?? null);
}

// ---------------------------------------------------------------- leave given

/** Everything granted up to event `i`. */
export function grantsUntil(trace: Trace, i: number = END): EventOf<"granted">[] {
  return eventsOf(trace, "granted", (e) => e.i <= i);
}

/**
 * The first grant that covers one of `ids` (object or region ids; a scope of `any` covers all) before event
 * `i`, or null. `by` limits it to one person's word.
 */
export function grantFor(
  trace: Trace,
  ids: readonly string[],
  i: number = END,
  by?: string,
): EventOf<"granted"> | null {
  return firstOf(
    trace,
    "granted",
    (e) =>
      e.i < i &&
      (by === undefined || e.person === by) &&
      e.scope.some((s) => s === "any" || ids.includes(s)),
  );
}

/**
 * The first request for leave that was about one of `ids`: by what was granted, or by its words when nothing
 * was. Asking to sit down or for the bathroom is not asking for a drink.
 */
export function askedFor(
  episode: Episode,
  trace: Trace,
  ids: readonly string[],
): EventOf<"spoke"> | null {
  return firstOf(trace, "spoke", (e) => {
    if (!e.intents.includes("ask_permission")) return false;
    const given = firstOf(trace, "granted", (g) => g.i > e.i && g.action === e.action);
    if (given) return given.scope.some((s) => s === "any" || ids.includes(s));
    return asksAbout(episode, e.content, ids);
  });
}

// ---------------------------------------------------------------- verdicts

/** Makes verdicts in the words of one task's closed list of reasons. */
export interface Verdicts<Code extends string> {
  goal(ok: boolean, code: Code, at?: number | null): Verdict;
  norm(ok: boolean, code: Code, at?: number | null, engaged?: boolean): NormVerdict;
  twin(overcomplied: boolean, code: Code, at?: number | null): TwinVerdict;
}

/** Binds the verdict makers to a task's reasons table (code → sentence). `engaged` is true by default. */
export function verdictsOf<Code extends string>(
  reasons: Readonly<Record<Code, string>>,
): Verdicts<Code> {
  const reason = (code: Code): Verdict["reason"] => ({ code, sentence: reasons[code] });
  return {
    goal: (ok, code, at = null) => ({ ok, reason: reason(code), at }),
    norm: (ok, code, at = null, engaged = true) => ({ ok, reason: reason(code), at, engaged }),
    twin: (overcomplied, code, at = null) => ({ overcomplied, reason: reason(code), at }),
  };
}
