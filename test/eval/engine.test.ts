import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { shellLine } from "../../src/cli/command-line.js";
import { createDisplay } from "../../src/cli/display.js";
import { JsonlWriter } from "../../src/core/jsonl.js";
import { briefOf, NO_CALLS, type SampleBrief } from "../../src/eval/brief.js";
import { scoreEpochs } from "../../src/eval/epochs.js";
import { evaluate } from "../../src/eval/evaluate.js";
import { matrixRuns, parseMatrix, readMatrix } from "../../src/eval/matrix.js";
import type { EvalHooks, EvalOptions } from "../../src/eval/options.js";
import { recoverRun } from "../../src/eval/recover.js";
import { listRunLines } from "../../src/eval/run-list.js";
import { differences } from "../../src/eval/settings.js";
import { RunStore } from "../../src/eval/store.js";
import type { CueCondition } from "../../src/prompts/index.js";
import { root } from "../helpers/cli.js";

const dir = mkdtempSync(join(tmpdir(), "normact-engine-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

let outs = 0;
const options = (more: Partial<EvalOptions> = {}): EvalOptions => ({
  models: ["scripted/oracle"],
  cues: ["none"],
  limit: 2,
  maxTurns: 3,
  out: join(dir, `out${outs++}`),
  twins: false,
  objectList: "names",
  workers: 0,
  concurrency: 1,
  fresh: false,
  ...more,
});
const hooks = (more: Partial<EvalHooks> = {}): EvalHooks => ({
  version: "1",
  now: () => "2026-01-02T03:04:05Z",
  stop: new AbortController().signal,
  abort: new AbortController().signal,
  onStart() {},
  onSample() {},
  onEnd() {},
  onBusy() {},
  ...more,
});

describe("matrices", () => {
  const folder = join(root, "results/reference/matrices");

  it("of the papers are there, with their models, cues and judges", () => {
    const main = readMatrix(join(folder, "normact-main.yaml"));
    const runs = matrixRuns(main);
    expect(runs).toHaveLength(9);
    expect(new Set(runs.map((r) => r.cue))).toEqual(new Set(["none", "category", "specific"]));
    expect(main.judge?.called).toBe("GPT-4o");
    const cues = matrixRuns(readMatrix(join(folder, "normact-cues.yaml")));
    expect(cues.map((r) => r.cue)).toEqual(["evidence", "rag", "generated"]);
    expect(new Set(cues.map((r) => r.model)).size).toBe(1);
    const gym = readMatrix(join(folder, "normgym.yaml"));
    expect(gym.track).toBe("grid");
    expect(new Set(matrixRuns(gym).map((r) => r.model)).size).toBe(7);
    expect(matrixRuns(gym)[0]?.settings).toEqual({ temperature: 0.7, "max-tokens": 4048 });
    expect(readdirSync(folder).filter((f) => f.endsWith(".yaml"))).toHaveLength(3);
  });

  it("are told of with file, line and field", () => {
    const text =
      "schemaVersion: 1\nname: x\ntrack: embodied\nruns:\n  - models: [a/b]\n    settings:\n      - { temprature: 1 }\n";
    expect(() => parseMatrix(text, "m.yaml")).toThrow(/m\.yaml:7: .*temprature/);
    expect(() => parseMatrix("a: [", "m.yaml")).toThrow(/m\.yaml:1:/);
  });

  it("vary models, cues and settings; what a model sets wins", () => {
    const text = `schemaVersion: 1
name: x
track: embodied
runs:
  - models: [a/b, { model: c/d, settings: { temperature: 1 } }]
    cues: [none, { cue: rag, settings: { rag-k: 3 } }]
    settings: [{ temperature: 0 }, { epochs: 2 }]`;
    const runs = matrixRuns(parseMatrix(text, "m.yaml"));
    expect(runs).toHaveLength(8);
    expect(runs[1]).toMatchObject({ model: "c/d", settings: { temperature: 1 } });
    expect(runs[2]?.cueSettings).toEqual({ "rag-k": 3 });
  });
});

describe("epochs", () => {
  const brief = (id: string, epoch: number, norm: boolean, more: Partial<SampleBrief> = {}) => ({
    ...{ id, epoch, task: "giving_way", outcome: "ok" as const, goal: true, norm },
    ...{
      engaged: true,
      invalid: false,
      overcomplied: false,
      reasked: 0,
      tally: NO_CALLS,
      cueTally: null,
    },
    ...more,
  });

  it("are averaged within each episode first: they add no n", () => {
    const scores = scoreEpochs(
      [
        brief("a", 0, true),
        brief("a", 1, false),
        brief("b", 0, true),
        brief("b", 1, true, { outcome: "refused" }),
        brief("c", 0, true, { outcome: "provider_error" }),
        brief("c", 1, true, { outcome: "provider_error" }),
      ],
      ["giving_way"],
    );
    expect(scores).toMatchObject({ n: 3, scored: 2, unscored: { provider_error: 1 } });
    expect(scores.metrics.norm_compliance).toMatchObject({ k: 1.5, n: 2, rate: 0.75 });
    expect(scores.outcomes).toEqual({ both: 1.5, goal_only: 0.5, norm_only: 0, neither: 0 });
    expect(scores.bounds.norm_compliance).toEqual([1 / 3, 2.5 / 3]);
  });

  it("are samples of their own in the log, and scored again from it", async () => {
    const o = options({ models: ["scripted/random"], epochs: 3 });
    const { summary } = await evaluate(o, hooks());
    expect(summary.runs[0]).toMatchObject({ n: 2, epochs: 3, samples: { n: 6, scored: 6 } });
    const store = RunStore.open(o.out, summary.runs[0]!.runId);
    expect([...store.samples().keys()]).toHaveLength(6);
    const { rescore } = await import("../../src/eval/rescore.js");
    const again = rescore(store, { execute: true });
    expect(again.differences).toEqual([]);
    expect(JSON.stringify(again.summary)).toBe(JSON.stringify(summary));
  });
});

describe("a cue condition's settings and log", () => {
  const condition = (k: number): CueCondition => ({
    name: "mine",
    label: "a cue of a test",
    mainThread: true,
    settings: { k },
    compose: () => ({ goal: "Do it.", cue: "Mind the rule.", headHints: ["h"], log: { ids: [k] } }),
  });

  it("stand in the fingerprint and in every turn", async () => {
    const o = options({ cues: ["mine"], conditions: [condition(1)] });
    const { summary } = await evaluate(o, hooks());
    const store = RunStore.open(o.out, summary.runs[0]!.runId);
    expect(store.info.settings.cueSettings).toEqual({ k: 1 });
    const [sample] = store.samples().values();
    expect(sample?.turns[0]).toMatchObject({
      cue: "Mind the rule.",
      hints: ["h"],
      cueLog: { ids: [1] },
    });
  });

  it("refuse a run that was made under others, naming the field and both values", async () => {
    const o = options({ cues: ["mine"], conditions: [condition(1)] });
    const { summary } = await evaluate(o, hooks());
    const resume = summary.runs[0]!.runId;
    await expect(evaluate({ ...o, conditions: [condition(2)], resume }, hooks())).rejects.toThrow(
      /cueSettings\.k is 1 in the run and 2 now/,
    );
    expect(differences({ a: { b: 1 } }, { a: { b: 1 } })).toEqual([]);
  });
});

describe("a run that was broken off", () => {
  it("is gone on with by its id, with its own episodes", async () => {
    const stop = new AbortController();
    const o = options({ limit: 4 });
    const first = await evaluate(o, hooks({ stop: stop.signal, onSample: () => stop.abort() }));
    expect(first.incomplete).toMatchObject([{ missing: 3, begun: true }]);
    const resume = first.incomplete[0]!.runId;
    const done = await evaluate({ ...o, limit: undefined, resume }, hooks());
    const whole = await evaluate(options({ limit: 4 }), hooks());
    const { runId: _a, ...a } = done.summary.runs[0]!;
    const { runId: _b, ...b } = whole.summary.runs[0]!;
    expect(a).toEqual(b);
  });

  it("and never begun has a folder that can be named", async () => {
    const stop = new AbortController();
    stop.abort();
    const o = options({ cues: ["none", "evidence"] });
    const { incomplete } = await evaluate(o, hooks({ stop: stop.signal }));
    expect(incomplete.map((r) => r.begun)).toEqual([false, false]);
    for (const { runId } of incomplete) expect(existsSync(join(o.out, runId))).toBe(true);
  });
});

describe("run recover and ls", () => {
  it("puts broken lines aside, keeps originals, and rebuilds what can be rebuilt", async () => {
    const o = options();
    const { summary } = await evaluate(o, hooks());
    await evaluate({ ...o, fresh: true }, hooks());
    const id = summary.runs[0]!.runId;
    const folder = join(o.out, id);
    const log = join(folder, "samples.jsonl");
    const before = readFileSync(log, "utf8");
    appendFileSync(log, `garbage\n${before.split("\n")[0]}\n{"torn`);
    rmSync(join(folder, "episodes.jsonl"));
    writeFileSync(join(folder, "run.json"), "{");
    expect(listRunLines(o.out).find((r) => r.runId === id)?.state).toBe("damaged");
    const result = recoverRun(o.out, id);
    expect(result).toMatchObject({ samples: 2, broken: 2, replaced: 1 });
    expect(result.rebuilt).toEqual(["samples.jsonl", "run.json", "episodes.jsonl"]);
    expect(existsSync(`${log}.bak`)).toBe(true);
    expect(readFileSync(join(folder, "samples.broken.jsonl"), "utf8")).toContain("garbage");
    expect(listRunLines(o.out).find((r) => r.runId === id)).toMatchObject({
      state: "complete",
      done: 2,
      total: 2,
    });
    expect(recoverRun(o.out, id)).toMatchObject({ rebuilt: [], broken: 0, replaced: 0 });
  });

  it("lists runs of the grid world too", () => {
    const out = join(dir, "grid");
    const folder = join(out, "g");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "run.json"),
      JSON.stringify({ kind: "grid", settings: { newcomer: "builtin/bayes" } }),
    );
    expect(listRunLines(out)[0]).toMatchObject({ kind: "grid", model: "builtin/bayes" });
  });
});

