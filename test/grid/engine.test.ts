import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { cellOf } from "../../src/grid/cells.js";
import { openArena } from "../../src/grid/engine/arena.js";
import { GridEnv } from "../../src/grid/engine/env.js";
import { observe } from "../../src/grid/engine/observe.js";
import { cloneState } from "../../src/grid/engine/state.js";
import { advance, begin, stepResult } from "../../src/grid/engine/step.js";
import { mirrored } from "../../src/grid/geometry/index.js";
import { geometryOf, layoutIds, layoutOf } from "../../src/grid/layouts.js";
import { BENCHMARK_NORMS, normOf } from "../../src/grid/norms/index.js";
import { rulesOf } from "../../src/grid/rules.js";
import {
  ACTIONS,
  type ActionCode,
  type Agent,
  GROUPS,
  type Scenario,
  type State,
} from "../../src/grid/types.js";
import { LITERAL_VARIANT, type Person, Place, permissible } from "./formulas.js";
import { copy, freeScenario, wander } from "./scenes.js";

const anyNorm = fc.constantFrom(...BENCHMARK_NORMS.map((n) => n.id));
const anyLayout = fc.constantFrom(...layoutIds());
const anySeed = fc.integer({ min: 0, max: 1_000_000 });
const anyCrowd = fc.integer({ min: 2, max: 16 });
const anyScenario = fc
  .tuple(anyNorm, anyLayout, anySeed, anyCrowd)
  .map(([norm, layout, seed, people]) => freeScenario(norm, layout, seed, people));

const run = (runs: number) => ({ numRuns: runs, seed: 7 });

