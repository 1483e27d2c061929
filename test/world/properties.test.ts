import fc from "fast-check";
import { expect, test } from "vitest";
import api from "../../src/actions/definition.generated.js";
import { ACTIONS } from "../../src/world/actions/index.js";
import {
  contains,
  distance,
  footprint,
  rimDistance,
  segmentPolygonDistance,
} from "../../src/world/geometry.js";
import { blocks } from "../../src/world/occupancy.js";
import type { Entity, Episode, PlannedAction, Routine, Vec2 } from "../../src/world/types.js";
import { createWorld, type World } from "../../src/world/world.js";
import { act, doorway, episode, person, rectangle, region, thing, wall } from "./fixtures.js";

const KINDS = [
  "sofa",
  "chair",
  "tree",
  "dining_table",
  "park_bench",
  "ball",
  "plate",
  "bread",
  "juice_bottle",
  "mop",
  "mop_rack",
  "stain",
  "faucet",
  "cup",
  "door",
  "crosswalk",
  "trash_bin",
  "cardboard_box",
];
const WORDS = [
  "Hello",
  "Excuse me, may I get through?",
  "May I take it?",
  "Where can I find a restaurant?",
  "Please have a seat.",
  "The ball is over there.",
  "Could you help me?",
  "Nice weather.",
];
const place = fc.tuple(fc.integer({ min: -780, max: 780 }), fc.integer({ min: -780, max: 780 }));

/** Random things and people around the origin, none of them on top of the agent. */
const randomEpisode: fc.Arbitrary<Episode> = fc
  .record({
    things: fc.array(
      fc.tuple(fc.constantFrom(...KINDS), place, fc.integer({ min: -180, max: 180 })),
      {
        minLength: 3,
        maxLength: 14,
      },
    ),
    people: fc.array(place, { minLength: 1, maxLength: 5 }),
    rooms: fc.array(fc.tuple(place, place), { maxLength: 3 }),
    fence: fc.integer({ min: 150, max: 700 }),
    times: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 3, maxLength: 3 }),
  })
  .map(({ things, people, rooms, fence, times }) => {
    const clear = (e: Entity): boolean => !blocks(e) || rimDistance(footprint(e), [0, 0]) > 60;
    const entities = things
      .map(([kind, at, yaw], k) => thing(String(k + 1), kind, at, { yaw }))
      .filter((e) => clear(e) && !contains(footprint(e), [0, 0]));
    const folk = people.map((at, k) => person(String(101 + k), at));
    const regions = rooms.map(([a, b], k) =>
      region(
        `r${k + 1}`,
        k === 0 ? "yard" : "room",
        rectangle(
          Math.min(a[0], b[0]),
          Math.min(a[1], b[1]),
          Math.max(a[0], b[0]) + 50,
          Math.max(a[1], b[1]) + 50,
        ),
      ),
    );
    return episode({
      entities: [...entities, ...folk],
      regions,
      routines: routinesFor(folk, entities, times),
      setting: {
        walls: [wall([fence, -800], [fence, 800], [doorway(500, 120)])],
        bounds: [-800, -800, 800, 800],
      },
    });
  });

function routinesFor(folk: Entity[], entities: Entity[], times: number[]): Routine[] {
  const [first, second, third] = folk;
  const [t0 = 1, t1 = 1, t2 = 1] = times;
  const out: Routine[] = [];
  if (first) {
    const [x, y] = first.location;
    out.push({
      type: "stroll",
      person: first.id,
      route: [
        [x, y],
        [x + 20, -y],
      ],
      speed: 80,
    });
    out.push({ type: "host", person: first.id, alsoGrants: entities.map((e) => e.id) });
  }
  if (second) {
    out.push({
      type: "blocker",
      person: second.id,
      gap: "r1",
      clear: [t1, t2],
      leavesAt: t0,
      away: [-t1 * 5, t2 * 5],
    });
  }
  if (second && third) {
    out.push({ type: "conversation", people: [second.id, third.id], endsAt: t1 });
    out.push({
      type: "queue",
      place: "1",
      lane: "r1",
      spot: "r1",
      people: [second.id, third.id],
      slots: [
        [0, 300],
        [0, 400],
        [0, 500],
      ],
      servedAt: [t0, t0 + t2],
      exits: [
        [-300, 300],
        [-300, 400],
      ],
    });
  }
  const seat = entities.find((e) => e.seats);
  if (third && seat) out.push({ type: "takes_seat", person: third.id, seat: seat.id });
  const tap = entities.find((e) => e.kind === "faucet");
  if (tap) out.push({ type: "self_closing", object: tap.id, after: t2 });
  return out;
}

const ids = [
  ...Array.from({ length: 15 }, (_, k) => String(k + 1)),
  "101",
  "102",
  "103",
  "r1",
  "sofa",
];
const id = fc.constantFrom(...ids);

/** Random steps, most of them sensible. */
const randomStep: fc.Arbitrary<PlannedAction> = fc
  .record({
    action: fc.constantFrom(...ACTIONS.keys(), "dance"),
    which_hand: fc.constantFrom(undefined, 0, 1),
    object_id: id,
    content: fc.constantFrom(...WORDS),
    flag: fc.boolean(),
    degree: fc.integer({ min: -400, max: 400 }),
    spot: place,
    byPlace: fc.boolean(),
  })
  .map(({ action, which_hand, object_id, content, flag, degree, spot, byPlace }) =>
    act(action, {
      which_hand,
      object_id,
      target_id: object_id,
      dirt_id: object_id,
      component_id: object_id,
      content,
      degree,
      new_object_state: flag,
      target_location: byPlace ? [...spot, 0] : undefined,
      container_id: action === "put_down_to_location" && !byPlace ? object_id : undefined,
    }),
  );

