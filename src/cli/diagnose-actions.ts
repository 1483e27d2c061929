import { NormactError } from "../core/errors.js";
import { readText } from "../core/files.js";
import type { UnreadLine } from "../core/jsonl.js";
import { legible, pluralIs } from "../core/shown.js";
import type { FailedCase } from "../diagnosis/case.js";
import { casesOf, type RunCases } from "../diagnosis/cases.js";
import {
  diagnose,
  judgeLabeller,
  keptLabels,
  type Labeller,
  RULES_LABELLER,
  ruleLabeller,
} from "../diagnosis/diagnose.js";
import { type JudgeSettings, judgeRequest } from "../diagnosis/judge.js";
import { ERROR_LABELS, type LabelRecord } from "../diagnosis/labels.js";
import { unreadLabels, unreadText } from "../diagnosis/store.js";
import { type DiagnosisSummary, judgeAgreement, summariseLabels } from "../diagnosis/summary.js";
import { RunStore } from "../eval/store.js";
import { createRuntime, type ModelRuntime } from "../models/runtime.js";
import type { ModelClient } from "../models/types.js";
import { type CuePack, loadCuePack } from "../prompts/index.js";
import { rate } from "../report/score-table.js";
import { textTable } from "../report/text-table.js";
import type { Agreement } from "../scoring/agreement.js";
import type { Proportion } from "../scoring/intervals.js";
import { note, print, printJson } from "./io.js";
import { type ModelFlags, runtimeOptions } from "./model-flags.js";
import { progress } from "./progress.js";
import { sameCommand } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

export interface DiagnoseFlags extends ModelFlags {
  judge?: string[];
  out: string;
  cuePack?: string;
  limit?: number;
  reasks: number;
  dryRun?: boolean;
  json?: boolean;
}

/** Cases at a time where the provider's limit is found out by itself. */
const IN_FLIGHT = 16;

interface Run {
  store: RunStore;
  cases: RunCases;
  /** those that are to be labelled */
  chosen: FailedCase[];
}

export function packFile(file: string | undefined): CuePack | null {
  return file === undefined ? null : loadCuePack(readText(file), file);
}

export async function runDiagnose(names: string[], flags: DiagnoseFlags): Promise<void> {
  const judges = [...new Set(flags.judge ?? [RULES_LABELLER])];
  const pack = packFile(flags.cuePack);
  const runs = [...new Set(names)].map((name): Run => {
    const store = RunStore.open(flags.out, name);
    const cases = casesOf(store, pack);
    return { store, cases, chosen: cases.failed.slice(0, flags.limit) };
  });
  for (const { store, cases } of runs)
    if (cases.missing > 0)
      note(
        `${store.info.runId} is not complete: ${cases.missing} of ${store.info.n} episodes are missing; what is there is labelled`,
      );
  for (const { store } of runs)
    for (const judge of judges) noteUnread(unreadLabels(store.folder, judge));
  const runtime = createRuntime(runtimeOptions(flags));
  try {
    const labellers = judges.map((name) => labellerOf(name, flags, runtime));
    if (flags.dryRun) await dryRun(runs, judges, flags, runtime, labellers);
    else await labelAll(runs, labellers, flags);
  } finally {
    await runtime.close();
  }
}

/** Lines of a label file that hold no label are said, never passed over. */
export function noteUnread(lines: readonly UnreadLine[]): void {
  if (lines.length > 0) note(unreadText(lines));
}

function settingsOf(flags: DiagnoseFlags): JudgeSettings {
  return {
    reasks: flags.reasks,
    ...(flags.temperature === undefined ? {} : { temperature: flags.temperature }),
    ...(flags.maxTokens === undefined ? {} : { maxTokens: flags.maxTokens }),
    ...(flags.reasoningEffort === undefined ? {} : { reasoningEffort: flags.reasoningEffort }),
  };
}

function clientOf(name: string, flags: DiagnoseFlags, runtime: ModelRuntime): ModelClient {
  const { baseUrl, openaiApi: api, structured } = flags;
  return runtime.client(name, {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(api === undefined ? {} : { api }),
    ...(structured === undefined ? {} : { structured }),
  });
}

function labellerOf(name: string, flags: DiagnoseFlags, runtime: ModelRuntime): Labeller {
  return name === RULES_LABELLER
    ? ruleLabeller()
    : judgeLabeller(clientOf(name, flags, runtime), settingsOf(flags));
}

/** What would be asked, counted, and one request as it would go out. */
async function dryRun(
  runs: Run[],
  judges: string[],
  flags: DiagnoseFlags,
  runtime: ModelRuntime,
  labellers: Labeller[],
): Promise<void> {
  const plan = judges.map((judge, i) => {
    const version = labellers[i]!.version;
    const open = runs.map(({ store, chosen }) => {
      const kept = keptLabels(store, chosen, { name: judge, version });
      return {
        runId: store.info.runId,
        failed: chosen.length,
        labelled: kept.size,
        open: chosen.length - kept.size,
      };
    });
    return {
      judge,
      runs: open,
      calls: judge === RULES_LABELLER ? 0 : open.reduce((n, r) => n + r.open, 0),
    };
  });
  const model = judges.find((j) => j !== RULES_LABELLER);
  const first = runs.flatMap((r) => r.chosen)[0];
  const request =
    model && first
      ? await clientOf(model, flags, runtime).preview(judgeRequest(first, settingsOf(flags)))
      : null;
  if (flags.json) return printJson({ schemaVersion: 1, plan, request });
  for (const { judge, runs: rows, calls } of plan) {
    print(`${judge}: ${calls} calls`);
    print(
      textTable(
        ["run", "failed", "labelled", "open"],
        rows.map((r) => [r.runId, String(r.failed), String(r.labelled), String(r.open)]),
        "  ",
      ),
    );
  }
  if (request) print(`${request.method} ${request.url}\n${JSON.stringify(request.body, null, 2)}`);
}

