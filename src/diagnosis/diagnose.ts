import { NormactError } from "../core/errors.js";
import { sentence } from "../core/shown.js";
import type { RunStore } from "../eval/store.js";
import type { ModelClient } from "../models/types.js";
import { caseHash, type FailedCase } from "./case.js";
import { epochOf } from "./cases.js";
import { type JudgeSettings, judgeCase, type Labelled } from "./judge.js";
import type { LabelRecord } from "./labels.js";
import { judgeVersion } from "./prompt.js";
import { labelByRules, rulesHash } from "./rules.js";
import { labelKey, labelWriter, readLabels } from "./store.js";

/** Something that labels cases: a judge model, or the stated rules. */
export interface Labeller {
  name: string;
  /** labels under another version are made anew */
  version: string;
  /** @param before answers that earlier calls of the command got for this case, all of them outside the form */
  label(failed: FailedCase, before: number): Promise<Labelled>;
}

/** The name of the rules in every table and file. */
export const RULES_LABELLER = "builtin/rules";

export function ruleLabeller(): Labeller {
  return {
    name: RULES_LABELLER,
    version: rulesHash(),
    label: async (failed) => ({
      outcome: "ok",
      finding: labelByRules(failed),
      attempts: 0,
      usage: null,
      error: null,
      fatal: false,
      cancelled: false,
    }),
  };
}

export function judgeLabeller(client: ModelClient, settings: JudgeSettings): Labeller {
  return {
    name: client.name,
    version: judgeVersion(),
    // an answer of no use stands in the cache: another one has to be asked for
    label: (failed, before) => judgeCase(client, failed, settings, before),
  };
}

export interface DiagnoseHooks {
  /** cases at a time */
  concurrency: number;
  /** no further case is begun once this is aborted */
  stop: AbortSignal;
  onLabel(record: LabelRecord): void;
}

/**
 * Labels what a run's cases still lack and appends each label to the judge's file, durable before it is counted.
 * A label is kept as long as it came out `ok` under the same version for the same answers; whatever ended
 * otherwise is asked for again.
 * @returns the labels that there are, in the order of the cases
 * @throws NormactError when every further case would fail in the same way (exit 3, resumable)
 */
export async function diagnose(
  store: RunStore,
  cases: readonly FailedCase[],
  labeller: Labeller,
  hooks: DiagnoseHooks,
): Promise<LabelRecord[]> {
  const done = keptLabels(store, cases, labeller);
  const todo = cases.filter((c) => !done.has(keyOf(c)));
  if (todo.length > 0) {
    const earlier = readLabels(store.folder, labeller.name);
    const writer = labelWriter(store.folder, labeller.name);
    try {
      await inLanes(todo, hooks, async (failed) => {
        const labelled = await labeller.label(
          failed,
          answersOfNoUse(earlier.get(keyOf(failed)), failed, labeller),
        );
        if (labelled.cancelled) return;
        if (labelled.fatal) throw refused(labeller, labelled);
        const record = recordOf(failed, labeller, labelled, store);
        writer.append(record);
        done.set(keyOf(failed), record);
        hooks.onLabel(record);
      });
    } finally {
      writer.close();
    }
  }
  return cases.flatMap((c) => done.get(keyOf(c)) ?? []);
}

function answersOfNoUse(
  label: LabelRecord | undefined,
  failed: FailedCase,
  { version }: Labeller,
): number {
  const same = label?.version === version && label.caseHash === caseHash(failed);
  return same && label.outcome === "invalid_output" ? label.attempts : 0;
}

/** Labels that still hold for these cases. */
export function keptLabels(
  store: RunStore,
  cases: readonly FailedCase[],
  labeller: Pick<Labeller, "name" | "version">,
): Map<string, LabelRecord> {
  const found = readLabels(store.folder, labeller.name);
  const kept = new Map<string, LabelRecord>();
  for (const failed of cases) {
    const label = found.get(keyOf(failed));
    if (
      label?.outcome === "ok" &&
      label.version === labeller.version &&
      label.caseHash === caseHash(failed)
    )
      kept.set(keyOf(failed), label);
  }
  return kept;
}

const keyOf = ({ sample }: FailedCase): string =>
  labelKey({ id: sample.id, epoch: epochOf(sample) });

function refused(labeller: Labeller, labelled: Labelled): NormactError {
  return new NormactError(
    "judge_refuses",
    `${labeller.name}: ${sentence(labelled.error ?? "")} Every further call would fail too. What is labelled is kept: mend this and run the same command again to go on.`,
    3,
  );
}

function recordOf(
  failed: FailedCase,
  labeller: Labeller,
  labelled: Labelled,
  store: RunStore,
): LabelRecord {
  const { sample, cue } = failed;
  const { finding, outcome, attempts, usage, error } = labelled;
  return {
    schemaVersion: 1,
    id: sample.id,
    epoch: epochOf(sample),
    task: sample.task,
    cue,
    model: store.info.settings.model,
    judge: labeller.name,
    version: labeller.version,
    caseHash: caseHash(failed),
    outcome,
    primary: finding?.primary ?? null,
    labels: finding?.labels ?? [],
    confidence: finding?.confidence ?? null,
    explanation: finding?.explanation ?? null,
    evidence: finding?.evidence ?? [],
    scores: finding?.scores ?? null,
    attempts,
    usage,
    error,
  };
}

/** Works through a list, so many at a time; stops starting when told to or after the first error. */
async function inLanes<T>(
  items: readonly T[],
  { concurrency, stop }: DiagnoseHooks,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let broken = false;
  const lane = async (): Promise<void> => {
    while (next < items.length && !stop.aborted && !broken) {
      try {
        await work(items[next++]!);
      } catch (error) {
        broken = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.max(1, concurrency) }, lane));
  const failed = lanes.find((l) => l.status === "rejected");
  if (failed) throw failed.reason;
}
