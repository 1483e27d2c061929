/**
 * What happens by itself: lines move up, talks end, blockers leave, strollers stroll, taps shut.
 * Each routine of the episode is turned into jobs on the agenda; nothing is left to chance.
 */

import { walkPerson, wayTo } from "./folk.js";
import { distance, ground, roundPoint } from "./geometry.js";
import { endOf, polylineLength, slicePolyline } from "./polyline.js";
import {
  agentAt,
  changeState,
  emit,
  entityOf,
  type Line,
  type PersonEntity,
  personOf,
  type Stroll,
  setActivity,
  type WorldState,
} from "./state.js";
import type { Routine, Vec2 } from "./types.js";
import { headingOf, shift } from "./walking.js";

type Of<T extends Routine["type"]> = Extract<Routine, { type: T }>;

/** Puts an episode's routines on the agenda. */
export function startRoutines(s: WorldState): void {
  for (const routine of s.episode.routines) {
    if (routine.type === "queue") startLine(s, routine);
    else if (routine.type === "conversation") startConversation(s, routine);
    else if (routine.type === "blocker") startBlocker(s, routine);
    else if (routine.type === "stroll") startStroll(s, routine);
    else if (routine.type === "self_closing" && entityOf(s, routine.object).state === "on") {
      tapOpened(s, routine.object);
    }
  }
}

// ---------------------------------------------------------------- lines

function startLine(s: WorldState, routine: Of<"queue">): void {
  const line: Line = { routine, waiting: [...routine.people], joined: false };
  s.lines.push(line);
  const yaws = routine.people.map((id) => personOf(s, id).yaw);
  routine.people.forEach((id, k) => {
    const at = routine.servedAt[k];
    if (at !== undefined) s.agenda.add(at, () => serve(s, line, id, routine.exits[k], yaws));
  });
}

/** The slot at which the agent stands, or would stand, in a line. */
export function agentSlot(line: Line): Vec2 | null {
  return line.routine.slots[line.waiting.length] ?? null;
}

function serve(
  s: WorldState,
  line: Line,
  id: string,
  exit: Vec2 | undefined,
  yaws: readonly number[],
): void {
  const person = personOf(s, id);
  emit(s, { type: "served", person: id });
  setActivity(s, person, { type: "idle" });
  line.waiting = line.waiting.filter((other) => other !== id);
  if (exit) walkPerson(s, person, wayTo(s, person, exit));
  line.waiting.forEach((other, k) => {
    const slot = line.routine.slots[k];
    if (slot) moveUp(s, personOf(s, other), slot, yaws[k]);
  });
  if (line.joined) moveAgentUp(s, line);
}

function moveUp(s: WorldState, person: PersonEntity, slot: Vec2, yaw: number | undefined): void {
  const here = ground(person.location);
  if (distance(here, slot) < 1) return;
  walkPerson(s, person, [here, roundPoint(slot)]);
  person.yaw = yaw ?? person.yaw;
}

/** Whoever stands in a line moves up with it; the agent does so of itself. */
function moveAgentUp(s: WorldState, line: Line): void {
  const slot = agentSlot(line);
  const here = agentAt(s);
  if (!slot || distance(here, slot) < 1) return;
  const to = roundPoint(slot);
  shift(s, to);
  s.agent.yaw = headingOf([here, to], s.agent.yaw);
  emit(s, { type: "moved", polyline: [here, to] });
}

/** The line whose last waiting person this is, or null. */
export function lineEndingIn(s: WorldState, person: string): Line | null {
  return s.lines.find((line) => line.waiting[line.waiting.length - 1] === person) ?? null;
}

/** Stepping out of whatever line the agent stands in. */
export function leaveLines(s: WorldState): void {
  for (const line of s.lines) line.joined = false;
}

// ---------------------------------------------------------------- talks, blockers

function startConversation(s: WorldState, routine: Of<"conversation">): void {
  if (routine.endsAt === null) return;
  s.agenda.add(routine.endsAt, () => {
    emit(s, { type: "conversationEnded", people: [...routine.people] });
    for (const id of routine.people) {
      const person = personOf(s, id);
      person.person.gaze = null;
      setActivity(s, person, { type: "idle" });
    }
  });
}

function startBlocker(s: WorldState, routine: Of<"blocker">): void {
  const { leavesAt, away } = routine;
  if (leavesAt === null || !away) return;
  s.agenda.add(leavesAt, () => {
    const person = personOf(s, routine.person);
    walkPerson(s, person, wayTo(s, person, away));
    emit(s, { type: "blockerLeft", person: routine.person });
  });
}

// ---------------------------------------------------------------- strollers

function startStroll(s: WorldState, routine: Of<"stroll">): void {
  const here = ground(personOf(s, routine.person).location);
  const route = routine.route.map(roundPoint);
  const first = route[0];
  if (!first || routine.speed <= 0) return;
  const there: Vec2[] = distance(here, first) < 1 ? route : [here, ...route];
  if (polylineLength(there) < 1) return;
  const stroll: Stroll = {
    person: routine.person,
    speed: routine.speed,
    leg: there,
    since: 0,
    stopped: false,
  };
  s.strolls.push(stroll);
  planTurn(s, stroll);
}

/** At the end of a leg the stroller turns round and walks the same way back. */
function planTurn(s: WorldState, stroll: Stroll): void {
  const { leg } = stroll;
  s.agenda.add(stroll.since + polylineLength(leg) / stroll.speed, () => {
    if (stroll.stopped) return;
    walkPerson(s, personOf(s, stroll.person), leg);
    stroll.since = s.clock;
    stroll.leg = [...leg].reverse();
    planTurn(s, stroll);
  });
}

function soFar(s: WorldState, stroll: Stroll): Vec2[] {
  return slicePolyline(stroll.leg, 0, (s.clock - stroll.since) * stroll.speed).map(roundPoint);
}

/** Brings the places of those who stroll up to the present time. */
export function updateStrollers(s: WorldState): void {
  for (const stroll of s.strolls) {
    if (stroll.stopped) continue;
    const person = personOf(s, stroll.person);
    const path = soFar(s, stroll);
    const [x, y] = endOf(path);
    person.location = [x, y, person.location[2]];
    person.yaw = headingOf(path, person.yaw);
  }
}

/** Whoever is spoken to while strolling stops for good. */
export function stopStrolling(s: WorldState, id: string): void {
  for (const stroll of s.strolls) {
    if (stroll.person !== id || stroll.stopped) continue;
    stroll.stopped = true;
    const person = personOf(s, id);
    walkPerson(s, person, soFar(s, stroll));
    person.person.posture = "standing";
    setActivity(s, person, { type: "idle" });
  }
}

// ---------------------------------------------------------------- taps

/** A tap was turned on: some shut by themselves a while later, unless they were turned off and on. */
export function tapOpened(s: WorldState, id: string): void {
  const since = s.clock;
  s.openedAt.set(id, since);
  for (const routine of s.episode.routines) {
    if (routine.type !== "self_closing" || routine.object !== id) continue;
    s.agenda.add(since + routine.after, () => {
      const tap = entityOf(s, id);
      if (tap.state !== "on" || s.openedAt.get(id) !== since) return;
      changeState(s, tap, "off", "self");
    });
  }
}
