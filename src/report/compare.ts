import { UsageError } from "../core/errors.js";
import { Rng } from "../core/rng.js";
import { plural } from "../core/shown.js";
import type { RunStore } from "../eval/store.js";
import { type Contrast, contrast, withHolm } from "../scoring/contrast.js";
import { type OutcomeStates, outcomeState } from "../scoring/metrics.js";
import { TASKS } from "../tasks/registry.js";
import { inOrder } from "./data/build.js";
import { casesOf } from "./data/cases.js";
import { METRIC_OF } from "./data/measure.js";
import { runNotices } from "./data/notices.js";
import { type LoadedRun, loadRun, nameSeries } from "./data/rows.js";
import {
  type GalleryCase,
  METRICS,
  type Metric,
  type Notice,
  type ReportRow,
} from "./data/types.js";
import {
  METRIC_NAMES,
  NONE,
  percent,
  pointSpan,
  points,
  pText,
  STATE_NAMES,
  taskTitle,
} from "./format.js";
import { textTable } from "./text-table.js";

export type State = keyof OutcomeStates | "unscored";

/** An episode whose outcome is another one in the second run. */
export interface ChangedEpisode {
  id: string;
  epoch: number;
  task: string;
  before: State;
  after: State;
}

/** `all`, or one task, of one measure. Differences are b − a. */
export type TaskContrast = Contrast & { task: string; metric: Metric; pHolm: number | null };

export interface Comparison {
  schemaVersion: 1;
  a: { run: string; name: string };
  b: { run: string; name: string };
  seed: number;
  notices: Notice[];
  tasks: string[];
  /** over all tasks together; the three measures are corrected together */
  overall: TaskContrast[];
  /** a measure's tasks are corrected together */
  byTask: TaskContrast[];
  /** state before → state after, over the episodes that both runs played */
  moves: Record<string, number>;
  changed: ChangedEpisode[];
  cases: { before: GalleryCase; after: GalleryCase }[];
}

/**
 * Two runs on the same episodes: paired differences, in all and by task, and the episodes that changed.
 * @param options.cases how many changed episodes are shown whole, drawn by the seed
 * @throws UsageError `different_sets` / `nothing_shared`
 */
export async function compareRuns(
  storeA: RunStore,
  storeB: RunStore,
  options: { seed: number; draws: number; cases: number; workers: number },
): Promise<Comparison> {
  const setOf = (s: RunStore): string =>
    `${s.info.settings.dataset.version} (${s.info.settings.dataset.hash.slice(0, 12)}${s.info.settings.dataset.twins ? ", twins" : ""})`;
  const [da, db] = [storeA.info.settings.dataset, storeB.info.settings.dataset];
  if (da.hash !== db.hash || da.twins !== db.twins)
    throw new UsageError(
      "different_sets",
      `the two runs were made on different data sets, ${setOf(storeA)} and ${setOf(storeB)}: episodes of the same name are not the same there. Compare runs on one set${da.hash === db.hash ? "; a set and its twins: normact score RUN --twins TWINRUN" : ""}.`,
    );
  const a = loadRun(storeA);
  const b = loadRun(storeB);
  nameSeries([a, b]);
  const names = namesOf(a, b);
  const shared = b.rows.filter((row) => find(a, row));
  if (shared.length === 0)
    throw new UsageError("nothing_shared", "the two runs have no played episode in common");
  const tasks = inOrder(
    [...new Set(shared.map((r) => r.task))],
    TASKS.map((t) => t.id),
  );
  const rows = (run: LoadedRun, metric: Metric, task: string) =>
    run.rows
      .filter((r) => task === "all" || r.task === task)
      .map((r) => ({
        unit: r.id,
        cluster: r.task,
        score: r.scored ? Number(METRIC_OF[metric](r)) : null,
        ...(r.scored ? {} : { missing: r.outcome as string }),
      }));
  const of = (metric: Metric, task: string) => ({
    task,
    metric,
    ...contrast(rows(b, metric, task), rows(a, metric, task), options),
  });
  const changed = changesOf(a, b);
  return {
    schemaVersion: 1,
    a: { run: storeA.info.runId, name: names[0] },
    b: { run: storeB.info.runId, name: names[1] },
    seed: options.seed,
    notices: runNotices([a, b]),
    tasks,
    overall: withHolm(METRICS.map((m) => of(m, "all"))),
    byTask: METRICS.flatMap((m) => withHolm(tasks.map((task) => of(m, task)))),
    moves: movesOf(a, b),
    changed,
    cases: await casesFor(a, b, changed, options),
  };
}

