import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { IdPassCache } from "../../src/scenes/cache.js";
import type { PixelCounts } from "../../src/scenes/observe.js";
import type { Snapshot } from "../../src/world/types.js";

const dir = mkdtempSync(join(tmpdir(), "normact-cache-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const SNAPSHOT = { time: 0 } as unknown as Snapshot;
const COUNTS: PixelCounts = [
  ["12", 3400],
  ["40", 61],
];

function filled(name: string): string {
  const file = join(dir, name);
  const cache = new IdPassCache(file);
  cache.get(SNAPSHOT, () => COUNTS);
  cache.flush();
  return file;
}

function look(file: string) {
  const compute = vi.fn(() => COUNTS);
  const counts = new IdPassCache(file).get(SNAPSHOT, compute);
  return { counts, computed: compute.mock.calls.length };
}

describe("id-pass cache", () => {
  it("remembers across processes", () => {
    expect(look(filled("plain.jsonl"))).toEqual({ counts: COUNTS, computed: 0 });
  });

  it("never hands out numbers that were altered on disk", () => {
    const file = filled("altered.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").replace("3400", "3401"));
    expect(look(file)).toEqual({ counts: COUNTS, computed: 1 });
  });

  it("passes over garbage and writes its own lines behind a torn one", () => {
    const file = filled("garbage.jsonl");
    const good = readFileSync(file, "utf8").trim();
    writeFileSync(file, `\0\0{"a\n[1]\nnull\n["k",[["1",2]]]\n${good.slice(0, 30)}`);
    const cache = new IdPassCache(file);
    cache.get(SNAPSHOT, () => COUNTS);
    cache.flush();
    expect(look(file)).toEqual({ counts: COUNTS, computed: 0 });
    appendFileSync(file, good.slice(0, 20));
    expect(look(file).computed).toBe(0);
  });

  it("works on without one where its file cannot be read or written", () => {
    const file = join(dir, "folder.jsonl");
    mkdirSync(file);
    const cache = new IdPassCache(file);
    expect(cache.get(SNAPSHOT, () => COUNTS)).toEqual(COUNTS);
    expect(() => cache.flush()).not.toThrow();
  });
});
