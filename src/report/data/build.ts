import { UsageError } from "../../core/errors.js";
import type { RunStore } from "../../eval/store.js";
import { CUE_CONDITIONS } from "../../prompts/index.js";
import { TASKS } from "../../tasks/registry.js";
import { casesOf } from "./cases.js";
import { omnibusTests, plannedContrasts, type RowTable } from "./contrasts.js";
import { callsOf, cueQualityOf, twinCell } from "./extras.js";
import { chooseCases } from "./gallery.js";
import { labelSummaries, readRunLabels } from "./labels.js";
import { cellOf } from "./measure.js";
import { rerunCommand, runNotices, setNotices } from "./notices.js";
import { type LoadedRun, loadRun, nameSeries } from "./rows.js";
import type { Cell, ReportData, ReportRow, RunCard, SetReport } from "./types.js";

export interface ReportOptions {
  seed: number;
  /** bootstrap and permutation draws */
  draws: number;
  gallery: number;
  pictures: boolean;
  workers: number;
}

/**
 * Everything that a report says, from run folders alone. Runs on different data sets are kept in sets of their
 * own; what is incomplete or differs is named in the notices.
 */
export async function buildReport(
  stores: readonly RunStore[],
  options: ReportOptions,
): Promise<{ data: ReportData; rows: ReportRow[] }> {
  const unique = [...new Map(stores.map((s) => [s.folder, s])).values()];
  if (unique.length === 0) throw new UsageError("no_runs", "name at least one run to report");
  const runs = unique.map(loadRun);
  nameSeries(runs);
  const groups = new Map<string, LoadedRun[]>();
  for (const run of runs) {
    const { hash } = run.store.info.settings.dataset;
    groups.set(hash, [...(groups.get(hash) ?? []), run]);
  }
  const sets: SetReport[] = [];
  for (const group of groups.values()) sets.push(await setReport(group, options));
  const series = [...new Set(runs.map((r) => r.series))];
  return {
    data: {
      schemaVersion: 1,
      title: series.length === 1 ? series[0]! : `${series.length} planners`,
      seed: options.seed,
      draws: options.draws,
      notices: setNotices(sets),
      sets,
    },
    rows: runs.flatMap((r) => r.rows),
  };
}

async function setReport(all: readonly LoadedRun[], options: ReportOptions): Promise<SetReport> {
  const runs = all.filter((r) => !r.store.info.settings.dataset.twins);
  const twins = all.filter((r) => r.store.info.settings.dataset.twins);
  const cues = inOrder([...new Set(runs.map((r) => r.cue))], CUE_CONDITIONS);
  const ids = TASKS.map((t) => t.id);
  const rows = runs.flatMap((r) => r.rows);
  const tasks = inOrder([...new Set(all.flatMap((r) => r.rows.map((row) => row.task)))], ids);
  const series = [...new Set(all.map((r) => r.series))];
  const table: RowTable = new Map(
    series.flatMap((name) => {
      const own = inOrder(
        runs.filter((r) => r.series === name).map((r) => r.cue),
        cues,
      ).map((cue) => [cue, runs.find((r) => r.series === name && r.cue === cue)!.rows] as const);
      return own.length === 0 ? [] : [[name, new Map(own)] as const];
    }),
  );
  const base = cues.includes("none") ? "none" : cues[0];
  const { hash, version } = all[0]!.store.info.settings.dataset;
  return {
    dataset: { version, hash, twins: runs.length === 0 },
    series,
    cues,
    tasks,
    cells: cues.flatMap((cue) =>
      series.flatMap((name) => {
        const run = runs.find((r) => r.series === name && r.cue === cue);
        return run
          ? [
              cellOf(
                { series: name, cue, runs: [run.store.info.runId], expected: run.expected },
                run.rows,
                tasks,
              ),
            ]
          : [];
      }),
    ),
    pooled: pooledCells(runs, cues, tasks),
    contrasts: plannedContrasts(table, cues, { seed: options.seed, draws: options.draws }),
    omnibus: omnibusTests(table),
    calls: all.map(callsOf),
    labels: runs.flatMap((run) => labelSummaries(run, readRunLabels(run.store.folder))),
    cueQuality: runs.flatMap((run) => cueQualityOf(run) ?? []),
    twins: twins.map((twin) =>
      twinCell(
        twin,
        runs.find((r) => r.series === twin.series && r.cue === twin.cue),
      ),
    ),
    runs: all.map(cardOf),
    notices: runNotices(all),
    gallery: await casesOf(
      runs,
      chooseCases(rows, base, { seed: options.seed, count: options.gallery }),
      options,
    ),
  };
}

export const POOLED = "all planners";

/**
 * All planners of a cue together, where they were given the same episodes and the runs are complete. A run that
 * repeats another one's settings is no further planner: the first of them stands for it.
 */
function pooledCells(
  runs: readonly LoadedRun[],
  cues: readonly string[],
  tasks: readonly string[],
): Cell[] {
  return cues.flatMap((cue) => {
    const own = runs.filter(
      (r, i) =>
        r.cue === cue &&
        runs.findIndex((x) => x.store.info.fingerprint === r.store.info.fingerprint) === i,
    );
    const same = new Set(own.map((r) => r.store.info.settings.episodes)).size === 1;
    const complete = own.every((r) => r.played >= r.expected);
    if (own.length < 2 || !same || !complete) return [];
    return [
      cellOf(
        {
          series: POOLED,
          cue,
          runs: own.map((r) => r.store.info.runId),
          expected: own.reduce((sum, r) => sum + r.expected, 0),
        },
        own.flatMap((r) => r.rows),
        tasks,
      ),
    ];
  });
}

function cardOf(run: LoadedRun): RunCard {
  const { runId, settings, normact, node, started, fingerprint } = run.store.info;
  return {
    runId,
    series: run.series,
    settings,
    normact,
    node,
    started,
    fingerprint,
    expected: run.expected,
    played: run.played,
    complete: run.played >= run.expected,
    rerun: rerunCommand(run),
  };
}

/** Known names in their usual order, then the others as they came; "generated (…)" goes with "generated". */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  const rank = (name: string): number => {
    const at = order.findIndex((o) => name === o || name.startsWith(`${o} `));
    return at < 0 ? order.length : at;
  };
  return [...names].sort((a, b) => rank(a) - rank(b));
}
