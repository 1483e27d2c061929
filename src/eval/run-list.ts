import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readText } from "../core/files.js";
import { jsonlLines } from "../core/jsonl.js";
import { isHeld } from "../core/lock.js";
import { CALL_OUTCOMES } from "../scoring/metrics.js";
import { madeCueOf } from "./cue-call.js";
import { type Sample, sampleKey, wentWrong } from "./sample.js";
import { RunInfoSchema } from "./store.js";

export type RunState = "complete" | "unfinished" | "errors" | "playing" | "damaged" | "grid";

/** One line of `normact run ls`. */
export interface RunLine {
  runId: string;
  kind: "embodied" | "grid" | null;
  state: RunState;
  model: string | null;
  cue: string | null;
  started: string | null;
  /** samples that are there, of those that a complete run has; null where that is not known */
  done: number;
  total: number | null;
  outcomes: Record<string, number>;
  /** US dollars, of planner and cues; null when no call was priced */
  cost: number | null;
}

const GridRunSchema = z.looseObject({
  kind: z.literal("grid"),
  started: z.string().optional(),
  settings: z.looseObject({ newcomer: z.string() }).optional(),
});

/** The runs under a folder, newest first. Damaged ones are listed as such. */
export function listRunLines(root: string): RunLine[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => looksLikeRun(join(root, name)))
    .sort()
    .reverse()
    .map((name) => runLine(root, name));
}

function looksLikeRun(folder: string): boolean {
  return (
    statSync(folder).isDirectory() &&
    ["run.json", "samples.jsonl"].some((file) => existsSync(join(folder, file)))
  );
}

function runLine(root: string, runId: string): RunLine {
  const folder = join(root, runId);
  const tally = countLog(join(folder, "samples.jsonl"));
  const line: RunLine = {
    runId,
    kind: null,
    state: "damaged",
    model: null,
    cue: null,
    started: null,
    done: tally.keys.size,
    total: null,
    outcomes: tally.outcomes,
    cost: tally.cost,
  };
  const json = readJson(join(folder, "run.json"));
  const held = isHeld(join(folder, "lock"));
  const grid = GridRunSchema.safeParse(json);
  if (grid.success)
    return {
      ...line,
      kind: "grid",
      state: held ? "playing" : "grid",
      model: grid.data.settings?.newcomer ?? null,
      started: grid.data.started ?? null,
      done: countLines(join(folder, "episodes.jsonl")),
    };
  const info = RunInfoSchema.safeParse(json);
  if (!info.success) return line;
  const { settings, n, started } = info.data;
  const total = n * (settings.epochs ?? 1);
  const wrong = Object.keys(tally.outcomes).some((kind) =>
    wentWrong({ outcome: kind as Sample["outcome"] }),
  );
  const ended: RunState = line.done < total ? "unfinished" : wrong ? "errors" : "complete";
  return {
    ...line,
    kind: "embodied",
    state: held ? "playing" : ended,
    model: settings.model,
    cue: settings.cue,
    started,
    total,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file));
  } catch {
    return null;
  }
}

/** Enough of a sample's line for a list: whole samples are not checked, that would take too long over many runs. */
const LineSchema = z.looseObject({
  id: z.string(),
  epoch: z.int().optional(),
  outcome: z.string(),
  turns: z.array(
    z.looseObject({
      turn: z.int(),
      cueLog: z.record(z.string(), z.unknown()).nullish(),
      call: z.looseObject({ cost: z.number().nullable() }).optional(),
      reasked: z
        .looseObject({ call: z.looseObject({ cost: z.number().nullable() }).optional() })
        .optional(),
    }),
  ),
});

function countLog(file: string) {
  const last = new Map<string, { outcome: string; cost: number | null }>();
  if (existsSync(file))
    for (const { text } of jsonlLines(file)) {
      const parsed = LineSchema.safeParse(parseOrNull(text));
      if (!parsed.success) continue;
      const { id, epoch, outcome, turns } = parsed.data;
      const costs = turns
        .flatMap((t) => [t.call?.cost, t.reasked?.call?.cost, madeCueOf(t)?.call.cost])
        .filter((c): c is number => typeof c === "number");
      last.set(sampleKey(id, epoch), {
        outcome,
        cost: costs.length === 0 ? null : costs.reduce((a, b) => a + b, 0),
      });
    }
  const counts = new Map<string, number>(CALL_OUTCOMES.map((kind) => [kind, 0]));
  let cost: number | null = null;
  for (const sample of last.values()) {
    counts.set(sample.outcome, (counts.get(sample.outcome) ?? 0) + 1);
    if (sample.cost !== null) cost = (cost ?? 0) + sample.cost;
  }
  // in one order for all runs, whichever episode ended first
  const outcomes = Object.fromEntries([...counts].filter(([, n]) => n > 0));
  return { keys: last, outcomes, cost };
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function countLines(file: string): number {
  if (!existsSync(file)) return 0;
  let lines = 0;
  for (const { text, closed } of jsonlLines(file)) if (closed && text.trim() !== "") lines++;
  return lines;
}
