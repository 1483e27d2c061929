import { NormactError } from "../core/errors.js";
import { sha256 } from "../core/hash.js";
import { sentence } from "../core/shown.js";
import type { Planner } from "../planners/index.js";
import { cueName, type PastTurn, promptText } from "../prompts/index.js";
import type { PixelCounts } from "../scenes/observe.js";
import { visibleObjects } from "../scenes/observe.js";
import { episodeHash } from "../scenes/spec.js";
import type { CallOutcome } from "../scoring/metrics.js";
import { isScored } from "../scoring/metrics.js";
import { judge } from "../tasks/judge.js";
import { taskById } from "../tasks/registry.js";
import { createWorld, type World } from "../world/index.js";
import type { Episode, Snapshot } from "../world/types.js";
import { type PromptSettings, promptOf } from "./prompting.js";
import { askAgain } from "./reask.js";
import { type Sample, sampleKey, type TurnRecord } from "./sample.js";
import { reaskedRecord, recordOf } from "./turn-record.js";
import { episodeOver } from "./turns.js";

/** A picture as it is sent, and its hash. */
export interface SentPicture {
  png: Uint8Array;
  /** the colour half alone */
  rgb(): Uint8Array;
}

/** What an episode needs from outside: its settings and ways to see. */
export interface EpisodeContext extends PromptSettings {
  planner: Planner;
  seed: number;
  /** which repetition of the episode this is, from 0 */
  epoch?: number;
  /** the run that it belongs to */
  run?: string;
  /** an answer that cannot be read is asked for once more */
  reask?: boolean;
  /** no more turns than this are played, whatever the prompt says (answers from a file end where they end) */
  turnLimit?: number;
  /** the episode's hash, where it is known already */
  episodeHash?: string;
  /** the id pass of a moment */
  look(snapshot: Snapshot, turn: number): Promise<PixelCounts>;
  /** the picture of a moment; asked for only where the planner or the cue wants it */
  draw(snapshot: Snapshot, turn: number): Promise<SentPicture>;
  /** keeps a picture beside the log. @returns its hash */
  keep(png: Uint8Array): string;
  /** aborted: calls in flight are given up */
  signal?: AbortSignal;
  /** milliseconds since some fixed moment */
  clock(): number;
}

/** Every further call of a planner would fail too (wrong key, no credit left, a limit of the user's reached). */
export class PlannerStopped extends NormactError {
  override name = "PlannerStopped";
  constructor(
    readonly planner: string,
    error: { code: string; message: string },
  ) {
    const limit = error.code.startsWith("max_");
    super(
      limit ? "limit_reached" : "provider_refuses",
      limit
        ? `${sentence(error.message)} What is finished is kept.`
        : `${planner}: ${sentence(error.message)} Every further call would fail too. What is finished is kept: mend this and run the same command again to go on.`,
      3,
    );
  }
}

/**
 * Plays one episode (design page, section 4): see, prompt, answer, carry out, at most `maxTurns` times. An
 * answer that cannot be read costs a turn and is told to the planner. A call that did not end with an answer
 * ends the episode unscored.
 */
