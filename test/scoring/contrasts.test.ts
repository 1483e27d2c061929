import { describe, expect, it } from "vitest";
import { agreement, cohenKappa } from "../../src/scoring/agreement.js";
import { type ContrastRow, contrast, withHolm } from "../../src/scoring/contrast.js";
import { averageRepeats, clusteredMean, meanEstimate } from "../../src/scoring/estimates.js";
import { cochranQ, holm } from "../../src/scoring/families.js";
import { judgeCorrected } from "../../src/scoring/judge-corrected.js";
import { matchPairs, mcnemar, newcombePaired, type SideOutcome } from "../../src/scoring/pairs.js";
import { minimumDetectable, minimumDetectableMean, pairsNeeded } from "../../src/scoring/power.js";
import { clusterBootstrap, signFlipTest } from "../../src/scoring/resampling.js";

describe("worked values", () => {
  it("McNemar of 74 against 39, its mid-p, and Holm over five", () => {
    const got = mcnemar(74, 39)!;
    expect(got.exact.toFixed(4)).toBe("0.0013");
    expect(got.midP.toFixed(5)).toBe("0.00096");
    expect(holm([got.exact, 0.5, 0.6, 0.7, 0.8])[0]?.toFixed(4)).toBe("0.0064");
  });

  it("Newcombe's interval as the R package contingencytables prints it (Cavo et al. 2012)", () => {
    const ci = newcombePaired({ both: 59, onlyA: 6, onlyB: 16, neither: 80 })!;
    expect(ci.map((x) => x.toFixed(4))).toEqual(["-0.1186", "-0.0046"]);
  });

  it("detectable differences: 550 pairs at ψ = 0.2, 50 norms at SD 0.3", () => {
    expect((100 * minimumDetectable(550, 0.2)!).toFixed(1)).toBe("5.3");
    expect((100 * minimumDetectableMean(50, 0.3)!).toFixed(1)).toBe("11.9");
    expect(pairsNeeded(0.0534, 0.2)).toBeGreaterThanOrEqual(549);
    expect(pairsNeeded(0.0534, 0.2)).toBeLessThanOrEqual(551);
  });

  it("550 episodes at one half: a standard error of 2.13 points", () => {
    const half = Array.from({ length: 550 }, (_, i) => i % 2);
    expect((100 * meanEstimate(half).se!).toFixed(2)).toBe("2.13");
  });
});

describe("what is undefined is null", () => {
  it("has no interval from one value, no test from one cluster or no discordant pair", () => {
    expect(meanEstimate([])).toEqual({ n: 0, mean: null, se: null, ci95: null, df: null });
    expect(meanEstimate([1]).se).toBeNull();
    expect(clusteredMean([1, 0, 1], ["a", "a", "a"])).toMatchObject({ se: null, p: null });
    expect(mcnemar(0, 0)).toBeNull();
    expect(
      cochranQ([
        [1, 1],
        [0, 0],
      ]),
    ).toBeNull();
    expect(cohenKappa(["a"], ["a"])).toBeNull();
    expect(clusterBootstrap([1, 2], ["a", "a"])).toBeNull();
    expect(signFlipTest([], [])).toBeNull();
    expect(minimumDetectable(0, 0.2)).toBeNull();
    expect(judgeCorrected({ k: 1, n: 2 }, { k: 1, n: 2 }, { k: 1, n: 2 })).toBeNull();
    expect(holm([0.01, null, 0.02])).toEqual([0.02, null, 0.02]);
  });
});

