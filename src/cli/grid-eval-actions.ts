import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { packageRoot } from "../core/paths.js";
import { pluralIs } from "../core/shown.js";
import { evaluateGrid, type GridRunResult } from "../grid-eval/evaluate.js";
import { solvedNorms } from "../grid-eval/metrics/success.js";
import type { ModelNewcomerOptions } from "../grid-eval/newcomers/model.js";
import { createLocal, parseNewcomer } from "../grid-eval/newcomers/registry.js";
import { phasesOf } from "../grid-eval/plan.js";
import type { PhaseName } from "../grid-eval/records.js";
import { GridStore } from "../grid-eval/store.js";
import { summariseGrid } from "../grid-eval/summary.js";
import { successRows, summaryLines } from "../grid-eval/table.js";
import type { Newcomer } from "../grid-eval/types.js";
import { costOf } from "../models/cost.js";
import type { Spent } from "../models/cost-ledger.js";
import { textTable } from "../report/text-table.js";
import { dryRunEnvironment } from "./dry-run-environment.js";
import { fail, note, print, printJson } from "./io.js";
import { lazyRuntime, type ModelFlags } from "./model-flags.js";
import { type Progress, progress } from "./progress.js";
import { goOnCommand } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

interface Flags extends ModelFlags {
  model?: string[];
  knownNorm?: boolean;
  norms?: string[];
  families?: string[];
  solvedIn?: string;
  limit?: number;
  phases?: string[];
  observation: "image" | "text" | "both";
  textSanctions?: "self" | "all";
  memory: "own" | "all";
  distractor?: string;
  out: string;
  set?: string;
  workers?: number;
  seed?: number;
  resume?: string;
  fresh?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

/** A newcomer, and what its calls are made with if it makes any. */
interface Made {
  newcomer: Newcomer;
  options: ModelNewcomerOptions | null;
}

/** Who plays when nobody is named: the embedded learner and the ends of the scale. */
const DEFAULT_NEWCOMERS = [
  "builtin/bayes",
  "scripted/oracle",
  "scripted/norm-blind",
  "scripted/random",
  "scripted/idle",
];

/** What the paper sends: temperature and new tokens. */
const TEMPERATURE = 0.7;
const MAX_TOKENS = 4048;
/** Norms at a time when the number of calls adapts by itself. */
const NORMS_AT_A_TIME = 8;

export async function runGridEval(flags: Flags): Promise<void> {
  const signal = stopOnSignal("finishing what is in flight");
  const runtime = flags.dryRun
    ? lazyRuntime({ ...flags, maxCost: undefined }, { env: dryRunEnvironment() })
    : lazyRuntime(flags);
  const made: Made[] = [];
  try {
    for (const name of new Set(flags.model ?? DEFAULT_NEWCOMERS))
      made.push(await newcomerOf(name, flags, runtime));
    refuseUnused(made, flags);
    const phases = phasesOf(
      flags.phases ??
        (made.every((m) => !m.newcomer.phases.includes("interaction")) ? ["test"] : ["all"]),
    );
    const chosen: Chosen = { ...flags, phases, norms: chosenNorms(flags) };
    if (flags.dryRun) {
      const { gridDryRuns } = await import("./grid-eval-dry-run.js");
      return await gridDryRuns(made, chosen);
    }
    const results = await play(
      made.map((m) => m.newcomer),
      chosen,
      signal.stop,
      runtime,
    );
    show(results, chosen);
    const spent = runtime.made()?.spent();
    if (spent) note(spentLine(spent));
    conclude(results, signal.stop.aborted);
  } finally {
    await runtime.close();
    signal.done();
  }
}

type Chosen = Omit<Flags, "phases"> & { phases: PhaseName[] };

/** The named norms, or those of them that a run has solved. */
function chosenNorms({ norms, solvedIn, out }: Flags): string[] | undefined {
  if (solvedIn === undefined) return norms;
  const solved = solvedNorms([...GridStore.open(out, solvedIn).episodes().values()]);
  const left = solved.filter((norm) => norms?.includes(norm) ?? true);
  if (left.length === 0)
    throw new UsageError(
      "none_solved",
      `${solvedIn} has passed all six tests of none of the norms`,
    );
  return left;
}

async function play(
  newcomers: readonly Newcomer[],
  flags: Chosen,
  stop: AbortSignal,
  runtime: ReturnType<typeof lazyRuntime>,
): Promise<GridRunResult[]> {
  let bar: Progress | null = null;
  return evaluateGrid(
    {
      newcomers,
      seed: flags.seed ?? 0,
      norms: flags.norms,
      families: flags.families,
      limit: flags.limit,
      phases: flags.phases,
      distractor: flags.distractor,
      out: flags.out,
      set: flags.set,
      workers: flags.workers,
      concurrency: typeof flags.concurrency === "number" ? flags.concurrency : NORMS_AT_A_TIME,
      fresh: flags.fresh ?? false,
      resume: flags.resume,
    },
    {
      version: String(
        JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version,
      ),
      now: () => new Date().toISOString(),
      stop,
      onStart({ folder, total, done, answered, newcomer }) {
        const more = answered > 0 ? `, and ${answered} answers of unfinished ones` : "";
        if (done + answered > 0)
          note(`going on with ${folder}: ${done} of ${pluralIs(total, "episode")} there${more}`);
        bar = progress(newcomer.name, total, done);
      },
      onSpentBefore(spent) {
        if (flags.maxCost === undefined && flags.maxTokensTotal === undefined) return;
        if (spent.cost > 0) note(`spent by these runs already: $${spent.cost.toFixed(4)}`);
        runtime.made()?.countSpent(spent);
      },
      onEpisode: (record) => bar?.tick(record.id),
      onAnswer: () => {},
      onEnd: () => bar?.end(),
      onBusy: (runId) => note(`another process is playing ${runId}: this becomes a run of its own`),
    },
  ).finally(() => (bar as Progress | null)?.end());
}

/** A newcomer of a name; models get their client and what a call costs. */
async function newcomerOf(
  name: string,
  flags: Flags,
  runtime: ReturnType<typeof lazyRuntime>,
): Promise<Made> {
  const { known, model } = parseNewcomer(name, flags.knownNorm ?? false);
  if (model === null) return { newcomer: createLocal(name, flags.seed ?? 0), options: null };
  const models = await runtime.get();
  const client = models.client(model, {
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.openaiApi === undefined ? {} : { api: flags.openaiApi }),
    ...(flags.structured === undefined ? {} : { structured: flags.structured }),
  });
  const { GridPainter } = await import("../images/grid-frames.js");
  const { modelNewcomer } = await import("../grid-eval/newcomers/model.js");
  const options: ModelNewcomerOptions = {
    client,
    known,
    observation: flags.observation,
    textSanctions: flags.textSanctions,
    memory: flags.memory,
    temperature: flags.temperature ?? TEMPERATURE,
    maxTokens: flags.maxTokens ?? MAX_TOKENS,
    seed: flags.seed,
    reasoningEffort: flags.reasoningEffort,
    painter: new GridPainter(),
    price: (usage) => costOf(models.prices(), client.name, usage, client.endpoint),
  };
  return { newcomer: modelNewcomer(options), options };
}

