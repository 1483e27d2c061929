import { Episode } from "../grid/episode.js";
import type { BenchmarkEntry } from "../grid/scenarios/schema.js";
import type { Scenario } from "../grid/types.js";
import { Onlooker } from "../grid-pictures/index.js";
import { estimateTokens } from "../models/cost-estimate.js";
import type { Usage, WirePreview } from "../models/types.js";
import type { ModelMind, ModelNewcomerOptions } from "./newcomers/model.js";
import type { NormPlan } from "./plan.js";
import { isAutomatic, sightOf, stageOf } from "./sight.js";
import type { Newcomer } from "./types.js";

/** What a run would send and cost; nothing is sent. */
export interface GridDryRun {
  newcomer: string;
  /** a request of the middle of a first episode, its memory filled */
  request: WirePreview;
  episodes: { interaction: number; tests: number };
  /** `usual`: as many turns as a planner that knows the norm spends on the map; `most`: the horizons */
  calls: { usual: number; most: number };
  tokens: { inputPerCall: number; outputUsual: number; outputMost: number };
  /** US dollars; null when the model has no price */
  cost: { usual: number | null; most: number | null };
}

/** Words of an answer in a dry run, and what is reckoned for one: about 250 tokens, more where a model thinks. */
const USUAL_OUTPUT = 250;
const SAMPLE_REASONING =
  "Two people are waiting at the counter and one has just walked past me. I keep to the wall so that I am in nobody's way and move on towards my goal, watching who gets a mark and who does not.";
/** Turns on the map after which the request is looked at. */
const LOOKED_AT = 14;

/**
 * @param entries the benchmark, whose proofs tell how many turns episodes take
 * @param price of one call in US dollars
 */
export async function gridDryRun(
  newcomer: Newcomer,
  options: ModelNewcomerOptions,
  plans: readonly NormPlan[],
  entries: readonly BenchmarkEntry[],
): Promise<GridDryRun> {
  const scenarios = plans.flatMap(({ lesson, tests }) => [...(lesson ? [lesson] : []), ...tests]);
  const request = await sampleRequest(newcomer, scenarios[0] as Scenario);
  const preview = await options.client.preview(request);
  const estimate = estimateTokens(request, options.client.name, preview.sent.images);
  const turns = new Map(entries.map((e) => [e.scenario.id, e.rollouts.oracle.newcomer.turns]));
  const usual = scenarios.reduce((n, s) => n + (turns.get(s.id) ?? s.horizon), 0);
  const most = scenarios.reduce((n, s) => n + s.horizon, 0);
  const cost = (calls: number, output: number): number | null => {
    const one = options.price(usageOf(estimate.input, output));
    return one === null ? null : one * calls;
  };
  const outputMost = request.maxTokens ?? estimate.output;
  return {
    newcomer: newcomer.name,
    request: preview,
    episodes: {
      interaction: plans.filter((p) => p.lesson).length,
      tests: plans.reduce((n, p) => n + p.tests.length, 0),
    },
    calls: { usual, most },
    tokens: { inputPerCall: estimate.input, outputUsual: USUAL_OUTPUT, outputMost },
    cost: { usual: cost(usual, USUAL_OUTPUT), most: cost(most, outputMost) },
  };
}

const usageOf = (input: number, output: number): Usage => ({
  input,
  cachedInput: null,
  output,
  reasoning: null,
});

/** Plays the first turns of an episode by script and asks the mind what it would send then. */
async function sampleRequest(newcomer: Newcomer, scenario: Scenario) {
  const episode = new Episode(scenario);
  const player = newcomer.player(
    scenario.phase === "interaction" ? null : { text: "(the last belief)", confidence: 0.5 },
    scenario.norm,
  );
  if (!("mind" in player)) throw new TypeError(`${newcomer.name} asks no model`);
  const stage = stageOf(episode);
  const mind = player.mind(stage) as ModelMind;
  const onlooker = new Onlooker(scenario.layout);
  for (let seen = 0; ; ) {
    const frame = onlooker.frame(episode.state);
    const sight = sightOf(episode);
    if (sight) {
      mind.see(sight, () => frame);
      const automatic = isAutomatic(sight, stage);
      if (!automatic && ++seen >= LOOKED_AT) return mind.request(sight);
      const belief = { text: "No rule stands out so far.", confidence: 0.2 };
      mind.took(
        sight,
        { action: "WAIT", outcome: "ok", reasoning: SAMPLE_REASONING, belief },
        automatic,
      );
    }
    episode.step(sight ? "WAIT" : undefined);
  }
}
