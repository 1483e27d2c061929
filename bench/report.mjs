// How long a report takes, and how large its page is: node bench/report.mjs [--keep DIR]
// 6 cues × 3 planners × 550 episodes made up here by a seeded rule: no model is called. Rival in the same run:
// reading and checking the same logs, which no report can do without.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, row, timed } from "./kit.mjs";

const CUES = ["none", "category", "specific", "evidence", "rag", "generated"];
const PLANNERS = ["openai/made-up-large", "anthropic/made-up-mid", "google/made-up-small"];
const LIFT = {
  none: 0,
  category: 0.17,
  specific: 0.38,
  evidence: 0.34,
  rag: -0.02,
  generated: 0.22,
};

const { Rng } = await import(join(root, "dist/core/rng.js"));
const { RunStore } = await import(join(root, "dist/eval/store.js"));
const { readDataset } = await import(join(root, "dist/scenes/dataset.js"));
const { cuePackHash, defaultCuePack } = await import(join(root, "dist/prompts/index.js"));

/** A made-up sample with a trace and answers of the usual length. */
function sampleOf(spec, model, cue, trace) {
  const rng = Rng.from("bench", model, cue, spec.id);
  const skill =
    0.66 + 0.07 * (2 - PLANNERS.indexOf(model)) + 0.2 * (Rng.from("e", spec.id).float() - 0.5);
  const refused = rng.chance(0.004);
  const invalid = !refused && rng.chance(0.01);
  const goal = rng.chance(skill - (cue === "specific" ? 0.06 : 0));
  const norm = rng.chance(0.26 + LIFT[cue] + 0.3 * (Rng.from("n", spec.task).float() - 0.5));
  const plan = ["move_to_object", "speak_to", "move_and_take_object"].map((action, i) => ({
    think:
      "Somebody stands close to where I want to go, so I look at what they are doing before I go on.",
    action,
    parameters:
      i === 1
        ? { target_id: "21", content: "Excuse me, may I get through here?" }
        : { object_id: "52" },
  }));
  const call = {
    latencyMs: Math.round(rng.range(1500, 9000)),
    waitedMs: 0,
    cached: false,
    failedAttempts: [],
    cost: 0.004 + 0.002 * rng.float(),
    structured: "schema",
    sent: null,
    providerUsage: null,
    requestId: null,
  };
  return {
    schemaVersion: 1,
    id: spec.id,
    task: spec.task,
    variant: spec.variant,
    twin: false,
    episode: spec.hash ?? spec.id,
    outcome: refused ? "refused" : invalid ? "invalid_output" : "ok",
    invalid,
    actionsExecuted: refused ? 0 : 3,
    turns: [0, 1].map((turn) => ({
      turn,
      promptHash: "0".repeat(64),
      visible: ["9", "21", "52"],
      image: null,
      outcome: refused ? "refused" : "ok",
      raw: refused ? null : JSON.stringify(plan),
      plan: refused ? null : plan,
      parseError: null,
      results: refused ? [] : plan.map(() => ({ result: "success" })),
      usage: { input: 2900, cachedInput: 1200, output: 420, reasoning: 180 },
      model,
      error: null,
      cue:
        cue === "none"
          ? null
          : "Give some thought to what people expect of each other when they meet.",
      ...(cue === "rag"
        ? { cueLog: { topScore: rng.range(0.4, 0.9), coverage: rng.chance(0.5) } }
        : {}),
      call,
    })),
    trace,
    goal: {
      ok: goal,
      reason: {
        code: "made_up",
        sentence: goal ? "The goal came about." : "The goal did not come about.",
      },
      at: 2,
    },
    norm: {
      ok: norm,
      reason: { code: "made_up", sentence: norm ? "The rule was kept." : "The rule was broken." },
      at: 2,
      engaged: rng.chance(0.95),
    },
    taskSuccess: goal && norm,
    timings: { observe: 20, plan: 3000, execute: 20 },
  };
}

/** Eighteen complete runs in a folder. */
function makeRuns(out) {
  const { info, specs } = readDataset();
  const trace = Array.from({ length: 24 }, (_, i) => ({
    i,
    t: i * 1.7,
    turn: 0,
    action: i % 3,
    type: "moved",
    polyline: [
      [421, 635.8],
      [-180.9, 1374],
      [-872.3, 1483.6],
    ],
  }));
  mkdirSync(out, { recursive: true });
  for (const [i, model] of PLANNERS.entries())
    for (const [j, cue] of CUES.entries()) {
      const store = RunStore.create(
        out,
        {
          normact: "0.1.0",
          node: process.version,
          started: `2026-01-0${i + 1}T0${j}:00:00.000Z`,
          settings: {
            model,
            label: "made up for a benchmark",
            cue,
            dataset: { version: info.version, hash: info.hash, twins: false },
            episodes: "0".repeat(64),
            maxTurns: 3,
            objectList: "names",
            seed: 0,
            cuePack: { name: "default", hash: cuePackHash(defaultCuePack()) },
            promptTemplate: "0".repeat(64),
            renderer: "bench",
            baseUrl: "https://example.invalid/v1",
            temperature: null,
            maxTokens: null,
            pictures: null,
          },
          n: specs.length,
        },
        specs,
      );
      writeFileSync(
        join(store.folder, "samples.jsonl"),
        specs.map((s) => `${JSON.stringify(sampleOf(s, model, cue, trace))}\n`).join(""),
      );
    }
}

const keep = process.argv.indexOf("--keep");
const base = mkdtempSync(join(tmpdir(), "normact-bench-report-"));
const out = keep > 0 ? process.argv[keep + 1] : join(base, "runs");
makeRuns(out);
const stores = (await import("node:fs")).readdirSync(out).map((id) => RunStore.open(out, id));
const before = process.cpuUsage();
const reading =
  timed(() => {
    for (const store of stores) store.samples();
  }) / 1000;
const spent = process.cpuUsage(before);
const readingCpu = (spent.user + spent.system) / 1e6;

const page = join(base, "report.html");
const args = ["report", ...stores.map((s) => s.folder), "--html", page, "--reference"];
const script = `
  process.argv = [process.argv[0], "normact", ...${JSON.stringify(args)}];
  process.on("exit", () => {
    const { user, system } = process.cpuUsage();
    process.stderr.write("\\nCPU " + (user + system) / 1e6);
  });
  await import(${JSON.stringify(join(root, "dist/cli/main.js"))});`;
// a file, since worker threads take over the flags of an -e
writeFileSync(join(base, "run.mjs"), script);
const started = performance.now();
const done = spawnSync(process.execPath, [join(base, "run.mjs")], {
  encoding: "utf8",
  env: { ...process.env, NORMACT_CACHE: base },
});
const seconds = (performance.now() - started) / 1000;
if (done.status !== 0) throw new Error(done.stderr);
const name = "report, 6 cues × 3 planners × 550 episodes";
row(name, seconds, "s", reading, "reading the logs", "≤ 15 s");
// tells how much of the time above belongs to other work on the machine
const cpu = Number(/CPU ([\d.]+)/.exec(done.stderr)[1]);
row("its processor time, all threads", cpu, "s", readingCpu, "reading the logs", "");
const megabytes = statSync(page).size / 1e6;
const logs =
  stores.reduce((n, s) => n + readFileSync(join(s.folder, "samples.jsonl")).length, 0) / 1e6;
row("its page, with pictures", megabytes, "MB", logs, "the logs", "< 15 MB");
rmSync(base, { recursive: true, force: true });
