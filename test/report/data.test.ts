import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listRunLines } from "../../src/eval/run-list.js";
import { summarise } from "../../src/eval/summary.js";
import { callsTable } from "../../src/report/calls-table.js";
import { compareRuns } from "../../src/report/compare.js";
import { buildReport } from "../../src/report/data/build.js";
import { chooseCases } from "../../src/report/data/gallery.js";
import { loadRun } from "../../src/report/data/rows.js";
import { reportLine } from "../../src/report/format.js";
import { reportJson } from "../../src/report/json.js";
import { reportMarkdown } from "../../src/report/markdown.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, PLAIN, sample, spread } from "./made.js";

const specs = dataset.specs;
const some = specs.filter((_, i) => i % 10 === 0);

describe("a report's numbers", () => {
  it("writes the worked line of the counts 74 and 39", async () => {
    const root = scratch();
    const cue = [...spread({ both: 390, neither: 158 })];
    // 316 right under both, 74 under the cue alone, 39 without alone
    const none = [...spread({ both: 316, neither: 74 }), ...spread({ both: 39, neither: 119 })];
    const runs = ["none", "category", "specific", "evidence", "rag", "generated"].map((name) =>
      makeRun(root, { cue: name }, specs, (s, i) => {
        const states = name === "none" ? none : cue;
        if (i < 548) return sample(s, states[i]!);
        const outcome = i === 548 ? "refused" : "truncated";
        return name === "none"
          ? sample(s, "both")
          : sample(s, "neither", { outcome: outcome as "refused" });
      }),
    );
    const { data } = await buildReport(runs, PLAIN);
    const set = data.sets[0]!;
    const cell = set.cells.find((c) => c.cue === "specific")!;
    const against = set.contrasts.find((c) => c.a === "specific" && c.metric === "task_success")!;
    // every cue has the same counts here, so Holm multiplies all five by 5
    expect(reportLine(cell, "task_success", against)).toBe(
      "cue=specific 71.2% (Wilson 67.2–74.8, n=548/550; 1 refused, 1 truncated) | vs none +6.4 pp (95% CI +2.6..+10.2, paired), McNemar exact b=74 c=39 p=0.0013 (Holm ×5 0.0064)",
    );
    expect(set.omnibus.find((o) => o.metric === "unscored")!.test!.p).toBeLessThan(0.1);
  });

  it("are the same bytes for the same logs", async () => {
    const root = scratch();
    const runs = ["none", "specific"].map((cue) =>
      makeRun(root, { cue }, some, (s, i) => sample(s, i % 3 ? "both" : "goal_only")),
    );
    const once = JSON.stringify(reportJson((await buildReport(runs, PLAIN)).data, null));
    const again = JSON.stringify(reportJson((await buildReport(runs, PLAIN)).data, null));
    expect(again).toBe(once);
  });

  it("flag an incomplete run with the command that goes on, and bound what is missing", async () => {
    const root = scratch();
    const run = makeRun(root, { model: "openai/half" }, some, (s, i) =>
      i < 30 ? sample(s, "both") : null,
    );
    const { data } = await buildReport([run], PLAIN);
    const set = data.sets[0]!;
    expect(set.notices[0]!.text).toMatch(
      /Incomplete: openai\/half.*30 of 55.*normact eval --model openai\/half --cue none/,
    );
    expect(set.cells[0]!.rates.task_success).toMatchObject({ k: 30, n: 30 });
    expect(set.cells[0]!.bounds.task_success).toEqual([30 / 55, 1]);
    expect(set.runs[0]!.complete).toBe(false);
  });

  it("keep runs on different data sets apart, and planners with other episodes unpooled", async () => {
    const root = scratch();
    const other = { version: "2.0.0", hash: "f".repeat(64), twins: false };
    const a = makeRun(root, { model: "a" }, some, (s) => sample(s, "both"));
    const b = makeRun(root, { model: "b", dataset: other }, some, (s) => sample(s, "neither"));
    const c = makeRun(root, { model: "c", episodes: "x".repeat(64) }, some.slice(0, 20), (s) =>
      sample(s, "neither"),
    );
    const { data } = await buildReport([a, b, c], PLAIN);
    expect(data.sets.map((s) => s.series)).toEqual([["a", "c"], ["b"]]);
    expect(data.notices[0]!.text).toMatch(/2 different data sets.*nothing is pooled/);
    expect(data.sets[0]!.pooled).toEqual([]);
    expect(data.sets[0]!.notices.map((n) => n.text).join()).toMatch(
      /different choices of episodes/,
    );
    expect(data.sets[0]!.contrasts[0]!.n).toBe(20);
    expect(data.sets[0]!.contrasts[0]!.dropped).toEqual({ "not played": 35 });
    await expect(compareRuns(a, b, { seed: 0, draws: 100, cases: 0, workers: 0 })).rejects.toThrow(
      /different data sets/,
    );
  });

  it("name settings that differ and tell equal runs apart", async () => {
    const root = scratch();
    const make = (over: object) => makeRun(root, over, some, (s) => sample(s, "both"));
    const { data } = await buildReport(
      [make({ temperature: 0 }), make({ temperature: 1 }), make({ temperature: 1 })],
      PLAIN,
    );
    expect(data.sets[0]!.series).toEqual([
      "openai/made (temperature 0)",
      "openai/made (temperature 1)",
      "openai/made (temperature 1) #2",
    ]);
  });

  it("average repeats within the episode", async () => {
    const root = scratch();
    const run = makeRun(root, { epochs: 2 }, some, (s) => sample(s, "both"));
    const more = some.map((s, i) => sample(s, i % 2 ? "both" : "neither", { epoch: 1 }));
    writeFileSync(
      join(run.folder, "samples.jsonl"),
      more.map((l) => `${JSON.stringify(l)}\n`).join(""),
      {
        flag: "a",
      },
    );
    const { data } = await buildReport([run], PLAIN);
    const cell = data.sets[0]!.cells[0]!;
    expect(cell.expected).toBe(110);
    expect(cell.rates.task_success).toMatchObject({ n: 110, method: "episodes" });
    // n = 55 episodes, of which the means are 1 or ½: half of the spread of 55 coin flips
    const [lo, hi] = cell.rates.task_success.ci95!;
    expect(hi - lo).toBeGreaterThan(0.12);
    expect(hi - lo).toBeLessThan(0.15);
  });

  it("sum calls from the records and leave unknown cost unknown", async () => {
    const root = scratch();
    const call = {
      latencyMs: 2000,
      waitedMs: 0,
      cached: false,
      failedAttempts: [],
      cost: 0.01 as number | null,
      structured: null,
      sent: null,
      providerUsage: null,
      requestId: null,
    };
    const run = makeRun(root, {}, some, (s, i) => {
      const made = sample(s, "both");
      const turn = made.turns[0]!;
      return {
        ...made,
        turns: [
          {
            ...turn,
            usage: { input: 100, cachedInput: null, output: 10, reasoning: null },
            call: { ...call, cost: i === 0 ? null : 0.01, cached: i === 1 },
            cueLog: { top: { score: i / 55 }, right: i % 2 === 0 },
          },
        ],
      };
    });
    const set = (await buildReport([run], PLAIN)).data.sets[0]!;
    expect(set.calls[0]).toMatchObject({ calls: 55, cachedCalls: 1, uncosted: 1 });
    expect(set.calls[0]!.cost).toBeCloseTo(0.54, 10);
    expect(set.calls[0]!.tokens).toEqual({
      input: 5500,
      cachedInput: null,
      output: 550,
      reasoning: null,
    });
    expect(set.calls[0]!.latency).toEqual({ n: 55, median: 2, p90: 2, max: 2 });
    expect(Object.keys(set.cueQuality[0]!.values)).toEqual(["right", "top.score"]);
  });

  it("keep the calls that made the cues apart from the planner's, and say what both cost", async () => {
    const usage = { input: 40, cachedInput: null, output: 20, reasoning: null };
    const log = (cached: boolean, cost: number) => ({
      madeInTurn: 0,
      usage,
      cached,
      call: { cached, cost, latencyMs: 500, waitedMs: 0 },
    });
    const run = makeRun(scratch(), { cue: "generated" }, some, (s, i) => {
      const made = sample(s, "both");
      // the first is found in the cache; later turns repeat the cue and cost nothing more
      const cueLog = log(i === 0, i === 0 ? 0 : 0.001);
      const [turn] = made.turns;
      return { ...made, turns: [0, 1].map((t) => ({ ...turn!, turn: t, cueLog })) };
    });
    const { data } = await buildReport([run], PLAIN);
    const [calls] = data.sets[0]!.calls;
    expect(calls).toMatchObject({ calls: 0, cost: null });
    expect(calls!.cues).toMatchObject({ calls: 55, cachedCalls: 1, uncosted: 0 });
    expect(calls!.totalCost).toBeCloseTo(0.054, 10);
    expect(calls!.cues!.tokens).toMatchObject({ input: 2200, output: 1100 });
    const summary = summarise(run.info, [...run.briefs().values()]);
    expect(summary).toMatchObject({
      calls: 0,
      cost: null,
      cueCalls: { calls: 54, cacheHits: 1, usage: { input: 2160 } },
    });
    expect(summary.totalCost).toBeCloseTo(0.054, 10);
    const table = callsTable([summary]).split("\n");
    expect(table.find((l) => l.includes("+ its cues"))).toMatch(/54 +1 +2160 +1080 +– +\$0\.0540/);
    expect(table.find((l) => l.includes("= both"))).toMatch(/\$0\.0540/);
    expect(listRunLines(dirname(run.folder))[0]!.cost).toBeCloseTo(0.054, 10);
    expect(reportMarkdown(data, null)).toMatch(/\+ its cues \| +55/);
  });

  it("of a run whose log does not hold them say nothing of cue calls", async () => {
    const run = makeRun(scratch(), { cue: "generated" }, some, (s) => {
      const made = sample(s, "both");
      const usage = { input: 40, cachedInput: null, output: 20, reasoning: null };
      const cueLog = { madeInTurn: 0, usage, cached: false };
      return { ...made, turns: made.turns.map((t) => ({ ...t, cueLog })) };
    });
    const summary = summarise(run.info, [...run.briefs().values()]);
    expect(summary.cueCalls).toBeUndefined();
    expect((await buildReport([run], PLAIN)).data.sets[0]!.calls[0]!.cues).toBeNull();
  });
});

