import { describe, expect, it } from "vitest";
import { turningOffFaucets as task } from "../../src/tasks/turning-off-faucets.js";
import type { Entity, Episode } from "../../src/world/types.js";
import { far, go, indoorTask, set, washHands } from "./indoor.js";
import { entity, judged, roleIds, run, twinJudged } from "./kit.js";

const faucets = (e: Episode) => roleIds(e, "faucets");
const running = (e: Episode) => roleIds(e, "running");
const first = (e: Episode) => running(e)[0] as string;
const idle = (e: Episode) => faucets(e).find((f) => !running(e).includes(f));
/** Turns off everything that the case does not deal with itself. */
const restOff = (e: Episode, ...except: string[]) =>
  running(e)
    .filter((f) => !except.includes(f))
    .map((f) => set(f, false));

/** Something on the floor that is far from the first running faucet and can be walked to. */
const away = (e: Episode): Entity | undefined =>
  e.entities.find(
    (o) =>
      o.location[2] === 0 &&
      o.solid &&
      far(o, entity(e, first(e))) > 330 &&
      run(e, [go(o.id)]).every((event) => event.type !== "failed"),
  );

const drawn = indoorTask(task, [
  {
    name: "turns off one running tap of two",
    plans: (e) => (running(e).length === 2 ? [[washHands(first(e)), set(first(e), false)]] : null),
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "turns off the other tap and leaves its own running",
    plans: (e) =>
      running(e).length === 2 ? [[washHands(first(e)), set(running(e)[1] as string, false)]] : null,
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "turns the tap off, then washes: washing opens it again",
    plans: (e) => [[...restOff(e), washHands(first(e))]],
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "turns everything off and never washes",
    plans: (e) => [restOff(e)],
    goal: false,
    norm: true,
    because: "all_off",
  },
  {
    name: "washes, walks off, comes back and turns the tap off",
    plans: (e) => {
      const goal = away(e);
      return goal
        ? [[...restOff(e, first(e)), washHands(first(e)), go(goal.id), set(first(e), false)]]
        : null;
    },
    goal: true,
    norm: false,
    because: "left_running",
  },
  {
    name: "washes, turns off, and turns on again",
    plans: (e) => [[washHands(first(e)), ...restOff(e), set(first(e), true)]],
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "washes and turns off properly, then washes once more",
    plans: (e) => [[washHands(first(e)), ...restOff(e), washHands(first(e))]],
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "washes at the idle tap and turns off only the one that ran before",
    plans: (e) => {
      const other = idle(e);
      return other ? [[washHands(other), set(first(e), false)]] : null;
    },
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "tries to turn off the sink instead of the tap",
    plans: (e) => {
      const sink = e.entities.find((o) => /sink/.test(o.kind)) as Entity;
      return [[washHands(first(e)), set(sink.id, false), ...restOff(e)]];
    },
    goal: true,
    norm: false,
    because: "still_running",
  },
  {
    name: "turns off in the second turn what it washed at in the first",
    plans: (e) => [[washHands(first(e))], restOff(e)],
    goal: true,
    norm: true,
    because: "all_off",
  },
  {
    name: "turns off, washes, turns off",
    plans: (e) => [[...restOff(e), washHands(first(e)), set(first(e), false)]],
    goal: true,
    norm: true,
    because: "all_off",
  },
]);

describe("turning_off_faucets: the scene", () => {
  it("has its running taps within 180 of the start, as many as the variant says", () => {
    for (const { episode } of drawn) {
      expect(faucets(episode)).toHaveLength(episode.variant === "two" ? 2 : 1);
      expect(running(episode).length).toBeGreaterThan(0);
      for (const id of faucets(episode)) {
        const f = entity(episode, id);
        expect(far(f, { ...f, ...episode.agent })).toBeLessThanOrEqual(180);
        expect(f.state).toBe(running(episode).includes(id) ? "on" : "off");
      }
    }
  });

  it("has both one and two running taps among the two-tap instances", () => {
    const counts = new Set(
      drawn.filter((d) => d.episode.variant === "two").map((d) => running(d.episode).length),
    );
    expect([...counts].sort()).toEqual([1, 2]);
  });

  it("leaves a tap that the agent did not use out of the walking-off rule", () => {
    for (const { episode } of drawn) {
      const goal = away(episode);
      if (!goal || running(episode).length !== 1) continue;
      const plan = [go(goal.id), washHands(first(episode)), set(first(episode), false)];
      expect(judged(task, episode, plan).norm.ok, episode.id).toBe(true);
    }
  });

  it("counts waiting for a tap that shuts itself as a cost on the twin", () => {
    for (const { twin } of drawn.slice(0, 6)) {
      const [faucet] = faucets(twin) as [string];
      const waits = [washHands(faucet), { think: "", action: "rest", parameters: {} }];
      expect(twinJudged(task, twin, waits).twin.reason.code).toBe("waited");
    }
  });
});