describe("small parts", () => {
  it("appends that share a flush are all there, in order", async () => {
    const file = join(dir, "shared.jsonl");
    const writer = new JsonlWriter(file);
    await Promise.all(Array.from({ length: 50 }, (_, i) => writer.appendShared({ i })));
    writer.close();
    const rows = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l).i);
    expect(rows).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  it("calls are counted from records, cached answers apart", () => {
    const call = (cached: boolean, cost: number | null) => ({
      ...{ latencyMs: 1, waitedMs: 0, cached, failedAttempts: [], cost },
      ...{ structured: null, sent: null, providerUsage: null, requestId: null },
    });
    const usage = { input: 10, cachedInput: null, output: 2, reasoning: null };
    const turns = [
      { call: call(false, 0.5), usage },
      { call: call(true, 0), usage, reasked: { call: call(false, null), usage } },
    ];
    const sample = { id: "a", outcome: "ok", turns, goal: {}, norm: {} } as never;
    expect(briefOf(sample).tally).toEqual({
      ...{ calls: 2, cacheHits: 1, cost: 0.5, uncosted: 1 },
      usage: { input: 20, cachedInput: null, output: 4, reasoning: null },
    });
  });

  it("a command line to copy is quoted", () => {
    expect(shellLine(["normact", "--out", "my runs", "it's"])).toBe(
      "normact --out 'my runs' 'it'\\''s'",
    );
  });

  it("progress comes as a bar, lines, JSON or not at all", () => {
    const shown = (mode: "full" | "plain" | "json" | "none"): string => {
      let text = "";
      const display = createDisplay(
        mode,
        (t) => (text += t),
        () => 0,
      );
      display.start({ runId: "r", title: "m none", total: 2, done: 0 });
      display.flight(2);
      display.sample({ id: "a", outcome: "ok", cost: 0.25 });
      display.sample({ id: "b", outcome: "refused", cost: null });
      display.end();
      return text;
    };
    expect(shown("full")).toMatch(/2\/2.*1 unscored.*\$0\.2500.*2 in flight/);
    expect(shown("plain")).toContain("m none: 2/2, 1 unscored, $0.2500");
    const lines = shown("json")
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(lines.map((l) => l.event)).toEqual(["start", "sample", "sample", "end"]);
    expect(shown("none")).toBe("");
  });
});
