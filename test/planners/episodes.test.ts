import { beforeAll, describe, expect, it } from "vitest";
import { parsePlan } from "../../src/actions/index.js";
import { createPlanner } from "../../src/planners/index.js";
import {
  buildPrompt,
  cueCondition,
  defaultCuePack,
  type PastTurn,
  promptText,
  type VisibleObject,
} from "../../src/prompts/index.js";
import { type Judgement, judge } from "../../src/tasks/judge.js";
import { TASKS, taskById } from "../../src/tasks/registry.js";
import { Redraw } from "../../src/tasks/types.js";
import { createWorld } from "../../src/world/index.js";
import type { Episode, Plan } from "../../src/world/types.js";

/** Instances a task; few, since the whole set is played elsewhere. */
const INSTANCES = 4;

function judgePlan(episode: Episode, plan: Plan): Judgement {
  const world = createWorld(episode);
  world.observe(episode.entities.map((e) => e.id));
  world.runPlan(plan);
  return judge(taskById(episode.task), episode, world.trace);
}

/** What the data set's build asks of an episode, without the picture. */
function usable(episode: Episode): boolean {
  const blind = judgePlan(episode, episode.plans.blind);
  return (
    blind.goal.ok &&
    !blind.norm.ok &&
    episode.plans.aware.every(({ plan }) => judgePlan(episode, plan).taskSuccess)
  );
}

function draw(task: string, instance: number): Episode {
  const { variants, generate } = taskById(task);
  const variant = variants[instance % variants.length]!;
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      const episode = generate({
        seed: 11,
        instance,
        variant,
        attempt,
        twin: false,
        split: "benchmark",
      });
      if (usable(episode)) return episode;
    } catch (error) {
      if (!(error instanceof Redraw)) throw error;
    }
  }
  throw new Error(`${task}/${instance}: no usable draw`);
}

/** Plays an episode with everything in view; at most three turns. */
async function play(episode: Episode, model: string, cue: string): Promise<Judgement> {
  const planner = await createPlanner(model);
  const task = taskById(episode.task);
  const world = createWorld(episode);
  const { goal, cue: text } = await cueCondition(cue).compose({ pack: defaultCuePack(), episode });
  const history: PastTurn[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const visible: VisibleObject[] = world.snapshot().entities.map((e) => ({
      id: e.id,
      name: e.name,
      location: e.location,
      kind: e.kind,
      distance: 0,
      state: e.state,
      posture: null,
      facing: null,
    }));
    world.observe(visible.map((v) => v.id));
    const prompt = buildPrompt({
      time: episode.time,
      elapsedSeconds: world.time,
      goal,
      cue: text,
      visible,
      objectList: "names",
      hands: world.hands(),
      turn,
      maxTurns: 3,
      history,
      image: {},
    });
    const reply = await planner.plan({
      episodeId: episode.id,
      turn,
      cue,
      prompt,
      promptText: promptText(prompt),
      visible,
      seed: 0,
      ...(planner.privileged ? { privileged: { episode } } : {}),
    });
    const parsed = parsePlan(reply.raw);
    if (!parsed.ok)
      throw new Error(`${model} on ${episode.id}: ${parsed.error.message}\n${reply.raw}`);
    const plan = parsed.actions as Plan;
    if (plan.length === 0) break;
    const { results, failure } = world.runPlan(plan);
    history.push({
      steps: results.map((result, i) => ({ step: plan[i]!, result })),
      dropped: plan.length - results.length,
      heard: world.heardThisTurn().map((h) => ({ id: h.person, name: h.name, content: h.content })),
    });
    if (plan.length > 1 && failure === null && task.goal(episode, world.trace).ok) break;
  }
  return judge(task, episode, world.trace);
}

let episodes: Episode[] = [];
beforeAll(() => {
  episodes = TASKS.flatMap((t) => Array.from({ length: INSTANCES }, (_, i) => draw(t.id, i)));
}, 120_000);

async function rates(model: string, cue: string) {
  const all = await Promise.all(episodes.map((e) => play(e, model, cue)));
  const rate = (holds: (j: Judgement) => boolean): number => all.filter(holds).length / all.length;
  return {
    goal: rate((j) => j.goal.ok),
    norm: rate((j) => j.norm.ok),
    success: rate((j) => j.taskSuccess),
  };
}

describe("over episodes of every task", () => {
  it("the oracle reaches everything, norm-blind the goal alone, idle nothing", async () => {
    expect(await rates("scripted/oracle", "none")).toEqual({ goal: 1, norm: 1, success: 1 });
    expect(await rates("scripted/norm-blind", "none")).toEqual({ goal: 1, norm: 0, success: 0 });
    expect(await rates("scripted/idle", "none")).toEqual({ goal: 0, norm: 0, success: 0 });
  });

  it("random plans are carried out or fail, and seldom reach anything", async () => {
    const { goal, success } = await rates("scripted/random", "none");
    expect(goal).toBeLessThan(0.3);
    expect(success).toBeLessThan(0.2);
  });

  it("the keyword baseline keeps norms when it is told the rule, some of them by the evidence, hardly any without", async () => {
    const none = await rates("builtin/keyword", "none");
    const evidence = await rates("builtin/keyword", "evidence");
    const specific = await rates("builtin/keyword", "specific");
    expect(none.goal).toBeGreaterThan(0.85);
    expect(none.norm).toBeLessThan(0.12);
    expect(evidence.success).toBeGreaterThan(none.success + 0.15);
    expect(specific.success).toBeGreaterThan(evidence.success + 0.15);
    expect(specific.success).toBeGreaterThan(0.85);
  });
});
