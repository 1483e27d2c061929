import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cohenKappa, gwetAc1, krippendorffAlpha } from "../../src/scoring/agreement.js";
import {
  betaRegularised,
  binomialLower,
  chiSquareUpper,
  logGamma,
  tCdf,
  tQuantile,
  tTwoSided,
} from "../../src/scoring/distributions.js";
import { clusteredMean, pairedDifference } from "../../src/scoring/estimates.js";
import { cochranQ, holm } from "../../src/scoring/families.js";
import { judgeCorrected } from "../../src/scoring/judge-corrected.js";
import { mcnemar, newcombePaired } from "../../src/scoring/pairs.js";
import { bootstrapIntervals, signFlipTest } from "../../src/scoring/resampling.js";
import { normalCdf, normalQuantile } from "../../src/scoring/sensitivity.js";
import { root } from "../helpers/cli.js";

/** Computed by SciPy, statsmodels, krippendorff and irrCAC; each case names its call. */
interface Case {
  fn: string;
  call: string;
  args: any[];
  expected: any;
}
const { cases } = JSON.parse(
  readFileSync(join(root, "test/fixtures/statistics/reference.json"), "utf8"),
) as { cases: Case[] };

const named = cases.map((c, i) => [`${c.fn} #${i}: ${c.call}`, c] as const);
const of = (...fns: string[]) => named.filter(([, c]) => fns.includes(c.fn));

/** Within 1e-10, absolutely and, for small numbers, relative to the number. */
function near(got: number | null | undefined, wanted: number, tolerance = 1e-10): void {
  expect(typeof got).toBe("number");
  const error = Math.abs((got as number) - wanted);
  expect(error, `${got} is not ${wanted}`).toBeLessThan(
    tolerance * Math.max(1e-3, Math.abs(wanted)) + 1e-300,
  );
}

describe("distribution functions beside SciPy", () => {
  const functions: Record<string, (...args: any[]) => number> = {
    tCdf,
    tTwoSided,
    tQuantile,
    chiSquareUpper,
    binomialLower,
    betaRegularised,
    logGamma,
  };
  it.each(of(...Object.keys(functions)))("%s", (_, { fn, args, expected }) => {
    near(functions[fn]!(...args), expected);
  });
  it.each(of("normalCdf"))("%s", (_, { args, expected }) => {
    expect(Math.abs(normalCdf(args[0]) - expected)).toBeLessThan(1e-12);
  });
  it.each(of("normalQuantile"))("%s", (_, { args, expected }) => {
    expect(Math.abs(normalQuantile(args[0]) - expected)).toBeLessThan(1e-9);
  });
});

describe("tests and intervals beside statsmodels and SciPy", () => {
  it.each(of("mcnemar"))("%s", (_, { args, expected }) => {
    const got = mcnemar(args[0], args[1])!;
    near(got.exact, expected.exact);
    near(got.midP, expected.midP);
    if (args[0] + args[1] < 25) expect(got.asymptotic).toBeNull();
    else if (args[0] !== args[1]) {
      near(got.asymptotic?.chi2, expected.chi2);
      near(got.asymptotic?.p, expected.asymptotic);
    }
  });
  it.each(of("cochranQ"))("%s", (_, { args, expected }) => {
    const got = cochranQ(args[0])!;
    near(got.q, expected.q);
    near(got.p, expected.p);
    expect(got.df).toBe(expected.df);
  });
  it.each(of("holm"))("%s", (_, { args, expected }) => {
    for (const [i, p] of holm(args[0]).entries()) near(p, expected[i]);
  });
  it.each(of("clusteredMean"))("%s", (_, { args, expected }) => {
    const got = clusteredMean(args[0], args[1]);
    for (const key of ["mean", "se", "p"] as const) near(got[key], expected[key], 1e-9);
    near(got.ci95?.[0], expected.ci95[0], 1e-9);
    near(got.ci95?.[1], expected.ci95[1], 1e-9);
    expect(got.clusters).toBe(expected.clusters);
  });
  it.each(of("pairedDifference"))("%s", (_, { args, expected }) => {
    const got = pairedDifference(args[0], args[1]);
    near(got.mean, expected.difference);
    near(got.se, expected.se);
    near(got.p, expected.p);
    near(got.ci95?.[0], expected.ci95[0], 1e-8);
  });
  it.each(of("newcombePaired"))("%s", (_, { args, expected }) => {
    const [both, onlyA, onlyB, neither] = args;
    const got = newcombePaired({ both, onlyA, onlyB, neither })!;
    // z is printed with six decimals in every report, SciPy's has sixteen
    expect(Math.abs(got[0] - expected[0])).toBeLessThan(1e-8);
    expect(Math.abs(got[1] - expected[1])).toBeLessThan(1e-8);
  });
  it.each(of("signFlip"))("%s", (_, { args, expected }) => {
    const names = args[0].map((_v: number, i: number) => String(i));
    expect(signFlipTest(args[0], names)).toMatchObject({ p: expected, exact: true });
  });
  it.each(of("bootstrapIntervals"))("%s", (_, { args, expected }) => {
    const got = bootstrapIntervals(args[0], args[1], args[2]);
    near(got.bca?.[0], expected.bca[0], 1e-8);
    near(got.bca?.[1], expected.bca[1], 1e-8);
    near(got.percentile[0], expected.percentile[0], 1e-9);
    near(got.percentile[1], expected.percentile[1], 1e-9);
  });
});

describe("agreement and corrected rates beside other packages", () => {
  it.each(of("cohenKappa"))("%s", (_, { args, expected }) => {
    const got = cohenKappa(args[0], args[1])!;
    near(got.value, expected.kappa);
    near(got.se, expected.se);
    near(got.observed, expected.po);
  });
  it.each(of("krippendorffAlpha"))("%s", (_, { args, expected }) => {
    near(krippendorffAlpha(args[0]), expected);
  });
  it.each(of("gwetAc1"))("%s", (_, { args, expected }) => {
    expect(gwetAc1(args[0])).toBeCloseTo(expected.ac1, expected.digits);
  });
  it.each(of("judgeCorrected"))("%s", (_, { args, expected }) => {
    const got = judgeCorrected(args[0], args[1], args[2])!;
    near(got.rate, expected.rate);
    expect(Math.abs(got.ci95[0] - expected.ci95[0])).toBeLessThan(1e-7);
    expect(Math.abs(got.ci95[1] - expected.ci95[1])).toBeLessThan(1e-7);
  });
});
