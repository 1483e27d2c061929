import { costOf } from "../models/cost.js";
import { priceOf } from "../models/prices.js";
import type { ModelRuntime } from "../models/runtime.js";
import type { WirePreview } from "../models/types.js";
import { withoutPictures } from "../models/without-pictures.js";
import type { Planner } from "../planners/index.js";
import { type CueCondition, cueCondition, cueName } from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import type { ScenePool } from "../scenes/jobs.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { createWorld } from "../world/index.js";
import { estimateCues } from "./dry-run-cues.js";
import { lookAround, type SentPicture } from "./episode.js";
import type { EvalOptions } from "./options.js";
import { lookWith, pictureOf } from "./pictures.js";
import { type Prepared, prepare } from "./prepare.js";

export interface Range {
  /** every episode ends with its first answer */
  min: number;
  /** every episode takes all its turns */
  max: number;
}

/** What one run would come to. Tokens and cost are estimates from its first turns. */
export interface RunEstimate {
  model: string;
  cue: string;
  episodes: number;
  epochs: number;
  /** false: nobody is called, the rest is 0 */
  called: boolean;
  calls: Range;
  tokens: { input: Range; output: Range };
  /** US dollars; null when the model has no price */
  cost: Range | null;
  /** the calls that make its cues, beside the planner's above; absent where no model is asked for them */
  cueCalls?: CueEstimate;
}

/** What making the cues of one run would come to; runs that find the cues made already pay nothing. */
export interface CueEstimate {
  model: string;
  calls: Range;
  tokens: { input: Range; output: Range };
  /** US dollars; null when the model has no price */
  cost: Range | null;
}

export interface DryRun {
  schemaVersion: 1;
  runs: RunEstimate[];
  /** one request of every model under its first cue, as it would go out; pictures by size and hash */
  requests: {
    model: string;
    cue: string;
    episode: string;
    request: WirePreview;
    /** of a request that would make a cue */
    makesCue?: true;
  }[];
  /** cues that are only known once they are made */
  notes: string[];
}

/** Looks at what runs would send. Calls nobody. */
export async function dryRun(
  options: readonly EvalOptions[],
  runtime: (options: EvalOptions) => ModelRuntime | undefined,
  scenes: ScenePool,
): Promise<DryRun> {
  const result: DryRun = { schemaVersion: 1, runs: [], requests: [], notes: [] };
  for (const one of options) {
    const prepared = await prepare(one);
    for (const condition of prepared.conditions)
      for (const planner of prepared.planners) {
        const run = await estimate(prepared, planner, condition, runtime(one), scenes, result);
        const cues = await estimateCues(prepared, condition, firstOfEachTask(prepared.specs), {
          prices: runtime(one)?.prices() ?? null,
          scenes,
          payer: planner === prepared.planners[0],
          result,
        });
        if (cues) run.cueCalls = cues;
      }
    // bodies are printed: pictures in them are said in words
    for (const made of result.requests)
      made.request = { ...made.request, body: withoutPictures(made.request) };
    for (const condition of prepared.conditions) await condition.close?.();
    for (const planner of prepared.planners) planner.close?.();
  }
  return result;
}

async function estimate(
  prepared: Prepared,
  planner: Planner,
  condition: CueCondition,
  runtime: ModelRuntime | undefined,
  scenes: ScenePool,
  result: DryRun,
): Promise<RunEstimate> {
  const { options, specs } = prepared;
  const epochs = options.epochs ?? 1;
  const n = specs.length * epochs;
  const called = planner.preview !== undefined;
  const run: RunEstimate = {
    model: planner.name,
    cue: cueName(condition),
    episodes: specs.length,
    epochs,
    called,
    calls: called ? { min: n, max: n * options.maxTurns } : { min: 0, max: 0 },
    tokens: { input: { min: 0, max: 0 }, output: { min: 0, max: 0 } },
    cost: called ? null : { min: 0, max: 0 },
  };
  result.runs.push(run);
  if (!called) return run;
  const shown = result.requests.some((r) => r.model === planner.name);
  let input = 0;
  let output = 0;
  const firsts = firstOfEachTask(specs);
  let one: SentPicture | null = null;
  for (const spec of firsts) {
    const seen = await firstTurn(prepared, condition, spec, planner, async (snapshot) => {
      const draw = () => pictureOf(spec.id, snapshot, 0, prepared.firstViews, scenes);
      // any picture will do for the planner's count; a cue is made, or found, by its own
      if (condition.mainThread) return draw();
      one ??= await draw();
      return one;
    });
    if (seen.cueUnknown) note(result, condition);
    const preview = await planner.preview!(seen.input);
    input += preview.tokens.input;
    output += preview.tokens.output;
    if (!shown && spec === firsts[0]) {
      const { wire: request } = preview;
      result.requests.push({ model: planner.name, cue: run.cue, episode: spec.id, request });
    }
  }
  const mean = { input: input / firsts.length, output: output / firsts.length };
  run.tokens = {
    input: { min: Math.round(n * mean.input), max: Math.round(n * options.maxTurns * mean.input) },
    output: {
      min: Math.round(n * mean.output),
      max: Math.round(n * options.maxTurns * mean.output),
    },
  };
  const usage = { ...mean, cachedInput: 0, reasoning: null };
  const single = runtime && costOf(runtime.prices(), planner.name, usage, planner.endpoint);
  if (typeof single !== "number") return run;
  const price = options.batches && priceOf(runtime!.prices(), planner.name, planner.endpoint);
  const each = single * (price?.batch ?? 1);
  run.cost = { min: n * each, max: n * options.maxTurns * each };
  return run;
}

/** One episode a task: prompts of a task are alike. */
function firstOfEachTask(specs: readonly EpisodeSpec[]): EpisodeSpec[] {
  const tasks = new Set<string>();
  return specs.filter((s) => !tasks.has(s.task) && tasks.add(s.task));
}

type Draw = Parameters<typeof lookAround>[2]["draw"];

/** The first turn of an episode; a cue that is made by a model is left out of the prompt. */
async function firstTurn(
  prepared: Prepared,
  condition: CueCondition,
  spec: EpisodeSpec,
  planner: Planner,
  draw: Draw,
) {
  const episode = episodeFromSpec(spec);
  const look = lookWith(new IdPassCache());
  const see = (chosen: CueCondition) =>
    lookAround(
      createWorld(episode),
      episode,
      {
        planner,
        condition: chosen,
        pack: prepared.pack,
        objectList: prepared.options.objectList,
        maxTurns: prepared.options.maxTurns,
        seed: prepared.options.seed ?? 0,
        look: look.counts,
        draw,
        keep: () => "",
        clock: () => 0,
      },
      0,
      [],
    );
  try {
    if (condition.runsProgram) return { ...(await see(cueCondition("none"))), cueUnknown: true };
    return { ...(await see(condition)), cueUnknown: false };
  } catch (error) {
    // its maker would have to be called
    if (!condition.mainThread) throw error;
    return { ...(await see(cueCondition("none"))), cueUnknown: true };
  } finally {
    look.flush();
  }
}

function note(result: DryRun, condition: CueCondition): void {
  const text = `cue ${condition.name}: its text is made when the run is played and is missing from the planner's counts; ${condition.previewCue ? "the calls that make it stand apart" : "what makes it is no model, so nothing is known of its cost"}`;
  if (!result.notes.includes(text)) result.notes.push(text);
}
