import { NormactError } from "../../core/errors.js";
import type { ArenaParts } from "../engine/arena.js";
import { geometryOf } from "../layouts.js";
import { normOf } from "../norms/index.js";
import type { Group, Phase, Rules, Scenario } from "../types.js";
import { drawFreeSlots, drawTestSlots, population, scenarioStream } from "./draw.js";
import { type Proof, prove } from "./prove.js";

/** Draws that are tried before a seed is given up. */
export const ATTEMPTS = 200;
export const INTERACTION_STEPS = 200;
export const TEST_STEPS = 100;

export interface ScenarioRequest {
  norm: string;
  layout: string;
  seed: number;
  phase: Exclude<Phase, "free">;
  /** the newcomer's; in an interaction phase its first person's */
  group: Group;
  rules?: Rules["name"];
  /** background slots without the norm in an interaction phase */
  blindSlots?: number;
}

/** A scenario with the rollouts that prove it. */
export interface Proven {
  scenario: Scenario;
  rollouts: Proof["rollouts"];
}

/**
 * Draws until a scenario does what its phase asks (see `prove`). Each attempt has a stream of its own, apart
 * from those of the episode, so the seed alone names the result.
 * @throws NormactError `no_scenario` after 200 attempts, with what was wrong most often
 */
export function buildScenario(request: ScenarioRequest, parts: ArenaParts = {}): Proven {
  const faults = new Map<string, number>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const scenario = drawScenario(request, attempt, parts);
    const proof = prove(scenario, parts);
    if (proof.faults.length === 0) return { scenario, rollouts: proof.rollouts };
    for (const fault of proof.faults) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }
  const [worst] = [...faults].sort((a, b) => b[1] - a[1]);
  throw new NormactError(
    "no_scenario",
    `no ${request.phase} episode of "${request.norm}" on "${request.layout}" with seed ${request.seed} ` +
      `will do: ${ATTEMPTS} draws were tried, most often ${worst?.[0]} (${worst?.[1]} times). Try another seed.`,
  );
}

/** One draw, not yet proven. */
export function drawScenario(
  request: ScenarioRequest,
  attempt: number,
  parts: ArenaParts = {},
): Scenario {
  const { norm: normId, layout, seed, phase, group } = request;
  const norm = parts.norm ?? normOf(normId);
  const geometry = parts.geometry ?? geometryOf(layout);
  const { people, capacity } = population(normId);
  const cast = { geometry, norm, people, rng: scenarioStream(seed, normId, layout, attempt) };
  const lesson = phase === "interaction";
  return {
    schemaVersion: 1,
    id: `${normId}/${phase}/${layout}/${seed}`,
    norm: normId,
    layout,
    seed,
    phase,
    rules: request.rules ?? "repaired",
    horizon: lesson ? INTERACTION_STEPS : TEST_STEPS,
    capacity,
    slots: lesson
      ? drawFreeSlots(cast, request.blindSlots ?? 1, null, group)
      : drawTestSlots(cast, group),
    attempt,
  };
}
