import { NormactError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { checkLayout, LAYOUT_RULES, type LayoutReport } from "../grid/check/index.js";
import { Episode } from "../grid/episode.js";
import { parseLayout } from "../grid/layout-text.js";
import { addLayout, layoutIds, layoutOf } from "../grid/layouts.js";
import { logHeader, logStep } from "../grid/log.js";
import { BENCHMARK_NORMS, normIds, normOf } from "../grid/norms/index.js";
import type { ScriptedNewcomer } from "../grid/planner/community.js";
import { type FreeRequest, freeScenario } from "../grid/scenarios/free.js";
import { rollout as play } from "../grid/scenarios/rollout.js";
import type { BenchmarkEntry } from "../grid/scenarios/schema.js";
import type { Layout, NormDefinition, Rules } from "../grid/types.js";
import { textTable } from "../report/text-table.js";
import {
  gridBenchmarkFolder,
  readGridBenchmark,
  selectEntries,
  writeGridBenchmark,
} from "../scenes/grid-benchmark.js";
import { GridPool } from "../scenes/grid-jobs.js";
import { layoutPicture } from "./grid-text.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";

export function norms(id: string | undefined, options: { json?: boolean }): void {
  const shown = id === undefined ? normIds().map(normOf) : [normOf(id)];
  if (options.json) for (const norm of shown) printJson(normRow(norm));
  else
    print(
      textTable(
        ["#", "id", "family", "task", "held out", "rule"],
        shown.map((norm) => {
          const { number, family, taskKind, heldOut, description } = normRow(norm);
          return [String(number), norm.id, family, taskKind, heldOut ? "yes" : "", description];
        }),
      ),
    );
}

function normRow(norm: NormDefinition) {
  const { id, family, taskKind, heldOut, description, shape } = norm;
  const number = normIds().indexOf(id) + 1;
  return { number, id, family, taskKind, heldOut, description, ...(shape ? { shape } : {}) };
}

/** A layout by id, or read from a file and added for this run. */
export function layoutFrom(name: string): Layout {
  if (!/[./\\]/.test(name)) return layoutOf(name);
  const layout = parseLayout(readText(name), name);
  addLayout(layout);
  return layout;
}

export function listLayouts(options: { json?: boolean }): void {
  const rows = layoutIds().map((id) => {
    const { facts } = checkLayout(layoutOf(id));
    const chairs = Object.values(facts?.chairs ?? {}).reduce((a, b) => a + b, 0);
    return {
      id,
      name: layoutOf(id).name,
      poi: layoutOf(id).poi.length,
      floor: facts?.floor,
      chairs,
    };
  });
  if (options.json) for (const row of rows) printJson(row);
  else
    print(
      textTable(
        ["id", "name", "places by name", "floor cells", "chairs"],
        rows.map((r) => [r.id, r.name, String(r.poi), String(r.floor ?? ""), String(r.chairs)]),
      ),
    );
}

interface CheckLayoutsOptions {
  rules?: boolean;
  verbose?: boolean;
  json?: boolean;
}

export function checkLayouts(names: string[], options: CheckLayoutsOptions): void {
  if (options.rules) {
    if (options.json) printJson(LAYOUT_RULES);
    else print(textTable(["rule", "asks that"], Object.entries(LAYOUT_RULES)));
    return;
  }
  const wanted = names.length > 0 ? names : layoutIds();
  const reports = wanted.map((name) => checkLayout(layoutFrom(name)));
  for (const report of reports)
    if (options.json) printJson(report);
    else print(reportText(report, options.verbose ?? false));
  const failed = reports.filter((r) => !r.ok);
  note(`${reports.length - failed.length} of ${reports.length} layouts pass`);
  if (failed.length > 0) process.exitCode = 1;
}

function reportText(report: LayoutReport, verbose: boolean): string {
  const shown = report.problems.filter((p) => verbose || p.level === "error");
  const lines = shown.map((p) => `  ${p.level} ${p.rule}: ${p.message}`);
  const { facts } = report;
  const counts = facts
    ? `floor ${facts.floor}, ring ${facts.ring}, chairs ${Object.values(facts.chairs).join("+")}, longest task ${facts.longest.free} steps`
    : "not measured";
  if (verbose && facts)
    lines.push(
      `  forced tasks: ${Object.entries(facts.forced)
        .map(([id, n]) => `${id} ${n}`)
        .join(", ")}`,
    );
  return [`${report.ok ? "ok  " : "FAIL"} ${report.id}: ${counts}`, ...lines].join("\n");
}

export function showLayout(name: string, options: { norm?: string; json?: boolean }): void {
  const layout = layoutFrom(name);
  const norm = options.norm === undefined ? null : normOf(options.norm);
  const picture = layoutPicture(layout, norm);
  if (options.json) printJson(picture.data);
  else print(picture.text);
}

interface BuildOptions {
  norms?: string[];
  rules: Rules["name"];
  out?: string;
  workers?: number;
  json?: boolean;
}

export async function build(options: BuildOptions): Promise<void> {
  if (!options.out && (options.norms || options.rules !== "repaired"))
    throw new NormactError(
      "would_replace_set",
      "this would replace the shipped benchmark by another one; name a folder with --out DIR",
      2,
    );
  const indexes = (options.norms ?? BENCHMARK_NORMS.map((n) => n.id)).map((id) =>
    normIds().indexOf(normOf(id).id),
  );
  const started = Date.now();
  const bar = progress("grid build", indexes.length);
  const pool = new GridPool(options.workers);
  let built: BenchmarkEntry[][];
  try {
    built = await Promise.all(
      indexes.map(async (index) => {
        const job = { type: "build", index, rules: options.rules } as const;
        const entries = await pool.run<BenchmarkEntry[]>(job);
        bar.tick(normIds()[index]);
        return entries;
      }),
    );
  } finally {
    bar.end();
    await pool.close();
  }
  const folder = options.out ?? gridBenchmarkFolder();
  const info = writeGridBenchmark(folder, built.flat());
  const attempts = built.flat().reduce((n, e) => n + e.scenario.attempt, 0);
  const seconds = (Date.now() - started) / 1000;
  if (options.json) printJson({ folder, ...info, thrownAway: attempts, seconds });
  else
    print(
      `${info.scenarios} scenarios of ${info.norms} norms written to ${folder}; ` +
        `${attempts} draws were thrown away; hash ${info.hash.slice(0, 12)}; ${seconds.toFixed(1)} s`,
    );
}

interface CheckOptions {
  norms?: string[];
  layouts?: string[];
  phases?: string[];
  set?: string;
  workers?: number;
  json?: boolean;
}

export async function check(options: CheckOptions): Promise<void> {
  const benchmark = readGridBenchmark(options.set);
  const entries = selectEntries(benchmark, options);
  const byNorm = groupsByNorm(entries);
  const started = Date.now();
  const bar = progress("grid check", byNorm.length);
  const pool = new GridPool(options.workers);
  let faults: { id: string; faults: string[] }[];
  try {
    const results = await Promise.all(
      byNorm.map(async (group) => {
        const found = await pool.run<string[][]>({ type: "check", entries: group });
        bar.tick(group[0]?.scenario.norm);
        return group.map((e, i) => ({ id: e.scenario.id, faults: found[i] ?? [] }));
      }),
    );
    faults = results.flat().filter((r) => r.faults.length > 0);
  } finally {
    bar.end();
    await pool.close();
  }
  const seconds = (Date.now() - started) / 1000;
  const figures = figuresOf(entries);
  if (options.json) printJson({ scenarios: entries.length, faults, ...figures, seconds });
  else {
    for (const { id, faults: list } of faults) print(`FAIL ${id}: ${list.join("; ")}`);
    print(
      `${entries.length - faults.length} of ${entries.length} scenarios hold (${seconds.toFixed(1)} s)\n` +
        `  tests ${figures.tests}: oracle joint ${percent(figures.oracleJoint)}, norm-blind task ${percent(figures.blindTask)} joint ${percent(figures.blindJoint)}\n` +
        `  lessons ${figures.lessons}: fewest sanctions of others ${figures.fewestPeerSanctions}; by those who know the norm: ${figures.awareSanctions}`,
    );
  }
  if (faults.length > 0) process.exitCode = 1;
}

function groupsByNorm(entries: readonly BenchmarkEntry[]): BenchmarkEntry[][] {
  const groups = new Map<string, BenchmarkEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.scenario.norm) ?? [];
    group.push(entry);
    groups.set(entry.scenario.norm, group);
  }
  return [...groups.values()];
}

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;

