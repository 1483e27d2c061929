import { join } from "node:path";
import { z } from "zod";
import { unknownName } from "../core/closest.js";
import { NormactError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { packageRoot } from "../core/paths.js";
import { layoutIds } from "../grid/layouts.js";
import { normIds } from "../grid/norms/index.js";
import { type BenchmarkEntry, entrySchema } from "../grid/scenarios/schema.js";

/** The grid world's benchmark on disk: `benchmark.jsonl`, a scenario a line, and `benchmark.json` about it. */

const infoSchema = z.object({
  schemaVersion: z.literal(1),
  name: z.string(),
  version: z.string(),
  rules: z.enum(["repaired", "literal", "custom"]),
  norms: z.int(),
  layouts: z.array(z.string()),
  scenarios: z.int(),
  hash: z.string(),
});
export type GridBenchmarkInfo = z.infer<typeof infoSchema>;

export interface GridBenchmark {
  info: GridBenchmarkInfo;
  entries: BenchmarkEntry[];
}

/** Version of the shipped benchmark; goes up whenever a published scenario changes. */
export const GRID_BENCHMARK_VERSION = "1.0.0";

/** Where the shipped benchmark lies. */
export function gridBenchmarkFolder(): string {
  return join(packageRoot(), "scenes", "gridworld");
}

const lines = (entries: readonly BenchmarkEntry[]): string =>
  entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

export function writeGridBenchmark(folder: string, entries: BenchmarkEntry[]): GridBenchmarkInfo {
  const of = <T>(pick: (entry: BenchmarkEntry) => T): T[] => [...new Set(entries.map(pick))];
  const text = lines(entries);
  const info: GridBenchmarkInfo = {
    schemaVersion: 1,
    name: "normact-gridworld",
    version: GRID_BENCHMARK_VERSION,
    rules: entries[0]?.scenario.rules ?? "repaired",
    norms: of((e) => e.scenario.norm).length,
    layouts: of((e) => e.scenario.layout),
    scenarios: entries.length,
    hash: sha256(text),
  };
  writeWhole(join(folder, "benchmark.jsonl"), text);
  writeWhole(join(folder, "benchmark.json"), `${JSON.stringify(info, null, 2)}\n`);
  return info;
}

/**
 * Reads a benchmark and proves that it is whole.
 * @throws NormactError `bad_benchmark` naming file and line
 */
export function readGridBenchmark(folder = gridBenchmarkFolder()): GridBenchmark {
  const infoFile = join(folder, "benchmark.json");
  const listFile = join(folder, "benchmark.jsonl");
  const info = infoSchema.safeParse(parseJson(readText(infoFile), infoFile));
  if (!info.success) throw bad(infoFile, z.prettifyError(info.error));
  const text = readText(listFile);
  const entries: BenchmarkEntry[] = [];
  text.split("\n").forEach((line, i) => {
    if (line === "") return;
    const entry = entrySchema.safeParse(parseJson(line, `${listFile}:${i + 1}`));
    if (!entry.success) throw bad(`${listFile}:${i + 1}`, z.prettifyError(entry.error));
    entries.push(entry.data);
  });
  if (sha256(text) !== info.data.hash)
    throw bad(
      listFile,
      `it does not have the hash that ${infoFile} states; restore it or build it again`,
    );
  return { info: info.data, entries };
}

/** What to take of a benchmark. */
export interface GridSelection {
  norms?: string[] | undefined;
  layouts?: string[] | undefined;
  phases?: string[] | undefined;
}

/** The entries of the named norms, layouts and phases, in order. @throws UsageError for unknown names */
export function selectEntries(
  benchmark: GridBenchmark,
  selection: GridSelection,
): BenchmarkEntry[] {
  for (const norm of selection.norms ?? [])
    if (!normIds().includes(norm)) throw unknownName("norm", norm, normIds());
  for (const layout of selection.layouts ?? [])
    if (!layoutIds().includes(layout)) throw unknownName("layout", layout, layoutIds());
  const phases = ["interaction", "seen", "unseen"];
  for (const phase of selection.phases ?? [])
    if (!phases.includes(phase)) throw unknownName("phase", phase, phases);
  const fits = (list: string[] | undefined, name: string): boolean => !list || list.includes(name);
  return benchmark.entries.filter(
    ({ scenario }) =>
      fits(selection.norms, scenario.norm) &&
      fits(selection.layouts, scenario.layout) &&
      fits(selection.phases, scenario.phase),
  );
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw bad(place, "not JSON");
  }
}

function bad(place: string, what: string): NormactError {
  return new NormactError("bad_benchmark", `${place}: ${what}`, 2);
}
