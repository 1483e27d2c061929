import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { newContext, violates } from "../../src/grid/judge.js";
import { geometryOf, layoutIds } from "../../src/grid/layouts.js";
import {
  ACCESS,
  ALLOCATION,
  BENCHMARK_NORMS,
  COORDINATION,
  lineOf,
  normOf,
  PROCEDURE,
} from "../../src/grid/norms/index.js";
import { LITERAL, REPAIRED } from "../../src/grid/rules.js";
import {
  ACTIONS,
  CUSTOMER,
  GROUPS,
  type GroupCode,
  type NormContext,
  type NormDefinition,
  type Rules,
} from "../../src/grid/types.js";
import { LITERAL_VARIANT, type Move, Place, permissible, type Variant } from "./formulas.js";
import { crowd } from "./random.js";

const PAIRS = 1_000_000;
const AGENTS = 8;

interface World {
  place: Place;
  contexts: Map<string, NormContext>;
  layout: string;
}

function worlds(norms: readonly NormDefinition[], rules: Rules): World[] {
  return layoutIds().map((layout) => {
    const geometry = geometryOf(layout);
    return {
      layout,
      place: new Place(geometry.layout.map, geometry.layout.zones),
      contexts: new Map(norms.map((n) => [n.id, newContext(geometry, rules, lineOf(n, geometry))])),
    };
  });
}

/** Random states; every person in turn considers every action under one norm drawn for it. */
function agree(norms: readonly NormDefinition[], rules: Rules, variant: Variant, pairs: number) {
  const rng = Rng.from("norm agreement", rules.name, norms[0]!.family);
  const all = worlds(norms, rules);
  const seen = new Map(norms.map((n) => [n.id, { bad: 0, good: 0 }]));
  let judged = 0;
  while (judged < pairs) {
    const world = rng.pick(all);
    const geometry = geometryOf(world.layout);
    const cells = crowd(geometry, rng, AGENTS);
    const people = cells.map((cell) => ({
      r: Math.floor(cell / 15),
      c: cell % 15,
      group: rng.pick(GROUPS),
      customer: rng.chance(0.7),
    }));
    const t = rng.int(1, 200);
    const seatsEverFilled = rng.int(0, 16);
    for (let i = 0; i < AGENTS; i++) {
      const norm = rng.pick(norms);
      const context = world.contexts.get(norm.id)!;
      const history = Array.from({ length: rng.int(0, 5) }, () => rng.chance(0.6));
      const me = people[i]!;
      const others = people.filter((_, k) => k !== i);
      context.others.fill(0);
      people.forEach((p, k) => {
        if (k !== i)
          context.others[cells[k]!] = 1 + GROUPS.indexOf(p.group) + (p.customer ? CUSTOMER : 0);
      });
      context.x = cells[i]!;
      context.turn = t;
      context.run = history.indexOf(false) < 0 ? history.length : history.indexOf(false);
      context.seenQ = rng.chance(0.5);
      context.group = GROUPS.indexOf(me.group) as GroupCode;
      context.seatsFilled = seatsEverFilled;
      for (let a = 0; a < 5; a++) {
        context.action = a as NormContext["action"];
        context.y = geometry.next[context.x * 5 + a]!;
        const move: Move = {
          me,
          others,
          action: ACTIONS[a]!,
          t,
          history,
          visitedQ: context.seenQ,
          seatsEverFilled,
        };
        const bad = violates(norm, context);
        if (bad !== !permissible(norm.id, world.place, move, variant))
          throw new Error(
            `${norm.id} on ${world.layout}: ${JSON.stringify(move)} is ${bad ? "bad" : "good"} here, not there`,
          );
        // what the planner leaves out of account
        const about = norm.shape ? context.line : norm.cells?.(geometry);
        if (bad && about && !about.includes(context.y))
          throw new Error(`${norm.id} is broken outside the cells that it is said to be about`);
        seen.get(norm.id)![bad ? "bad" : "good"]++;
        judged++;
      }
    }
  }
  return seen;
}

