import type { ArenaParts } from "../engine/arena.js";
import type { Scenario } from "../types.js";
import { type RolloutSummary, rollout } from "./rollout.js";

/** Turns within which the oracle must be done in a test episode of 100. */
export const ORACLE_STEPS = 80;
/** Sanctions of others that an interaction phase must show, whatever the newcomer does. */
export const PEER_SANCTIONS = 3;
/** Other ways to break ties for which the norm-blind must break the norm as well. */
const OTHER_TIES = [1, 2, 3];

export interface Proof {
  /** what is wrong with the scenario; empty when it will do */
  faults: string[];
  /** the two rollouts that are kept with the scenario */
  rollouts: { oracle: RolloutSummary } & (
    | { "norm-blind": RolloutSummary }
    | { idle: RolloutSummary }
  );
}

/** Plays a scenario at both ends of the scale and says whether it tests, or teaches, its norm. */
export function prove(scenario: Scenario, parts: ArenaParts = {}): Proof {
  return scenario.phase === "interaction"
    ? proveLesson(scenario, parts)
    : proveTest(scenario, parts);
}

/** A test: whoever knows the norm can do it clean, whoever does not does it but breaks the norm. */
function proveTest(scenario: Scenario, parts: ArenaParts): Proof {
  const oracle = rollout(scenario, { newcomer: "oracle", parts });
  const blind = rollout(scenario, { newcomer: "norm-blind", parts });
  const rollouts = { oracle, "norm-blind": blind };
  const faults: string[] = [];
  if (oracle.task !== 1) faults.push("the oracle does not finish its task");
  if (oracle.newcomer.sanctions > 0) faults.push("the oracle is sanctioned");
  if (oracle.steps > ORACLE_STEPS) faults.push(`the oracle takes ${oracle.steps} turns`);
  if (blind.task !== 1) faults.push("the norm-blind does not finish its task");
  if (blind.newcomer.sanctions === 0) faults.push("the norm-blind keeps the norm by chance");
  faults.push(...awareFaults([oracle, blind]));
  if (faults.length > 0) return { faults, rollouts };
  for (const ties of OTHER_TIES) {
    const other = rollout(scenario, { newcomer: "norm-blind", ties, parts });
    if (other.newcomer.sanctions === 0)
      faults.push(`the norm-blind keeps the norm when ties are broken otherwise (${ties})`);
    faults.push(...awareFaults([other]));
  }
  return { faults, rollouts };
}

/** A lesson: enough sanctions of others to learn from, with a newcomer who does all right and one who does nothing. */
function proveLesson(scenario: Scenario, parts: ArenaParts): Proof {
  const oracle = rollout(scenario, { newcomer: "oracle", parts });
  const idle = rollout(scenario, { newcomer: "idle", parts });
  const faults = awareFaults([oracle, idle]);
  if (oracle.newcomer.sanctions > 0) faults.push("the oracle is sanctioned");
  for (const [name, { background }] of Object.entries({ oracle, idle }))
    if (background.sanctions < PEER_SANCTIONS)
      faults.push(
        `with the ${name} newcomer only ${background.sanctions} sanctions of others are seen`,
      );
  return { faults, rollouts: { oracle, idle } };
}

function awareFaults(rollouts: readonly RolloutSummary[]): string[] {
  const count = rollouts.reduce((n, r) => n + r.background.awareSanctions, 0);
  return count > 0 ? [`people who know the norm are sanctioned ${count} times`] : [];
}
