import { plural } from "../core/shown.js";
import { type GridDryRun, gridDryRun } from "../grid-eval/dry-run.js";
import { fitting } from "../grid-eval/evaluate.js";
import type { ModelNewcomerOptions } from "../grid-eval/newcomers/model.js";
import { type GridChoice, planNorms } from "../grid-eval/plan.js";
import type { Newcomer } from "../grid-eval/types.js";
import { withoutPictures } from "../models/without-pictures.js";
import { readGridBenchmark } from "../scenes/grid-benchmark.js";
import { print, printJson } from "./io.js";

/** Prints what runs of models would send and cost; nothing is sent. */
export async function gridDryRuns(
  made: readonly { newcomer: Newcomer; options: ModelNewcomerOptions | null }[],
  flags: GridChoice & { set?: string; json?: boolean },
): Promise<void> {
  const { entries } = readGridBenchmark(flags.set);
  for (const { newcomer, options } of made) {
    if (!options) continue;
    const plans = planNorms(entries, flags).map((plan) => fitting(plan, newcomer));
    const full = await gridDryRun(newcomer, options, plans, entries);
    const run = { ...full, request: { ...full.request, body: withoutPictures(full.request) } };
    if (flags.json) printJson(run);
    else print(dryRunText(run));
  }
}

const dollars = (cost: number | null): string =>
  cost === null ? "no price known" : `$${cost.toFixed(2)}`;

type Shown = Omit<GridDryRun, "request"> & {
  request: { method: string; url: string; body: unknown };
};

function dryRunText({ newcomer, request, episodes, calls, tokens, cost }: Shown): string {
  return [
    `${request.method} ${request.url}`,
    JSON.stringify(request.body, null, 2),
    "",
    `${newcomer}: ${plural(episodes.interaction, "interaction phase")}, ${plural(episodes.tests, "test")}`,
    `calls: about ${calls.usual}, at most ${calls.most}; about ${tokens.inputPerCall} tokens in a call`,
    `price: ${dollars(cost.usual)} at ${tokens.outputUsual} tokens an answer, ${dollars(cost.most)} if every answer took ${tokens.outputMost}`,
    "nothing was sent",
  ].join("\n");
}