describe("whatever people do", () => {
  it("they end up on different cells, all of them walkable, never more than the room takes", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const geometry = geometryOf(scenario.layout);
        const ids = new Map<number, number>();
        const gone = new Set<number>();
        wander(scenario, 120, (_arena, before, after, events) => {
          const cells = after.agents.map((a) => a.cell);
          expect(new Set(cells).size).toBe(cells.length);
          for (const cell of cells) expect(geometry.walkable[cell]).toBe(1);
          expect(before.agents.length).toBeLessThanOrEqual(scenario.capacity);
          for (const event of events) {
            if (event.type === "spawn") {
              expect(ids.has(event.id)).toBe(false);
              ids.set(event.id, event.slot);
            }
            if (event.type === "exit") gone.add(event.id);
          }
          for (const a of before.agents) expect(ids.get(a.id)).toBe(a.slot);
          for (const a of after.agents) expect(gone.has(a.id)).toBe(false);
          const slots = after.agents.map((a) => a.slot);
          expect(new Set(slots).size).toBe(slots.length);
        });
      }),
      run(60),
    );
  });

  it("sanctions are those of the formulas, for every norm and both sets of rules", () => {
    for (const norm of BENCHMARK_NORMS)
      for (const rules of ["repaired", "literal"] as const)
        for (const [i, layout] of ["cafe", "pharmacy"].entries())
          sanctionsAgree({ ...freeScenario(norm.id, layout, 40 + i), rules });
  });

  it("standing still and being pushed are never sanctioned", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        wander(scenario, 80, (_arena, before, after) => {
          for (const agent of acted(before, after))
            if (agent.action === 4 || agent.target === agent.before)
              expect([agent.sanctioned, agent.blamed]).toEqual([false, false]);
        });
      }),
      run(40),
    );
  });

  it("the order in which people are listed changes nothing", () => {
    fc.assert(
      fc.property(anyScenario, fc.integer({ min: 0, max: 40 }), (scenario, steps) => {
        const arena = openArena(scenario);
        const state = cloneState(wander(scenario, steps));
        state.agents.forEach((a, i) => {
          a.action = ((a.id * 7 + i) % 5) as ActionCode;
        });
        const other = cloneState(state);
        other.agents.reverse();
        other.pending.reverse();
        advance(arena, state);
        advance(openArena(scenario), other);
        expect(JSON.stringify(other)).toBe(JSON.stringify(state));
      }),
      run(60),
    );
  });

  it("equal seeds and actions give equal bytes, whatever is looked at in between", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        const once = JSON.stringify(wander(scenario, 60));
        const again = wander(scenario, 60, (arena, _before, after, events) => {
          const frozen = JSON.stringify(after);
          for (const a of after.agents) observe(after, a.id);
          stepResult(after, events);
          cloneState(after);
          openArena(arena.scenario);
          expect(JSON.stringify(after)).toBe(frozen);
        });
        expect(JSON.stringify(again)).toBe(once);
      }),
      run(40),
    );
  });

  it("walking into a wall is waiting, but for the record of the action", () => {
    fc.assert(
      fc.property(anyScenario, fc.integer({ min: 1, max: 50 }), (scenario, steps) => {
        const state = cloneState(wander(scenario, steps));
        if (state.over !== null) return;
        const { next } = geometryOf(scenario.layout);
        const waiting = cloneState(state);
        state.agents.forEach((agent, i) => {
          const blocked = ([0, 1, 2, 3] as const).find(
            (a) => next[agent.cell * 5 + a] === agent.cell,
          );
          agent.action = blocked ?? 4;
          waiting.agents[i]!.action = 4;
        });
        advance(openArena(scenario), state);
        advance(openArena(scenario), waiting);
        for (const s of [state, waiting]) for (const a of [...s.agents, ...s.left]) a.action = 4;
        expect(JSON.stringify(state)).toBe(JSON.stringify(waiting));
      }),
      run(60),
    );
  });

  it("rewards add up: 10 a goal, -0.1 a turn, -5 a blame, -20 a sanction", () => {
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        let [sum, legs, turns, blames, sanctions] = [0, 0, 0, 0, 0];
        wander(scenario, 200, (_arena, before, after, events) => {
          legs += events.filter((e) => e.type === "leg").length;
          for (const agent of acted(before, after)) {
            sum += Math.round(agent.reward * 10);
            turns++;
            if (agent.blamed) blames++;
            if (agent.sanctioned) sanctions++;
          }
        });
        expect(sum).toBe(100 * legs - turns - 50 * blames - 200 * sanctions);
      }),
      run(40),
    );
  });

  it("a mirrored room under the mirrored norm mirrors what happens, until somebody is pushed", () => {
    const pairs: [string, string][] = [
      ["forbidden-zone-q", "forbidden-zone-q"],
      ["all-exit-left", "all-exit-right"],
      ["all-exit-bottom", "all-exit-bottom"],
      ["left-door-forbidden", "right-door-forbidden"],
      ["clockwise-circulation", "counterclockwise-circulation"],
      ["even-turns-only", "even-turns-only"],
      ["move-2-wait-1", "move-2-wait-1"],
      ["zone-r-capacity-1", "zone-r-capacity-1"],
      ["zone-r-single-group", "zone-r-single-group"],
      ...BENCHMARK_NORMS.filter((n) => n.shape && n.id.includes("right")).map(
        (n): [string, string] => [n.id, n.id.replace("right", "left")],
      ),
    ];
    let compared = 0;
    for (const [norm, image] of pairs)
      for (let seed = 0; seed < 12; seed++) compared += mirrorRun(norm, image, seed);
    expect(compared).toBeGreaterThan(1000);
  });
});

/** Those who acted in the step between two states. */
function acted(before: State, after: State): Agent[] {
  const ids = new Set(before.agents.map((a) => a.id));
  return [...after.agents, ...after.left].filter((a) => ids.has(a.id));
}

