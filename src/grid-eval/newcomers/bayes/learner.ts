import { BENCHMARK_NORMS } from "../../../grid/norms/index.js";
import type { Geometry, Rules } from "../../../grid/types.js";
import { Behaviour } from "./behaviour.js";
import { Verdicts } from "./likelihood.js";
import type { SeenMove } from "./moves.js";
import { Posterior } from "./posterior.js";

/** Share of marks that are taken to be mistakes, and of wrong moves that go unmarked. */
const SLIP = 0.001;
/** What people do is weighed once marks have left so few norms; before, it would say little for its price. */
const MOST_WEIGHED = 12;
/** Norms below this are out of question. */
const ALIVE = 1e-6;

/** How many norms are in question, "something else" not counted. */
const COUNT = BENCHMARK_NORMS.length;
/** Place of "something else" in the posterior. */
export const ELSE = COUNT;

/** What kind of thing a piece of evidence was. */
export const EVIDENCE = ["own", "peer", "compliant"] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** One piece of evidence, with what it did to every hypothesis (change of the log posterior, in bits). */
export type EvidenceSink = (kind: Evidence, turn: number, bits: (index: number) => number) => void;

/**
 * A posterior over the fifty norms and "something else". Marks are public and all but certain: a norm is held
 * against every mark it does not explain and every mark it would have put and that did not come. What people do
 * unmarked counts as well, see `Behaviour`; "something else" neither gains nor loses by that.
 */
export class Learner {
  readonly posterior = new Posterior(COUNT + 1);
  private readonly verdicts: Verdicts;
  private readonly behaviour: Behaviour;
  private readonly logs = new Float64Array(COUNT + 1);
  private marks = 0;
  private moves = 0;

  constructor(
    geometry: Geometry,
    rules: Rules,
    private readonly sink: EvidenceSink | null = null,
  ) {
    this.verdicts = new Verdicts(BENCHMARK_NORMS, geometry, rules);
    this.behaviour = new Behaviour(BENCHMARK_NORMS, geometry, rules);
  }

  learn(move: SeenMove): void {
    const before = this.sink ? Array.from(this.logs, (_, i) => this.posterior.log(i)) : null;
    if (move.y !== move.x || move.sanctioned) this.weighMark(move);
    if (!move.own) this.weighAction(move);
    if (!before || !this.sink) return;
    const kind: Evidence = move.sanctioned ? (move.own ? "own" : "peer") : "compliant";
    this.sink(kind, move.turn, (i) => (this.posterior.log(i) - (before[i] as number)) / Math.LN2);
  }

  /** Chance, over the hypotheses, that the move is forbidden; "something else" forbids as often as marks came. */
  risk(move: SeenMove): number {
    let risk = this.posterior.p(ELSE) * this.rate();
    for (const i of this.posterior.atLeast(ALIVE))
      if (i !== ELSE) risk += this.posterior.p(i) * this.verdicts.forbids(i, move);
    return risk;
  }

  private rate(): number {
    return (this.marks + 0.5) / (this.moves + 10);
  }

  private weighMark(move: SeenMove): void {
    for (let i = 0; i < COUNT; i++) {
      const forbidden = this.verdicts.forbids(i, move);
      const p = forbidden * (1 - SLIP) + (1 - forbidden) * SLIP;
      this.logs[i] = Math.log(move.sanctioned ? p : 1 - p);
    }
    const rate = this.rate();
    this.logs[ELSE] = Math.log(move.sanctioned ? rate : 1 - rate);
    this.moves++;
    if (move.sanctioned) this.marks++;
    this.posterior.update(this.logs);
  }

  private weighAction(move: SeenMove): void {
    const alive = this.posterior.atLeast(ALIVE).filter((i) => i !== ELSE);
    if (alive.length < 2 || alive.length > MOST_WEIGHED) return;
    const logs = this.behaviour.weigh(move, alive);
    // those out of question and "something else" keep their share
    let share = 0;
    let mean = 0;
    alive.forEach((h, k) => {
      share += this.posterior.p(h);
      mean += this.posterior.p(h) * Math.exp(logs[k] as number);
    });
    this.logs.fill(Math.log(mean / share));
    alive.forEach((h, k) => {
      this.logs[h] = logs[k] as number;
    });
    this.posterior.update(this.logs);
  }
}
