import { can } from "../assets.js";
import { distance, normaliseYaw, round2 } from "../geometry.js";
import { leaveLines } from "../schedule.js";
import { freePlaces } from "../seating.js";
import {
  advance,
  advanceTo,
  agentAt,
  called,
  emit,
  fail,
  seatPlace,
  type WorldState,
} from "../state.js";
import type { EventBody } from "../types.js";
import { shift } from "../walking.js";
import { bringWithinReach, standUp } from "./approach.js";
import { SECONDS } from "./durations.js";
import { type Parameters, thingIn } from "./parameters.js";

type WokenBy = Extract<EventBody, { type: "waited" }>["wokenBy"];
const WAKING: readonly string[] = ["served", "conversationEnded", "blockerLeft"];

/** Waits until somebody is served, a talk ends or a blocker leaves, at most half a minute. */
export function rest(s: WorldState): void {
  const start = s.clock;
  const end = start + SECONDS.longestRest;
  const wokenBy = waitForEvent(s, end);
  emit(s, { type: "waited", seconds: round2(s.clock - start), wokenBy });
}

function waitForEvent(s: WorldState, end: number): WokenBy {
  while (s.agenda.next <= end) {
    const seen = s.trace.length;
    advanceTo(s, s.agenda.next);
    const waker = s.trace.slice(seen).find((event) => WAKING.includes(event.type));
    if (waker) return waker.type as WokenBy;
  }
  advanceTo(s, end);
  return null;
}

/** Walks to a seat and sits down on its nearest free place. */
export function sitDownToObject(s: WorldState, parameters: Parameters): void {
  const seat = thingIn(s, parameters, "object_id");
  if (!can(seat, "sittable") || !seat.seats?.length) {
    fail("not_sittable", `${called(seat)} is nothing to sit on`);
  }
  if (s.agent.seatedOn === seat.id) {
    emit(s, { type: "sat", who: "agent", seat: seat.id });
    return;
  }
  if (freePlaces(seat).length === 0) fail("seat_taken", `${called(seat)} has no free place`);
  standUp(s);
  bringWithinReach(s, seat);
  advance(s, SECONDS.sit);
  const here = agentAt(s);
  const [place] = freePlaces(seat).sort(
    (a, b) => distance(here, seatPlace(seat, a)) - distance(here, seatPlace(seat, b)),
  );
  if (!place) fail("seat_taken", `${called(seat)} has no free place`);
  leaveLines(s);
  place.occupant = "agent";
  shift(s, seatPlace(seat, place));
  s.agent.yaw = normaliseYaw(seat.yaw);
  s.agent.seatedOn = seat.id;
  s.yawBeforeLook = null;
  emit(s, { type: "sat", who: "agent", seat: seat.id });
}