describe("the library", () => {
  it("holds fifty norms: 12 + 11 + 16 + 11, ids distinct", () => {
    expect([ACCESS, PROCEDURE, COORDINATION, ALLOCATION].map((f) => f.length)).toEqual([
      12, 11, 16, 11,
    ]);
    expect(new Set(BENCHMARK_NORMS.map((n) => n.id)).size).toBe(50);
    expect(new Set(BENCHMARK_NORMS.map((n) => n.description)).size).toBe(50);
  });

  it("holds out the seventeen of the training study", () => {
    const heldOut = BENCHMARK_NORMS.flatMap((n, i) => (n.heldOut ? [i + 1] : []));
    expect(heldOut).toEqual([3, 7, 10, 12, 14, 15, 18, 21, 25, 31, 32, 35, 37, 41, 45, 47, 50]);
  });

  it("gives each family the task kinds of the table", () => {
    const kinds = BENCHMARK_NORMS.map((n) => n.taskKind);
    expect(kinds.slice(0, 12)).toEqual([
      "dest",
      ...Array(6).fill("door"),
      ...Array(5).fill("seat"),
    ]);
    expect(kinds.slice(12, 23)).toEqual([...Array(10).fill("dest"), "chairdest"]);
    expect(new Set(kinds.slice(23, 39))).toEqual(new Set(["counter"]));
    expect(kinds.slice(39)).toEqual([
      ...Array(3).fill("zone"),
      ...Array(3).fill("door"),
      ...Array(5).fill("seat"),
    ]);
  });

  it("names the nearest norm for an unknown id", () => {
    expect(() => normOf("move-1-wait-2")).toThrow(/Did you mean "move-1-wait-1"/);
  });
});

describe("every predicate agrees with the formulas", () => {
  for (const family of [ACCESS, PROCEDURE, COORDINATION, ALLOCATION])
    it(`${family[0]!.family}: a million random states and actions, both verdicts for every norm`, () => {
      const seen = agree(family, REPAIRED, {}, PAIRS);
      for (const [id, count] of seen)
        expect(count.bad > 50 && count.good > 50, `${id} ${JSON.stringify(count)}`).toBe(true);
    });

  it("literal rules agree with the formulas taken at their word", () => {
    for (const family of [ACCESS, PROCEDURE, COORDINATION, ALLOCATION])
      agree(family, LITERAL, LITERAL_VARIANT, 100_000);
  });

  it("the other two rules for lines agree too", () => {
    for (const queue of ["tail-exact", "customers-only"] as const)
      agree(COORDINATION, { ...REPAIRED, name: "custom", queueRule: queue }, { queue }, 100_000);
  });
});

describe("a norm reads no more than it says", () => {
  it("what is not in its memory never changes a verdict", () => {
    const rng = Rng.from("norm memory");
    for (const norm of BENCHMARK_NORMS) {
      for (let n = 0; n < 400; n++) {
        const geometry = geometryOf(rng.pick(layoutIds()));
        const context = newContext(geometry, REPAIRED, lineOf(norm, geometry));
        const [self, ...rest] = crowd(geometry, rng, 6);
        context.x = self!;
        context.action = rng.int(0, 3) as NormContext["action"];
        context.y = geometry.next[context.x * 5 + context.action]!;
        const fill = (all: boolean): void => {
          if (all || !norm.memory.clock) context.turn = rng.int(1, 50);
          else context.turn += norm.memory.clock * rng.int(1, 9);
          if (all || !norm.memory.run) context.run = rng.int(0, 6);
          if (all || !norm.memory.seenQ) context.seenQ = rng.chance(0.5);
          if (all || !norm.memory.group) context.group = rng.int(0, 2) as GroupCode;
          if (all || !norm.memory.others) {
            context.others.fill(0);
            for (const cell of rest) if (rng.chance(0.7)) context.others[cell] = rng.int(1, 3);
          }
        };
        fill(true);
        const verdict = violates(norm, context);
        fill(false);
        expect(violates(norm, context), norm.id).toBe(verdict);
      }
    }
  });
});
