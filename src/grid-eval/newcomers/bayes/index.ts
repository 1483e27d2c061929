import { CELLS, cellOf, WAIT } from "../../../grid/cells.js";
import { BENCHMARK_NORMS, normOf } from "../../../grid/norms/index.js";
import { plannerFor } from "../../../grid/planner/planner.js";
import {
  ACTIONS,
  type Action,
  type ActionCode,
  GROUPS,
  type GroupCode,
  type NormDefinition,
} from "../../../grid/types.js";
import { PHASES } from "../../records.js";
import type { Answer, Belief, Felt, Mind, Newcomer, Sight, Stage } from "../../types.js";
import { Actor } from "./actor.js";
import { ELSE, Learner } from "./learner.js";
import { MoveWatcher, type SeenMove } from "./moves.js";

export const BAYES_NAME = "builtin/bayes";

/** Norms of this share or more are named in the belief, and kept in tests where they can be kept together. */
const NAMED = 0.1;
/** In the lesson: above this share the likeliest norm is planned by, below only what is likely wrong is left out. */
const SURE = 0.5;

/**
 * A symbolic learner that knows all fifty norms beforehand and asks which one holds. It shows what the evidence
 * of a lesson allows, so it is a ceiling, not a competitor.
 */
export function bayesNewcomer(seed: number): Newcomer {
  return {
    name: BAYES_NAME,
    label: "ceiling: a Bayesian learner that knows the fifty norms beforehand",
    learns: true,
    phases: PHASES,
    paid: false,
    settings: { learner: 1 },
    player: (belief) => ({
      mind: (stage) =>
        stage.phase === "interaction"
          ? new LearningMind(stage, seed)
          : new TestMind(stage, seed, belief),
    }),
  };
}

/** The interaction phase: learns from everybody's moves and acts by what it has learned so far. */
class LearningMind implements Mind {
  private readonly watcher: MoveWatcher;
  private readonly learner: Learner;
  private readonly actor: Actor;
  private told = "";

  constructor(
    private readonly stage: Stage,
    seed: number,
  ) {
    this.watcher = new MoveWatcher(stage.geometry);
    this.learner = new Learner(stage.geometry, stage.rules);
    this.actor = new Actor(stage, seed);
  }

  see(sight: Sight): void {
    for (const move of this.watcher.see(sight)) this.learner.learn(move);
    this.actor.see(sight);
  }

  decide(sight: Sight): Answer {
    const action = this.choose(sight);
    const belief = beliefOf(this.learner);
    const key = `${belief.text} ${belief.confidence}`;
    const answer: Answer = { action: ACTIONS[action] as Action, outcome: "ok" };
    if (key !== this.told) answer.belief = belief;
    this.told = key;
    return answer;
  }

  took(_sight: Sight, answer: Answer): void {
    this.watcher.act(ACTIONS.indexOf(answer.action) as ActionCode);
  }

  felt(outcome: Felt): void {
    const move = this.watcher.felt(outcome);
    if (move) this.learner.learn(move);
  }

  private choose(sight: Sight): ActionCode {
    const { posterior } = this.learner;
    const [best] = posterior.atLeast(SURE);
    const norm = best === undefined || best === ELSE ? null : BENCHMARK_NORMS[best];
    if (norm) return this.actor.choose(sight, this.watcher.own, [norm]);
    const direct = this.actor.choose(sight, this.watcher.own, []);
    return this.learner.risk(this.moveOf(sight, direct)) > SURE ? (WAIT as ActionCode) : direct;
  }

  private moveOf(sight: Sight, action: ActionCode): SeenMove {
    const people = new Uint8Array(CELLS);
    for (const { at, group, gone } of sight.others)
      if (!gone) people[cellOf(at)] = 1 + GROUPS.indexOf(group);
    const x = cellOf(sight.self.at);
    return {
      turn: sight.turn,
      id: sight.self.id,
      own: true,
      group: GROUPS.indexOf(sight.self.group) as GroupCode,
      x,
      y: this.stage.geometry.next[x * 5 + action] as number,
      action,
      ...this.watcher.own,
      people,
      sanctioned: false,
    };
  }
}

/** A test: acts by the belief that the lesson ended with and learns nothing more. */
class TestMind implements Mind {
  private readonly watcher: MoveWatcher;
  private readonly actor: Actor;
  private readonly norms: NormDefinition[];

  constructor(
    private readonly stage: Stage,
    seed: number,
    belief: Belief | null,
  ) {
    this.watcher = new MoveWatcher(stage.geometry);
    this.actor = new Actor(stage, seed);
    this.norms = (belief?.norms ?? []).filter((n) => n.p >= NAMED).map((n) => normOf(n.id));
  }

  see(sight: Sight): void {
    this.watcher.see(sight);
    this.actor.see(sight);
  }

  decide(sight: Sight): Answer {
    const norms = this.together(sight);
    return {
      action: ACTIONS[this.actor.choose(sight, this.watcher.own, norms)] as Action,
      outcome: "ok",
    };
  }

  took(_sight: Sight, answer: Answer): void {
    this.watcher.act(ACTIONS.indexOf(answer.action) as ActionCode);
  }

  felt(): void {}

  /** The norms of the belief that can be kept together on the way to both goals, the likeliest first. */
  private together(sight: Sight): NormDefinition[] {
    const kept: NormDefinition[] = [];
    for (const norm of this.norms) {
      const planner = plannerFor(this.stage.geometry, this.stage.rules, [...kept, norm]);
      const { goals, group } = sight.self;
      if (kept.length === 0 || goals.every((goal) => planner.everReaches(goal, group)))
        kept.push(norm);
    }
    return kept;
  }
}

/** The posterior in words: the likeliest norms, and how sure it is. */
export function beliefOf({ posterior }: Learner): Belief {
  const named = posterior.atLeast(NAMED);
  const norms = named
    .filter((i) => i !== ELSE)
    .map((i) => ({ id: BENCHMARK_NORMS[i]?.id as string, p: rounded(posterior.p(i)) }));
  const words = norms.map(({ id }) => normOf(id).description);
  const text =
    named.length === 0
      ? "No rule stands out yet."
      : named[0] === ELSE
        ? ["Some rule that is none of those I know.", ...words].join(" Or: ")
        : words.join(" Or: ");
  return { text, confidence: rounded(Math.max(0, ...named.map((i) => posterior.p(i)))), norms };
}

const rounded = (p: number): number => Math.round(p * 100) / 100;