/** Settings of calls where nobody is called: mostly a forgotten --model. */
function refuseUnused(made: readonly Made[], flags: Flags): void {
  if (made.some((m) => m.newcomer.paid)) return;
  const given = Object.entries({
    "--base-url": flags.baseUrl,
    "--temperature": flags.temperature,
    "--max-tokens": flags.maxTokens,
    "--dry-run": flags.dryRun,
    "--known-norm": flags.knownNorm,
  }).find(([, value]) => value !== undefined);
  if (given)
    throw new UsageError(
      "no_model_called",
      `${given[0]} is for models that are called, and none is named: add --model <provider>/<model>, or leave ${given[0]} out`,
    );
}

function spentLine({ calls, cacheHits, cost, unpriced }: Spent): string {
  const paid = cost === null ? "" : `, $${cost.toFixed(4)}`;
  const free = cacheHits > 0 ? `, ${cacheHits} from the cache` : "";
  const without = unpriced.length > 0 ? `; without a price: ${unpriced.join(", ")}` : "";
  return `calls: ${calls}${free}${paid}${without}`;
}

function show(results: readonly GridRunResult[], flags: { json?: boolean; out: string }): void {
  const summaries = results.map(({ store, wanted }) => summariseGrid(store, wanted));
  if (flags.json) printJson({ schemaVersion: 1, runs: summaries });
  else {
    const { header, rows } = successRows(summaries);
    print(`Joint success by family, then task success; per cent, seen / unseen\n`);
    print(textTable(header, rows));
    for (const summary of summaries) print(summaryLines(summary).join("\n"));
  }
  for (const { store } of results) note(`run: ${join(flags.out, store.info.runId)}`);
}

/** Says what is lacking, and ends with the exit code for it. */
function conclude(results: readonly GridRunResult[], stopped: boolean): void {
  for (const { problems } of results) {
    for (const error of problems.errors.slice(0, 3)) note(error);
    if (problems.withoutBelief.length > 0)
      note(
        `${problems.withoutBelief.length} tests were left out: their norms have no interaction phase in this run`,
      );
  }
  const missing = results.reduce((n, r) => n + r.missing, 0);
  if (missing === 0) return;
  const limitReached = results.some((r) => r.problems.limitReached);
  fail(
    new NormactError(
      stopped ? "interrupted" : "incomplete",
      `${pluralIs(missing, "episode")} missing; what is finished is kept. To go on:\n${goOnCommand(limitReached)}`,
      stopped ? 130 : 3,
    ),
  );
}
