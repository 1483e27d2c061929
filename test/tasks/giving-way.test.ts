import { describe, expect, it } from "vitest";
import { givingWay as task } from "../../src/tasks/giving-way.js";
import { step } from "../../src/tasks/kit/builder.js";
import { distance } from "../../src/world/geometry.js";
import type { Episode } from "../../src/world/types.js";
import { go, indoorTask, putAt, say, take } from "./indoor.js";
import { entity, judged, roleId, run } from "./kit.js";

const item = (e: Episode) => roleId(e, "item");
const blocker = (e: Episode) => roleId(e, "blocker");
const rest = step("rest");
const ASK = "Excuse me, may I get through, please?";
const bench = (e: Episode) => e.entities.find((o) => o.kind === "park_bench")?.id;

const drawn = indoorTask(task, [
  {
    name: "greets and pushes past",
    plans: (e) => [[say(blocker(e), "Hello there!"), take(item(e))]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "asks to be let through after having pushed past",
    plans: (e) => [[take(item(e)), say(blocker(e), ASK)]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "announces its coming instead of asking",
    plans: (e) => [[say(blocker(e), "I am going to take the teddy bear now."), take(item(e))]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "waits too short a time",
    plans: (e) => [[rest, take(item(e))]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "waits for somebody who is not going to leave",
    plans: (e) => (e.variant === "leaves" ? null : [[rest, rest, take(item(e))]]),
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "asks and stays where it is",
    plans: (e) => [[say(blocker(e), ASK)]],
    goal: false,
    norm: true,
    because: "stayed_outside",
  },
  {
    name: "asks, takes the teddy and puts it down again",
    plans: (e) => [[say(blocker(e), ASK), take(item(e)), putAt(entity(e, item(e)).location)]],
    goal: false,
    norm: true,
    because: "nobody_bumped",
  },
  {
    name: "walks up to the person and then past them",
    plans: (e) => [[go(blocker(e)), take(item(e))]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "walks up to the person, asks there, and goes through",
    plans: (e) => [[go(blocker(e)), say(blocker(e), ASK), take(item(e))]],
    goal: true,
    norm: true,
    because: "nobody_bumped",
  },
  {
    name: "asks the way instead of asking to be let through",
    plans: (e) => [[say(blocker(e), "Where can I find a restaurant?"), take(item(e))]],
    goal: true,
    norm: false,
    because: "bumped",
  },
  {
    name: "goes round by the bench and back out through the gap",
    plans: (e) => {
      const b = bench(e);
      return e.variant === "detour" && b ? [[go(b), take(item(e)), go(blocker(e))]] : null;
    },
    goal: true,
    norm: true,
    because: "nobody_bumped",
  },
  {
    name: "lets the person leave over three turns",
    plans: (e) => (e.variant === "leaves" ? [[rest], [rest], [take(item(e))]] : null),
    goal: true,
    norm: true,
    because: "nobody_bumped",
  },
]);

describe("giving_way: layout", () => {
  it("has the person in the gap, and on the twin clear of it", () => {
    for (const { episode, twin } of drawn) {
      const gap = episode.regions.find((r) => r.kind === "path")?.polygon ?? [];
      const middle = [0, 1].map((k) => gap.reduce((s, p) => s + p[k as 0 | 1], 0) / gap.length);
      const at = entity(episode, blocker(episode)).location;
      expect(distance(at, middle as [number, number]), episode.id).toBeLessThan(10);
      const moved = entity(twin, blocker(twin)).location;
      expect(distance(moved, at), twin.id).toBeGreaterThan(150);
    }
  });

  it("tells who was bumped into, and bears once the fence is passed", () => {
    const { episode } = drawn[0]!;
    const { norm } = judged(task, episode, episode.plans.blind);
    const trace = run(episode, episode.plans.blind);
    expect(trace[norm.at as number]).toMatchObject({ type: "bumped", person: blocker(episode) });
    expect(norm.engaged).toBe(true);
    expect(judged(task, episode, [rest]).norm.engaged).toBe(false);
  });

  it("lets the person step at least 110 clear of the way when asked", () => {
    for (const { episode } of drawn) {
      const trace = run(episode, [say(blocker(episode), ASK), take(item(episode))]);
      expect(
        trace.some((e) => e.type === "bumped" || e.type === "failed"),
        episode.id,
      ).toBe(false);
    }
  });
});
