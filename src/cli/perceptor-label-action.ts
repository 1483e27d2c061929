import { UsageError } from "../core/errors.js";
import { plural, pluralIs } from "../core/shown.js";
import { estimateTokens } from "../models/cost-estimate.js";
import { isLocalUrl } from "../models/endpoint.js";
import { priceOf } from "../models/prices.js";
import { createRuntime, type ModelRuntime } from "../models/runtime.js";
import type { ModelClient } from "../models/types.js";
import { openSet } from "../perceptor/dataset/build.js";
import type { Item } from "../perceptor/dataset/item.js";
import { type Label, readLabels } from "../perceptor/label/file.js";
import {
  BUILTIN_LABELLER,
  builtinLabeller,
  type Labeller,
  modelLabeller,
} from "../perceptor/label/labeller.js";
import { loadLabelPrompt } from "../perceptor/label/prompt.js";
import { labelAll, labelsFile, pictureOf, replacedFile, todoOf } from "../perceptor/label/run.js";
import { textTable } from "../report/text-table.js";
import { shellQuote } from "./command-line.js";
import { note, print, printJson } from "./io.js";
import { type Progress, progress } from "./progress.js";
import { goesOn } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

export interface LabelOptions {
  data: string;
  labeller: string;
  labellerBaseUrl?: string;
  prompt?: string;
  out?: string;
  tasks?: string[];
  limit?: number;
  concurrency: number;
  maxCost?: number;
  prices?: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

export async function label(options: LabelOptions): Promise<void> {
  const prompt = loadLabelPrompt(options.prompt);
  const items = chosen(openSet(options.data).items, options);
  const out = options.out ?? labelsFile(options.data);
  let runtime: ModelRuntime | null = null;
  let client: ModelClient | null = null;
  let labeller: Labeller;
  if (options.labeller === BUILTIN_LABELLER) {
    note(
      "labels are put together by rules from the scenes' object lists (builtin): they try out the way to the training files, and a perceptor trained on them learns no way of seeing",
    );
    labeller = builtinLabeller(prompt);
  } else {
    runtime = createRuntime({
      ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
      ...(options.prices === undefined ? {} : { pricesFile: options.prices }),
    });
    client = runtime.client(
      options.labeller,
      options.labellerBaseUrl === undefined ? {} : { baseUrl: options.labellerBaseUrl },
    );
    labeller = modelLabeller(client, prompt);
  }
  const interrupt = stopOnSignal("finishing what is in flight");
  let bar: Progress | null = null;
  try {
    const there = readLabels(out);
    const todo = todoOf({ items, labeller, prompt }, there);
    const reasons: Record<string, number> = {};
    for (const { reason } of todo) reasons[reason] = (reasons[reason] ?? 0) + 1;
    if (runtime && client && todo.length > 0) {
      const estimate = await estimateOf(
        runtime,
        client,
        labeller,
        options.data,
        todo.map((t) => t.item),
      );
      sayCost(client, todo.length, reasons, estimate);
      if (options.dryRun) {
        if (options.json) printJson({ schemaVersion: 1, todo: todo.length, reasons, ...estimate });
        return;
      }
      const pays = !isLocalUrl(client.endpoint);
      if (pays && !options.yes) await confirm();
    } else if (options.dryRun) {
      note(`${todo.length} of ${items.length} pictures are to be labelled; nobody is called`);
      if (options.json) printJson({ schemaVersion: 1, todo: todo.length, reasons });
      return;
    }
    if (!client && !options.yes) {
      const theirs = todo.filter(({ item }) => {
        const by = there.get(item.id)?.labeller;
        return by !== undefined && by !== BUILTIN_LABELLER;
      });
      keepModelLabels(theirs.length, out, options.data);
    }
    const labels = await goesOn(
      labelAll(
        { folder: options.data, items, labeller, prompt, out, concurrency: options.concurrency },
        {
          stop: interrupt.stop,
          onStart(total, done) {
            const replaced = todo.filter((t) => t.reason !== "new").length;
            if (replaced > 0)
              note(`${pluralIs(replaced, "label")} replaced; ${replacedFile(out)} keeps them`);
            if (done > 0)
              note(`${out} holds ${done} of ${total} labels: going on with ${wordsOf(reasons)}`);
            bar = progress("perceptor label", total, done);
          },
          onLabel: (l) => bar?.tick(l.id),
        },
      ),
    );
    (bar as Progress | null)?.end();
    report(labels, items, out, options, runtime);
  } finally {
    (bar as Progress | null)?.end();
    interrupt.done();
    await runtime?.close();
  }
}

/** The rules are the default: a name left out must not put them in the place of a model's labels. */
function keepModelLabels(theirs: number, out: string, folder: string): void {
  if (theirs === 0) return;
  throw new UsageError(
    "labels_of_a_model",
    `${out} holds ${plural(theirs, "label")} by another labeller than the rules (builtin). Name it with --labeller to go on with it, or write the rules' labels elsewhere: normact perceptor label --data ${shellQuote(folder)} --out FILE; --yes replaces them`,
  );
}

const wordsOf = (reasons: Record<string, number>): string => {
  const words: Record<string, string> = {
    new: "new",
    prompt: "asked in other words",
    picture: "with another picture",
    labeller: "by another labeller",
  };
  return (
    Object.entries(reasons)
      .map(([r, n]) => `${n} ${words[r] ?? r}`)
      .join(", ") || "nothing"
  );
};

function chosen(items: readonly Item[], options: LabelOptions): Item[] {
  const known = [...new Set(items.map((i) => i.task))];
  for (const task of options.tasks ?? [])
    if (!known.includes(task))
      throw new UsageError(
        "unknown_task",
        `the set has no pictures of "${task}"; it has ${known.join(", ")}`,
      );
  const own = items.filter((i) => !options.tasks || options.tasks.includes(i.task));
  return own.slice(0, options.limit);
}

interface Estimate {
  inputTokens: number;
  outputTokens: number;
  /** US dollars; null where no price is known */
  cost: number | null;
}

/** From one picture of each task, times how many there are: what one answer a picture would take. */
async function estimateOf(
  runtime: ModelRuntime,
  client: ModelClient,
  labeller: Labeller,
  folder: string,
  todo: readonly Item[],
): Promise<Estimate> {
  const tasks = new Map<string, Item[]>();
  for (const item of todo) tasks.set(item.task, [...(tasks.get(item.task) ?? []), item]);
  let input = 0;
  for (const own of tasks.values()) {
    const item = own[0]!;
    const request = labeller.request(item, pictureOf(folder, item))!;
    const { sent } = await client.preview(request);
    input += own.length * estimateTokens(request, client.name, sent.images).input;
  }
  // two sentences; what a reasoning model thinks comes on top and is not known beforehand
  const output = todo.length * 90;
  const price = priceOf(runtime.prices(), client.name, client.endpoint);
  const cost = price ? (input * price.input + output * price.output) / 1e6 : null;
  return { inputTokens: input, outputTokens: output, cost };
}

function sayCost(
  client: ModelClient,
  n: number,
  reasons: Record<string, number>,
  e: Estimate,
): void {
  const thousand = (x: number): string => `${Math.round(x / 1000)} k`;
  const price = e.cost === null ? "no price is known for it" : `about $${e.cost.toFixed(2)}`;
  note(
    `${n} pictures (${wordsOf(reasons)}) go to ${client.name} at ${client.endpoint}: about ${thousand(e.inputTokens)} tokens in, ${thousand(e.outputTokens)} out, ${price}; up to three times as much where answers cannot be used, and more if the model thinks first`,
  );
}

async function confirm(): Promise<void> {
  if (!process.stdin.isTTY)
    throw new UsageError(
      "not_confirmed",
      "these calls may cost money: go on with --yes, or look at the estimate alone with --dry-run",
    );
  const { createInterface } = await import("node:readline/promises");
  const ask = createInterface({ input: process.stdin, output: process.stderr });
  const said = await ask.question("Go on? [y/N] ");
  ask.close();
  if (!/^y(es)?$/i.test(said.trim())) throw new UsageError("not_confirmed", "nothing was sent");
}

function report(
  labels: readonly Label[],
  items: readonly Item[],
  out: string,
  options: LabelOptions,
  runtime: ModelRuntime | null,
): void {
  const byTask = new Map<string, { ok: number; again: number; flags: string[] }>();
  const taskOf = new Map(items.map((i) => [i.id, i.task]));
  for (const l of labels) {
    const task = taskOf.get(l.id) ?? "?";
    const row = byTask.get(task) ?? { ok: 0, again: 0, flags: [] };
    byTask.set(task, row);
    if (l.status === "ok") row.ok++;
    if (l.attempts > 1) row.again++;
    row.flags.push(...l.flags);
  }
  const flagged = labels.filter((l) => l.status === "flagged").length;
  const spent = runtime?.spent();
  if (options.json) {
    printJson({
      schemaVersion: 1,
      out,
      labels: labels.length,
      flagged,
      askedAgain: labels.filter((l) => l.attempts > 1).length,
      calls: spent?.calls ?? 0,
      cacheHits: spent?.cacheHits ?? 0,
      cost: spent?.cost ?? null,
    });
  } else {
    const counted = (flags: string[]): string =>
      [...new Set(flags)].map((f) => `${flags.filter((x) => x === f).length} ${f}`).join(", ");
    print(
      textTable(
        ["task", "usable", "asked again", "flagged for"],
        [...byTask].map(([task, r]) => [task, String(r.ok), String(r.again), counted(r.flags)]),
      ),
    );
  }
  const cost = spent?.cost ? `, $${spent.cost.toFixed(2)}` : "";
  note(
    `${labels.length} labels in ${out}, ${flagged} of them flagged${spent ? `; ${spent.calls} calls, ${spent.cacheHits} answers from the cache${cost}` : ""}`,
  );
  note(
    `look at them with: normact perceptor review --data ${options.data}; then: normact perceptor export --data ${options.data} --out DIR`,
  );
}
