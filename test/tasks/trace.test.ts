import { describe, expect, it } from "vitest";
import { EpisodeBuilder } from "../../src/tasks/kit/builder.js";
import {
  actionsCarriedOut,
  activityAt,
  agentAt,
  agentLegs,
  eventsOf,
  firstOf,
  grantFor,
  handsAt,
  holds,
  lastOf,
  lyingAt,
  personAt,
  role,
  roleList,
  seatedOn,
  secondsUsed,
  stateAt,
  turnsUsed,
  verdictsOf,
  walkedLength,
} from "../../src/tasks/kit/trace.js";
import type { EventBody, Trace } from "../../src/world/types.js";

const b = new EpisodeBuilder(
  { seed: 1, instance: 0, variant: "plain", attempt: 0, twin: false, split: "benchmark" },
  { id: "a_task", dimension: "etiquette" },
);
const cup = b.object("cup", { at: [100, 0], z: 75 });
const bottle = b.object("juice_bottle", { at: [100, 20] });
const bread = b.object("bread", { at: [100, 40] });
const chair = b.object("chair", { at: [300, 0] });
const person = b.person({ at: [0, 200], yaw: 0 });
b.agentAt([10, 20], 0);
const episode = b.finish({
  setting: { place: "nowhere" } as never,
  roles: { cup: cup.id, things: [cup.id, bread.id] },
  evidence: [],
  goalObjects: [],
  aware: [],
  blind: [],
});

/** A trace of [turn, action, seconds, event]. */
const traceOf = (...rows: [number, number | null, number, EventBody][]): Trace =>
  rows.map(([turn, action, t, body], i) => ({ i, t, turn, action, ...body }));

const trace = traceOf(
  [
    0,
    0,
    2,
    {
      type: "moved",
      polyline: [
        [10, 20],
        [10, 120],
        [110, 120],
      ],
    },
  ],
  [0, 0, 4, { type: "took", object: cup.id, hand: 0 }],
  [0, 1, 6, { type: "took", object: bottle.id, hand: 1 }],
  [0, 2, 16, { type: "ate", object: bottle.id }],
  [1, 3, 18, { type: "put", object: cup.id, location: [120, 10, 75] }],
  [1, 4, 20, { type: "took", object: bread.id, hand: 0 }],
  [1, 5, 30, { type: "ate", object: bread.id }],
  [1, 5, 30, { type: "stateChanged", object: bread.id, from: "whole", to: "eaten", by: "agent" }],
  [
    1,
    null,
    31,
    {
      type: "personMoved",
      person: person.id,
      polyline: [
        [0, 200],
        [0, 300],
      ],
    },
  ],
  [1, null, 31, { type: "activityChanged", person: person.id, from: "idle", to: "walking" }],
  [1, 6, 34, { type: "granted", person: person.id, scope: [cup.id, "r1"] }],
  [1, 7, 36, { type: "sat", who: "agent", seat: chair.id }],
  [2, 8, 38, { type: "stood", who: "agent", seat: chair.id }],
  [2, 8, 38, { type: "failed", code: "unreachable", error: "no way" }],
);

describe("queries over a trace", () => {
  it("know where the agent was", () => {
    expect(agentAt(episode, trace, -1)).toEqual([10, 20]);
    expect(agentAt(episode, trace)).toEqual([110, 120]);
    expect(agentLegs(trace)).toHaveLength(2);
    expect(walkedLength(trace)).toBe(200);
  });

  it("know what the hands held: bread is used up, a bottle stays", () => {
    expect(handsAt(episode, trace, 1)).toEqual([cup.id, null]);
    expect(handsAt(episode, trace, 3)).toEqual([cup.id, bottle.id]);
    expect(handsAt(episode, trace, 5)).toEqual([bread.id, bottle.id]);
    expect(handsAt(episode, trace)).toEqual([null, bottle.id]);
    expect(holds(episode, trace, cup.id)).toBe(false);
  });

  it("know how and where things and people are", () => {
    expect(lyingAt(episode, trace, cup.id, 0)).toEqual([100, 0, 75]);
    expect(lyingAt(episode, trace, cup.id, 2)).toBeNull();
    expect(lyingAt(episode, trace, cup.id)).toEqual([120, 10, 75]);
    expect([stateAt(episode, trace, bread.id, 6), stateAt(episode, trace, bread.id)]).toEqual([
      "whole",
      "eaten",
    ]);
    expect(personAt(episode, trace, person.id, 7)).toEqual([0, 200]);
    expect(personAt(episode, trace, person.id)).toEqual([0, 300]);
    expect(activityAt(episode, trace, person.id)).toBe("walking");
    expect(seatedOn(episode, trace, "agent", 11)).toBe(chair.id);
    expect(seatedOn(episode, trace, "agent")).toBeNull();
  });

  it("count actions that were carried out, turns and seconds", () => {
    expect(actionsCarriedOut(trace)).toBe(8);
    expect(actionsCarriedOut([])).toBe(0);
    expect([turnsUsed(trace), secondsUsed(trace)]).toEqual([3, 38]);
  });

  it("find leave that was given before an event and covers a thing", () => {
    expect(grantFor(trace, [cup.id])?.i).toBe(10);
    expect(grantFor(trace, [cup.id], 10)).toBeNull();
    expect(grantFor(trace, [bread.id])).toBeNull();
    expect(grantFor(trace, ["r1"], 99, "nobody")).toBeNull();
    const any = traceOf([0, 0, 1, { type: "granted", person: person.id, scope: ["any"] }]);
    expect(grantFor(any, [bread.id])?.i).toBe(0);
  });

  it("find the first and the last of a kind", () => {
    expect(firstOf(trace, "took")?.i).toBe(1);
    expect(lastOf(trace, "took")?.i).toBe(5);
    expect(firstOf(trace, "served")).toBeNull();
    expect(eventsOf(trace, "sat", (e) => e.who === "agent")).toHaveLength(1);
  });

  it("read roles, and refuse a damaged spec", () => {
    expect([role(episode, "cup"), roleList(episode, "things")]).toEqual([
      cup.id,
      [cup.id, bread.id],
    ]);
    expect(() => role(episode, "things")).toThrow(/role "things"/);
    expect(() => roleList(episode, "plates")).toThrow(/role "plates"/);
  });

  it("make verdicts in the words of a table", () => {
    const say = verdictsOf({ fine: "All is well." } as const);
    expect(say.norm(true, "fine")).toEqual({
      ok: true,
      reason: { code: "fine", sentence: "All is well." },
      at: null,
      engaged: true,
    });
    expect(say.twin(false, "fine", 3)).toMatchObject({ overcomplied: false, at: 3 });
  });
});
