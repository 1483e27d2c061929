/** The world at a moment, and the few ways in which everything else reads and changes it. */
import { Agenda } from "./agenda.js";
import { asset, can } from "./assets.js";
import { type Barrier, barriers } from "./barriers.js";
import { contains, ground, round1, round2, toWorld } from "./geometry.js";
import { Occupancy } from "./occupancy.js";
import type {
  Activity,
  AgentState,
  Entity,
  Episode,
  EventBody,
  FailureCode,
  Person,
  Routine,
  Seat,
  Trace,
  TraceEvent,
  Vec2,
  Vec3,
} from "./types.js";

/** An entity that is a person. */
export type PersonEntity = Entity & { person: Person };

/** A line at a counter: its routine and who still waits, front to back. */
export interface Line {
  routine: Extract<Routine, { type: "queue" }>;
  waiting: string[];
  /** the agent stands in it, behind everyone who waits */
  joined: boolean;
}

/** A stroll under way: the leg walked now and when it began. */
export interface Stroll {
  person: string;
  speed: number;
  leg: Vec2[];
  since: number;
  stopped: boolean;
}

export interface WorldState {
  readonly episode: Episode;
  /** by id, in the episode's order */
  readonly entities: Map<string, Entity>;
  readonly agent: { location: Vec3; yaw: number; seatedOn: string | null; hands: Hands };
  /** seconds since the start */
  clock: number;
  /** 0-based; -1 before the first observation */
  turn: number;
  /** the action that runs, 0-based over the episode; null while things happen by themselves */
  action: number | null;
  /** actions tried, over the episode and in this turn; actions that succeeded */
  tried: number;
  triedThisTurn: number;
  succeeded: number;
  readonly trace: Trace;
  /** what the latest observation listed, and what any did */
  listed: ReadonlySet<string>;
  readonly everListed: Set<string>;
  readonly agenda: Agenda<WorldState>;
  /** regions the agent is in */
  readonly inside: Set<string>;
  readonly lines: Line[];
  readonly strolls: Stroll[];
  /** when each tap was last turned on */
  readonly openedAt: Map<string, number>;
  /** what the agent pointed at last, and in which action */
  pointing: { target: string | Vec3; action: number } | null;
  /** yaw before the agent looked aside */
  yawBeforeLook: number | null;
  /** on which dish a food was served: food id → dish id */
  readonly servedOn: Map<string, string>;
  readonly occupancy: Occupancy;
}

export type Hands = [string | null, string | null];

function cloneEntity(e: Entity): Entity {
  const copy: Entity = { ...e };
  if (e.heldBy) copy.heldBy = { ...e.heldBy };
  if (e.seats) copy.seats = e.seats.map((seat) => ({ ...seat }));
  if (e.person) copy.person = { ...e.person };
  return copy;
}

/** The world at the start of an episode. The episode is read, never written. */
export function initialState(episode: Episode): WorldState {
  const entities = new Map(episode.entities.map((e) => [e.id, cloneEntity(e)]));
  const [x, y, z] = episode.agent.location;
  const hands: Hands = [null, null];
  for (const e of entities.values()) if (e.heldBy?.who === "agent") hands[e.heldBy.hand] = e.id;
  const seat = [...entities.values()].find((e) => e.seats?.some((s) => s.occupant === "agent"));
  const at: Vec2 = [x, y];
  return {
    episode,
    entities,
    agent: { location: [x, y, z], yaw: episode.agent.yaw, seatedOn: seat?.id ?? null, hands },
    clock: 0,
    turn: -1,
    action: null,
    tried: 0,
    triedThisTurn: 0,
    succeeded: 0,
    trace: [],
    listed: new Set(),
    everListed: new Set(),
    agenda: new Agenda(),
    inside: new Set(
      episode.regions.filter((r) => contains(r.polygon, at)).map((region) => region.id),
    ),
    lines: [],
    strolls: [],
    openedAt: new Map(),
    pointing: null,
    yawBeforeLook: null,
    servedOn: new Map(),
    occupancy: new Occupancy(episode),
  };
}

/** Writes an event at the present time, for the action that runs (null when none does). */
export function emit(s: WorldState, body: EventBody): void {
  const stamp = {
    i: s.trace.length,
    t: round2(s.clock),
    turn: Math.max(0, s.turn),
    action: s.action,
  };
  s.trace.push({ ...stamp, ...body } as TraceEvent);
}

