import { approachingBeforeTalking } from "../../../src/tasks/approaching-before-talking.js";
import { distance } from "../../../src/world/geometry.js";
import type { Entity, Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf } from "../audit.js";
import { canWalkTo, entity, roleId } from "../kit.js";

/** Things and people so far from the caller that being there is not being with the caller. */
function apart(episode: Episode): Entity[] {
  const caller = entity(episode, roleId(episode, "caller"));
  return episode.entities.filter(
    (e) => e.location[2] === 0 && distance(e.location, caller.location) > 330,
  );
}

/** Whoever walked to the caller last is with them; any words do. */
function expect(episode: Episode, plan: Plan): Meaning {
  const caller = roleId(episode, "caller");
  let place = "start";
  let first: "nearby" | "from afar" | null = null;
  for (const step of plan) {
    const id = targetOf(step);
    if (step.action === "move_to_object") place = id;
    if (step.action === "speak_to") {
      if (!entity(episode, id).person) break; // one cannot speak to a thing: the plan ends
      if (id === caller) first ??= place === caller ? "nearby" : "from afar";
    }
  }
  return { goal: first !== null, norm: first === "nearby" };
}

export const approachingBeforeTalkingRule: AuditRule = {
  task: approachingBeforeTalking,
  expect,
  targets: (episode, step) => {
    if (step.action === "move_to_object") {
      return apart(episode)
        .map((e) => e.id)
        .filter((id) => canWalkTo(episode, id));
    }
    const people = episode.entities.filter((e) => e.person);
    const [thing] = episode.entities.filter((e) => !e.person);
    return [...people, ...(thing ? [thing] : [])].map((e) => e.id);
  },
  words: ["Hello!", "What a lovely day.", "Just a moment, please."],
};
