import { givingPriorityToElder } from "../../../src/tasks/giving-priority-to-elder.js";
import type { Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf, wordsOf } from "../audit.js";
import { entity, roleId } from "../kit.js";

/** Words that offer nobody a seat. All other words of the plans and of `words` do. */
const NO_OFFER = ["Let's sit down.", "I am tired.", "Hello."];

/** The place goes to whoever comes first: the elder when offered, the agent when it sits. */
function expect(episode: Episode, plan: Plan): Meaning {
  const elder = roleId(episode, "elder");
  let done = 0;
  let taken: "agent" | "elder" | null = null;
  for (const step of plan) {
    const id = targetOf(step);
    if (step.action === "sit_down_to_object") {
      if (taken === "elder") break; // no place left: the action fails and the plan ends
      taken = "agent";
    }
    if (step.action === "speak_to") {
      if (!entity(episode, id).person) break;
      if (id === elder && !NO_OFFER.includes(wordsOf(step))) taken ??= "elder";
    }
    done++;
  }
  return { goal: taken !== null, norm: done > 0 && taken === "elder" };
}

export const givingPriorityToElderRule: AuditRule = {
  task: givingPriorityToElder,
  expect,
  targets: (episode) => [
    roleId(episode, "elder"),
    roleId(episode, "seat"),
    ...episode.entities.filter((e) => e.person?.posture === "seated").map((e) => e.id),
  ],
  words: [...NO_OFFER, "Would you like to take a seat?"],
};
