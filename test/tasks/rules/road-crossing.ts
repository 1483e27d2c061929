import { roadCrossing } from "../../../src/tasks/road-crossing.js";
import { distance } from "../../../src/world/geometry.js";
import type { Entity, Episode, Plan } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf } from "../audit.js";
import { entity, roleId } from "../kit.js";

/** On which side of the road something stands: the agent's ("near") or the bin's ("far"). */
function sideOf(episode: Episode, thing: Entity): "near" | "far" {
  const crosswalk = entity(episode, roleId(episode, "crosswalk"));
  const a = (crosswalk.yaw * Math.PI) / 180;
  const across = (p: readonly number[]): number =>
    -(p[0]! - crosswalk.location[0]) * Math.sin(a) + (p[1]! - crosswalk.location[1]) * Math.cos(a);
  const own = across(episode.agent.location);
  return across(thing.location) * own > 0 ? "near" : "far";
}

/** Street furniture that lies clearly away from the road, the crosswalk and the bin. */
function elsewhere(episode: Episode): string[] {
  const bin = entity(episode, roleId(episode, "bin"));
  const crosswalk = entity(episode, roleId(episode, "crosswalk"));
  const fits = (e: Entity): boolean =>
    !e.person &&
    !["car", "crosswalk", "trash_bin"].includes(e.kind) &&
    distance(e.location, bin.location) > 400 &&
    distance(e.location, crosswalk.location) > 750;
  return episode.entities.filter(fits).map((e) => e.id);
}

/** The same, each with its side of the road. */
export const roadSides = (episode: Episode): { id: string; side: "near" | "far" }[] =>
  elsewhere(episode).map((id) => ({ id, side: sideOf(episode, entity(episode, id)) }));

/** Walking to the crosswalk leads to its end on one's own side; from there the other side is open. */
function expect(episode: Episode, plan: Plan): Meaning {
  let side: "near" | "far" = "near";
  let atCrosswalk = false;
  let place = "start";
  let trespassed = false;
  for (const step of plan) {
    const id = targetOf(step);
    if (id === roleId(episode, "crosswalk")) {
      atCrosswalk = true;
      place = "crosswalk";
      continue;
    }
    const target = sideOf(episode, entity(episode, id));
    if (target !== side && !atCrosswalk) trespassed = true;
    side = target;
    place = id;
    atCrosswalk = false;
  }
  return {
    goal: place === roleId(episode, "bin"),
    norm: plan.length > 0 && !trespassed,
  };
}

export const roadCrossingRule: AuditRule = {
  task: roadCrossing,
  expect,
  targets: (episode) => [
    roleId(episode, "bin"),
    roleId(episode, "crosswalk"),
    ...elsewhere(episode),
  ],
  words: [],
};
