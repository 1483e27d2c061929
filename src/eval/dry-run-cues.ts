import { costOf } from "../models/cost.js";
import type { Prices } from "../models/prices.js";
import type { CueCallPreview } from "../prompts/conditions.js";
import { type CueCondition, cueName } from "../prompts/index.js";
import type { ScenePool } from "../scenes/jobs.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { createWorld } from "../world/index.js";
import type { CueEstimate, DryRun } from "./dry-run.js";
import { pictureOf } from "./pictures.js";
import type { Prepared } from "./prepare.js";

/**
 * What the calls that make a condition's cues would come to; null where no model makes them. The first run of a
 * condition pays for the cues of first views, which all others share.
 * @param firsts one episode a task, which stand for all
 */
export async function estimateCues(
  prepared: Prepared,
  condition: CueCondition,
  firsts: readonly EpisodeSpec[],
  with_: { prices: Prices | null; scenes: ScenePool; payer: boolean; result: DryRun },
): Promise<CueEstimate | null> {
  if (!condition.previewCue) return null;
  const { prices, scenes, payer, result } = with_;
  const { specs, options, pack, firstViews } = prepared;
  const seen: CueCallPreview[] = [];
  for (const spec of firsts) {
    const episode = episodeFromSpec(spec);
    const rgb = async (): Promise<Uint8Array> => {
      const snapshot = createWorld(episode).snapshot();
      return (await pictureOf(spec.id, snapshot, 0, firstViews, scenes)).rgb();
    };
    seen.push(await condition.previewCue({ pack, episode, turn: 0, rgb }));
  }
  const { model, endpoint, wire, everyTurn } = seen[0]!;
  const cue = cueName(condition);
  if (!result.requests.some((r) => r.makesCue && r.model === model))
    result.requests.push({ model, cue, episode: firsts[0]!.id, request: wire, makesCue: true });
  const views = payer ? specs.length : 0;
  const later = everyTurn ? specs.length * (options.epochs ?? 1) * (options.maxTurns - 1) : 0;
  const times = (each: number) => ({ min: views * each, max: (views + later) * each });
  const whole = (each: number) => ({
    min: Math.round(views * each),
    max: Math.round((views + later) * each),
  });
  const mean = (pick: (p: (typeof seen)[number]) => number): number =>
    seen.reduce((sum, p) => sum + pick(p), 0) / seen.length;
  const usage = { input: mean((p) => p.tokens.input), output: mean((p) => p.tokens.output) };
  const each =
    prices && costOf(prices, model, { ...usage, cachedInput: 0, reasoning: null }, endpoint);
  return {
    model,
    calls: whole(1),
    tokens: { input: whole(usage.input), output: whole(usage.output) },
    cost: typeof each === "number" ? times(each) : null,
  };
}
