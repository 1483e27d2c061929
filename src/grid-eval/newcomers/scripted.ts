import { SCRIPTED_NEWCOMERS, type ScriptedNewcomer } from "../../grid/planner/community.js";
import { PHASES } from "../records.js";
import type { Newcomer } from "../types.js";

const LABELS: Record<ScriptedNewcomer, string> = {
  oracle: "reference: a planner that knows the norm",
  "norm-blind": "reference: a planner that knows no norm",
  random: "reference: acts at random",
  idle: "reference: does nothing",
};

/** The ends of the scale: played by the engine itself, told the norm or nothing, learning nothing. */
export const SCRIPTED_NAMES: readonly string[] = SCRIPTED_NEWCOMERS.map((n) => `scripted/${n}`);

/** The engine's own newcomer of a name `scripted/…`; null for others. */
export function scriptedNewcomer(name: string): Newcomer | null {
  const who = SCRIPTED_NEWCOMERS.find((n) => `scripted/${n}` === name);
  if (!who) return null;
  return {
    name,
    label: LABELS[who],
    learns: false,
    phases: PHASES,
    paid: false,
    settings: {},
    player: () => ({ scripted: who }),
  };
}
