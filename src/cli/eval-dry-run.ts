import { type DryRun, dryRun as look, type Range, type RunEstimate } from "../eval/dry-run.js";
import { textTable } from "../report/text-table.js";
import { ScenePool } from "../scenes/jobs.js";
import { dollars } from "./display.js";
import { dryRunEnvironment } from "./dry-run-environment.js";
import type { EvalFlags } from "./eval-declaration.js";
import { openOptions } from "./eval-options.js";
import type { EvalSet } from "./eval-plan.js";
import { note, print, printJson } from "./io.js";

/** Variables that hold keys: where one is missing, a word stands in, for nothing is sent. */
/** `normact eval --dry-run`: one request a model, and what all of them would come to. */
export async function dryRun(sets: readonly EvalSet[], flags: EvalFlags): Promise<void> {
  const env = dryRunEnvironment();
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
    ({ model, cue, episode, request, makesCue }) =>
      `${model}, ${makesCue ? `makes cue ${cue} of the first view` : `cue ${cue}, first turn`} of ${episode}\n${request.method} ${request.url}\n${JSON.stringify(request.body, null, 2)}\n${request.sent.changes.map((c) => `  note: ${c}\n`).join("")}`,
  );
  const rows = found.runs.flatMap((r) => [
    [
      r.model,
      r.cue,
      String(r.episodes * r.epochs),
      ...(r.called ? figures({ ...r, ...r.tokens }) : ["0", "0", "0", "calls nobody"]),
    ],
    ...cueRows(r),
  ]);
  const totals = byProvider(found.runs);
  for (const [provider, sum] of totals) rows.push([`all of ${provider}`, "", "", ...figures(sum)]);
  return `${parts.join("\n")}\nNothing was sent. From every episode's first turn alone to all its turns; tokens and cost are estimates.\n${textTable(
    ["model", "cue", "samples", "calls", "input tokens", "output tokens", "US dollars"],
    rows,
  )}`;
}

/** What makes a run's cues, and both together. */
function cueRows({ called, cue, cueCalls, calls, tokens, cost }: RunEstimate): string[][] {
  if (!cueCalls) return [];
  const made: Sum = { ...cueCalls, ...cueCalls.tokens };
  const row = [`  + its cues: ${cueCalls.model}`, cue, "", ...figures(made)];
  if (!called) return [row];
  return [row, ["  = both", cue, "", ...figures(add({ calls, ...tokens, cost }, made))]];
}

const figures = ({ calls, input, output, cost }: Sum): string[] => [
  range(calls),
  range(input),
  range(output),
  costText(cost),
];

interface Sum {
  calls: Range;
  input: Range;
  output: Range;
  /** null once a model without a price is among them */
  cost: Range | null;
}

function byProvider(runs: readonly RunEstimate[]): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  const book = (model: string, part: Sum): void => {
    const provider = model.slice(0, model.indexOf("/"));
    const none = { min: 0, max: 0 };
    const sum = sums.get(provider) ?? { calls: none, input: none, output: none, cost: none };
    sums.set(provider, add(sum, part));
  };
  for (const { called, model, calls, tokens, cost, cueCalls } of runs) {
    if (called) book(model, { calls, ...tokens, cost });
    if (cueCalls) book(cueCalls.model, { ...cueCalls, ...cueCalls.tokens });
  }
  return sums;
}

const add = (a: Sum, b: Sum): Sum => ({
  calls: plus(a.calls, b.calls),
  input: plus(a.input, b.input),
  output: plus(a.output, b.output),
  cost: a.cost && b.cost ? plus(a.cost, b.cost) : null,
});
const plus = (a: Range, b: Range): Range => ({ min: a.min + b.min, max: a.max + b.max });
const range = ({ min, max }: Range): string => (min === max ? String(min) : `${min}–${max}`);
const costText = (cost: Range | null): string =>
  cost === null ? "no price" : [...new Set([dollars(cost.min), dollars(cost.max)])].join("–");
