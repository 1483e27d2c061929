import { Rng } from "../core/rng.js";
import type { FailedCase } from "./case.js";
import { epochOf } from "./cases.js";
import type { LabelRecord } from "./labels.js";
import { labelKey } from "./store.js";

/** A labelled case of a run. */
export interface Drawable {
  run: string;
  failed: FailedCase;
  label: LabelRecord;
}

/** The cases of a run that have a label. */
export function labelledCases(
  run: string,
  cases: readonly FailedCase[],
  labels: ReadonlyMap<string, LabelRecord>,
): Drawable[] {
  return cases.flatMap((failed) => {
    const label = labels.get(labelKey({ id: failed.sample.id, epoch: epochOf(failed.sample) }));
    return label?.outcome === "ok" ? [{ run, failed, label }] : [];
  });
}

/**
 * Draws up to `perCue` cases under every cue condition, over all runs together (the paper checks fifty a cue).
 * Same cases and seed, same draw; within a cue the order is the drawn one, so that a reviewer who stops early
 * has seen a random part.
 */
export function drawCases(all: readonly Drawable[], perCue: number, seed: number): Drawable[] {
  const cues = [...new Set(all.map((d) => d.failed.cue))];
  return cues.flatMap((cue) => {
    const own = all.filter((d) => d.failed.cue === cue);
    return Rng.from("diagnosis-sample", seed, cue).shuffle(own).slice(0, perCue);
  });
}