describe("clusters", () => {
  const values = [1, 0, 1, 1, 0, 0, 1, 0];
  it("with every value its own cluster give the plain standard error", () => {
    const own = clusteredMean(
      values,
      values.map((_, i) => String(i)),
    );
    expect(own.se).toBeCloseTo(meanEstimate(values).se!, 12);
    expect(own.designEffect).toBeCloseTo(1, 12);
  });

  it("of equal values count once", () => {
    const twice = clusteredMean(
      [...values, ...values],
      [...values, ...values].map((_, i) => `u${i % 8}`),
    );
    expect(twice.se).toBeCloseTo(meanEstimate(values).se!, 12);
    expect(twice.designEffect).toBeGreaterThan(2);
  });

  it("keep their seed: the same draws again, others with another seed", () => {
    const d = Array.from({ length: 200 }, (_, i) => ((i * 7) % 3) - 1);
    const c = d.map((_, i) => `c${i % 40}`);
    const a = clusterBootstrap(d, c, { seed: 1, draws: 2000 })!;
    expect(clusterBootstrap(d, c, { seed: 1, draws: 2000 })).toEqual(a);
    expect(clusterBootstrap(d, c, { seed: 2, draws: 2000 })!.percentile).not.toEqual(a.percentile);
    expect(signFlipTest(d, c, { seed: 1 })).toEqual(signFlipTest(d, c, { seed: 1 }));
  });

  it("bootstrap and clustered t agree on a well-behaved mean", () => {
    const d = Array.from({ length: 400 }, (_, i) => Math.sin(i * 1.7) + 0.2);
    const c = d.map((_, i) => `c${i % 100}`);
    const boot = clusterBootstrap(d, c)!;
    const t = clusteredMean(d, c);
    expect(Math.abs(boot.percentile[0] - t.ci95![0])).toBeLessThan(0.1 * (t.ci95![1] - t.ci95![0]));
    expect(boot.draws).toBe(10_000);
  });

  it("resample alike whether drawn one by one or kind by kind", () => {
    const d = Array.from({ length: 300 }, (_, i) => ((i * 7) % 3) - 1 + (i % 5 === 0 ? 1 : 0));
    const names = d.map((_, i) => String(i));
    const byKind = clusterBootstrap(d, names, { draws: 40_000 })!;
    // tiny differences make every cluster a kind of its own
    const oneByOne = clusterBootstrap(
      d.map((v, i) => v + i * 1e-9),
      names,
      { draws: 40_000 },
    )!;
    for (const end of [0, 1] as const) {
      expect(byKind.percentile[end]).toBeCloseTo(oneByOne.percentile[end], 2);
      expect(byKind.bca![end]).toBeCloseTo(oneByOne.bca![end], 2);
    }
  });

  it("flip at random close to the exact answer", () => {
    const d = Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? -0.4 : 0.5));
    const names = d.map((_, i) => String(i));
    const exact = signFlipTest(d, names)!;
    const padded = signFlipTest([...d, 0], [...names, "x"])!;
    expect(exact.exact).toBe(true);
    expect(padded.exact).toBe(false);
    expect(Math.abs(padded.p - exact.p)).toBeLessThan(0.01);
  });
});

describe("repeats and gaps", () => {
  it("averages the repeats of an episode before anything else", () => {
    const got = averageRepeats(["a", "b", "a", "b"], [1, 0, 0, 0]);
    expect(got).toEqual({ units: ["a", "b"], values: [0.5, 0], repeats: 2, within: 0.25 });
    expect(averageRepeats(["a"], [1]).within).toBeNull();
  });

  it("drops a pair with an unscored side, names why, and bounds what it could have changed", () => {
    const a = new Map<string, SideOutcome>([
      ["1", { score: 1 }],
      ["2", { missing: "refused" }],
      ["3", { score: 0 }],
      ["4", { score: 1 }],
    ]);
    const b = new Map<string, SideOutcome>([
      ["1", { score: 0 }],
      ["2", { score: 1 }],
      ["3", { missing: "truncated" }],
    ]);
    const got = matchPairs(a, b);
    expect(got.units).toEqual(["1"]);
    expect(got.dropped).toEqual({ refused: 1, truncated: 1, "not played": 1 });
    // 1 is sure; 2 gives −1 or 0, 3 gives −1 or 0, 4 gives 0 or 1
    expect(got.bounds).toEqual([-1 / 4, 2 / 4]);
  });
});

