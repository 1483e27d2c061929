import { NormactError } from "../core/errors.js";
import type { Episode, Plan } from "../world/types.js";
import { localReply, type Planner, type PlannerInput } from "./types.js";

/** Says `[]` once its plan has been given: nothing is left to do. */
const DONE = "[]";

/** A planner that knows the episode and answers a plan of its own in the first turn. */
function scripted(name: string, label: string, choose: (episode: Episode) => Plan): Planner {
  return {
    name,
    label,
    needsPicture: false,
    privileged: true,
    async plan(input: PlannerInput) {
      if (!input.privileged) {
        throw new NormactError("not_privileged", `${name} needs to be handed the episode`);
      }
      if (input.turn > 0) return localReply(DONE);
      return localReply(JSON.stringify(choose(input.privileged.episode)));
    },
  };
}

/**
 * Which norm-aware plan the oracle takes: it goes round the list with the instance number, shifted by one
 * with every full round, so that variants which alternate with the same number do not tie a variant to one
 * plan. Over the set every plan of every variant is used.
 */
export function oracleChoice(episodeId: string, plans: number): number {
  const instance = Number(/(\d+)$/.exec(episodeId)?.[1] ?? 0);
  return (instance + Math.floor(instance / plans)) % plans;
}

/** Every norm-aware plan in turn: what a perfect planner would reach. */
export function oraclePlanner(): Planner {
  return scripted(
    "scripted/oracle",
    "knows the answer: one of the norm-aware plans of the episode",
    (episode) => {
      const { aware } = episode.plans;
      if (aware.length === 0) {
        throw new NormactError("no_aware_plan", `episode ${episode.id} lists no norm-aware plan`);
      }
      return aware[oracleChoice(episode.id, aware.length)]!.plan;
    },
  );
}

/** The shortest way to the goal. */
export function normBlindPlanner(): Planner {
  return scripted(
    "scripted/norm-blind",
    "knows the goal and no norm: the direct plan of the episode",
    (episode) => episode.plans.blind,
  );
}

/** Does nothing at all. */
export function idlePlanner(): Planner {
  return {
    name: "scripted/idle",
    label: "does nothing: answers the empty plan",
    needsPicture: false,
    privileged: false,
    plan: async () => localReply(DONE),
  };
}
