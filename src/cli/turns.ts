import { join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { plural } from "../core/shown.js";
import type { PastTurn } from "../prompts/index.js";
import { pixelCounts, visibleObjects } from "../scenes/observe.js";
import { createWorld, type World } from "../world/index.js";
import type { Episode, Plan } from "../world/types.js";
import { readInput } from "./io.js";

/** A plan from a file ("-" = standard input), read as a model's answer would be. */
export async function planFromFile(file: string): Promise<Plan> {
  const { parsePlan } = await import("../actions/index.js");
  const parsed = parsePlan(await readInput(file));
  if (!parsed.ok)
    throw new NormactError(
      parsed.error.code,
      `${file === "-" ? "standard input" : file}: ${parsed.error.message}`,
    );
  return parsed.actions;
}

/** The plans of several turns. @throws UsageError when more than one is to come from standard input */
export async function plansFromFiles(files: readonly string[]): Promise<Plan[]> {
  if (files.filter((file) => file === "-").length > 1)
    throw new UsageError("stdin_twice", "standard input holds one plan: give --plan - once only");
  const plans: Plan[] = [];
  for (const file of files) plans.push(await planFromFile(file));
  return plans;
}

/** What the agent sees now becomes this turn's observation. */
export function observeNow(world: World): string[] {
  const snapshot = world.snapshot();
  const ids = visibleObjects(snapshot, pixelCounts(snapshot)).map((v) => v.id);
  world.observe(ids);
  return ids;
}

export interface TurnOptions {
  turn?: number;
  plan?: string[];
  run?: string;
}

/**
 * Brings a world to the beginning of a later turn: by plans from files, or by those in a run's log.
 * @throws UsageError when a later turn lacks what led to it
 */
export async function replayTurns(episode: Episode, options: TurnOptions): Promise<World> {
  return (await replayHistory(episode, options)).world;
}

/** The same, with what the prompt tells of the turns before. */
export async function replayHistory(
  episode: Episode,
  options: TurnOptions,
): Promise<{ world: World; history: PastTurn[] }> {
  const world = createWorld(episode);
  const history: PastTurn[] = [];
  if (options.plan && options.run)
    throw new UsageError("plan_and_run", "give --plan or --run, not both");
  const plans = options.run
    ? await plansOfRun(options.run, episode.id)
    : await plansFromFiles(options.plan ?? []);
  const turn = options.turn ?? plans.length;
  if (turn > plans.length)
    throw new UsageError(
      "turn_without_plans",
      `turn ${turn} needs the ${plural(turn, "plan")} that led to it, ${plans.length} given: add --plan FILE (one a turn) or --run RUN`,
    );
  for (const plan of plans.slice(0, turn)) {
    observeNow(world);
    const { results } = world.runPlan(plan);
    history.push({
      steps: results.map((result, i) => ({ step: plan[i]!, result })),
      dropped: plan.length - results.length,
      heard: world
        .heardThisTurn()
        .map(({ person, name, content }) => ({ id: person, name, content })),
    });
  }
  return { world, history };
}

async function plansOfRun(run: string, episodeId: string): Promise<Plan[]> {
  const { RunStore } = await import("../eval/store.js");
  const store = RunStore.open(join("results", "runs"), run);
  const sample = store.samples().get(episodeId);
  if (!sample)
    throw new NormactError("no_sample", `run ${run} has no finished sample of ${episodeId}`, 2);
  return sample.turns.map((t) => t.plan ?? []);
}