/** Names that tell the two runs apart by what differs. */
function namesOf(a: LoadedRun, b: LoadedRun): [string, string] {
  if (a.series === b.series && a.cue !== b.cue) return [`cue ${a.cue}`, `cue ${b.cue}`];
  if (a.cue === b.cue && a.series !== b.series) return [a.series, b.series];
  const name = (r: LoadedRun): string => `${r.series}, cue ${r.cue}`;
  return name(a) === name(b)
    ? [`${name(a)}, run ${a.store.info.runId}`, `${name(b)}, run ${b.store.info.runId}`]
    : [name(a), name(b)];
}

const find = (run: LoadedRun, row: { id: string; epoch: number }): ReportRow | undefined =>
  run.rows.find((r) => r.id === row.id && r.epoch === row.epoch);

const stateOf = (r: ReportRow): State => (r.scored ? outcomeState(r.goal, r.norm) : "unscored");

function changesOf(a: LoadedRun, b: LoadedRun): ChangedEpisode[] {
  return b.rows.flatMap((after) => {
    const before = find(a, after);
    if (!before || stateOf(before) === stateOf(after)) return [];
    const { id, epoch, task } = after;
    return [{ id, epoch, task, before: stateOf(before), after: stateOf(after) }];
  });
}

function movesOf(a: LoadedRun, b: LoadedRun): Record<string, number> {
  const moves: Record<string, number> = {};
  for (const after of b.rows) {
    const before = find(a, after);
    if (!before) continue;
    const key = `${stateOf(before)} → ${stateOf(after)}`;
    moves[key] = (moves[key] ?? 0) + 1;
  }
  return moves;
}

/** Some of the changed episodes, whole, drawn by the seed and then in data-set order. */
async function casesFor(
  a: LoadedRun,
  b: LoadedRun,
  changed: readonly ChangedEpisode[],
  { seed, cases, workers }: { seed: number; cases: number; workers: number },
): Promise<Comparison["cases"]> {
  const drawn = new Set(Rng.from("changed episodes", seed).shuffle(changed).slice(0, cases));
  const chosen = changed.filter((c) => drawn.has(c));
  const rowsOf = (run: LoadedRun) =>
    chosen.map((c) => ({
      kind: `${c.before} → ${c.after}`,
      row: find(run, c)!,
    }));
  // one picture an episode: both runs begin with the same view
  const before = await casesOf([a], rowsOf(a), { pictures: true, workers });
  const after = await casesOf([b], rowsOf(b), { pictures: false, workers: 0 });
  return before.map((x, i) => ({ before: x, after: after[i]! }));
}

/** The comparison without the bytes of its pictures. */
export function comparisonJson(c: Comparison): unknown {
  return {
    ...c,
    cases: c.cases.map(({ before, after }) => {
      const { picture: _, ...rest } = before;
      return { before: rest, after: { ...after, picture: undefined } };
    }),
  };
}

export const stateName = (s: State): string => (s === "unscored" ? "not scored" : STATE_NAMES[s]);

/** The comparison for a terminal. */
export function comparisonText(c: Comparison): string {
  const row = (r: TaskContrast): string[] => [
    r.task === "all" ? "all tasks" : taskTitle(r.task),
    METRIC_NAMES[r.metric],
    String(r.n),
    percent(r.rateA),
    percent(r.rateB),
    points(r.difference),
    pointSpan(r.ci95),
    r.table ? `${r.table.onlyA}/${r.table.onlyB}` : NONE,
    pText(r.p),
    pText(r.pHolm),
    percent(r.minimumDetectable),
  ];
  const shown = c.changed.slice(0, 20);
  return [
    `${c.b.name} against ${c.a.name}: differences in percentage points, paired on the same episodes\n`,
    textTable(
      [
        "task",
        "measure",
        "pairs",
        "after",
        "before",
        "difference",
        "95 %",
        "b/c",
        "p",
        "p (Holm)",
        "MDE",
      ],
      [...c.overall.map(row), null, ...c.byTask.map(row)],
    ),
    `${plural(c.changed.length, "episode")} ended otherwise${shown.length < c.changed.length ? `; the first ${shown.length}` : ""}:\n`,
    textTable(
      ["episode", "before", "after"],
      shown.map((e) => [
        e.epoch > 0 ? `${e.id}#${e.epoch}` : e.id,
        stateName(e.before),
        stateName(e.after),
      ]),
    ),
  ].join("\n");
}
