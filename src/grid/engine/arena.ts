import { CELLS } from "../cells.js";
import { newContext } from "../judge.js";
import { geometryOf } from "../layouts.js";
import { lineOf, normOf } from "../norms/index.js";
import { rulesOf } from "../rules.js";
import type { Cell, Geometry, NormContext, NormDefinition, Rules, Scenario } from "../types.js";

/** Turns of standing still after which people in the way are moved on. */
export const PATIENCE = 6;
/** Turns at the counter until a customer is served, the turn of arrival included. */
export const SERVICE_TURNS = 3;

/** Everything about an episode that does not change while it runs, and the engine's working memory. */
export interface Arena {
  scenario: Scenario;
  geometry: Geometry;
  norm: NormDefinition;
  habit: NormDefinition | null;
  rules: Rules;
  /** the norm's line from the head; empty for norms without one */
  line: readonly Cell[];
  onLine: Uint8Array;
  /** scratch: filled anew by each step */
  context: NormContext;
  /** scratch: how many agents claim a cell */
  claims: Uint8Array;
  /** scratch: index of the agent that holds a cell, -1 for none */
  holder: Int16Array;
}

/** Parts that stand in for those the scenario names, e.g. a layout of one's own. */
export interface ArenaParts {
  geometry?: Geometry;
  norm?: NormDefinition;
  rules?: Rules;
}

/** @throws UsageError for a norm, layout or set of rules that does not exist */
export function openArena(scenario: Scenario, parts: ArenaParts = {}): Arena {
  const geometry = parts.geometry ?? geometryOf(scenario.layout);
  const norm = parts.norm ?? normOf(scenario.norm);
  const rules = parts.rules ?? rulesOf(scenario.rules);
  const line = lineOf(norm, geometry);
  const onLine = new Uint8Array(CELLS);
  for (const cell of line) onLine[cell] = 1;
  return {
    scenario,
    geometry,
    norm,
    habit: scenario.habit === undefined ? null : normOf(scenario.habit),
    rules,
    line,
    onLine,
    context: newContext(geometry, rules, line),
    claims: new Uint8Array(CELLS),
    holder: new Int16Array(CELLS).fill(-1),
  };
}
