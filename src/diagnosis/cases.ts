import { UsageError } from "../core/errors.js";
import type { Sample } from "../eval/sample.js";
import type { RunStore } from "../eval/store.js";
import { taskCues } from "../prompts/goal.js";
import { type CuePack, cuePackHash, defaultCuePack, fillSlots } from "../prompts/index.js";
import { episodeFromSpec } from "../scenes/spec.js";
import { type FailedCase, failedCase, isFailed } from "./case.js";

/** The pack that a run was made with: the default one, or the one given. @throws UsageError `other_pack` */
export function packOf(store: RunStore, given: CuePack | null): CuePack {
  const pack = given ?? defaultCuePack();
  const { name, hash } = store.info.settings.cuePack;
  if (cuePackHash(pack) === hash) return pack;
  throw new UsageError(
    "other_pack",
    `run ${store.info.runId} was made with the cue pack "${name}" (${hash.slice(0, 12)}), and "${pack.name}" is another one: give its file with --cue-pack`,
  );
}

export interface RunCases {
  /** episodes of the run, scored or not, so far */
  n: number;
  failed: FailedCase[];
  /** scored episodes without a failure */
  succeeded: number;
  unscored: number;
  /** episodes that the run still lacks */
  missing: number;
}

/** What there is to label in a run, in data-set order. @throws UsageError for a run of twins */
export function casesOf(store: RunStore, given: CuePack | null): RunCases {
  const { settings, runId } = store.info;
  if (settings.dataset.twins)
    throw new UsageError(
      "twins_have_no_norm",
      `run ${runId} is of twins, where the norm does not hold: nothing in it can fail a norm`,
    );
  const pack = packOf(store, given);
  const episodes = new Map(store.specs().map((spec) => [spec.id, spec]));
  const order = new Map([...episodes.keys()].map((id, i) => [id, i]));
  const samples = [...store.samples().values()].sort(
    (a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0) || epochOf(a) - epochOf(b),
  );
  const failed = samples.filter(isFailed).flatMap((sample) => {
    const spec = episodes.get(sample.id);
    if (!spec) return [];
    const episode = episodeFromSpec(spec);
    const norm = fillSlots(taskCues(pack, episode.task).specific, episode);
    return failedCase(
      sample,
      episode,
      settings.cue,
      toldCue(sample, pack, settings.cue, episode),
      norm,
      pack,
    );
  });
  const succeeded = samples.filter((s) => s.taskSuccess && !isFailed(s)).length;
  return {
    n: samples.length,
    failed,
    succeeded,
    unscored: samples.length - succeeded - failed.length,
    missing: Math.max(0, store.info.n - new Set(samples.map((s) => s.id)).size),
  };
}

/** Which repetition a sample is; 0 where a run has none. */
export const epochOf = (sample: Sample): number =>
  (sample as Sample & { epoch?: number }).epoch ?? 0;

/** The cue as it was told: from the log, or from the pack for logs that do not keep it. */
function toldCue(
  sample: Sample,
  pack: CuePack,
  cue: string,
  episode: ReturnType<typeof episodeFromSpec>,
): string | null {
  const turn = sample.turns[0];
  if (turn?.cue !== undefined || turn?.hints) {
    const parts = [...(turn.hints ?? []), ...(turn.cue ? [turn.cue] : [])];
    return parts.length > 0 ? parts.join("\n") : null;
  }
  if (cue !== "category" && cue !== "specific" && cue !== "evidence") return null;
  return fillSlots(taskCues(pack, episode.task)[cue], episode);
}
