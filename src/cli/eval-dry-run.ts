import { type DryRun, dryRun as look, type Range, type RunEstimate } from "../eval/dry-run.js";
import { loadEnvironment } from "../models/environment.js";
import { textTable } from "../report/text-table.js";
import { ScenePool } from "../scenes/jobs.js";
import { dollars } from "./display.js";
import type { EvalFlags } from "./eval-declaration.js";
import { openOptions } from "./eval-options.js";
import type { EvalSet } from "./eval-plan.js";
import { note, print, printJson } from "./io.js";

/** Variables that hold keys: where one is missing, a word stands in, for nothing is sent. */
const KEYS = ["OPENAI_API_KEY", "GEMINI_API_KEY", "ANTHROPIC_API_KEY"];

/** `normact eval --dry-run`: one request a model, and what all of them would come to. */
export async function dryRun(sets: readonly EvalSet[], flags: EvalFlags): Promise<void> {
  const env = { ...loadEnvironment() };
  for (const name of KEYS) if (!env[name]?.trim()) env[name] = "none";
  // limits and prices are looked at, not kept; nobody is called
  const unlimited = sets.map((s) => ({
    ...s,
    flags: { ...s.flags, maxCost: undefined, maxTokensTotal: undefined, cache: "only" as const },
  })) as EvalSet[];
  const open = await openOptions(unlimited, undefined, { env });
  const scenes = new ScenePool(0);
  try {
    const found = await look(open.options, (o) => o.runtime, scenes);
    if (flags.json) printJson(found);
    else print(text(found));
    for (const line of found.notes) note(line);
  } finally {
    await scenes.close();
    await open.close();
  }
}

function text(found: DryRun): string {
  const parts = found.requests.map(
    ({ model, cue, episode, request }) =>
      `${model}, cue ${cue}, first turn of ${episode}\n${request.method} ${request.url}\n${JSON.stringify(request.body, null, 2)}\n${request.sent.changes.map((c) => `  note: ${c}\n`).join("")}`,
  );
  const rows = found.runs.map((r) => [
    r.model,
    r.cue,
    String(r.episodes * r.epochs),
    ...(r.called
      ? [range(r.calls), range(r.tokens.input), range(r.tokens.output), costText(r.cost)]
      : ["0", "0", "0", "calls nobody"]),
  ]);
  const totals = byProvider(found.runs);
  for (const [provider, sum] of totals)
    rows.push([
      `all of ${provider}`,
      "",
      "",
      range(sum.calls),
      range(sum.input),
      range(sum.output),
      costText(sum.cost),
    ]);
  return `${parts.join("\n")}\nNothing was sent. From every episode's first turn alone to all its turns; tokens and cost are estimates.\n${textTable(
    ["model", "cue", "samples", "calls", "input tokens", "output tokens", "US dollars"],
    rows,
  )}`;
}

interface Sum {
  calls: Range;
  input: Range;
  output: Range;
  /** null once a model without a price is among them */
  cost: Range | null;
}

function byProvider(runs: readonly RunEstimate[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const run of runs.filter((r) => r.called)) {
    const provider = run.model.slice(0, run.model.indexOf("/"));
    const none = { min: 0, max: 0 };
    const sum = sums.get(provider) ?? { calls: none, input: none, output: none, cost: none };
    sums.set(provider, {
      calls: plus(sum.calls, run.calls),
      input: plus(sum.input, run.tokens.input),
      output: plus(sum.output, run.tokens.output),
      cost: sum.cost && run.cost ? plus(sum.cost, run.cost) : null,
    });
  }
  return sums;
}

const plus = (a: Range, b: Range): Range => ({ min: a.min + b.min, max: a.max + b.max });
const range = ({ min, max }: Range): string => (min === max ? String(min) : `${min}–${max}`);
const costText = (cost: Range | null): string =>
  cost === null ? "no price" : `${dollars(cost.min)}–${dollars(cost.max)}`;
