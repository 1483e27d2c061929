import { UsageError } from "../../core/errors.js";
import { Rng } from "../../core/rng.js";
import type { ArenaParts } from "../engine/arena.js";
import { geometryOf } from "../layouts.js";
import { normOf } from "../norms/index.js";
import { plannerFor } from "../planner/planner.js";
import { rulesOf } from "../rules.js";
import { drawArrival } from "../tasks.js";
import {
  type Geometry,
  GROUPS,
  type Group,
  type NormDefinition,
  type Rules,
  type Scenario,
} from "../types.js";
import { drawFreeSlots, population, scenarioStream } from "./draw.js";

export interface FreeRequest {
  norm: string;
  layout: string;
  seed: number;
  /** turns; 200 unless given */
  steps?: number;
  /** people, the newcomer included; the norm's own number unless given */
  agents?: number;
  /** of the newcomer's first person; drawn unless given */
  group?: Group;
  /** background slots that do not know the norm; one unless given */
  blindSlots?: number;
  rules?: Rules["name"];
  /** id of a norm that the background keeps as a habit, without sanctions for it */
  habit?: string;
}

/** Most people for whom there is room to move on the floor of a layout. */
export const MOST_AGENTS = 40;

/**
 * An episode like an interaction phase, as it comes: nothing is asked of it and nothing proven.
 * @throws UsageError for numbers out of range, or a habit that cannot be kept together with the norm
 */
export function freeScenario(request: FreeRequest, parts: ArenaParts = {}): Scenario {
  const norm = parts.norm ?? normOf(request.norm);
  const geometry = parts.geometry ?? geometryOf(request.layout);
  const people = request.agents ?? population(norm.id).people;
  const blind = request.blindSlots ?? Math.min(1, people - 1);
  if (people < 1 || people > MOST_AGENTS)
    throw new UsageError("bad_agents", `agents: ${people} is not between 1 and ${MOST_AGENTS}`);
  if (blind > people - 1)
    throw new UsageError(
      "bad_blind_slots",
      `blind slots: ${blind} do not fit into ${people} agents with a newcomer among them`,
    );
  const rules = request.rules ?? "repaired";
  const habit = request.habit === undefined ? null : normOf(request.habit);
  if (habit) refuseConflict(geometry, parts.rules ?? rulesOf(rules), norm, habit);
  const rng = scenarioStream(request.seed, norm.id, request.layout, 0);
  return {
    schemaVersion: 1,
    id: `${norm.id}/free/${request.layout}/${request.seed}`,
    norm: norm.id,
    layout: request.layout,
    seed: request.seed,
    phase: "free",
    rules,
    horizon: request.steps ?? 200,
    capacity: people,
    slots: drawFreeSlots({ geometry, norm, rng, people }, blind, habit, request.group),
    ...(habit ? { habit: habit.id } : {}),
    attempt: 0,
  };
}

/** Tasks that are drawn to see whether norm and habit can both be kept. */
const SAMPLES = 60;

/** A community that can keep its norm or its habit but not both would stand still for ever. */
function refuseConflict(
  geometry: Geometry,
  rules: Rules,
  norm: NormDefinition,
  habit: NormDefinition,
): void {
  const planner = plannerFor(geometry, rules, [norm, habit]);
  const rng = Rng.from("habit check", norm.id, habit.id);
  for (let i = 0; i < SAMPLES; i++) {
    const group = GROUPS[i % 3] as Group;
    const task = drawArrival({ geometry, kind: norm.taskKind, habit }, rng, 1, group);
    if (!task.goals.every((goal) => planner.everReaches(goal, group)))
      throw new UsageError(
        "distractor_conflict",
        `people cannot keep "${norm.id}" and have the habit "${habit.id}" as well: some of their goals ` +
          "would be out of reach. Choose a habit about something else.",
      );
  }
}
