import { CELLS } from "../../../grid/cells.js";
import { type Planner, plannerFor } from "../../../grid/planner/planner.js";
import type { Query } from "../../../grid/planner/search.js";
import { ORDERS } from "../../../grid/planner/site.js";
import {
  type ActionCode,
  DOORS,
  type Geometry,
  type Goal,
  type NormDefinition,
  type Rules,
} from "../../../grid/types.js";
import type { SeenMove } from "./moves.js";

/** What others may be up to; where they want to go is not told to anybody. */
const GOALS: readonly Goal[] = [
  { kind: "counter" },
  { kind: "chair" },
  { kind: "zone" },
  ...DOORS.map((door): Goal => ({ kind: "door", door })),
  { kind: "door", door: null },
];
/** One more: some place that nothing points to, where every action is as likely as any other. */
const PURPOSES = GOALS.length + 1;

/** Share of actions that no plan explains: whom others make way for is not known. */
const NOISE = 0.2;
/** Chance a turn that a purpose is done with and another begins. */
const SWITCH = 0.05;
/** Share of people who do not know the norm, to begin with. */
const BLIND = 0.15;
/** Evidence counts for so much of itself: the same misjudgement of a crowd repeats from turn to turn. */
const TEMPER = 0.3;

/** Two opposite orders stand for all ways to break ties between equally good ways. */
const TIES = [ORDERS[0], ORDERS[ORDERS.length - 1]] as readonly Uint8Array[];

/** Beliefs about one person under each hypothesis: purposes as one who knows the norm, and as one who does not. */
interface Person {
  aware: Float64Array[];
  blind: Float64Array;
  /** chance of knowing the norm, by hypothesis */
  knows: Float64Array;
}

/**
 * How well hypotheses explain what people do, sanctions aside: those who know a norm plan by it, towards purposes
 * that have to be guessed along with who knows it.
 */
export class Behaviour {
  private readonly persons = new Map<number, Person>();
  private readonly query: Query;
  private readonly blindPlanner: Planner;
  private readonly chosen = new Float64Array(PURPOSES);

  constructor(
    private readonly norms: readonly NormDefinition[],
    private readonly geometry: Geometry,
    private readonly rules: Rules,
  ) {
    this.blindPlanner = plannerFor(geometry, rules, []);
    const nobody = new Uint8Array(CELLS);
    this.query = {
      cell: 0,
      memory: 0,
      held: false,
      group: 0,
      now: nobody,
      soon: nobody,
      busy: nobody,
      wish: false,
      seatsFilled: 0,
      order: TIES[0] as Uint8Array,
    };
  }

  /** Logarithms of the likelihood of an action under the given hypotheses, tempered. */
  weigh(move: SeenMove, hypotheses: readonly number[]): number[] {
    const person = this.personOf(move.id);
    const mark = move.people[move.x] as number;
    move.people[move.x] = 0;
    const asBlind = this.predictive(this.blindPlanner, move, person.blind);
    const logs = hypotheses.map((h) => {
      const planner = plannerFor(this.geometry, this.rules, [this.norms[h] as NormDefinition]);
      const asAware = this.predictive(planner, move, person.aware[h] as Float64Array);
      // whoever is sanctioned does not know the norm
      const knows = move.sanctioned ? 0 : (person.knows[h] as number);
      const all = knows * asAware + (1 - knows) * asBlind;
      person.knows[h] = (knows * asAware) / all;
      return TEMPER * Math.log(all);
    });
    move.people[move.x] = mark;
    return logs;
  }

  private personOf(id: number): Person {
    let person = this.persons.get(id);
    if (!person) {
      const even = (): Float64Array => new Float64Array(PURPOSES).fill(1 / PURPOSES);
      person = {
        aware: this.norms.map(even),
        blind: even(),
        knows: new Float64Array(this.norms.length).fill(1 - BLIND),
      };
      this.persons.set(id, person);
    }
    return person;
  }

  /** Probability of the action over all purposes; the weights of the purposes learn from it. */
  private predictive(planner: Planner, move: SeenMove, weights: Float64Array): number {
    let sum = 0;
    for (let g = 0; g < PURPOSES; g++) {
      const p = g < GOALS.length ? this.fits(planner, move, GOALS[g] as Goal) : 1 / 5;
      this.chosen[g] = (weights[g] as number) * p;
      sum += this.chosen[g] as number;
    }
    for (let g = 0; g < PURPOSES; g++)
      weights[g] = (1 - SWITCH) * ((this.chosen[g] as number) / sum) + SWITCH / PURPOSES;
    return sum;
  }

  private fits(planner: Planner, move: SeenMove, goal: Goal): number {
    const { query } = this;
    query.cell = move.x;
    query.group = move.group;
    query.now = move.people;
    query.soon = move.people;
    query.busy = move.people;
    planner.remember(query, move.turn, move.run ?? 0, move.seenQ ?? false);
    let hits = 0;
    for (const order of TIES) {
      query.order = order;
      const action: ActionCode = planner.act(query, goal);
      if (action === move.action) hits++;
    }
    return NOISE / 5 + (1 - NOISE) * (hits / TIES.length);
  }
}
