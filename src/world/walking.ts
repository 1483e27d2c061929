/** The agent on its feet: a walk takes time, crosses regions, comes close to people. */
import {
  bearing,
  distance,
  ground,
  nearestOnSegment,
  round1,
  roundPoint,
  segmentDistance,
} from "./geometry.js";
import { endOf, polylineLength, slicePolyline, stretchesInside } from "./polyline.js";
import {
  advanceTo,
  agentAt,
  carryAlong,
  emit,
  type PersonEntity,
  people,
  type WorldState,
} from "./state.js";
import type { EventBody, Region, Vec2 } from "./types.js";

/** Walking speed, cm/s. */
export const WALK_SPEED = 120;
/** Coming closer than this to a standing person on the way is bumping into them, cm. */
export const BUMP = 50;

/** Standing people, whom one walks around. */
export const standing = (s: WorldState): PersonEntity[] =>
  people(s).filter((p) => p.person.posture === "standing");

/** Something that comes about `along` cm down the path. */
interface Mark {
  along: number;
  body: EventBody;
}

/** Where a path enters and leaves regions, given those it starts in. */
function crossings(path: readonly Vec2[], region: Region, startsInside: boolean): Mark[] {
  const marks: Mark[] = [];
  const total = polylineLength(path);
  let inside = startsInside;
  const mark = (along: number): void => {
    inside = !inside;
    const type = inside ? "entered" : "left";
    marks.push({ along, body: { type, region: region.id, kind: region.kind } });
  };
  const stretches = stretchesInside(path, region.polygon);
  for (const { from, to } of stretches) {
    if (inside && from > 0) mark(0);
    if (!inside) mark(from);
    if (to < total) mark(to);
  }
  if (stretches.length === 0 && inside && total > 0) mark(0);
  return marks;
}

/** Where a stretch of the way first comes too close to a person who stands there, and how close it gets. */
function bump(path: readonly Vec2[], person: PersonEntity): Mark | null {
  const centre = ground(person.location);
  const start = distance(path[0] as Vec2, centre);
  let along = 0;
  let first = -1;
  let least = start;
  for (let i = 1; i < path.length; i++) {
    const a = path[i - 1] as Vec2;
    const b = path[i] as Vec2;
    const nearest = segmentDistance(centre, a, b);
    if (first < 0 && nearest < BUMP) first = along + distance(a, nearestOnSegment(centre, a, b));
    least = Math.min(least, nearest);
    along += distance(a, b);
  }
  // Whoever stood that close already and only moves off bumps into nobody.
  if (first < 0 || least >= start) return null;
  return { along: first, body: { type: "bumped", person: person.id, distance: round1(least) } };
}

/** All that comes about on a stretch of the way, in its order. */
function marksOn(s: WorldState, path: readonly Vec2[], spared: ReadonlySet<string>): Mark[] {
  const marks = s.episode.regions.flatMap((r) => crossings(path, r, s.inside.has(r.id)));
  for (const person of standing(s)) {
    const mark = spared.has(person.id) ? null : bump(path, person);
    if (mark) marks.push(mark);
  }
  return marks.sort((a, b) => a.along - b.along);
}

function note(s: WorldState, body: EventBody): void {
  if (body.type === "entered") s.inside.add(body.region);
  if (body.type === "left") s.inside.delete(body.region);
  emit(s, body);
}

/** Sets the agent down at a point, with what it holds. */
function setAgent(s: WorldState, at: Vec2): void {
  s.agent.location = [at[0], at[1], s.agent.location[2]];
  carryAlong(s, "agent", at);
}

/**
 * Walks a path. Regions crossed and people bumped into come at their time; `moved` comes last, on
 * arrival. What happens by itself on the way (people served, leaving…) happens at its time too.
 */
export function walk(s: WorldState, path: readonly Vec2[], exempt: readonly string[]): void {
  const total = polylineLength(path);
  const start = s.clock;
  const spared = new Set(exempt);
  let done = 0;
  while (done < total) {
    const due = (s.agenda.next - start) * WALK_SPEED;
    if (due <= done) {
      advanceTo(s, s.agenda.next);
      continue;
    }
    const reach = Math.min(total, due);
    const piece = slicePolyline(path, done, reach);
    for (const mark of marksOn(s, piece, spared)) {
      s.clock = Math.max(s.clock, start + (done + mark.along) / WALK_SPEED);
      if (mark.body.type === "bumped") spared.add(mark.body.person);
      note(s, mark.body);
    }
    setAgent(s, roundPoint(endOf(piece)));
    done = reach;
  }
  advanceTo(s, start + total / WALK_SPEED);
  setAgent(s, endOf(path));
  emit(s, { type: "moved", polyline: [...path] });
  s.agent.yaw = headingOf(path, s.agent.yaw);
  s.yawBeforeLook = null;
}

/** Yaw at the end of a path. */
export function headingOf(path: readonly Vec2[], otherwise: number): number {
  for (let i = path.length - 1; i > 0; i--) {
    const [a, b] = [path[i - 1] as Vec2, path[i] as Vec2];
    if (a[0] !== b[0] || a[1] !== b[1]) return bearing(a, b);
  }
  return otherwise;
}

/** Moves the agent a short way without walking (onto a seat, off it, up in a line). */
export function shift(s: WorldState, to: Vec2): void {
  const path = [agentAt(s), to];
  for (const mark of marksOn(s, path, new Set(standing(s).map((p) => p.id)))) note(s, mark.body);
  setAgent(s, to);
}