/** Lets time pass until `time`; what is due on the way happens in order. */
export function advanceTo(s: WorldState, time: number): void {
  for (let job = s.agenda.take(time); job; job = s.agenda.take(time)) {
    s.clock = Math.max(s.clock, job.at);
    const action = s.action;
    s.action = null;
    job.run(s);
    s.action = action;
  }
  s.clock = Math.max(s.clock, time);
}

/** Lets some seconds pass. */
export function advance(s: WorldState, seconds: number): void {
  advanceTo(s, s.clock + seconds);
}

/** Why an action came to nothing; caught where actions are carried out. */
export class ActionFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** Ends the action that runs. */
export function fail(code: FailureCode, message: string): never {
  throw new ActionFailure(code, message);
}

/** "the juice bottle (17)", for messages. */
export const called = (e: Entity): string => `the ${e.name} (${e.id})`;

export function entityOf(s: WorldState, id: string): Entity {
  const entity = s.entities.get(id);
  if (!entity) throw new RangeError(`${s.episode.id}: there is no entity "${id}"`);
  return entity;
}

export const isPerson = (e: Entity): e is PersonEntity => e.person !== undefined;

/** A person by id. @throws RangeError when a routine names somebody who is not there */
export function personOf(s: WorldState, id: string): PersonEntity {
  const entity = entityOf(s, id);
  if (!isPerson(entity)) throw new RangeError(`${s.episode.id}: entity "${id}" is not a person`);
  return entity;
}

/** All people, in the episode's order. */
export const people = (s: WorldState): PersonEntity[] => [...s.entities.values()].filter(isPerson);

/** The routines of one type. */
export function routines<T extends Routine["type"]>(
  s: WorldState,
  type: T,
): Extract<Routine, { type: T }>[] {
  return s.episode.routines.filter((r): r is Extract<Routine, { type: T }> => r.type === type);
}

/** Has it been eaten up or wiped away? (An empty bottle or glass is still there.) */
export function isGone(e: Entity): boolean {
  return e.state === "gone" || (e.state === "eaten" && !can(e, "vessel"));
}

/** Walls, buildings and shut doors as lines that arms and voices do not pass. */
export const barrierLines = (s: WorldState): Barrier[] =>
  barriers(s.episode.setting, s.entities.values());

/** Things that lie on or in another. */
export const contentsOf = (s: WorldState, id: string): Entity[] =>
  [...s.entities.values()].filter((e) => e.containedIn === id && !isGone(e));

/** Puts a thing somewhere, and what lies on it along with it. */
export function placeThing(s: WorldState, thing: Entity, location: Vec3): void {
  const [dx, dy, dz] = location.map((v, k) => v - (thing.location[k] as number)) as [
    number,
    number,
    number,
  ];
  thing.location = [round1(location[0]), round1(location[1]), round1(location[2])];
  for (const inner of contentsOf(s, thing.id)) {
    const [x, y, z] = inner.location;
    placeThing(s, inner, [x + dx, y + dy, z + dz]);
  }
}

/** Height at which things are carried, cm. */
const CARRY_HEIGHT = 100;

/** Lets what someone holds go where they go. */
export function carryAlong(s: WorldState, who: string, at: Vec2): void {
  for (const e of s.entities.values()) {
    if (e.heldBy?.who === who) placeThing(s, e, [at[0], at[1], CARRY_HEIGHT]);
  }
}

/** Changes what somebody does, and says so in the trace. */
export function setActivity(s: WorldState, person: PersonEntity, activity: Activity): void {
  const from = person.person.activity.type;
  person.person.activity = activity;
  if (from !== activity.type) {
    emit(s, { type: "activityChanged", person: person.id, from, to: activity.type });
  }
}

/** Gives a thing another state; every change is in the trace. */
export function changeState(s: WorldState, thing: Entity, to: string, by: string): void {
  const from = thing.state ?? asset(thing.kind).states?.[0] ?? "";
  if (from === to) return;
  thing.state = to;
  emit(s, { type: "stateChanged", object: thing.id, from, to, by });
}

/** World position of a seat's place. */
export function seatPlace(seatEntity: Entity, seat: Seat): Vec2 {
  const [x, y] = toWorld(seatEntity, seat.offset);
  return [round1(x), round1(y)];
}

/** A copy of the agent for those who look on. */
export function agentCopy(s: WorldState): AgentState {
  const { location, yaw, seatedOn, hands } = s.agent;
  return { location: [...location], yaw, seatedOn, hands: [...hands] };
}

/** A copy of an entity. */
export const entityCopy = (e: Entity): Entity => cloneEntity(e);

/** The agent's place on the ground. */
export const agentAt = (s: WorldState): Vec2 => ground(s.agent.location);