async function labelAll(runs: Run[], labellers: Labeller[], flags: DiagnoseFlags): Promise<void> {
  const stopping = stopOnSignal("finishing what is in flight");
  const summaries: DiagnosisSummary[] = [];
  const byJudge = labellers.map((): LabelRecord[] => []);
  try {
    for (const [j, labeller] of labellers.entries())
      for (const { store, cases, chosen } of runs) {
        const kept = keptLabels(store, chosen, labeller).size;
        if (kept > 0 && kept < chosen.length)
          note(
            `${store.info.runId}, ${labeller.name}: ${kept} of ${chosen.length} labels are there`,
          );
        const bar = progress(labeller.name, chosen.length, kept, labeller.name === RULES_LABELLER);
        const records = await diagnose(store, chosen, labeller, {
          concurrency: typeof flags.concurrency === "number" ? flags.concurrency : IN_FLIGHT,
          stop: stopping.stop,
          onLabel: (r) => bar.tick(r.id),
        }).finally(() => bar.end());
        byJudge[j]!.push(...records);
        const { runId, settings } = store.info;
        summaries.push(
          summariseLabels(
            {
              runId,
              model: settings.model,
              cue: settings.cue,
              judge: labeller.name,
              scored: cases.failed.length + cases.succeeded,
              failed: chosen.length,
            },
            records,
          ),
        );
      }
  } catch (error) {
    throw withCommand(error);
  } finally {
    stopping.done();
  }
  const agreement = labellers.length > 1 ? judgeAgreement(byJudge) : null;
  if (flags.json) printJson({ schemaVersion: 1, runs: summaries, agreement });
  else {
    print(labelTable(summaries));
    if (agreement) print(agreementLines(labellers.map((l) => l.name).join(" and "), agreement));
  }
  finish(summaries, stopping.stop.aborted);
}

function finish(summaries: DiagnosisSummary[], stopped: boolean): void {
  const open = summaries.reduce((n, s) => n + (s.failed - s.labelled), 0);
  if (open === 0) return;
  throw new NormactError(
    stopped ? "interrupted" : "unfinished",
    `${pluralIs(open, "case")} without a label. What is labelled is kept; to go on:\n${sameCommand()}`,
    stopped ? 130 : 3,
  );
}

/** Work that can be gone on with ends with the command for it. */
function withCommand(error: unknown): unknown {
  if (!(error instanceof NormactError) || error.exitCode !== 3) return error;
  const text = `${error.message}\n${sameCommand()}`;
  return new NormactError(error.code, text, 3, { cause: error });
}

/** Labels by run and judge. Per cent of the labelled cases with 95 % Wilson intervals. */
export function labelTable(summaries: readonly DiagnosisSummary[]): string {
  const cell = (p: Proportion): string => `${p.k}  ${rate(p)}`;
  const rows = summaries.map((s) => [
    s.model,
    s.cue,
    s.judge,
    `${s.labelled}/${s.failed}`,
    ...ERROR_LABELS.map((l) => cell(s.counts[l].primary)),
  ]);
  const any = summaries.map((s) => [
    s.model,
    s.cue,
    s.judge,
    ...ERROR_LABELS.map((l) => cell(s.counts[l].any)),
  ]);
  const left = summaries.flatMap((s) => [
    ...Object.entries(s.unlabelled).map(
      ([why, n]) => `${s.runId}, ${s.judge}: ${n} without a label (${why})`,
    ),
    ...(s.firstError === null ? [] : [`  the first: ${legible(s.firstError)}`]),
  ]);
  return [
    "Primary label of failed episodes: count, per cent of the labelled ones with 95 % Wilson intervals.\n",
    textTable(["model", "cue", "judge", "labelled", ...ERROR_LABELS], rows),
    "\nEvery label that fits (a case may have several):\n",
    textTable(["model", "cue", "judge", ...ERROR_LABELS], any),
    ...left.map((line) => `${line}\n`),
  ].join("");
}

/** Agreement in three figures with intervals; "–" where one is undefined. */
export function agreementLines(who: string, a: Agreement): string {
  const figure = (x: { value: number; ci95: [number, number] | null } | null): string =>
    x === null
      ? "–"
      : `${x.value.toFixed(2)}${x.ci95 ? ` (${x.ci95[0].toFixed(2)} to ${x.ci95[1].toFixed(2)})` : ""}`;
  const share = a.observed === null ? "–" : `${(100 * a.observed).toFixed(1)} %`;
  return `Agreement of ${who} on the primary label, n = ${a.n}: ${share}; Cohen's κ ${figure(a.kappa)}; Krippendorff's α ${figure(a.alpha)}; Gwet's AC1 ${figure(a.ac1)} (95 % intervals)\n`;
}