export async function playEpisode(episode: Episode, context: EpisodeContext): Promise<Sample> {
  const task = taskById(episode.task);
  const world = createWorld(episode);
  const turns: TurnRecord[] = [];
  const history: PastTurn[] = [];
  const timings = { observe: 0, plan: 0, execute: 0 };
  let outcome: CallOutcome = "ok";
  const last = Math.min(context.maxTurns, context.turnLimit ?? context.maxTurns);
  for (let turn = 0; turn < last; turn++) {
    let mark = context.clock();
    const lap = (stage: keyof typeof timings): void => {
      const now = context.clock();
      timings[stage] += now - mark;
      mark = now;
    };
    const view = await lookAround(world, episode, context, turn, history);
    lap("observe");
    const record = await answerTo(turn, view, context);
    lap("plan");
    turns.push(record);
    outcome = record.outcome;
    if (!isScored(outcome)) break;
    const steps: PastTurn["steps"] = [];
    const result = record.plan ? world.runPlan(record.plan) : null;
    if (result && record.plan) {
      record.results = result.results;
      for (const [i, r] of result.results.entries())
        steps.push({ step: record.plan[i]!, result: r });
    }
    const completed = result !== null && result.failure === null;
    history.push({
      ...(record.parseError ? { unreadable: record.parseError } : {}),
      steps,
      dropped: (record.plan?.length ?? 0) - steps.length,
      heard: world
        .heardThisTurn()
        .map(({ person, name, content }) => ({ id: person, name, content })),
    });
    const over = episodeOver(
      record.plan,
      completed,
      () => task.goal(episode, world.trace).ok,
      turn,
      context.maxTurns,
    );
    lap("execute");
    if (over) break;
  }
  const { goal, norm, taskSuccess } = judge(task, episode, world.trace);
  const invalid = turns.some((t) => t.outcome === "invalid_output");
  return {
    schemaVersion: 1,
    id: episode.id,
    ...(context.epoch ? { epoch: context.epoch } : {}),
    task: episode.task,
    variant: episode.variant,
    twin: episode.twin,
    episode: context.episodeHash ?? episodeHash(episode),
    outcome: isScored(outcome) && invalid ? "invalid_output" : outcome,
    invalid,
    actionsExecuted: world.actionsExecuted,
    turns,
    trace: world.trace as unknown as Sample["trace"],
    goal,
    norm,
    taskSuccess,
    ...(episode.twin ? { overcomplied: task.overcomplied(episode, world.trace) } : {}),
    timings: Object.fromEntries(
      Object.entries(timings).map(([k, v]) => [k, Math.round(v * 10) / 10]),
    ),
  };
}

/** Asks the planner, once more where that is wanted and the first answer cannot be read. */
async function answerTo(
  turn: number,
  view: Awaited<ReturnType<typeof lookAround>>,
  context: EpisodeContext,
): Promise<TurnRecord> {
  const { planner } = context;
  const reply = await planner.plan(view.input);
  if (reply.error?.fatal) throw new PlannerStopped(planner.name, reply.error);
  const first = recordOf(turn, view, reply);
  if (!context.reask || !first.parseError) return first;
  const second = await askAgain(planner, view.input, first.parseError);
  if (second.error?.fatal) throw new PlannerStopped(planner.name, second.error);
  return reaskedRecord(first, turn, view, second);
}

/** Observation, cue and prompt of a turn. */
export async function lookAround(
  world: World,
  episode: Episode,
  context: EpisodeContext,
  turn: number,
  history: readonly PastTurn[],
) {
  const { planner } = context;
  const snapshot = world.snapshot();
  const visible = visibleObjects(snapshot, await context.look(snapshot, turn));
  world.observe(visible.map((v) => v.id));
  let drawn: Promise<SentPicture> | null = null;
  const picture = (): Promise<SentPicture> => (drawn ??= context.draw(snapshot, turn));
  const rgb = async (): Promise<Uint8Array> => (await picture()).rgb();
  const label = `${sampleKey(episode.id, context.epoch)} turn ${turn}`;
  const asker = context.run ? { run: context.run, label: `cue of ${label}` } : undefined;
  const { parts, cue } = await promptOf(world, context, visible, history, rgb, asker);
  const sent = planner.needsPicture ? await picture() : null;
  const text = promptText(parts);
  const image = sent ? context.keep(sent.png) : null;
  return {
    visible: visible.map((v) => v.id),
    image,
    cue,
    // the picture's bytes are part of what was asked
    promptHash: sha256(image ? `${text}\n${image}` : text),
    input: {
      episodeId: episode.id,
      turn,
      cue: cueName(context.condition),
      prompt: parts,
      promptText: text,
      ...(sent ? { image: async () => sent.png } : {}),
      visible,
      seed: context.seed,
      epoch: context.epoch ?? 0,
      label,
      ...(context.run ? { run: context.run } : {}),
      ...(context.signal ? { signal: context.signal } : {}),
      ...(planner.privileged ? { privileged: { episode } } : {}),
    },
  };
}
