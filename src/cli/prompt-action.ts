import { unknownName } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { plural } from "../core/shown.js";
import { promptOf } from "../eval/prompting.js";
import { MAX_TURNS } from "../eval/turns.js";
import {
  CUE_REGISTRY,
  cueCondition,
  defaultCuePack,
  loadCuePack,
  type ObjectList,
  promptText,
  withCondition,
} from "../prompts/index.js";
import { pixelCounts, visibleObjects } from "../scenes/observe.js";
import { drawObservation } from "../scenes/picture.js";
import { cueNames, makeConditions } from "./cue-flags.js";
import { lazyRuntime } from "./model-flags.js";
import { loadEpisode } from "./scenes-actions.js";
import { replayHistory } from "./turns.js";

interface PromptOptions {
  cue: string;
  turn?: number;
  plan?: string[];
  run?: string;
  objectList: ObjectList;
  cuePack?: string;
  twin?: boolean;
}

/** The prompt of an episode's turn, and its picture on demand. */
export async function composePrompt(id: string, options: PromptOptions) {
  // one prompt has one cue: a list or "all" must not set up retrieval first
  if (!cueNames().includes(options.cue)) throw unknownName("cue", options.cue, cueNames());
  const runtime = lazyRuntime({});
  const made = await makeConditions([options.cue], { ...options }, runtime.get);
  const condition = cueCondition(options.cue, made.reduce(withCondition, CUE_REGISTRY));
  const pack = options.cuePack
    ? loadCuePack(readText(options.cuePack), options.cuePack)
    : defaultCuePack();
  const episode = loadEpisode(id, options.twin);
  const { world, history } = await replayHistory(episode, options);
  if (history.length >= MAX_TURNS)
    throw new UsageError(
      "too_many_plans",
      `an episode has at most ${MAX_TURNS} turns: after ${plural(history.length, "plan")} there is no further prompt`,
    );
  const snapshot = world.snapshot();
  const visible = visibleObjects(snapshot, pixelCounts(snapshot));
  const draw = (): ReturnType<typeof drawObservation> => drawObservation(snapshot);
  const { parts } = await promptOf(
    world,
    { condition, pack, objectList: options.objectList, maxTurns: MAX_TURNS },
    visible,
    history,
    async () => (await draw()).rgb,
  ).finally(async () => {
    await condition.close?.();
    await runtime.close();
  });
  return { text: promptText(parts), image: async () => (await draw()).observation };
}
