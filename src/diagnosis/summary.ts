import { type Agreement, agreement } from "../scoring/agreement.js";
import { type Proportion, proportion } from "../scoring/intervals.js";
import { ERROR_LABELS, type ErrorLabel, type LabelOutcome, type LabelRecord } from "./labels.js";
import { labelKey } from "./store.js";

/** How often each label was given: as the primary one, and at all. */
export type LabelCounts = Record<ErrorLabel, { primary: Proportion; any: Proportion }>;

/** Labels of one run by one judge. */
export interface DiagnosisSummary {
  runId: string;
  model: string;
  cue: string;
  judge: string;
  /** scored episodes, failed ones, those with a label */
  scored: number;
  failed: number;
  labelled: number;
  /** cases whose labelling did not end with a label, by outcome; never counted as any label */
  unlabelled: Partial<Record<LabelOutcome | "open", number>>;
  /** what was wrong with the first of those that were tried; null when none was */
  firstError: string | null;
  counts: LabelCounts;
  byTask: Record<string, LabelCounts>;
}

export function countLabels(records: readonly LabelRecord[]): LabelCounts {
  const ok = records.filter((r) => r.outcome === "ok");
  const of = (label: ErrorLabel) => ({
    primary: proportion(ok.filter((r) => r.primary === label).length, ok.length),
    any: proportion(ok.filter((r) => r.labels.includes(label)).length, ok.length),
  });
  return Object.fromEntries(ERROR_LABELS.map((l) => [l, of(l)])) as LabelCounts;
}

export function summariseLabels(
  run: { runId: string; model: string; cue: string; judge: string; scored: number; failed: number },
  records: readonly LabelRecord[],
): DiagnosisSummary {
  const ok = records.filter((r) => r.outcome === "ok");
  const unlabelled: DiagnosisSummary["unlabelled"] = {};
  for (const { outcome } of records)
    if (outcome !== "ok") unlabelled[outcome] = (unlabelled[outcome] ?? 0) + 1;
  const open = run.failed - records.length;
  if (open > 0) unlabelled.open = open;
  const byTask: Record<string, LabelCounts> = {};
  for (const task of [...new Set(ok.map((r) => r.task))])
    byTask[task] = countLabels(ok.filter((r) => r.task === task));
  return {
    ...run,
    labelled: ok.length,
    unlabelled,
    firstError: records.find((r) => r.outcome !== "ok" && r.error)?.error ?? null,
    counts: countLabels(records),
    byTask,
  };
}

/** Agreement of two or more judges on the primary label, over the cases that at least two of them labelled. */
export function judgeAgreement(byJudge: readonly (readonly LabelRecord[])[]): Agreement {
  const keys = [...new Set(byJudge.flat().map((r) => `${r.cue} ${r.model} ${labelKey(r)}`))].sort();
  const raters = byJudge.map((records) => {
    const own = new Map(records.map((r) => [`${r.cue} ${r.model} ${labelKey(r)}`, r.primary]));
    return keys.map((key) => own.get(key) ?? null);
  });
  return agreement(raters);
}