function sanctionsAgree(scenario: Scenario): void {
  const geometry = geometryOf(scenario.layout);
  const place = new Place(geometry.layout.map, geometry.layout.zones);
  const history = new Map<number, boolean[]>();
  const beenInQ = new Set<number>();
  let seats = 0;
  wander(scenario, 150, (_arena, before, after) => {
    for (const a of before.agents) if (geometry.inQ[a.cell]) beenInQ.add(a.id);
    const people = before.agents.map(
      (a): Person => ({
        r: Math.floor(a.cell / 15),
        c: a.cell % 15,
        group: GROUPS[a.group],
        customer: a.goals[a.leg as 0 | 1]?.kind === "counter",
      }),
    );
    const results = new Map(acted(before, after).map((a) => [a.id, a]));
    before.agents.forEach((a, i) => {
      const mine = history.get(a.id) ?? [];
      const ok = permissible(
        scenario.norm,
        place,
        {
          me: people[i]!,
          others: people.filter((_, k) => k !== i),
          action: ACTIONS[a.action],
          t: before.turn,
          history: mine,
          visitedQ: beenInQ.has(a.id),
          seatsEverFilled: seats,
        },
        scenario.rules === "literal" ? LITERAL_VARIANT : {},
      );
      const now = results.get(a.id)!;
      if (now.sanctioned === ok)
        throw new Error(`${scenario.id} turn ${before.turn} agent ${a.id}: ${now.sanctioned}`);
      history.set(a.id, [now.target !== a.cell, ...mine]);
    });
    for (const a of acted(before, after))
      if (geometry.chair[a.cell] && a.cell !== a.before) seats++;
  });
}

/** Steps that were compared before the first push. */
function mirrorRun(norm: string, image: string, seed: number): number {
  const scenario = freeScenario(norm, "hospital", seed, 4);
  for (const slot of scenario.slots) slot.replaced = false;
  const flipDoor = { A: "C", B: "B", C: "A" } as const;
  const flipped: Scenario = structuredClone({ ...scenario, norm: image });
  for (const { first } of flipped.slots) {
    Object.assign(first, { at: [first.at[0], 14 - first.at[1]] });
    for (const goal of first.goals) {
      if (goal.kind === "cell") goal.at = [goal.at[0], 14 - goal.at[1]];
      if (goal.kind === "door" && goal.door) goal.door = flipDoor[goal.door];
    }
  }
  const parts = { geometry: geometryOf(mirrored(layoutOf("hospital"))), norm: normOf(image) };
  const [left, right] = [openArena(scenario), openArena(flipped, parts)];
  const [a, b] = [begin(left), begin(right)];
  const across = (cell: number): number => Math.floor(cell / 15) * 15 + 14 - (cell % 15);
  for (let i = 0; i < 60; i++) {
    a.agents.forEach((agent, k) => {
      agent.action = ((agent.id * 3 + i * i + seed) % 5) as ActionCode;
      b.agents[k]!.action = [0, 1, 3, 2, 4][agent.action] as ActionCode;
    });
    advance(left, a);
    advance(right, b);
    if ([...a.agents, ...a.left].some((x) => x.displaced || x.blamed)) return i;
    expect(b.agents.map((x) => [across(x.cell), x.sanctioned, x.reward])).toEqual(
      a.agents.map((x) => [x.cell, x.sanctioned, x.reward]),
    );
  }
  return 60;
}

