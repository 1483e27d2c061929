/** What the tests of the tasks share: drawing instances, running plans, judging them. */
import { expect } from "vitest";
import { type Judgement, judge, judgeTwin, type TwinJudgement } from "../../src/tasks/judge.js";
import { Redraw, type TaskDefinition } from "../../src/tasks/types.js";
import { createWorld } from "../../src/world/index.js";
import type { Entity, Episode, Plan, Trace } from "../../src/world/types.js";

export interface Drawn {
  episode: Episode;
  twin: Episode;
  /** how many draws were thrown away */
  redraws: number;
}

/** One instance and its twin, drawn again as long as the generator asks for it. */
export function draw(
  task: TaskDefinition,
  instance: number,
  seed = 0,
  split: "benchmark" | "training" = "benchmark",
): Drawn {
  const variant = task.variants[instance % task.variants.length] as string;
  for (let attempt = 0; attempt < 400; attempt++) {
    const input = { seed, instance, variant, attempt, split };
    try {
      return {
        episode: task.generate({ ...input, twin: false }),
        twin: task.generate({ ...input, twin: true }),
        redraws: attempt,
      };
    } catch (error) {
      if (!(error instanceof Redraw)) throw error;
    }
  }
  throw new Error(`${task.id}/${instance}: 400 draws failed`);
}

/** The first `count` instances of a seed. */
export function drawAll(
  task: TaskDefinition,
  count = 50,
  seed = 0,
  split: "benchmark" | "training" = "benchmark",
): Drawn[] {
  return Array.from({ length: count }, (_, instance) => draw(task, instance, seed, split));
}

/** Runs plans, one per turn, with every id listed as visible in each turn. */
export function run(episode: Episode, ...plans: Plan[]): Trace {
  const world = createWorld(episode);
  for (const plan of plans) {
    world.observe(episode.entities.map((e) => e.id));
    world.runPlan(plan);
  }
  return world.trace;
}

export function judged(task: TaskDefinition, episode: Episode, ...plans: Plan[]): Judgement {
  return judge(task, episode, run(episode, ...plans));
}

export function twinJudged(task: TaskDefinition, twin: Episode, ...plans: Plan[]): TwinJudgement {
  return judgeTwin(task, twin, run(twin, ...plans));
}

/** A near-miss plan and the verdict that it must get. */
export interface NearMiss {
  name: string;
  /** one plan per turn; null when this instance has not what the case needs */
  plans: (episode: Episode) => Plan[] | null;
  goal: boolean;
  norm: boolean;
  /** code of the norm's reason */
  because: string;
}

/** Runs one case on every instance that has what it needs; it must fit at least one. */
export function expectNearMiss(
  task: TaskDefinition,
  drawn: readonly Drawn[],
  miss: NearMiss,
): void {
  let used = 0;
  for (const { episode } of drawn) {
    const plans = miss.plans(episode);
    if (!plans) continue;
    used++;
    const { goal, norm } = judged(task, episode, ...plans);
    expect(
      { goal: goal.ok, norm: norm.ok, because: norm.reason.code },
      `${episode.id} (${episode.variant}): ${miss.name}`,
    ).toEqual({ goal: miss.goal, norm: miss.norm, because: miss.because });
  }
  expect(used, `no instance fits the case "${miss.name}"`).toBeGreaterThan(0);
}

// ---------------------------------------------------------------- finding things in an episode

export const roleId = (episode: Episode, key: string): string => episode.roles[key] as string;
export const roleIds = (episode: Episode, key: string): string[] => episode.roles[key] as string[];

export function entity(episode: Episode, id: string): Entity {
  const found = episode.entities.find((e) => e.id === id);
  if (!found) throw new Error(`${episode.id}: no entity ${id}`);
  return found;
}

/** Every id that plays a part. */
export function partIds(episode: Episode): Set<string> {
  return new Set(
    Object.values(episode.roles)
      .flat()
      .filter((v): v is string => typeof v === "string"),
  );
}

/** Some thing (no person) that plays no part and passes the test, or null. */
export function bystanderThing(
  episode: Episode,
  fits: (e: Entity) => boolean = () => true,
): Entity | null {
  const parts = partIds(episode);
  return episode.entities.find((e) => !e.person && !parts.has(e.id) && fits(e)) ?? null;
}

/** Is there a way to it from where the agent starts? */
export function canWalkTo(episode: Episode, id: string): boolean {
  const walk = { think: "", action: "move_to_object", parameters: { object_id: id } };
  return run(episode, [walk]).every((event) => event.type !== "failed");
}
