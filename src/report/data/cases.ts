import { existsSync } from "node:fs";
import { join } from "node:path";
import { readBytes } from "../../core/files.js";
import type { Sample } from "../../eval/sample.js";
import { thumbnail } from "../../images/index.js";
import { cuePackHash, defaultCuePack, goalText } from "../../prompts/index.js";
import { ScenePool } from "../../scenes/jobs.js";
import type { ObservationPicture } from "../../scenes/picture.js";
import { episodeFromSpec } from "../../scenes/spec.js";
import { createWorld } from "../../world/index.js";
import type { Episode } from "../../world/types.js";
import { readRunLabels } from "./labels.js";
import { type LoadedRun, samplesOf } from "./rows.js";
import type { GalleryCase, ReportRow } from "./types.js";

export interface Chosen {
  kind: string;
  row: ReportRow;
}

/** Both halves side by side, wide enough to see who stands where. */
const PICTURE_WIDTH = 720;

/**
 * The chosen episodes with everything a reader needs to judge them: picture, goal, cue, plan, verdicts, labels.
 * @param pictures false leaves the pictures out
 */
export async function casesOf(
  runs: readonly LoadedRun[],
  chosen: readonly Chosen[],
  { pictures, workers }: { pictures: boolean; workers: number },
): Promise<GalleryCase[]> {
  const out = new Map<
    Chosen,
    { base: Omit<GalleryCase, "picture">; episode: Episode; file: string | null }
  >();
  for (const run of runs) {
    const own = chosen.filter((c) => c.row.run === run.store.info.runId);
    if (own.length === 0) continue;
    const samples = samplesOf(
      run,
      own.map((c) => c.row),
    );
    const specs = new Map(run.store.specs().map((s) => [s.id, s]));
    const labels = readRunLabels(run.store.folder);
    const goalOf = goals(run);
    for (const c of own) {
      const sample = samples.get(c.row);
      const spec = specs.get(c.row.id);
      if (!sample || !spec) continue;
      const episode = episodeFromSpec(spec);
      const image = sample.turns[0]?.image ?? null;
      const file = image === null ? null : join(run.store.folder, "images", `${image}.png`);
      out.set(c, {
        base: {
          ...caseText(c, sample),
          goal: goalOf(episode),
          labels: [...labels].flatMap(([judge, byCase]) => {
            const label = byCase.get(`${c.row.id}#${c.row.epoch}`);
            return label?.primary
              ? [{ judge, primary: label.primary, explanation: label.explanation ?? "" }]
              : [];
          }),
        },
        episode,
        file: file !== null && existsSync(file) ? file : null,
      });
    }
  }
  const scenes = new ScenePool(pictures ? Math.min(workers, chosen.length) : 0);
  try {
    return await Promise.all(
      chosen.flatMap((c) => {
        const found = out.get(c);
        if (!found) return [];
        return [
          (async () => ({
            ...found.base,
            picture: pictures ? await pictureOf(found.episode, found.file, scenes) : null,
          }))(),
        ];
      }),
    );
  } finally {
    await scenes.close();
  }
}

/** The picture that was sent, or the same moment drawn again, as a small WebP. */
async function pictureOf(
  episode: Episode,
  file: string | null,
  scenes: ScenePool,
): Promise<Uint8Array> {
  const png =
    file === null
      ? (
          await scenes.run<ObservationPicture>({
            type: "draw",
            snapshot: createWorld(episode).snapshot(),
          })
        ).observation
      : readBytes(file);
  return thumbnail(png, PICTURE_WIDTH, 72);
}

/** The goal in the words of the run's cue pack, where that is the one that ships. */
function goals(run: LoadedRun): (episode: Episode) => string | null {
  const pack = defaultCuePack();
  if (cuePackHash(pack) !== run.store.info.settings.cuePack.hash) return () => null;
  return (episode) => goalText(pack, episode);
}

function caseText(
  { kind, row }: Chosen,
  sample: Sample,
): Omit<GalleryCase, "picture" | "goal" | "labels"> {
  return {
    kind,
    run: row.run,
    series: row.series,
    cue: row.cue,
    id: row.id,
    epoch: row.epoch,
    task: row.task,
    cueText: row.cueText,
    turns: sample.turns.map((turn) => ({
      outcome: turn.outcome,
      unreadable: turn.plan === null ? (turn.raw ?? turn.error) : null,
      steps: (turn.plan ?? []).map((step, i) => {
        const result = turn.results[i];
        return {
          action: step.action,
          parameters: Object.entries(step.parameters)
            .map(([k, v]) => `${k}: ${typeof v === "string" ? v : JSON.stringify(v)}`)
            .join(", "),
          think: step.think,
          result: result === undefined ? null : result.result === "success" ? "done" : result.error,
        };
      }),
    })),
    goalOk: row.goal,
    normOk: row.norm,
    goalWhy: sample.goal.reason.sentence,
    normWhy: sample.norm.reason.sentence,
    scored: row.scored,
  };
}
