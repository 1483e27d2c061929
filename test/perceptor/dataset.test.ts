import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../src/core/files.js";
import { decode, sha256OfPixels } from "../../src/images/index.js";
import type { BenchmarkLooks } from "../../src/perceptor/dataset/benchmark.js";
import { buildTrainingSet, openSet } from "../../src/perceptor/dataset/build.js";
import { independence } from "../../src/perceptor/dataset/independence.js";
import {
  hashDistance,
  hashWords,
  nearestHash,
  perceptualHash,
} from "../../src/perceptor/dataset/phash.js";
import palettes from "../../src/world/palettes.generated.js";
import { scratch } from "../helpers/cli.js";

const looks: BenchmarkLooks = {
  dataset: { version: "1", hash: "h" },
  hashes: [["somewhere/000", `${"f".repeat(28)}0000`]],
  seeds: new Set([0]),
  layouts: new Set(["benchmark"]),
  colours: new Set(palettes.benchmark.top),
  viewpoints: new Set(["0,0,0@0"]),
  places: new Set(["park"]),
  episodes: new Set(["episode"]),
};
const hooks = {
  stop: new AbortController().signal,
  onBenchmark() {},
  onHash() {},
  onStart() {},
  onPicture() {},
};
const plan = { tasks: ["turning_off_faucets"], perTask: 2, seed: 3, workers: 0, benchmark: looks };

describe("a drawn training set", () => {
  it("shows training scenes whose evidence is in view, says which, and is gone on with", async () => {
    const folder = join(scratch(), "set");
    const { info, independence: report } = await buildTrainingSet({ ...plan, folder }, hooks);
    expect(info).toMatchObject({ images: 2, seed: 3, perTask: { turning_off_faucets: 2 } });
    expect(report.independent).toBe(true);
    const { items } = openSet(folder);
    for (const item of items) {
      const { data, width, height } = await decode(readFileSync(join(folder, item.file)));
      expect(sha256OfPixels(data, width, height)).toBe(item.image);
      expect(perceptualHash(data, width, height)).toBe(item.scene!.phash);
      expect(item.scene!.visible.some((v) => v.kind === "faucet" && v.state === "on")).toBe(true);
      expect(item.scene!.evidence).toContain("faucet");
      expect(item.scene!.nearest!.distance).toBeGreaterThanOrEqual(20);
    }
    const before = readFileSync(join(folder, "items.jsonl"), "utf8");
    rmSync(join(folder, items[1]!.file));
    rmSync(join(folder, "set.json"));
    const drawn: string[] = [];
    await buildTrainingSet({ ...plan, folder }, { ...hooks, onPicture: (id) => drawn.push(id) });
    expect(drawn).toEqual([items[1]!.id]);
    expect(readFileSync(join(folder, "items.jsonl"), "utf8")).toBe(before);
    await expect(buildTrainingSet({ ...plan, folder, seed: 4 }, hooks)).rejects.toMatchObject({
      code: "another_set",
    });
    // fewer than are there: the others would be lost from the list
    await expect(buildTrainingSet({ ...plan, folder, perTask: 1 }, hooks)).rejects.toThrow(
      /holds 1 picture/,
    );
    expect(readFileSync(join(folder, "items.jsonl"), "utf8")).toBe(before);
  });

  it("never has the benchmark's seed; a set that was stopped or changed is not taken for whole", async () => {
    const folder = join(scratch(), "set");
    await expect(buildTrainingSet({ ...plan, folder, seed: 0 }, hooks)).rejects.toMatchObject({
      code: "shared_seed",
      exitCode: 2,
    });
    expect(existsSync(folder)).toBe(false);
    await expect(
      buildTrainingSet({ ...plan, folder }, { ...hooks, stop: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: "set_incomplete", exitCode: 130 });
    expect(existsSync(join(folder, "set.json"))).toBe(false);
    expect(() => openSet(folder)).toThrow(/no whole training set/);
    writeWhole(join(folder, "set.json"), '{"hash":"x"}');
    expect(() => openSet(folder)).toThrow(/not what .* says/);
  });
});

describe("independence", () => {
  const item = (scene: Record<string, unknown>) =>
    ({
      id: "a_000",
      task: "turning_off_faucets",
      scene: {
        seed: 3,
        layout: "l",
        viewpoint: "v",
        episode: "e",
        place: "p",
        phash: "0",
        nearest: { id: "b/0", distance: 30 },
        ...scene,
      },
    }) as never;
  const shared = (scene: Record<string, unknown>, colours: string[] = palettes.training.top) =>
    independence([item(scene)], new Set(colours), looks);

  it("finds each thing that is shared", () => {
    expect(shared({}).independent).toBe(true);
    expect(shared({ seed: 0 })).toMatchObject({ independent: false, shared: { seeds: [0] } });
    expect(shared({ layout: "benchmark" })).toMatchObject({
      independent: false,
      shared: { layouts: ["benchmark"] },
    });
    expect(shared({ viewpoint: "0,0,0@0" }).independent).toBe(false);
    expect(shared({ episode: "episode" }).independent).toBe(false);
    expect(shared({}, [palettes.benchmark.top[0]!])).toMatchObject({
      independent: false,
      shared: { palettes: [palettes.benchmark.top[0]] },
    });
    expect(shared({ nearest: { id: "b/0", distance: 19 } })).toMatchObject({
      independent: false,
      distance: { all: { min: 19 } },
    });
    expect(shared({ place: "park" })).toMatchObject({
      independent: true,
      alike: { places: ["park"] },
    });
  });

  it("the two palettes share no colour", () => {
    const all = Object.values(palettes.benchmark).flat();
    expect(
      Object.values(palettes.training)
        .flat()
        .filter((c) => all.includes(c)),
    ).toEqual([]);
  });
});

describe("the perceptual hash", () => {
  const picture = (f: (x: number, y: number) => number): Uint8Array => {
    const out = new Uint8Array(64 * 48 * 3);
    for (let y = 0; y < 48; y++)
      for (let x = 0; x < 64; x++) out.fill(f(x, y), (y * 64 + x) * 3, (y * 64 + x) * 3 + 3);
    return out;
  };
  const hash = (f: (x: number, y: number) => number): string => perceptualHash(picture(f), 64, 48);
  const hills = (x: number, y: number): number =>
    128 + 60 * Math.sin(x / 9) + 50 * Math.cos(y / 7 + x / 20);

  it("stays where light and contrast change, and moves with what is to be seen", () => {
    const a = hash(hills);
    expect(a).toMatch(/^[0-9a-f]{28}0000$/);
    const d = (b: string): number => hashDistance(hashWords(a), hashWords(b));
    expect(d(hash((x, y) => hills(x, y) * 0.8 + 10))).toBeLessThanOrEqual(2);
    expect(d(hash((x, y) => hills(63 - x, y)))).toBeGreaterThan(20);
    expect(
      nearestHash(a, [
        { id: "far", words: hashWords("0".repeat(32)) },
        { id: "same", words: hashWords(a) },
      ]),
    ).toEqual({ id: "same", distance: 0 });
    expect(nearestHash(a, [])).toBeNull();
  });
});