const turns = fc.array(fc.array(randomStep, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 2,
});

function play(e: Episode, plans: PlannedAction[][]): World {
  const world = createWorld(e);
  for (const plan of plans) {
    world.observe(e.entities.map((entity) => entity.id));
    // Single steps, so that a failure does not end the turn.
    for (const step of plan) world.execute(step);
  }
  return world;
}

/** What the API says that an action may fail with. */
function allowedCodes(action: string): string[] {
  const { commonFailures, idFailures, actions } = api;
  const own: readonly string[] = actions.find((a) => a.name === action)?.failures ?? [];
  return [...commonFailures, ...idFailures, ...own];
}

const RUNS = { numRuns: 150 };

test("the same episode and plans give the same bytes, and the episode stays as it was", () => {
  fc.assert(
    fc.property(randomEpisode, turns, (e, plans) => {
      const before = JSON.stringify(e);
      const trace = JSON.stringify(play(e, plans).trace);
      expect(JSON.stringify(e)).toBe(before);
      expect(JSON.stringify(play(JSON.parse(before) as Episode, plans).trace)).toBe(trace);
    }),
    RUNS,
  );
});

test("traces are in order, and numbers are rounded", () => {
  fc.assert(
    fc.property(randomEpisode, turns, (e, plans) => {
      const { trace } = play(e, plans);
      let [t, turn, action] = [0, 0, 0];
      trace.forEach((event, i) => {
        expect(event.i).toBe(i);
        expect(event.t).toBeGreaterThanOrEqual(t);
        expect(event.turn).toBeGreaterThanOrEqual(turn);
        expect(event.action ?? action).toBeGreaterThanOrEqual(action);
        expect(Math.abs(event.t * 100 - Math.round(event.t * 100))).toBeLessThan(1e-6);
        if (event.type === "moved" || event.type === "personMoved") {
          expect(event.polyline.length).toBeGreaterThanOrEqual(2);
          for (const v of event.polyline.flat())
            expect(Math.abs(v * 10 - Math.round(v * 10))).toBeLessThan(1e-6);
        }
        [t, turn, action] = [event.t, event.turn, event.action ?? action];
      });
    }),
    RUNS,
  );
});

test("every success leaves an event, every failure ends in one that says why", () => {
  fc.assert(
    fc.property(randomEpisode, fc.array(randomStep, { maxLength: 18 }), (e, plan) => {
      const world = createWorld(e);
      world.observe(e.entities.map((entity) => entity.id));
      plan.forEach((step, k) => {
        const result = world.execute(step);
        const own = world.trace.filter((event) => event.action === k);
        const failed = own.filter((event) => event.type === "failed");
        expect(own.length).toBeGreaterThan(0);
        expect(failed).toHaveLength(result.result === "failed" ? 1 : 0);
        if (result.result !== "failed") return;
        expect(failed[0]).toMatchObject({ code: result.code });
        expect(allowedCodes(step.action)).toContain(result.code);
      });
    }),
    RUNS,
  );
});

test("walks keep clear of what is solid, and begin where the last one ended", () => {
  fc.assert(
    fc.property(randomEpisode, turns, (e, plans) => {
      const world = play(e, plans);
      const solids = e.entities.filter((x) => blocks(x) && x.kind !== "door").map(footprint);
      let at: Vec2 | null = [e.agent.location[0], e.agent.location[1]];
      for (const event of world.trace) {
        if (event.type === "sat" && event.who === "agent") at = null;
        if (event.type !== "moved") continue;
        if (at) expect(event.polyline[0]).toEqual(at);
        for (let k = 1; k < event.polyline.length; k++) {
          const [a, b] = [event.polyline[k - 1] as Vec2, event.polyline[k] as Vec2];
          for (const solid of solids) {
            expect(segmentPolygonDistance(a, b, solid)).toBeGreaterThan(15);
          }
        }
        at = event.polyline.at(-1) as Vec2;
      }
      if (at) expect(distance(world.agent.location, at)).toBeLessThan(0.001);
    }),
    RUNS,
  );
});

test("a hand holds one thing, and the trace tells which", () => {
  fc.assert(
    fc.property(randomEpisode, turns, (e, plans) => {
      const world = play(e, plans);
      const hands: (string | null)[] = [null, null];
      for (const event of world.trace) {
        if (event.type === "took") {
          expect(hands[event.hand]).toBeNull();
          hands[event.hand] = event.object;
        }
        const freed =
          event.type === "put"
            ? event.object
            : event.type === "ate"
              ? world.entity(event.object)
              : null;
        const gone = freed && typeof freed === "object" ? (freed.heldBy ? null : freed.id) : freed;
        if (gone) for (const h of [0, 1]) if (hands[h] === gone) hands[h] = null;
      }
      expect(world.agent.hands).toEqual(hands);
      for (const entity of e.entities) {
        const now = world.entity(entity.id);
        const hand = hands.indexOf(entity.id);
        expect(now?.heldBy).toEqual(hand < 0 ? undefined : { who: "agent", hand });
      }
    }),
    RUNS,
  );
});

test("each region is entered and left in turn, and the last word is where the agent is", () => {
  fc.assert(
    fc.property(randomEpisode, turns, (e, plans) => {
      const world = play(e, plans);
      for (const { id: regionId, polygon } of e.regions) {
        let inside = contains(polygon, e.agent.location);
        for (const event of world.trace) {
          if ((event.type !== "entered" && event.type !== "left") || event.region !== regionId)
            continue;
          expect(event.type).toBe(inside ? "left" : "entered");
          inside = !inside;
        }
        if (rimDistance(polygon, world.agent.location) > 0.2) {
          expect(inside).toBe(contains(polygon, world.agent.location));
        }
      }
    }),
    RUNS,
  );
});
