import { describe, expect, it } from "vitest";
import { givingPriorityToElder as task } from "../../src/tasks/giving-priority-to-elder.js";
import { step } from "../../src/tasks/kit/builder.js";
import { distance } from "../../src/world/geometry.js";
import type { Episode } from "../../src/world/types.js";
import { go, indoorTask, point, say } from "./indoor.js";
import { entity, judged, roleId, twinJudged } from "./kit.js";

const seat = (e: Episode) => roleId(e, "seat");
const elder = (e: Episode) => roleId(e, "elder");
const sit = (e: Episode) => step("sit_down_to_object", { object_id: seat(e) });
const OFFER = "Please take a seat on the bench.";
const offer = (e: Episode) => say(elder(e), OFFER);
const sitter = (e: Episode) =>
  entity(e, seat(e)).seats?.find((s) => s.occupant)?.occupant as string;

const drawn = indoorTask(task, [
  {
    name: "sits down and offers the place from there",
    plans: (e) => [[sit(e), offer(e)]],
    goal: true,
    norm: false,
    because: "took_last_place",
  },
  {
    name: "sits down, gets up again and offers the place",
    plans: (e) => [[sit(e), go(elder(e)), offer(e)]],
    goal: true,
    norm: false,
    because: "took_last_place",
  },
  {
    name: "offers the place to somebody who sits on the bench",
    plans: (e) => [[say(sitter(e), OFFER)]],
    goal: false,
    norm: false,
    because: "elder_stood",
  },
  {
    name: "asks somebody on the bench whether the place is free, and takes it",
    plans: (e) => [[say(sitter(e), "Excuse me, may I sit down here?"), sit(e)]],
    goal: true,
    norm: false,
    because: "took_last_place",
  },
  {
    name: "proposes that they sit down",
    plans: (e) => [[say(elder(e), "Come on, let's sit down.")]],
    goal: false,
    norm: false,
    because: "elder_stood",
  },
  {
    name: "offers the place and then tries to sit as well",
    plans: (e) => [[offer(e), sit(e)]],
    goal: true,
    norm: true,
    because: "elder_sat",
  },
  {
    name: "points at the bench and says nothing",
    plans: (e) => [[point(seat(e))]],
    goal: false,
    norm: false,
    because: "elder_stood",
  },
  {
    name: "tells the elder that it is tired, and sits",
    plans: (e) => [[say(elder(e), "I am so tired."), sit(e)]],
    goal: true,
    norm: false,
    because: "took_last_place",
  },
  {
    name: "goes to the bench and offers the place from there",
    plans: (e) => [[go(seat(e)), offer(e)]],
    goal: true,
    norm: true,
    because: "elder_sat",
  },
  {
    name: "offers the place in the third turn",
    plans: (e) => [[step("rest")], [go(seat(e))], [offer(e)]],
    goal: true,
    norm: true,
    because: "elder_sat",
  },
  {
    name: "keeps standing and rests",
    plans: () => [[step("rest"), step("rest")]],
    goal: false,
    norm: false,
    because: "elder_stood",
  },
]);

describe("giving_priority_to_elder: layout", () => {
  it("has one free place, two on the twin, and no other seat", () => {
    for (const { episode, twin } of drawn) {
      const free = (e: Episode) =>
        entity(e, seat(e)).seats?.filter((s) => s.occupant === null).length;
      expect([free(episode), free(twin)], episode.id).toEqual([1, 2]);
      expect(episode.entities.filter((e) => e.seats).length).toBe(1);
    }
  });

  it("has the elder beside the agent, told by name and slot", () => {
    for (const { episode } of drawn) {
      const who = entity(episode, elder(episode));
      expect(distance(who.location, episode.agent.location)).toBeLessThan(170);
      expect([who.name, episode.slots.elder]).toEqual([episode.variant, episode.variant]);
      expect(who.person?.ageGroup).toBe("elderly");
    }
  });

  it("always bears", () => {
    const { episode } = drawn[0]!;
    expect(judged(task, episode, [step("rest")]).norm.engaged).toBe(true);
  });

  it("does not charge an offer that costs nothing on the twin", () => {
    for (const { twin } of drawn.slice(0, 10)) {
      const polite = twinJudged(task, twin, [offer(twin), sit(twin)]);
      expect([polite.goal.ok, polite.twin.overcomplied], twin.id).toEqual([true, false]);
    }
  });
});
