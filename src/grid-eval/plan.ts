import { unknownName } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { normIds, normOf } from "../grid/norms/index.js";
import type { BenchmarkEntry } from "../grid/scenarios/schema.js";
import { FAMILIES, type Scenario } from "../grid/types.js";
import { PHASES, type PhaseName } from "./records.js";

/** Which part of the benchmark is played. */
export interface GridChoice {
  norms?: readonly string[] | undefined;
  families?: readonly string[] | undefined;
  /** only so many norms, spread evenly over those chosen */
  limit?: number | undefined;
  phases: readonly PhaseName[];
}

/** One norm's episodes in the order in which they are played. */
export interface NormPlan {
  norm: string;
  lesson: Scenario | null;
  tests: Scenario[];
}

/** `interaction`, `seen`, `unseen`; `test` is both of the latter, `all` all three. */
export function phasesOf(names: readonly string[]): PhaseName[] {
  const wide: Record<string, readonly PhaseName[]> = { all: PHASES, test: ["seen", "unseen"] };
  const chosen = names.flatMap((name) => {
    const found = wide[name] ?? PHASES.filter((phase) => phase === name);
    if (found.length === 0) throw unknownName("phase", name, ["all", "test", ...PHASES]);
    return found;
  });
  return PHASES.filter((phase) => chosen.includes(phase));
}

/** The chosen norms in the order of the library. @throws UsageError for unknown names, or when nothing is left */
export function chosenNorms(all: readonly string[], choice: GridChoice): string[] {
  for (const norm of choice.norms ?? [])
    if (!all.includes(norm)) throw unknownName("norm", norm, normIds());
  for (const family of choice.families ?? [])
    if (!FAMILIES.some((f) => f === family)) throw unknownName("family", family, FAMILIES);
  const fits = all.filter(
    (norm) =>
      (choice.norms?.includes(norm) ?? true) &&
      (choice.families?.includes(normOf(norm).family) ?? true),
  );
  if (fits.length === 0)
    throw new UsageError("no_norms", "none of the named norms is in one of the named families");
  const count = Math.min(choice.limit ?? fits.length, fits.length);
  return Array.from(
    { length: count },
    (_, i) => fits[Math.floor(((i + 0.5) * fits.length) / count)] as string,
  );
}

/** What is to be played of each chosen norm; the manifest's order within a norm. */
export function planNorms(entries: readonly BenchmarkEntry[], choice: GridChoice): NormPlan[] {
  const norms = chosenNorms([...new Set(entries.map((e) => e.scenario.norm))], choice);
  return norms.map((norm) => {
    const own = entries.map((e) => e.scenario).filter((s) => s.norm === norm);
    const wanted = own.filter((s) => choice.phases.some((phase) => phase === s.phase));
    return {
      norm,
      lesson: wanted.find((s) => s.phase === "interaction") ?? null,
      tests: wanted.filter((s) => s.phase !== "interaction"),
    };
  });
}

/** All episodes of plans. */
export const scenariosOf = (plans: readonly NormPlan[]): Scenario[] =>
  plans.flatMap(({ lesson, tests }) => [...(lesson ? [lesson] : []), ...tests]);
