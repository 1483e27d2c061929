import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";

describe("Rng", () => {
  it("gives the same numbers for the same purpose and seed, other ones for another", () => {
    const draw = (rng: Rng) => Array.from({ length: 8 }, () => rng.float());
    expect(draw(Rng.from("a", 1))).toEqual(draw(Rng.from("a", 1)));
    expect(draw(Rng.from("a", 1))).not.toEqual(draw(Rng.from("a", 2)));
    expect(draw(Rng.from("a", 1))).not.toEqual(draw(Rng.from("b", 1)));
    // parts are separated: ("a", "b1") is not ("ab", "1")
    expect(draw(Rng.from("a", "b1"))).not.toEqual(draw(Rng.from("ab", "1")));
  });

  it("keeps a stream's numbers as they are: episodes hang on them", () => {
    const rng = Rng.from("golden", 0);
    expect([rng.int(0, 999), rng.int(0, 999), rng.int(0, 999)]).toMatchInlineSnapshot(`
      [
        288,
        908,
        911,
      ]
    `);
  });

  it("is uniform enough over ten bins", () => {
    const rng = Rng.from("uniform", 7);
    const bins = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) bins[Math.floor(rng.float() * 10)]!++;
    for (const n of bins) expect(Math.abs(n - 10_000)).toBeLessThan(500);
  });

  it("reaches both ends of int, shuffles without loss, and refuses an empty list", () => {
    const rng = Rng.from("ends", 1);
    const seen = new Set(Array.from({ length: 400 }, () => rng.int(3, 6)));
    expect([...seen].sort()).toEqual([3, 4, 5, 6]);
    const list = [1, 2, 3, 4, 5, 6, 7];
    expect([...rng.shuffle(list)].sort()).toEqual(list);
    expect(() => rng.pick([])).toThrow(RangeError);
  });
});
