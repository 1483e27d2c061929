import { unknownName } from "../core/closest.js";
import type { Rules } from "./types.js";

/** Our settings of the open questions, each chosen so that a rule can be kept and be learned. */
export const REPAIRED: Rules = {
  name: "repaired",
  waitCanViolate: false,
  blockedMoves: "ignored",
  zoneRule: "entry",
  seatCount: "current",
  queueRule: "tail-or-behind",
  allowSwap: true,
};

/** The printed formulas taken at their word where ours differ: blocked moves, steps inside R, seats ever filled. */
export const LITERAL: Rules = {
  ...REPAIRED,
  name: "literal",
  blockedMoves: "judged",
  zoneRule: "occupancy",
  seatCount: "cumulative",
};

/** The rules of a name. */
export function rulesOf(name: string): Rules {
  if (name === "repaired") return REPAIRED;
  if (name === "literal") return LITERAL;
  throw unknownName("rules", name, ["repaired", "literal"]);
}

/** The sets that may be asked for by name. */
export const RULE_NAMES = ["repaired", "literal"] as const;
