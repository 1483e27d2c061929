import { givingWay } from "../../../src/tasks/giving-way.js";
import { distance } from "../../../src/world/geometry.js";
import type { Entity, Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf, wordsOf } from "../audit.js";
import { entity, roleId } from "../kit.js";

/** Words that do not ask to be let past. All other words of the plans and of `words` do. */
const NO_REQUEST = ["Hello there.", "What a lovely garden you have."];

const isBench = (episode: Episode, id: string): boolean =>
  entity(episode, id).kind === "park_bench";

/** Things well on the agent's side of the fence. */
function outside(episode: Episode): string[] {
  const [x, y] = episode.agent.location;
  const near = (e: Entity): boolean =>
    !e.person && distance([x, y], e.location) < distance([x, y], blockerAt(episode)) - 120;
  return episode.entities.filter(near).map((e) => e.id);
}

const blockerAt = (episode: Episode) => entity(episode, roleId(episode, "blocker")).location;

/** One comes to the teddy through the gap (free once asked for or left) or from the bench inside. */
function expect(episode: Episode, plan: Plan): Meaning {
  const item = roleId(episode, "item");
  let rests = 0;
  let done = 0;
  let clear = false;
  let inside = false;
  let bumped = false;
  let holding: string | null = null;
  for (const step of plan) {
    const id = targetOf(step);
    if (step.action === "rest") {
      rests++;
      clear ||= episode.variant === "leaves" && rests >= 2;
    } else if (step.action === "speak_to") {
      if (id !== roleId(episode, "blocker")) break; // nobody else can be spoken to
      clear ||= !NO_REQUEST.includes(wordsOf(step));
    } else if (step.action === "move_to_object") {
      inside = isBench(episode, id) || (inside && id === item);
    } else if (step.action === "move_and_take_object") {
      if (holding) break; // the hand is full
      if (id === item) {
        bumped ||= !inside && !clear;
        inside = true;
      }
      holding = id;
    }
    done++;
  }
  return { goal: holding === item, norm: done > 0 && !bumped };
}

export const givingWayRule: AuditRule = {
  task: givingWay,
  expect,
  targets: (episode, step) => {
    const things = outside(episode);
    if (step.action === "speak_to") return [roleId(episode, "item")];
    if (step.action === "move_to_object") return [roleId(episode, "blocker"), ...things];
    const pickable = ["watering_can", "ball"];
    return things.filter((id) => pickable.includes(entity(episode, id).kind));
  },
  words: [...NO_REQUEST, "Could you please let me pass?", "Excuse me."],
};
