import { closest, distance } from "fastest-levenshtein";
import { UsageError } from "./errors.js";

/** The allowed name nearest to `given`, or null when none is near enough to be a typo. */
export function closestMatch(given: string, allowed: readonly string[]): string | null {
  if (allowed.length === 0) return null;
  const best = closest(given.toLowerCase(), allowed as string[]);
  return distance(given.toLowerCase(), best) <= Math.max(2, Math.ceil(best.length / 3))
    ? best
    : null;
}

/** An error that says what is allowed and what was probably meant. */
export function unknownName(what: string, given: string, allowed: readonly string[]): UsageError {
  const near = closestMatch(given, allowed);
  const hint = near ? ` Did you mean "${near}"?` : "";
  const shown = allowed.length <= 30 ? ` Allowed: ${allowed.join(", ")}.` : "";
  return new UsageError(
    `unknown_${what.replace(/\W+/g, "_")}`,
    `unknown ${what} "${given}".${hint}${shown}`,
  );
}
