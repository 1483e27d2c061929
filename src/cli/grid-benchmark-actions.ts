import { NormactError } from "../core/errors.js";
import { BENCHMARK_NORMS, normIds, normOf } from "../grid/norms/index.js";
import { figuresOf } from "../grid/scenarios/figures.js";
import type { BenchmarkEntry } from "../grid/scenarios/schema.js";
import type { Rules } from "../grid/types.js";
import { textTable } from "../report/text-table.js";
import {
  gridBenchmarkFolder,
  readGridBenchmark,
  selectEntries,
  writeGridBenchmark,
} from "../scenes/grid-benchmark.js";
import { GridPool } from "../scenes/grid-jobs.js";
import { print, printJson } from "./io.js";
import { progress } from "./progress.js";

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
  const figures = sharesOf(entries);
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

function sharesOf(entries: readonly BenchmarkEntry[]) {
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

export function figures(options: { norms?: string[]; set?: string; json?: boolean }): void {
  const groups = groupsByNorm(selectEntries(readGridBenchmark(options.set), options));
  const bar = progress("grid figures", groups.length);
  const rows = groups.map((group) => {
    const row = figuresOf(group);
    bar.tick(row.norm);
    return row;
  });
  bar.end();
  if (options.json) for (const row of rows) printJson(row);
  else
    print(
      textTable(
        [
          "norm",
          "seen, oracle",
          "seen, idle",
          "oracle turns",
          "blind turns",
          "blind sanctions",
          "random task",
          "joint",
          "clean",
          "sanctions",
        ],
        rows.map((r) => [
          r.norm,
          String(r.peerSanctions.oracle),
          String(r.peerSanctions.idle),
          r.oracle.steps.toFixed(1),
          r.blind.steps.toFixed(1),
          r.blind.sanctions.toFixed(1),
          r.random.task.toFixed(2),
          r.random.joint.toFixed(2),
          r.random.clean.toFixed(2),
          r.random.sanctions.toFixed(1),
        ]),
      ),
    );
}