describe("a contrast", () => {
  /** the counts of the worked line: 74 against 39 of 548 pairs, two lost to the provider */
  const side = (scores: (number | null)[]): ContrastRow[] =>
    scores.map((score, i) => ({
      unit: `e${i}`,
      cluster: `task ${i % 11}`,
      score,
      ...(score === null ? { missing: i % 2 ? "refused" : "truncated" } : {}),
    }));
  const fill = (n: number, v: number | null): (number | null)[] => new Array(n).fill(v);
  const cue = [...fill(316, 1), ...fill(74, 1), ...fill(39, 0), ...fill(119, 0), ...fill(2, null)];
  const none = [...fill(316, 1), ...fill(74, 0), ...fill(39, 1), ...fill(119, 0), ...fill(2, 1)];
  const got = contrast(side(cue), side(none));

  it("gives the worked line of 548 pairs", () => {
    expect(got.n).toBe(548);
    expect(got.dropped).toEqual({ refused: 1, truncated: 1 });
    expect(got.table).toEqual({ both: 316, onlyA: 74, onlyB: 39, neither: 119 });
    expect((100 * got.rateA!).toFixed(1)).toBe("71.2");
    expect((100 * got.difference!).toFixed(1)).toBe("6.4");
    expect(got.ci95!.map((x) => (100 * x).toFixed(1))).toEqual(["2.6", "10.2"]);
    expect(got.p!.toFixed(4)).toBe("0.0013");
    expect(
      withHolm([got, ...fill(4, 0).map(() => ({ ...got, p: 0.5 }))])[0]!.pHolm!.toFixed(4),
    ).toBe("0.0064");
    expect(got.bounds![0]).toBeCloseTo((35 - 2) / 550, 12);
    expect(got.bounds![1]).toBeCloseTo(35 / 550, 12);
  });

  it("adds the clustered, permuted and resampled views of the same difference", () => {
    expect(got.clustered.clusters).toBe(11);
    expect(got.signFlip).toMatchObject({ exact: true, clusters: 11 });
    expect(got.bootstrap!.draws).toBe(10_000);
    expect(Math.abs(got.bootstrap!.bca![0] - got.ci95![0])).toBeLessThan(0.004);
    expect(got.minimumDetectable! * 100).toBeCloseTo(5.38, 1);
  });

  it("takes Newcombe's interval where all pairs are alike, and claims to have found nothing", () => {
    const rows = (score: number): ContrastRow[] =>
      Array.from({ length: 11 }, (_, i) => ({ unit: `e${i}`, cluster: `t${i}`, score }));
    const same = contrast(rows(0), rows(0), { draws: 100 });
    expect(same.difference).toBe(0);
    expect(same.ci95).toEqual(same.newcombe95);
    expect(same.ci95![1]).toBeGreaterThan(0.2);
    expect(same.minimumDetectable).toBeNull();
  });

  it("averages repeats first and then takes the paired t test", () => {
    const twice = (rows: ContrastRow[]) => [...rows, ...rows];
    const repeated = contrast(twice(side(cue)), twice(side(none)), { draws: 100 });
    expect(repeated.n).toBe(548);
    expect(repeated.table).toBeNull();
    expect(repeated.difference).toBeCloseTo(got.difference!, 12);
    expect(repeated.p).toBeCloseTo(0.00095, 4);
  });
});

describe("agreement", () => {
  it("gives κ, α and AC1 with intervals that hold them", () => {
    const a = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? "x" : "y"));
    const b = a.map((v, i) => (i % 10 === 0 ? (v === "x" ? "y" : "x") : v));
    const got = agreement([a, b], { draws: 500 });
    expect(got.observed).toBeCloseTo(0.9, 12);
    for (const key of ["kappa", "alpha", "ac1"] as const) {
      const { value, ci95 } = got[key]!;
      expect(ci95![0]).toBeLessThan(value);
      expect(ci95![1]).toBeGreaterThan(value);
    }
    expect(agreement([a, b, b], { draws: 10 }).kappa).toBeNull();
    expect(
      agreement(
        [
          ["x", null],
          [null, "x"],
        ],
        { draws: 10 },
      ),
    ).toMatchObject({ n: 0, alpha: null });
  });
});
