import { newContext, violates } from "../../../grid/judge.js";
import { lineOf } from "../../../grid/norms/index.js";
import type { Geometry, NormContext, NormDefinition, Rules } from "../../../grid/types.js";
import type { SeenMove } from "./moves.js";

/** Asks hypotheses whether they forbid a move that was seen. */
export class Verdicts {
  private readonly contexts: NormContext[];

  constructor(
    readonly norms: readonly NormDefinition[],
    geometry: Geometry,
    rules: Rules,
  ) {
    this.contexts = norms.map((norm) => newContext(geometry, rules, lineOf(norm, geometry)));
  }

  /**
   * How likely the norm forbids the move: 1 or 0, or a half where it asks about a past that was not seen.
   * Seats ever taken, which the literal seat rule counts, are not seen.
   */
  forbids(index: number, move: SeenMove): number {
    const norm = this.norms[index] as NormDefinition;
    const context = this.contexts[index] as NormContext;
    const { memory } = norm;
    context.x = move.x;
    context.y = move.y;
    context.action = move.action;
    context.turn = move.turn;
    context.group = move.group;
    context.others = move.people;
    const mark = move.people[move.x] as number;
    move.people[move.x] = 0;
    let verdict: number;
    if (memory.run && move.run === null) verdict = this.half(norm, context, "run");
    else if (memory.seenQ && move.seenQ === null) verdict = this.half(norm, context, "seenQ");
    else {
      context.run = move.run ?? 0;
      context.seenQ = move.seenQ ?? false;
      verdict = violates(norm, context) ? 1 : 0;
    }
    move.people[move.x] = mark;
    return verdict;
  }

  private half(norm: NormDefinition, context: NormContext, what: "run" | "seenQ"): number {
    context.run = 0;
    context.seenQ = false;
    const one = violates(norm, context) ? 1 : 0;
    if (what === "run") context.run = 99;
    else context.seenQ = true;
    const other = violates(norm, context) ? 1 : 0;
    return (one + other) / 2;
  }
}