describe("the parallel environment", () => {
  const scenario = freeScenario("all-exit-left", "cafe", 3, 6);

  it("lists who is to act, wants one action each, and empties when it is over", () => {
    const env = new GridEnv({ ...scenario, horizon: 30 });
    const seen = new Set<number>();
    while (env.over === null) {
      const before = env.agents;
      for (const id of before) seen.add(id);
      const step = env.step(Object.fromEntries(before.map((id) => [id, "Down" as const])));
      expect(Object.keys(step.rewards).map(Number)).toEqual(before);
      expect(Object.keys(step.observations).map(Number).sort()).toEqual([...env.agents].sort());
    }
    expect(seen.size).toBeGreaterThanOrEqual(6);
    expect(env.agents).toEqual([]);
    expect(env.over).toBe("horizon");
    expect(() => env.step({})).toThrow(/episode is over/);
  });

  it("refuses a missing action, an unknown one and one for nobody", () => {
    const env = new GridEnv(scenario);
    const [id] = env.agents;
    expect(() => env.step({})).toThrow(/agent \d+ needs one of Up, Down/);
    expect(() => env.step({ [id!]: "Jump" as "Up" })).toThrow(/got Jump/);
    expect(() => env.step({ [id!]: "Up", 999: "Up" })).toThrow(/nobody on the map has the id 999/);
  });

  it("starts over with the same bytes, or with another seed", () => {
    const env = new GridEnv(scenario);
    const play = (): string => {
      const log: unknown[] = [];
      const rng = Rng.from("env play");
      for (let i = 0; i < 150; i++) {
        const actions = Object.fromEntries(env.agents.map((id) => [id, ACTIONS[rng.int(0, 4)]!]));
        log.push(env.step(actions).result);
      }
      return JSON.stringify(log);
    };
    const first = play();
    env.reset();
    expect(play()).toBe(first);
    env.reset(99);
    expect(play()).not.toBe(first);
  });

  it("shows others by place, group, last action and mark, never their goals or the norm", () => {
    const env = new GridEnv(scenario);
    for (let i = 0; i < 12; i++)
      env.step(Object.fromEntries(env.agents.map((id) => [id, "Up" as const])));
    const text = JSON.stringify(env.agents.map((id) => env.observe(id)?.others));
    expect(text).not.toContain("goal");
    expect(JSON.stringify(env.agents.map((id) => env.observe(id)))).not.toContain("all-exit-left");
    expect(env.observe(12345)).toBeNull();
  });

  it("shows a sanction for exactly one step", () => {
    const env = new GridEnv(freeScenario("odd-turns-only", "cafe", 5, 6));
    let marks = 0;
    for (let turn = 1; turn <= 40; turn++) {
      const sanctioned = new Set(
        env
          .step(Object.fromEntries(env.agents.map((id) => [id, ACTIONS[(id + turn) % 4]!])))
          .result.agents.filter((a) => a.sanction)
          .map((a) => a.id),
      );
      for (const id of env.agents) {
        const view = env.observe(id)!;
        expect(view.self.sanctioned).toBe(sanctioned.has(id));
        for (const other of view.others) expect(other.sanctioned).toBe(sanctioned.has(other.id));
      }
      marks += sanctioned.size;
    }
    expect(marks).toBeGreaterThan(10);
  });

  it("ends when a newcomer who is not replaced has done both goals", () => {
    const alone: Scenario = {
      ...scenario,
      slots: [
        {
          policy: "newcomer",
          replaced: false,
          first: {
            group: "blue",
            due: 1,
            at: [5, 0],
            goals: [
              { kind: "cell", at: [5, 1] },
              { kind: "door", door: "A" },
            ],
          },
        },
      ],
    };
    const env = new GridEnv(alone);
    expect(env.step({ 0: "Right" }).result.events.map((e) => e.type)).toEqual(["spawn", "leg"]);
    const last = env.step({ 0: "Left" });
    expect(last.result.events.map((e) => e.type)).toEqual(["leg", "exit"]);
    expect(last.terminations).toEqual({ 0: true });
    expect([last.rewards[0], env.over, env.agents]).toEqual([9.9, "done", []]);
  });

  it("serves a customer for three turns, and goes on where a push broke off", () => {
    const service = geometryOf("cafe").service;
    const { arena, state } = {
      arena: openArena(freeScenario("bend-right-1", "cafe", 1, 2)),
      state: copy(begin(openArena(freeScenario("bend-right-1", "cafe", 1, 2)))),
    };
    const agent = state.agents[0]!;
    agent.goals = [{ kind: "counter" }, { kind: "door", door: "A" }];
    agent.cell = service + 1;
    state.agents.length = 1;
    const act = (action: ActionCode): void => {
      for (const a of state.agents) a.action = a === agent ? action : 4;
      advance(arena, state);
    };
    act(2);
    expect([agent.cell, agent.service, agent.leg]).toEqual([service, 1, 0]);
    agent.cell = service + 1; // as if pushed off
    act(4);
    expect(agent.service).toBe(1);
    act(2);
    act(4);
    expect([agent.service, agent.leg]).toEqual([3, 1]);
    expect(cellOf([1, 8])).toBe(service);
  });

  it("knows its sets of rules by name", () => {
    expect(rulesOf("literal").zoneRule).toBe("occupancy");
    expect(() => rulesOf("litteral")).toThrow(/Did you mean "literal"/);
  });
});
