import { closestMatch } from "../../core/closest.js";
import { UsageError } from "../../core/errors.js";
import { lineCells } from "../geometry/index.js";
import type { Cell, Geometry, NormDefinition } from "../types.js";
import { ACCESS } from "./access.js";
import { ALLOCATION } from "./allocation.js";
import { COORDINATION } from "./coordination.js";
import { PROCEDURE } from "./procedure.js";

/** The fifty norms of the benchmark; the place in this list is the norm's index in the manifest. */
export const BENCHMARK_NORMS: readonly NormDefinition[] = [
  ...ACCESS,
  ...PROCEDURE,
  ...COORDINATION,
  ...ALLOCATION,
];

/** Norms of one's own: a file that exports a NormDefinition, and a line here. */
const OWN_NORMS: readonly NormDefinition[] = [
  // one line a norm
];

const norms = new Map<string, NormDefinition>(
  [...BENCHMARK_NORMS, ...OWN_NORMS].map((norm) => [norm.id, norm]),
);

export function normIds(): string[] {
  return [...norms.keys()];
}

/** @throws UsageError for an id that no norm has, with the nearest one */
export function normOf(id: string): NormDefinition {
  const norm = norms.get(id);
  if (norm) return norm;
  const near = closestMatch(id, normIds());
  const like = near ? [near] : normIds().filter((known) => known.includes(id.toLowerCase()));
  const hint = like.length > 0 ? ` Did you mean ${like.map((l) => `"${l}"`).join(" or ")}?` : "";
  throw new UsageError(
    "unknown_norm",
    `unknown norm "${id}".${hint} \`normact grid norms\` lists all of them.`,
  );
}

/** Adds a norm for this process, e.g. one under test. */
export function addNorm(norm: NormDefinition): void {
  norms.set(norm.id, norm);
}

/** The cells of a norm's line from the head; empty for norms without a line. */
export function lineOf(norm: NormDefinition, geometry: Geometry): Cell[] {
  return norm.shape ? lineCells(geometry.service, norm.shape) : [];
}

export { ACCESS, ALLOCATION, COORDINATION, PROCEDURE };
