import { canonicalJson } from "../core/hash.js";
import { normIds } from "../grid/norms/index.js";
import { checkBelief } from "./beliefs/check.js";
import { type LessonEvidence, lessonEvidence } from "./metrics/evidence.js";
import type { EpisodeRecord, StepLine } from "./records.js";
import { replayEpisode } from "./replay.js";
import type { GridStore } from "./store.js";
import { type GridSummary, summariseGrid } from "./summary.js";
import { Tally } from "./tally.js";
import { type UnreadLine, unreadLines } from "./unread.js";

/** Everything of a run again, from its log alone. */
export interface GridScore {
  summary: GridSummary;
  /** episodes whose log does not come to what was recorded */
  differences: string[];
  /** lines of its files that count for nothing */
  unread: UnreadLine[];
  /** per norm, when asked for */
  norms: NormRow[] | null;
}

/** One norm of a run. */
export interface NormRow {
  norm: string;
  family: string;
  /** tests with joint success, and tests played */
  seen: [number, number];
  unseen: [number, number];
  violations: number | null;
  belief: {
    text: string | null;
    nearest: string | null;
    right: boolean;
    confidence: number | null;
  };
  evidence: LessonEvidence | null;
}

/**
 * Plays every episode again by the logged actions and compares; nobody is asked.
 * @param byNorm also what each interaction phase told of its norm
 */
export function scoreGridRun(store: GridStore, { byNorm = false } = {}): GridScore {
  const { steps } = store.log();
  const records = [...store.episodes().values()];
  const differences = records.flatMap((r) => differencesOf(r, steps.get(r.id) ?? []));
  return {
    summary: summariseGrid(store),
    differences,
    unread: unreadLines(store.folder),
    norms: byNorm ? normRows(records, steps) : null,
  };
}

function differencesOf(record: EpisodeRecord, steps: readonly StepLine[]): string[] {
  const tally = new Tally(record.scenario);
  const automatic = new Map(steps.map((s) => [s.turn, s.automatic]));
  replayEpisode(
    record.scenario,
    steps,
    ({ result }) => tally.after(result, automatic.get(result.turn) ?? false),
    (episode) => tally.before(episode.state),
  );
  const again: Record<string, unknown> = tally.totals();
  const told = record as unknown as Record<string, unknown>;
  const differ = Object.keys(again).filter(
    (k) => canonicalJson(again[k]) !== canonicalJson(told[k]),
  );
  const lines = canonicalJson(tally.steps) === canonicalJson(steps) ? [] : ["its steps"];
  return [...differ, ...lines].map(
    (what) => `${record.id}: ${what} comes out otherwise when the log is played again`,
  );
}

function normRows(
  records: readonly EpisodeRecord[],
  steps: ReadonlyMap<string, StepLine[]>,
): NormRow[] {
  const order = normIds();
  const norms = [...new Set(records.map((r) => r.norm))];
  norms.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return norms.map((norm) => {
    const own = records.filter((r) => r.norm === norm);
    const lesson = own.find((r) => r.phase === "interaction");
    const joint = (phase: string): [number, number] => {
      const tests = own.filter((r) => r.phase === phase);
      return [tests.filter((r) => r.joint === 1).length, tests.length];
    };
    const check = checkBelief(lesson?.belief ?? null, norm);
    return {
      norm,
      family: own[0]?.family as string,
      seen: joint("seen"),
      unseen: joint("unseen"),
      violations: lesson?.sanctions ?? null,
      belief: {
        text: lesson?.belief?.text ?? null,
        nearest: check.nearest,
        right: check.right,
        confidence: lesson?.belief?.confidence ?? null,
      },
      evidence: lesson ? lessonEvidence(lesson, steps.get(lesson.id) ?? []) : null,
    };
  });
}
