import type { VisibleObject } from "../prompts/index.js";

/** What a query is made from: the goal, what is in view, and where (NormAct, appendix C). */
export interface Situation {
  goal: string;
  /** names of the things and people in view */
  objects: readonly string[];
  place: string;
}

/**
 * "Wash your hands. In view: tap, sink. Place: bathroom." Names are given once each, in the order in which they
 * are first met, so that ten chairs do not weigh ten times.
 */
export function queryText({ goal, objects, place }: Situation): string {
  const names = [...new Set(objects.map((name) => name.trim()).filter((name) => name !== ""))];
  const parts = [/[.!?]$/.test(goal.trim()) ? goal.trim() : `${goal.trim()}.`];
  if (names.length > 0) parts.push(`In view: ${names.join(", ")}.`);
  if (place.trim() !== "") parts.push(`Place: ${place.replace(/_/g, " ").trim()}.`);
  return parts.join(" ");
}

export function situationOf(
  goal: string,
  visible: readonly VisibleObject[],
  place: string,
): Situation {
  return { goal, objects: visible.map((v) => v.name), place };
}
