import { describe, expect, it } from "vitest";
import { advance } from "../../src/grid/engine/step.js";
import { REPAIRED } from "../../src/grid/rules.js";
import type { ActionCode, Agent, State } from "../../src/grid/types.js";
import { type Placed, spots, stage } from "./scenes.js";

const [UP, DOWN, LEFT, RIGHT, WAIT] = [0, 1, 2, 3, 4] as ActionCode[];

const flags = (state: State, of: keyof Agent): unknown[] => state.agents.map((a) => a[of]);

function play(people: Placed[], seed = 1, norm?: string) {
  const { arena, state } = stage(people, norm, "cafe", seed);
  advance(arena, state);
  return state;
}

describe("two people and more on one cell", () => {
  it("neighbours change places without a contest, unless the rules forbid it", () => {
    const people: Placed[] = [
      { at: [9, 5], action: RIGHT },
      { at: [9, 6], action: LEFT },
    ];
    const state = play(people);
    expect(spots(state)).toEqual([
      [9, 6],
      [9, 5],
    ]);
    expect(flags(state, "blamed")).toEqual([false, false]);
    const rules = { ...REPAIRED, name: "custom" as const, allowSwap: false };
    const strict = stage(people, "move-3-wait-1", "cafe", 1, { rules });
    advance(strict.arena, strict.state);
    expect(spots(strict.state)).toEqual([
      [9, 5],
      [9, 6],
    ]);
    expect(flags(strict.state, "run")).toEqual([0, 0]);
  });

  it("four go round in a square, nobody lost", () => {
    const state = play([
      { at: [5, 6], action: RIGHT },
      { at: [5, 7], action: DOWN },
      { at: [6, 7], action: LEFT },
      { at: [6, 6], action: UP },
    ]);
    expect(spots(state)).toEqual([
      [5, 7],
      [6, 7],
      [6, 6],
      [5, 6],
    ]);
    expect(flags(state, "displaced")).toEqual([false, false, false, false]);
  });

  it("A B _ C: B takes the free cell or C does, A always gets B's", () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const state = play(
        [
          { at: [9, 4], action: RIGHT },
          { at: [9, 5], action: RIGHT },
          { at: [9, 7], action: LEFT },
        ],
        seed,
      );
      const [a, b, c] = spots(state);
      expect(a).toEqual([9, 5]);
      expect(flags(state, "blamed")).toEqual([false, true, true]);
      const winner = b!.join() === "9,6" ? "B" : "C";
      expect((winner === "B" ? b : c)!.join()).toBe("9,6");
      expect(flags(state, "displaced")).toEqual([false, winner === "C", winner === "B"]);
      outcomes.add(winner);
    }
    expect([...outcomes].sort()).toEqual(["B", "C"]);
  });

  it("four movers into one free cell: one stays, evenly drawn, the rest land beside it", () => {
    const wins = [0, 0, 0, 0];
    for (let seed = 0; seed < 400; seed++) {
      const state = play(
        [
          { at: [4, 7], action: DOWN },
          { at: [6, 7], action: UP },
          { at: [5, 6], action: RIGHT },
          { at: [5, 8], action: LEFT },
        ],
        seed,
      );
      const places = spots(state);
      const at = places.findIndex((p) => p.join() === "5,7");
      wins[at]!++;
      expect(flags(state, "blamed")).toEqual([true, true, true, true]);
      for (const [r, c] of places) expect(Math.abs(r - 5) + Math.abs(c - 7)).toBeLessThanOrEqual(1);
      expect(new Set(places.map(String)).size).toBe(4);
    }
    for (const n of wins) expect(n).toBeGreaterThan(60);
  });

  it("whoever stands still is pushed, not blamed, and its run stays what it was", () => {
    const state = play([
      { at: [9, 6], action: WAIT },
      { at: [9, 5], action: RIGHT },
    ]);
    expect(spots(state)[1]).toEqual([9, 6]);
    expect(spots(state)[0]).not.toEqual([9, 6]);
    expect(flags(state, "blamed")).toEqual([false, true]);
    expect(flags(state, "displaced")).toEqual([true, false]);
    expect(flags(state, "run")).toEqual([0, 1]);
  });

  it("walking into somebody who leaves is no contest", () => {
    const state = play([
      { at: [9, 5], action: RIGHT },
      { at: [9, 6], action: RIGHT },
    ]);
    expect(flags(state, "blamed")).toEqual([false, false]);
  });

  it("a boxed-in loser shifts the people around it one step each", () => {
    // the corner (1,1): only (1,2) and (2,1) beside it, both held
    const state = play([
      { at: [1, 1], action: WAIT },
      { at: [1, 2], action: LEFT },
      { at: [2, 1], action: WAIT },
      { at: [1, 3], action: LEFT },
    ]);
    const [corner, winner, bystander, follower] = spots(state);
    expect(winner).toEqual([1, 1]);
    expect(follower).toEqual([1, 2]);
    expect(corner).toEqual([2, 1]);
    expect(bystander).toEqual([3, 1]);
    expect(flags(state, "displaced")).toEqual([true, false, true, false]);
    expect(flags(state, "blamed")).toEqual([false, true, false, false]);
  });

  it("the newcomer is shifted only when no other way is left", () => {
    const people: Placed[] = [
      { at: [1, 1], action: WAIT },
      { at: [1, 2], action: LEFT },
      { at: [2, 1], action: WAIT, slot: 0 },
      { at: [1, 3], action: LEFT },
    ];
    // round the newcomer: the chain goes through the follower at (1,2)
    const round = play(people);
    expect(spots(round)[2]).toEqual([2, 1]);
    expect(spots(round)[0]).toEqual([1, 2]);
    // both ways out of the corner end at one and the same person
    const shut = play([...people.slice(0, 2), { at: [2, 1], action: WAIT, slot: 0 }]);
    expect(spots(shut)[1]).toEqual([1, 1]);
    expect([spots(shut)[0]!.join(), spots(shut)[2]!.join()]).toContain("1,2");
  });

  it("a contested door takes one; the other stays on the floor in front", () => {
    for (let seed = 0; seed < 20; seed++) {
      const goals = [{ kind: "zone" }, { kind: "door", door: "A" }] as const;
      const { arena, state } = stage(
        [
          { at: [5, 1], action: LEFT, goals, leg: 1 },
          { at: [5, 0], action: WAIT, goals },
        ],
        "move-3-wait-1",
        "cafe",
        seed,
      );
      advance(arena, state);
      expect(state.left.map((a) => a.id)).toEqual([1]);
      expect(state.left[0]!.reward).toBe(10 - 0.1 - 5);
      expect(spots(state)).toEqual([[5, 1]]);
      expect(state.agents[0]!.displaced).toBe(true);
    }
  });

  it("nobody is pushed onto a chair or a door", () => {
    for (let seed = 0; seed < 60; seed++) {
      const state = play(
        [
          { at: [4, 2], action: WAIT },
          { at: [4, 1], action: RIGHT },
          { at: [9, 5], action: WAIT },
          { at: [9, 4], action: RIGHT },
        ],
        seed,
      );
      for (const at of spots(state)) expect(at.join()).not.toBe("10,5");
    }
  });
});

