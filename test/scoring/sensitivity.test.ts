import { describe, expect, it } from "vitest";
import { normalCdf, normalQuantile, sensitivity } from "../../src/scoring/sensitivity.js";

describe("the normal distribution", () => {
  // from published tables (Abramowitz and Stegun, table 26.1)
  it.each([
    [0, 0.5],
    [1, 0.8413447460685],
    [-1.96, 0.0249978951482],
    [2.5, 0.9937903346742],
    [3.5, 0.999767370920964],
  ])("cdf(%f)", (z, p) => {
    expect(normalCdf(z)).toBeCloseTo(p, 10);
    expect(normalQuantile(p)).toBeCloseTo(z, 7);
  });

  it("refuses what is no probability", () => {
    expect(() => normalQuantile(1)).toThrow(RangeError);
  });
});

describe("sensitivity", () => {
  it("is hits against false alarms with half a case added on both sides", () => {
    // 18 of 20 and 4 of 20: z(18.5/21) − z(4.5/21) = 1.1798 + 0.7916
    const s = sensitivity({ k: 18, n: 20 }, { k: 4, n: 20 });
    expect(s.dPrime).toBeCloseTo(1.1798 + 0.7916, 3);
    expect(s.hits.rate).toBe(0.9);
  });

  it("stays finite at the ends and is undefined without cases", () => {
    expect(sensitivity({ k: 50, n: 50 }, { k: 0, n: 50 }).dPrime).toBeCloseTo(4.66, 1);
    expect(sensitivity({ k: 0, n: 0 }, { k: 0, n: 0 }).dPrime).toBeNull();
  });
});
