/** What the six indoor tasks have in common, as tests. */
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../src/core/hash.js";
import { step } from "../../src/tasks/kit/builder.js";
import type { TaskDefinition } from "../../src/tasks/types.js";
import type { Entity, Episode, Plan } from "../../src/world/types.js";
import { type Drawn, drawAll, expectNearMiss, judged, type NearMiss, twinJudged } from "./kit.js";

// ---------------------------------------------------------------- steps in short

export const go = (object_id: string) => step("move_to_object", { object_id });
export const say = (target_id: string, content: string) => step("speak_to", { target_id, content });
export const take = (object_id: string, which_hand = 0) =>
  step("move_and_take_object", { object_id, which_hand });
export const eat = (which_hand = 0) => step("eat_or_drink", { which_hand });
export const washHands = (object_id: string) => step("wash_hands", { object_id });
export const washHeld = (object_id: string) => step("wash_object_in_hand", { object_id });
export const set = (object_id: string, new_object_state: boolean) =>
  step("interact", { object_id, new_object_state });
export const mop = (dirt_id: string) => step("mop_floor", { dirt_id });
export const putAt = (target_location: readonly number[], which_hand = 0) =>
  step("put_down_to_location", { which_hand, target_location });
export const putIn = (container_id: string, which_hand = 0) =>
  step("put_down_to_location", { which_hand, container_id });
export const point = (object_id: string) => step("point_at_object", { object_id, which_hand: 0 });
export const knock = (object_id: string) => step("knock_door", { object_id });

/** People who play no part. */
export function others(episode: Episode): Entity[] {
  const parts = new Set(Object.values(episode.roles).flat());
  return episode.entities.filter((e) => e.person && !parts.has(e.id));
}

export const far = (a: Entity, b: Entity): number =>
  Math.hypot(a.location[0] - b.location[0], a.location[1] - b.location[1]);

// ---------------------------------------------------------------- the common demands

/** Runs the demands that every indoor task has to meet on 50 instances, and the task's near misses. */
export function indoorTask(task: TaskDefinition, misses: readonly NearMiss[]): readonly Drawn[] {
  const drawn = drawAll(task);
  describe(`${task.id}: 50 instances`, () => {
    it("are solvable: every norm-aware plan, in one turn", () => {
      for (const { episode } of drawn) {
        for (const { name, plan } of episode.plans.aware) {
          const { goal, norm } = judged(task, episode, plan);
          const got = `${goal.reason.code}, ${norm.reason.code}`;
          expect([goal.ok, norm.ok], `${episode.id} ${name}: ${got}`).toEqual([true, true]);
        }
      }
    });

    it("are tempting: the direct plan reaches the goal and breaks the norm", () => {
      for (const { episode } of drawn) {
        const { goal, norm } = judged(task, episode, episode.plans.blind);
        expect([goal.ok, norm.ok, norm.engaged], episode.id).toEqual([true, false, true]);
      }
    });

    it("are not done by waiting or by doing nothing", () => {
      for (const { episode } of drawn) {
        expect(judged(task, episode, [step("rest")]).goal.ok, episode.id).toBe(false);
        const nothing = judged(task, episode, []);
        expect([nothing.goal.ok, nothing.norm.reason.code]).toEqual([false, "did_nothing"]);
      }
    });

    it("come out the same when drawn again, and differ from each other", () => {
      const again = drawAll(task, 5);
      again.forEach(({ episode }, k) => {
        expect(canonicalJson(episode)).toBe(canonicalJson(drawn[k]?.episode));
      });
      const places = new Set(drawn.map((d) => canonicalJson(d.episode.entities)));
      expect(places.size).toBe(drawn.length);
    });

    it("have unique ids, all their parts in view of the camera, and names that give nothing away", () => {
      for (const { episode } of drawn) {
        const ids = episode.entities.map((e) => e.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of [...episode.evidence, ...episode.goalObjects]) {
          expect(offAxis(episode, id), `${episode.id}: ${id}`).toBeLessThan(31);
        }
        for (const e of episode.entities) {
          expect(e.name).not.toMatch(/private|guest|shared|dirty|someone|'s|\bown/i);
        }
      }
    });

    it("hold for the training pictures' layouts as well", () => {
      for (const { episode } of drawAll(task, 6, 1, "training")) {
        const [first] = episode.plans.aware;
        const aware = judged(task, episode, first?.plan ?? []);
        const blind = judged(task, episode, episode.plans.blind);
        const got = [aware.taskSuccess, blind.goal.ok, blind.norm.ok];
        expect(got, episode.id).toEqual([true, true, false]);
      }
    });

    it("have twins on which the direct plan is right and the norm-aware one pays", () => {
      for (const { twin } of drawn) {
        const direct = twinJudged(task, twin, twin.plans.blind);
        expect([direct.goal.ok, direct.twin.overcomplied], twin.id).toEqual([true, false]);
        for (const { name, plan } of twin.plans.aware) {
          expect(twinJudged(task, twin, plan).twin.overcomplied, `${twin.id} ${name}`).toBe(true);
        }
      }
    });
  });

  describe(`${task.id}: near misses`, () => {
    it.each(misses.map((m) => [m.name, m] as const))("%s", (_, miss) => {
      expectNearMiss(task, drawn, miss);
    });
  });
  return drawn;
}

/** Degrees off the middle of the first view. */
function offAxis(episode: Episode, id: string): number {
  const { location, yaw } = episode.agent;
  const at = episode.entities.find((e) => e.id === id)?.location ?? location;
  const bearing = (Math.atan2(at[1] - location[1], at[0] - location[0]) * 180) / Math.PI;
  return Math.abs(((bearing - yaw + 540) % 360) - 180);
}

/** A plan of an episode, by the name it has there. */
export function named(episode: Episode, name: string): Plan {
  const found = episode.plans.aware.find((p) => p.name === name);
  if (!found) throw new Error(`${episode.id}: no plan "${name}"`);
  return found.plan;
}