function figuresOf(entries: readonly BenchmarkEntry[]) {
  const tests = entries.flatMap((e) => ("norm-blind" in e.rollouts ? [e.rollouts] : []));
  const lessons = entries.flatMap((e) => ("idle" in e.rollouts ? [e.rollouts] : []));
  const mean = (values: number[]): number =>
    values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;
  const peers = lessons.flatMap((l) => [l.oracle.background, l.idle.background]);
  return {
    tests: tests.length,
    oracleJoint: mean(tests.map((t) => t.oracle.joint)),
    blindTask: mean(tests.map((t) => t["norm-blind"].task)),
    blindJoint: mean(tests.map((t) => t["norm-blind"].joint)),
    lessons: lessons.length,
    fewestPeerSanctions: peers.length === 0 ? 0 : Math.min(...peers.map((p) => p.sanctions)),
    awareSanctions: [...tests.map((t) => t.oracle), ...lessons.map((l) => l.oracle)].reduce(
      (n, r) => n + r.background.awareSanctions,
      0,
    ),
  };
}

interface RolloutOptions extends Omit<FreeRequest, "habit"> {
  newcomer: ScriptedNewcomer;
  distractor?: string;
  json?: boolean;
}

export function rollout(options: RolloutOptions): void {
  const layout = layoutFrom(options.layout);
  const scenario = freeScenario({
    ...options,
    layout: layout.id,
    ...(options.distractor === undefined ? {} : { habit: options.distractor }),
  });
  if (!options.json) {
    const summary = play(scenario, { newcomer: options.newcomer });
    print(JSON.stringify({ scenario: scenario.id, ...summary }, null, 2));
    return;
  }
  const episode = new Episode(scenario, options.newcomer);
  printJson(logHeader(scenario, options.newcomer));
  while (episode.over === null) printJson(logStep(episode.step()));
}
