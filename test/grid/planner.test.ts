import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { cellOf } from "../../src/grid/cells.js";
import { openArena } from "../../src/grid/engine/arena.js";
import { advance, begin } from "../../src/grid/engine/step.js";
import { distanceField } from "../../src/grid/geometry/fields.js";
import { BENCHMARK_LAYOUTS, geometryOf } from "../../src/grid/layouts.js";
import { BENCHMARK_NORMS } from "../../src/grid/norms/index.js";
import { Community } from "../../src/grid/planner/community.js";
import { memorySpace } from "../../src/grid/planner/memory.js";
import { plannerFor } from "../../src/grid/planner/planner.js";
import { REPAIRED } from "../../src/grid/rules.js";
import { drawTestSlots } from "../../src/grid/scenarios/draw.js";
import { type FreeRequest, freeScenario } from "../../src/grid/scenarios/free.js";
import type * as Rollouts from "../../src/grid/scenarios/rollout.js";
import { rollout } from "../../src/grid/scenarios/rollout.js";
import { ACTIONS, type Agent, type Scenario, type State } from "../../src/grid/types.js";
import { Place, permissible } from "./formulas.js";
import { copy } from "./scenes.js";

const scenes = (norm: string, layout: string, seed: number, more: Partial<FreeRequest> = {}) =>
  freeScenario({ norm, layout, seed, blindSlots: 0, ...more });

describe("people who know the norm", () => {
  it("never break it: a hundred thousand turns of theirs under every norm", async () => {
    // the built module: five million turns are many for one that is transformed on the fly
    const built = new URL("../../dist/grid/scenarios/rollout.js", import.meta.url).href;
    const { rollout } = (await import(built)) as typeof Rollouts;
    for (const [i, norm] of BENCHMARK_NORMS.entries()) {
      let [turns, exits] = [0, 0];
      for (let seed = 0; turns < 100_000; seed++) {
        const layout = BENCHMARK_LAYOUTS[(i + seed) % 10]!;
        const scenario = scenes(norm.id, layout, seed, { agents: 6, steps: 2500 });
        const { newcomer, background } = rollout(scenario, { newcomer: "oracle" });
        if (newcomer.sanctions + background.sanctions > 0)
          throw new Error(`${scenario.id}: ${newcomer.sanctions} + ${background.sanctions}`);
        turns += newcomer.turns + background.turns;
        exits += newcomer.exits + background.exits;
      }
      // they get things done, too: a task every sixty turns at the very slowest
      expect(exits, norm.id).toBeGreaterThan(turns / 60);
    }
  }, 600_000);

  it("nor under the literal rules", () => {
    for (const norm of BENCHMARK_NORMS) {
      const scenario = scenes(norm.id, "hospital", 3, { rules: "literal", steps: 300 });
      const { newcomer, background } = rollout(scenario, { newcomer: "oracle" });
      expect([newcomer.sanctions, background.sanctions], norm.id).toEqual([0, 0]);
    }
  });

  it("keep it among any number who do not", () => {
    for (const [i, norm] of BENCHMARK_NORMS.entries()) {
      const scenario = scenes(norm.id, BENCHMARK_LAYOUTS[i % 10]!, 11, {
        agents: 9,
        blindSlots: 5,
      });
      const { newcomer, background } = rollout(scenario, { newcomer: "random" });
      expect(background.awareSanctions, norm.id).toBe(0);
      expect(background.sanctions + newcomer.sanctions, norm.id).toBeGreaterThan(0);
    }
  });

  it("are not brought to a standstill by a newcomer who does nothing", () => {
    for (const norm of BENCHMARK_NORMS)
      for (const layout of ["cafe", "bank"]) {
        const scenario = scenes(norm.id, layout, 5, { agents: 10, steps: 400 });
        let late = 0;
        rollout(scenario, {
          newcomer: "idle",
          look: (_arena, state, events) => {
            if (state.turn > 250) late += events.filter((e) => e.type === "exit").length;
          },
        });
        expect(late, `${norm.id} ${layout}`).toBeGreaterThan(3);
      }
  });
});

/** One person alone, from a door to a first goal; null for norms that need others. */
function alone(norm: string, layout: string, seed: number): Scenario {
  const geometry = geometryOf(layout);
  const definition = BENCHMARK_NORMS.find((n) => n.id === norm)!;
  const rng = Rng.from("alone", norm, layout, seed);
  const [slot] = drawTestSlots({ geometry, norm: definition, rng, people: 1 }, "green");
  return { ...scenes(norm, layout, seed, { agents: 1 }), slots: [slot!], horizon: 100 };
}

