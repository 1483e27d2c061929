import { actionCode } from "../../grid/cells.js";
import { geometryOf } from "../../grid/layouts.js";
import { normOf } from "../../grid/norms/index.js";
import { rulesOf } from "../../grid/rules.js";
import { checkBelief } from "../beliefs/check.js";
import { Verdicts } from "../newcomers/bayes/likelihood.js";
import { MoveWatcher } from "../newcomers/bayes/moves.js";
import { replayEpisode } from "../replay.js";
import type { Belief } from "../types.js";
import { beliefsByTurn, type Lesson } from "./beliefs.js";

/** A belief that was held on to against what was to be seen. */
export interface HeldBelief {
  norm: string;
  episode: string;
  text: string;
  from: number;
  /** last turn on which it was held */
  to: number;
  /** moves of others, seen and unmarked, that it forbids */
  contrary: number;
  right: boolean;
}

/** Contrary evidence that was let pass (the paper's Figure 5). */
export interface ContraryEvidence {
  /** contrary moves over all beliefs that could be placed */
  total: number;
  lessons: number;
  /** turns whose belief could not be placed, so that nothing could be held against it */
  turnsUnplaced: number;
  /** the beliefs that were held against most, worst first */
  worst: HeldBelief[];
}

const SHOWN = 10;

/** Counts, for each stretch of turns with the same stated rule, the permitted moves that the rule forbids. */
export function contraryEvidence(lessons: readonly Lesson[]): ContraryEvidence {
  const all = lessons.map(contraryOf);
  const stretches = all.flatMap((a) => a.stretches);
  return {
    total: stretches.reduce((n, s) => n + s.contrary, 0),
    lessons: lessons.length,
    turnsUnplaced: all.reduce((n, a) => n + a.unplaced, 0),
    worst: stretches
      .filter((s) => s.contrary > 0)
      .sort((a, b) => b.contrary - a.contrary)
      .slice(0, SHOWN),
  };
}

function contraryOf(lesson: Lesson): { stretches: HeldBelief[]; unplaced: number } {
  const { record, steps } = lesson;
  const geometry = geometryOf(record.layout);
  const rules = rulesOf(record.scenario.rules);
  const watcher = new MoveWatcher(geometry);
  const held = beliefsByTurn(lesson);
  const stretches: HeldBelief[] = [];
  let current: { stretch: HeldBelief; key: string; verdicts: Verdicts } | null = null;
  let unplaced = 0;
  const take = (belief: Belief, turn: number): void => {
    const check = checkBelief(belief, record.norm);
    const key = check.norms.join();
    if (key === "") {
      unplaced++;
      current = null;
      return;
    }
    if (current?.key === key) {
      current.stretch.to = turn;
      return;
    }
    const { norm, id: episode } = record;
    const stretch = {
      norm,
      episode,
      text: belief.text,
      from: turn,
      to: turn,
      contrary: 0,
      right: check.right,
    };
    stretches.push(stretch);
    current = { stretch, key, verdicts: new Verdicts(check.norms.map(normOf), geometry, rules) };
  };
  replayEpisode(record.scenario, steps, ({ sight, line }) => {
    if (!sight || !line) return;
    for (const move of watcher.see(sight)) {
      if (!current || move.sanctioned || move.y === move.x) continue;
      const { verdicts, stretch } = current;
      if (verdicts.norms.some((_, i) => verdicts.forbids(i, move) === 1)) stretch.contrary++;
    }
    watcher.act(actionCode(line.action));
    const belief = held.get(line.turn);
    if (belief) take(belief, line.turn);
  });
  return { stretches, unplaced };
}
