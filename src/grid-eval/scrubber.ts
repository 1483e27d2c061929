import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { type FrameView, Onlooker, replayHtml, type Trace } from "../grid-pictures/index.js";
import { beliefsByTurn } from "./metrics/beliefs.js";
import type { EpisodeRecord } from "./records.js";
import { replayEpisode } from "./replay.js";
import type { GridStore } from "./store.js";

/** The episode of a run by norm and name: `interaction`, `seen-1` to `unseen-3`. @throws UsageError when it is not there */
export function episodeNamed(store: GridStore, norm: string, name: string): EpisodeRecord {
  const records = [...store.episodes().values()];
  const own = records.filter((r) => r.norm === norm);
  if (own.length === 0) {
    const norms = [...new Set(records.map((r) => r.norm))];
    const near = closestMatch(norm, norms);
    throw new UsageError(
      "unknown_norm",
      `${store.info.runId} has no episode of "${norm}".${near ? ` Did you mean "${near}"?` : ""} It has: ${norms.join(", ")}`,
    );
  }
  const names = namesOf(own);
  const found = own.find((r) => names.get(r.id) === name || r.id === name);
  if (!found)
    throw new UsageError(
      "unknown_episode",
      `"${norm}" has no episode "${name}" in this run; it has ${[...names.values()].join(", ")}`,
    );
  return found;
}

/** Short names of a norm's episodes: by phase, tests with their number. */
export function namesOf(records: readonly EpisodeRecord[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const phase of ["interaction", "seen", "unseen"] as const)
    records
      .filter((r) => r.phase === phase)
      .sort((a, b) => a.seed - b.seed)
      .forEach((r, i) => {
        names.set(r.id, phase === "interaction" ? phase : `${phase}-${i + 1}`);
      });
  return names;
}

/** An episode as frames: what the newcomer thought and held to be the rule stands beside each. */
export function traceOf(store: GridStore, record: EpisodeRecord): Trace {
  const log = store.log();
  const steps = log.steps.get(record.id) ?? [];
  const answers = log.answers.get(record.id) ?? new Map();
  const held = beliefsByTurn({ record, answers, steps });
  const onlooker = new Onlooker(record.layout);
  const frames: FrameView[] = [];
  const noteOf = (turn: number): string => {
    const answer = answers.get(turn);
    const belief = held.get(turn);
    return [
      answer?.outcome && answer.outcome !== "ok" ? `answer ${answer.outcome}: WAIT` : "",
      answer?.reasoning ? `thinks: ${answer.reasoning}` : "",
      belief ? `believes: ${belief.text}` : "",
    ]
      .filter((part) => part !== "")
      .join(" \u2014 ");
  };
  const look = (frame: FrameView): void => {
    const note = noteOf(frame.turn);
    frames.push(note === "" ? frame : { ...frame, note });
  };
  const end = replayEpisode(
    record.scenario,
    steps,
    () => {},
    (episode) => look(onlooker.frame(episode.state)),
  );
  look(onlooker.frame(end.state));
  const { norm, layout, seed, habit, phase } = record;
  return {
    layout,
    title: `${norm}: ${phase}, ${layout}`,
    about: [
      `newcomer ${store.info.settings.newcomer}`,
      `seed ${seed}`,
      ...(habit === null ? [] : [`habit ${habit}`]),
      `${record.sanctions} own sanctions`,
      ...(phase === "interaction"
        ? []
        : [record.joint ? "joint success" : `task ${record.task}, no joint success`]),
    ],
    frames,
  };
}

/** A page that steps through an episode of a run. */
export function scrubberPage(store: GridStore, norm: string, name: string): string {
  return replayHtml(traceOf(store, episodeNamed(store, norm, name)));
}
