import type { VisibleObject } from "../prompts/index.js";

/** What a query is made from: the goal, what is in view, and where (NormAct, appendix C). */
export interface Situation {
  goal: string;
  /** names of the things and people in view */
  objects: readonly string[];
  place: string;
}

/**
 * "bathroom: Wash your hands. In view: tap, sink." The place comes first, as it does in the bank's texts. Names are
 * given once each, in the order in which they are first met, so that ten chairs do not weigh ten times.
 */
export function queryText({ goal, objects, place }: Situation): string {
  const names = [...new Set(objects.map((name) => name.trim()).filter((name) => name !== ""))];
  const where = place.replace(/_/g, " ").trim();
  const what = /[.!?]$/.test(goal.trim()) ? goal.trim() : `${goal.trim()}.`;
  const view = names.length > 0 ? ` In view: ${names.join(", ")}.` : "";
  return `${where === "" ? "" : `${where}: `}${what}${view}`;
}

export function situationOf(
  goal: string,
  visible: readonly VisibleObject[],
  place: string,
): Situation {
  return { goal, objects: visible.map((v) => v.name), place };
}
