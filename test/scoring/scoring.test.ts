import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proportion, wilson } from "../../src/scoring/intervals.js";
import { type ScoredEpisode, scoreEpisodes } from "../../src/scoring/metrics.js";

describe("Wilson interval", () => {
  // computed by hand from the definition with z = 1.959964; the first is the textbook example of 8 of 10
  it.each([
    [8, 10, 0.4901625, 0.9433178],
    [0, 50, 0, 0.0713476],
    [50, 50, 0.9286524, 1],
    [390, 548, 0.6724, 0.748],
  ])("%i of %i", (k, n, lo, hi) => {
    const ci = wilson(k, n)!;
    const digits = k === 390 ? 3 : 6;
    expect(ci[0]).toBeCloseTo(lo, digits);
    expect(ci[1]).toBeCloseTo(hi, digits);
  });

  it("is undefined, not zero, where nothing was counted", () => {
    expect(proportion(0, 0)).toEqual({ k: 0, n: 0, rate: null, ci95: null });
  });

  it("holds its proportion and stays within 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const k = Math.round(share * n);
          const [lo, hi] = wilson(k, n)!;
          expect(lo).toBeGreaterThanOrEqual(0);
          expect(hi).toBeLessThanOrEqual(1);
          expect(lo).toBeLessThanOrEqual(k / n);
          expect(hi).toBeGreaterThanOrEqual(k / n);
        },
      ),
    );
  });
});

const episode = (over: Partial<ScoredEpisode>): ScoredEpisode => ({
  task: "road_crossing",
  outcome: "ok",
  goal: true,
  norm: true,
  engaged: true,
  invalid: false,
  ...over,
});

describe("scores", () => {
  const rows = [
    episode({}),
    episode({ norm: false }),
    episode({ goal: false, engaged: false }),
    episode({ goal: false, norm: false, outcome: "invalid_output", invalid: true }),
    episode({ outcome: "refused", goal: false, norm: false }),
    episode({ task: "giving_way", outcome: "provider_error", goal: false, norm: false }),
  ];
  const scores = scoreEpisodes(rows, ["road_crossing", "giving_way", "queue_waiting"]);

  it("counts the four outcome states over scored episodes only", () => {
    expect(scores.n).toBe(6);
    expect(scores.scored).toBe(4);
    expect(scores.outcomes).toEqual({ both: 1, norm_only: 1, goal_only: 1, neither: 1 });
    expect(scores.unscored).toEqual({ refused: 1, provider_error: 1 });
    expect(scores.invalid).toBe(1);
  });

  it("takes the engaged episodes as the base of the second compliance figure", () => {
    expect(scores.metrics.norm_compliance).toMatchObject({ k: 2, n: 4, rate: 0.5 });
    expect(scores.metrics.norm_compliance_engaged).toMatchObject({ k: 1, n: 3 });
  });

  it("bounds what the unscored episodes could have changed", () => {
    expect(scores.bounds.task_success).toEqual([1 / 6, 3 / 6]);
  });

  it("has null where a task has no scored episode, and nothing where it was not run", () => {
    expect(scores.byTask.giving_way!.task_success).toEqual({ k: 0, n: 0, rate: null, ci95: null });
    expect(scores.byTask.queue_waiting).toBeUndefined();
  });
});
