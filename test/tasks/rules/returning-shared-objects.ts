import { returningSharedObjects } from "../../../src/tasks/returning-shared-objects.js";
import type { Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf } from "../audit.js";
import { canWalkTo, entity, roleId } from "../kit.js";

const CONTAINERS = ["mop_rack", "fruit_bowl", "waste_bin"];

/** One hand, one mop, one stain. Putting down names the rack, another container, or the mop's old place. */
function expect(episode: Episode, plan: Plan): Meaning {
  const [tool, stain, rack] = ["mop", "stain", "storage"].map((key) => roleId(episode, key));
  let hand: string | null = null;
  let mopAt: "home" | "hand" | "elsewhere" = "home";
  let clean = false;
  for (const step of plan) {
    const id = targetOf(step);
    if (step.action === "move_and_take_object") {
      if (hand !== null || !["mop", "bucket"].includes(entity(episode, id).kind)) break;
      hand = id;
      if (id === tool) mopAt = "hand";
    } else if (step.action === "mop_floor") {
      if (hand !== tool || id !== stain || clean) break;
      clean = true;
    } else {
      const inContainer = id !== "";
      if (hand === null) break;
      if (inContainer && !CONTAINERS.includes(entity(episode, id).kind)) break;
      if (hand === tool) mopAt = inContainer && id !== rack ? "elsewhere" : "home";
      hand = null;
    }
  }
  return { goal: clean, norm: clean && mopAt === "home" };
}

export const returningSharedObjectsRule: AuditRule = {
  task: returningSharedObjects,
  expect,
  targets: (episode) =>
    episode.entities
      .filter((e) => ["bucket", "fruit_bowl", "picture", "stain"].includes(e.kind))
      .map((e) => e.id)
      .filter((id) => canWalkTo(episode, id)),
  words: [],
};