describe("labels and twins", () => {
  it("reads labels where a run has them, the last line of a case", async () => {
    const root = scratch();
    const run = makeRun(root, {}, some, (s, i) => sample(s, i < 10 ? "goal_only" : "both"));
    const line = (id: string, primary: string | null, outcome = "ok") => ({
      schemaVersion: 1,
      id,
      epoch: 0,
      cue: "none",
      model: "openai/made",
      judge: "builtin/rules",
      outcome,
      primary,
      labels: primary ? [primary, "goal_norm_tradeoff"] : [],
      confidence: 1,
      explanation: "why",
      evidence: [],
      scores: null,
    });
    mkdirSync(join(run.folder, "labels"));
    const lines = [
      line(some[0]!.id, "cue_to_action"),
      ...some.slice(0, 9).map((s) => line(s.id, "norm_inference")),
      line(some[9]!.id, null, "refused"),
      line(some[20]!.id, "norm_inference"),
    ];
    writeFileSync(
      join(run.folder, "labels", "labels-builtin-rules.jsonl"),
      `${lines.map((l) => JSON.stringify(l)).join("\n")}\n{"torn`,
    );
    const [summary] = (await buildReport([run], PLAIN)).data.sets[0]!.labels;
    expect(summary).toMatchObject({
      judge: "builtin/rules",
      failed: 10,
      labelled: 9,
      without: { refused: 1 },
      primary: { norm_inference: 9, cue_to_action: 0 },
      any: { norm_inference: 9, goal_norm_tradeoff: 9 },
    });
  });

  it("sets twins beside their instances, in a table of their own", async () => {
    const root = scratch();
    const set = { version: dataset.info.version, hash: dataset.info.hash };
    const run = makeRun(root, {}, some, (s, i) => sample(s, i % 4 ? "both" : "goal_only"));
    const twin = makeRun(root, { dataset: { ...set, twins: true } }, some, (s, i) =>
      sample(s, "both", {
        twin: true,
        overcomplied: { overcomplied: i % 5 === 0, reason: { code: "x", sentence: "x" }, at: null },
      }),
    );
    const report = (await buildReport([run, twin], PLAIN)).data.sets[0]!;
    expect(report.cells).toHaveLength(1);
    expect(report.twins[0]).toMatchObject({ overcomplied: { k: 11, n: 55 } });
    expect(report.twins[0]!.sensitivity!.hits).toMatchObject({ k: 41, n: 55 });
    expect(report.twins[0]!.sensitivity!.dPrime).toBeGreaterThan(1);
  });
});

describe("the gallery's rule", () => {
  it("takes the kinds in turn, spreads over tasks, and keeps to its seed", () => {
    const root = scratch();
    const states = ["both", "goal_only", "norm_only", "neither"] as const;
    const rows = ["none", "specific"].flatMap(
      (cue, c) =>
        loadRun(makeRun(root, { cue }, specs, (s, i) => sample(s, states[(i + c) % 4]!))).rows,
    );
    const cases = chooseCases(rows, "none", { seed: 3 });
    expect(cases.map((c) => c.kind).slice(0, 6)).toEqual([
      "goal_only",
      "cue_helped",
      "norm_only",
      "cue_hurt",
      "both",
      "neither",
    ]);
    expect(cases).toHaveLength(12);
    expect(new Set(cases.map((c) => c.row.task)).size).toBe(11);
    expect(chooseCases(rows, "none", { seed: 3 })).toEqual(cases);
    expect(chooseCases(rows, "none", { seed: 4 })).not.toEqual(cases);
    for (const { kind, row } of cases)
      if (kind === "cue_helped")
        expect(rows.find((r) => r.id === row.id && r.cue === "none")!.success).toBe(false);
  });
});