describe("people in the way are moved on", () => {
  const idle = (at: Placed["at"], norm: string, goals?: Placed["goals"], leg?: 0 | 1) => {
    const { arena, state } = stage([{ at, ...(goals ? { goals } : {}), leg: leg ?? 0 }], norm);
    const turns: number[] = [];
    for (let turn = 1; turn <= 8; turn++) {
      state.agents[0]!.action = WAIT!;
      const events = advance(arena, state);
      if (events.some((e) => e.type === "moved_on")) turns.push(turn);
    }
    return { turns, agent: state.agents[0]! };
  };

  it("off a door after six turns, without sanction or blame", () => {
    const { turns, agent } = idle([5, 0], "odd-turns-only");
    expect(turns).toEqual([6]);
    expect([Math.floor(agent.cell / 15), agent.cell % 15]).toEqual([5, 1]);
    expect(agent.run).toBe(0);
  });

  it("out of the line when they do not move up although they could", () => {
    const goals = [{ kind: "counter" }, { kind: "door", door: "A" }] as const;
    const turns: number[][] = [];
    // a gap before the first, nobody before the second's place but the first
    const { arena, state } = stage(
      [
        { at: [2, 9], goals },
        { at: [3, 9], goals },
      ],
      "bend-right-1",
    );
    for (let turn = 1; turn <= 7; turn++) {
      for (const agent of state.agents) agent.action = WAIT!;
      for (const e of advance(arena, state)) if (e.type === "moved_on") turns.push([turn, e.id]);
    }
    expect(turns).toEqual([[6, 1]]);
  });

  it("off the line unless they want the counter, and off its head once served", () => {
    const counter = [{ kind: "counter" }, { kind: "door", door: "A" }] as const;
    expect(idle([2, 9], "bend-right-1").turns).toEqual([6]);
    expect(idle([1, 8], "bend-right-1", counter, 1).turns).toEqual([6]);
    expect(idle([2, 9], "odd-turns-only").turns).toEqual([]);
  });
});
