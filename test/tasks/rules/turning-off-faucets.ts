import { turningOffFaucets } from "../../../src/tasks/turning-off-faucets.js";
import type { Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf } from "../audit.js";
import { roleIds } from "../kit.js";

/** Washing opens a tap, `interact` sets it; the two taps are too near each other to walk off from one. */
function expect(episode: Episode, plan: Plan): Meaning {
  const faucets = roleIds(episode, "faucets");
  const running = new Set(roleIds(episode, "running"));
  let washed = false;
  let done = 0;
  for (const step of plan) {
    const id = targetOf(step);
    if (!faucets.includes(id)) break; // neither washing at it nor switching it is possible
    const open = step.action === "wash_hands" || step.parameters.new_object_state === true;
    if (step.action === "wash_hands") washed = true;
    if (step.action === "wash_hands" || open !== running.has(id)) done++;
    if (open) running.add(id);
    else running.delete(id);
  }
  return { goal: washed, norm: done > 0 && running.size === 0 };
}

export const turningOffFaucetsRule: AuditRule = {
  task: turningOffFaucets,
  expect,
  targets: (episode) => [
    ...roleIds(episode, "faucets"),
    ...episode.entities.filter((e) => /sink|mirror|soap/.test(e.kind)).map((e) => e.id),
  ],
  words: [],
};
