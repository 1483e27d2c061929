import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { RunStore } from "../../src/eval/store.js";
import { runNotices } from "../../src/report/data/notices.js";
import { loadRun } from "../../src/report/data/rows.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, sample } from "./made.js";

const specs = dataset.specs.slice(0, 3);

function damagedRun(): { root: string; store: RunStore } {
  const root = scratch();
  const made = makeRun(root, {}, specs, (s, i) => (i < 2 ? sample(s, "both") : null));
  const file = join(made.folder, "run.json");
  writeFileSync(file, JSON.stringify({ ...made.info, command: ["eval", "--limit", "3"] }));
  appendFileSync(made.log, 'torn {"id":\n\u0000\u0001\n');
  return { root, store: RunStore.open(root, made.info.runId) };
}

describe("what is odd about a run", () => {
  it("names the command that goes on where the run lies, and the lines that were left out", () => {
    const { store } = damagedRun();
    const texts = runNotices([loadRun(store)]).map((n) => n.text);
    const place = relative(".", store.folder);
    expect(texts[0]).toContain(`has 2 of 3 episodes`);
    expect(texts[0]).toContain(`normact eval --resume ${place}`);
    expect(texts[1]).toContain("2 lines");
    expect(texts[1]).toContain(`normact run recover ${place}`);
  });

  it("names the lines of a label file that hold no label", () => {
    const store = makeRun(scratch(), {}, specs, (s) => sample(s, "neither"));
    const folder = join(store.folder, "labels");
    mkdirSync(folder);
    writeFileSync(join(folder, "labels-j.jsonl"), '\n{"id":"a"}\ntorn {\n');
    const texts = runNotices([loadRun(store)]).map((n) => n.text);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("Damaged: 2 lines without a label");
    expect(texts[0]).toContain("labels/labels-j.jsonl:2, labels/labels-j.jsonl:3.");
  });

  it("says nothing of a whole run", () => {
    const store = makeRun(scratch(), {}, specs, (s) => sample(s, "both"));
    expect(runNotices([loadRun(store)])).toEqual([]);
  });
});

describe("a folder that is no whole run", () => {
  it("is named with what mends it", () => {
    const { root, store } = damagedRun();
    const file = join(store.folder, "run.json");
    for (const text of ["", '{"schemaVersion":99}']) {
      writeFileSync(file, text);
      expect(() => RunStore.open(root, store.info.runId)).toThrow(/normact run recover/);
    }
    rmSync(file);
    expect(() => RunStore.open(root, store.info.runId)).toThrow(/run\.json is missing.*recover/);
  });

  it("is told apart from a run of the grid world", () => {
    const { root, store } = damagedRun();
    cpSync(store.folder, join(root, "g"), { recursive: true });
    writeFileSync(join(root, "g", "run.json"), '{"kind":"grid","schemaVersion":1}');
    expect(() => RunStore.open(root, "g")).toThrow(/normact grid score/);
  });
});
