import { LineReader } from "../../core/jsonl.js";
import { madeCueOf } from "../../eval/cue-call.js";
import { type Place, scanLog } from "../../eval/log.js";
import { type Sample, SampleSchema, sampleKey } from "../../eval/sample.js";
import type { RunStore } from "../../eval/store.js";
import { isScored } from "../../scoring/metrics.js";
import type { ReportRow } from "./types.js";

/** A run with its episodes as rows; the samples themselves stay on the disk. */
export interface LoadedRun {
  store: RunStore;
  series: string;
  cue: string;
  rows: ReportRow[];
  /** samples of a complete run, repeats counted */
  expected: number;
  played: number;
  /** where each sample stands in the log */
  places: ReadonlyMap<string, Place>;
  /** lines of the log that hold no whole sample */
  broken: number;
}

/** Reads a run's log line by line; of several lines for one sample the last complete one counts. */
export function loadRun(store: RunStore): LoadedRun {
  const { settings, runId, n } = store.info;
  const head = { run: runId, model: settings.model, cue: settings.cue };
  const byKey = new Map<string, ReportRow>();
  const places = new Map<string, Place>();
  let broken = 0;
  scanLog(
    store.log,
    (sample, { offset, bytes }) => {
      const key = sampleKey(sample.id, sample.epoch);
      byKey.set(key, rowOf(sample, head));
      places.set(key, { offset, bytes });
    },
    () => broken++,
  );
  const rows = [...byKey.values()];
  const order = new Map(store.specs().map((s, i) => [s.id, i]));
  rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || a.epoch - b.epoch);
  return {
    store,
    series: settings.model,
    cue: settings.cue,
    rows,
    expected: n * (settings.epochs ?? 1),
    played: rows.length,
    places,
    broken,
  };
}

/** Some samples of a run, whole. */
export function samplesOf(run: LoadedRun, rows: readonly ReportRow[]): Map<ReportRow, Sample> {
  const reader = new LineReader(run.store.log);
  const out = new Map<ReportRow, Sample>();
  try {
    for (const row of rows) {
      const place = run.places.get(sampleKey(row.id, row.epoch));
      if (place) out.set(row, SampleSchema.parse(JSON.parse(reader.text(place))));
    }
  } finally {
    reader.close();
  }
  return out;
}

function rowOf(sample: Sample, head: { run: string; model: string; cue: string }): ReportRow {
  const scored = isScored(sample.outcome);
  const calls = sample.turns.flatMap((t) => [
    ...(t.call ? [t.call] : []),
    ...(t.reasked?.call ? [t.reasked.call] : []),
  ]);
  const usages = sample.turns.flatMap((t) => [t.usage, t.reasked?.usage ?? null]);
  const costs = calls.map((c) => c.cost);
  return {
    ...head,
    series: head.model,
    id: sample.id,
    epoch: sample.epoch ?? 0,
    task: sample.task,
    variant: sample.variant,
    twin: sample.twin,
    outcome: sample.outcome,
    scored,
    invalid: sample.invalid,
    goal: sample.goal.ok,
    norm: sample.norm.ok,
    engaged: sample.norm.engaged,
    success: sample.goal.ok && sample.norm.ok,
    overcomplied: sample.overcomplied?.overcomplied ?? null,
    goalReason: sample.goal.reason.code,
    normReason: sample.norm.reason.code,
    actions: sample.actionsExecuted,
    answers: sample.turns.length,
    calls: calls.length,
    cachedCalls: calls.filter((c) => c.cached).length,
    latencyMs: sum(calls.map((c) => c.latencyMs)),
    waitedMs: sum(calls.map((c) => c.waitedMs)),
    inputTokens: sum(usages.map((u) => u?.input)),
    cachedInputTokens: sum(usages.map((u) => u?.cachedInput)),
    outputTokens: sum(usages.map((u) => u?.output)),
    reasoningTokens: sum(usages.map((u) => u?.reasoning)),
    cost: costs.length === 0 || costs.includes(null) ? null : sum(costs),
    ...cueCallsOf(sample),
    cueText: sample.turns[0]?.cue ?? null,
    cueLog: numbersOf(sample.turns[0]?.cueLog ?? null),
  };
}

const sum = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((v): v is number => typeof v === "number");
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
};

type CueCallColumn = Exclude<
  Extract<keyof ReportRow, `cue${string}`>,
  "cue" | "cueText" | "cueLog"
>;

/** What making an episode's cues took. */
function cueCallsOf(sample: Sample): Pick<ReportRow, CueCallColumn> {
  const made = sample.turns.flatMap((t) => madeCueOf(t) ?? []);
  const usages = made.map((m) => m.usage);
  const costs = made.map((m) => m.call.cost);
  return {
    cueCalls: made.length === 0 ? null : made.length,
    cueCachedCalls: made.length === 0 ? null : made.filter((m) => m.call.cached).length,
    cueLatencyMs: sum(made.map((m) => m.call.latencyMs)),
    cueInputTokens: sum(usages.map((u) => u?.input)),
    cueCachedInputTokens: sum(usages.map((u) => u?.cachedInput)),
    cueOutputTokens: sum(usages.map((u) => u?.output)),
    cueReasoningTokens: sum(usages.map((u) => u?.reasoning)),
    cueCost: costs.includes(null) ? null : sum(costs),
  };
}

/** Numbers and truths of a condition's log, nested names joined by dots. */
function numbersOf(log: Record<string, unknown> | null, path = ""): Record<string, number> {
  const out: Record<string, number> = {};
  for (const [key, value] of Object.entries(log ?? {})) {
    const name = path === "" ? key : `${path}.${key}`;
    if (typeof value === "number" && Number.isFinite(value)) out[name] = value;
    else if (typeof value === "boolean") out[name] = value ? 1 : 0;
    else if (value !== null && typeof value === "object" && !Array.isArray(value))
      Object.assign(out, numbersOf(value as Record<string, unknown>, name));
  }
  return out;
}

const TOLD_APART = [
  ["objectList", "object list"],
  ["maxTurns", "turns"],
  ["temperature", "temperature"],
  ["maxTokens", "max tokens"],
  ["reasoningEffort", "reasoning"],
  ["reask", "reask"],
  ["baseUrl", "server"],
  ["seed", "seed"],
  ["pictures", "pictures"],
  ["promptTemplate", "prompt"],
  ["renderer", "renderer"],
] as const;

/**
 * Names the planners of a report: the model's name, with the settings that differ between runs of one model and
 * cue, or the run id where nothing else tells them apart.
 */
export function nameSeries(runs: readonly LoadedRun[]): void {
  for (const run of runs) {
    const twins = runs.filter((r) => r.store.info.settings.model === run.store.info.settings.model);
    const differs = TOLD_APART.filter(
      ([key]) =>
        new Set(twins.map((r) => String(r.store.info.settings[key] ?? "default"))).size > 1,
    );
    const settings = run.store.info.settings;
    const extra = differs.map(
      ([key, word]) => `${word} ${String(settings[key] ?? "default").slice(0, 24)}`,
    );
    if (new Set(twins.map((r) => r.store.info.settings.cuePack.hash)).size > 1)
      extra.push(`cue pack ${settings.cuePack.name}`);
    run.series = extra.length === 0 ? settings.model : `${settings.model} (${extra.join(", ")})`;
  }
  const seen = new Map<string, number>();
  for (const run of runs) {
    const key = JSON.stringify([run.series, run.cue, run.store.info.settings.dataset]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    if (count > 1) run.series = `${run.series} #${count}`;
  }
  for (const run of runs) for (const row of run.rows) row.series = run.series;
}