/** The fewest turns in which the task can be done clean, found without the planner, from the formulas. */
function fewestTurns(scenario: Scenario): number {
  const geometry = geometryOf(scenario.layout);
  const place = new Place(geometry.layout.map, geometry.layout.zones);
  const { at, goals } = scenario.slots[0]!.first;
  const reached = (goal: Agent["goals"][number], cell: number): boolean => {
    if (goal.kind === "cell") return cell === cellOf(goal.at);
    if (goal.kind === "chair") return geometry.chair[cell] === 1;
    if (goal.kind === "zone") return geometry.inR[cell] === 1;
    const door = geometry.doorAt[cell]!;
    return door > 0 && (goal.kind !== "door" || !goal.door || "ABC"[door - 1] === goal.door);
  };
  interface Node {
    cell: number;
    leg: number;
    history: boolean[];
    q: boolean;
  }
  let front: Node[] = [{ cell: cellOf(at), leg: 0, history: [], q: false }];
  const seen = new Set<string>();
  for (let t = 1; t <= 100; t++) {
    const next: Node[] = [];
    for (const node of front)
      for (let a = 0; a < 5; a++) {
        const to = geometry.next[node.cell * 5 + a]!;
        if (to === node.cell && a < 4) continue;
        const passable = geometry.floor[to] || to === node.cell || reached(goals[node.leg]!, to);
        const move = {
          me: {
            r: Math.floor(node.cell / 15),
            c: node.cell % 15,
            group: "green" as const,
            customer: false,
          },
          others: [],
          action: ACTIONS[a]!,
          t,
          history: node.history,
          visitedQ: node.q || geometry.inQ[node.cell] === 1,
          seatsEverFilled: 0,
        };
        if (!passable || !permissible(scenario.norm, place, move)) continue;
        const done = reached(goals[node.leg]!, to);
        if (done && node.leg === 1) return t;
        const state: Node = {
          cell: to,
          leg: node.leg + (done ? 1 : 0),
          history: [to !== node.cell, ...node.history].slice(0, 3),
          q: move.visitedQ,
        };
        const key = `${state.cell} ${state.leg} ${t % 6} ${state.history.join()} ${state.q}`;
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(state);
      }
    front = next;
  }
  return Number.POSITIVE_INFINITY;
}

describe("a planner on its own", () => {
  const solitary = BENCHMARK_NORMS.filter((n) => n.taskKind !== "counter" && n.taskKind !== "zone");

  it("takes the first goal by a shortest clean way", () => {
    for (const norm of solitary)
      for (const layout of ["cafe", "post-office"]) {
        const scenario = alone(norm.id, layout, 2);
        const { steps, joint } = rollout(scenario, { newcomer: "oracle" });
        expect(joint, `${norm.id} ${layout}`).toBe(1);
        const best = fewestTurns(scenario);
        expect(steps, `${norm.id} ${layout}`).toBeGreaterThanOrEqual(best);
        // each leg is shortest; turning on one's heel between them may cost a turn or two of hesitation,
        // and the leg to "any" chair or door looks no further than itself
        const legByLeg = norm.taskKind === "seat" || norm.taskKind === "chairdest" ? 24 : 4;
        expect(steps, `${norm.id} ${layout}`).toBeLessThanOrEqual(best + legByLeg);
      }
  });

  it("without a norm walks straight", () => {
    for (const layout of BENCHMARK_LAYOUTS) {
      const scenario = alone("even-turns-only", layout, 4);
      const geometry = geometryOf(layout);
      const [to, out] = scenario.slots[0]!.first.goals;
      const mid = to.kind === "cell" ? cellOf(to.at) : -1;
      const door = out.kind === "door" ? geometry.doors["ABC".indexOf(out.door!)]! : -1;
      const shortest =
        distanceField(geometry, [mid])[cellOf(scenario.slots[0]!.first.at)]! +
        distanceField(geometry, [door])[mid]!;
      const { steps } = rollout(scenario, { newcomer: "norm-blind" });
      expect(steps - shortest).toBeGreaterThanOrEqual(0);
      expect(steps - shortest).toBeLessThanOrEqual(2);
    }
  });

  it("carries clock, run and Q along as far as its norms need", () => {
    const of = (...ids: string[]) =>
      memorySpace(BENCHMARK_NORMS.filter((n) => ids.includes(n.id))).size;
    expect(of()).toBe(1);
    expect(of("even-turns-only", "no-turns-1-mod-3")).toBe(6);
    expect(of("move-3-wait-1", "visit-zone-q-first")).toBe(8);
    const space = memorySpace(BENCHMARK_NORMS.filter((n) => n.id === "move-2-wait-1"));
    const fresh = space.numberOf(1, 0, false);
    expect(space.runOf[space.afterMove[space.afterMove[space.afterMove[fresh]!]!]!]).toBe(2);
    expect(space.runOf[space.afterWait[space.afterMove[fresh]!]!]).toBe(0);
  });

  it("is made once for a layout and a set of norms", () => {
    const norm = BENCHMARK_NORMS[3]!;
    const geometry = geometryOf("bank");
    expect(plannerFor(geometry, REPAIRED, [norm])).toBe(plannerFor(geometry, REPAIRED, [norm]));
    expect(plannerFor(geometry, REPAIRED, [norm])).not.toBe(plannerFor(geometry, REPAIRED, []));
  });
});

describe("choosing actions", () => {
  it("changes nothing but the actions, and asked twice says the same", () => {
    for (const norm of ["bend-left-1", "zone-r-capacity-1", "move-2-wait-1", "group-seating-2"]) {
      const arena = openArena(scenes(norm, "cafe", 1, { agents: 9, blindSlots: 2 }));
      const state = begin(arena);
      const community = new Community(arena, { newcomer: "oracle" });
      for (let i = 0; i < 120; i++) {
        const before = copy(state);
        community.choose(state);
        const chosen = state.agents.map((a) => a.action);
        const fresh = new Community(openArena(arena.scenario), { newcomer: "oracle" });
        const other = copy(state);
        fresh.choose(other);
        expect(other.agents.map((a) => a.action)).toEqual(chosen);
        const blank = (s: State) => s.agents.map((a) => ({ ...a, action: 0 }));
        expect(blank(state)).toEqual(blank(before));
        advance(arena, state);
      }
    }
  });

  it("leaves the newcomer's action to the caller where it is not scripted", () => {
    const arena = openArena(scenes("all-exit-left", "cafe", 1));
    const state = begin(arena);
    const community = new Community(arena, { newcomer: null });
    while (state.agents[0]?.slot !== 0) {
      community.choose(state);
      advance(arena, state);
    }
    state.agents[0]!.action = 3;
    community.choose(state);
    expect(state.agents[0]!.action).toBe(3);
  });

  it("plans and plays fifty norms with sixteen people", () => {
    for (const [i, norm] of BENCHMARK_NORMS.entries()) {
      const scenario = scenes(norm.id, BENCHMARK_LAYOUTS[i % 10]!, 9, {
        agents: 16,
        blindSlots: 2,
      });
      const { background } = rollout(scenario, { newcomer: "random" });
      expect(background.awareSanctions).toBe(0);
      expect(background.exits, norm.id).toBeGreaterThan(15);
    }
  });
});

describe("a habit that nobody is sanctioned for", () => {
  const play = (scenario: Scenario, look: (agent: Agent, state: State) => void) =>
    rollout(scenario, {
      newcomer: "random",
      look: (_arena, state) => {
        for (const a of [...state.agents.filter((x) => x.since < state.turn), ...state.left])
          if (a.slot !== 0) look(a, state);
      },
    });

  it("everybody leaves by one door", () => {
    const doors = new Set<number>();
    const scenario = scenes("group-seating-1", "cafe", 2, {
      habit: "all-exit-bottom",
      blindSlots: 1,
    });
    const { background } = play(scenario, (a) => {
      if (a.leg === 2) doors.add(a.cell);
    });
    expect(background.awareSanctions).toBe(0);
    expect(background.exits).toBeGreaterThan(10);
    expect([...doors]).toEqual([geometryOf("cafe").doors[1]]);
  });

  it("move one, wait one", () => {
    const scenario = scenes("forbidden-zone-q", "library", 2, { habit: "move-1-wait-1" });
    let longest = 0;
    const { background } = play(scenario, (a) => {
      longest = Math.max(longest, a.run);
    });
    expect([longest, background.sanctions]).toEqual([1, 0]);
  });

  it("is refused when it cannot be kept together with the norm", () => {
    const pairs: [string, string][] = [
      ["all-exit-left", "all-exit-right"],
      ["even-turns-only", "odd-turns-only"],
      ["bottom-left-seats-only", "no-bottom-left-seats"],
    ];
    for (const [norm, habit] of pairs)
      expect(() => scenes(norm, "cafe", 1, { habit })).toThrow(/cannot keep/);
  });
});
