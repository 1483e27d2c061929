import { describe, expect, it } from "vitest";
import { Episode } from "../../src/grid/episode.js";
import { logOf } from "../../src/grid/log.js";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import {
  framesText,
  goalCells,
  goalLine,
  Onlooker,
  parseTrace,
  watchScenario,
} from "../../src/grid-pictures/index.js";
import type { FrameView } from "../../src/grid-pictures/types.js";

const lines = (...rows: unknown[]): string => rows.map((r) => JSON.stringify(r)).join("\n");
const header = { type: "frames", schemaVersion: 1, layout: "cafe" };
const frame = {
  type: "frame",
  turn: 1,
  people: [{ id: 0, at: [5, 5], facing: "up", group: "blue" }],
};

describe("traces of frames", () => {
  it("come back as they were written", () => {
    const trace = watchScenario(
      freeScenario({ norm: "even-turns-only", layout: "bank", seed: 3, steps: 25 }),
      "norm-blind",
    );
    const text = framesText(trace);
    expect(parseTrace(text, "x")).toEqual(trace);
    expect(framesText(parseTrace(text, "x"))).toBe(text);
  });

  it.each([
    ["", /x: is empty/],
    ["nonsense", /x, line 1: is no JSON/],
    [lines({ type: "other" }), /line 1: is no header/],
    [lines([1]), /line 1: is no header/],
    ["null", /line 1: is no header/],
    [lines(header), /has a header but no frame/],
    [
      lines({ ...header, layout: "nowhere" }, frame),
      /line 1: "layout": there is no layout "nowhere"/,
    ],
    [lines({ ...header, schemaVersion: 9 }, frame), /line 1: "schemaVersion"/],
    [
      lines(header, frame, { ...frame, people: [{ ...frame.people[0], at: [11, 0] }] }),
      /line 3: "people.0.at.0"/,
    ],
    [
      lines(header, { ...frame, people: [{ ...frame.people[0], group: "red" }] }),
      /line 2: "people.0.group"/,
    ],
    [
      lines({ type: "header", schemaVersion: 1, norm: "n", layout: "cafe", seed: 1, newcomer: 0 }),
      /no step/,
    ],
    [
      lines(
        { type: "header", schemaVersion: 1, norm: "n", layout: "cafe", seed: 1, newcomer: 0 },
        { type: "step", t: 1, agents: [{}], events: [] },
      ),
      /line 2: "agents.0/,
    ],
  ])("tell what is wrong, and where: %#", (text, message) => {
    expect(() => parseTrace(text, "x")).toThrow(message);
  });
});

describe("rollouts", () => {
  // doors are where people are sanctioned and gone at once
  const scenario = freeScenario({
    norm: "group-doors-abc",
    layout: "cafe",
    seed: 11,
    steps: 200,
    blindSlots: 4,
  });
  const watched = watchScenario(scenario, "norm-blind");
  const log = [...logOf(new Episode(scenario, "norm-blind"), "norm-blind")];
  const read = parseTrace(lines(...log), "log");
  const bare = ({ goal: _goal, targets: _targets, ...rest }: FrameView) => ({
    ...rest,
    people: [...rest.people].sort((a, b) => a.id - b.id),
  });

  it("give the same frames from their log as from the states themselves", () => {
    expect(read.frames).toHaveLength(watched.frames.length);
    // people who come after the last step are in no line of the log
    read.frames.slice(0, -1).forEach((f, i) => {
      expect(bare(f)).toEqual(bare(watched.frames[i] as FrameView));
    });
  });

  it("show every sanction exactly once, on the frame after it", () => {
    const marks = watched.frames.flatMap((f) =>
      f.people.filter((p) => p.sanctioned).map((p) => `${f.turn} ${p.id}`),
    );
    const charged = log.flatMap((row) =>
      row.type === "step"
        ? row.agents.filter((a) => a.sanction).map((a) => `${row.t + 1} ${a.id}`)
        : [],
    );
    expect(marks.sort()).toEqual(charged.sort());
    expect(charged.length).toBeGreaterThan(3);
  });

  it("show who left on a sanctioned move once more, at the door, faded", () => {
    const gone = watched.frames.flatMap((f) => f.people.filter((p) => p.gone));
    expect(gone.length).toBeGreaterThan(0);
    for (const p of gone) {
      expect(p.sanctioned).toBe(true);
      expect([0, 10, 14]).toContain(p.at[1] === 0 || p.at[1] === 14 ? p.at[1] : p.at[0]);
    }
  });

  it("have one newcomer at most on a frame, with its goal named", () => {
    for (const f of watched.frames) {
      const me = f.people.filter((p) => p.newcomer && !p.gone);
      expect(me.length).toBeLessThanOrEqual(1);
      expect(f.goal !== undefined).toBe(me.length === 1);
    }
  });

  it("keep the direction of those who wait", () => {
    const facing = new Map<number, string>();
    for (const f of watched.frames)
      for (const p of f.people) {
        if (p.action === "WAIT") expect(p.facing).toBe(facing.get(p.id));
        facing.set(p.id, p.facing);
      }
  });
});

describe("onlookers", () => {
  it("leave the state as it was", () => {
    const episode = new Episode(
      freeScenario({ norm: "bend-left-1", layout: "library", seed: 5, steps: 40 }),
      "oracle",
    );
    const onlooker = new Onlooker("library");
    const twin = new Episode(episode.scenario, "oracle");
    while (episode.over === null) {
      const before = JSON.stringify(episode.state);
      onlooker.frame(episode.state);
      expect(JSON.stringify(episode.state)).toBe(before);
      episode.step();
      twin.step();
      expect(JSON.stringify(episode.state)).toBe(JSON.stringify(twin.state));
    }
  });

  it("name goals by what the newcomer is told, and mark cells only where the task names them", () => {
    expect(goalLine({ kind: "chair" }, 0)).toBe("Goal 1 of 2: sit on a chair");
    expect(goalLine({ kind: "cell", at: [9, 10], name: "newspaper-stand" }, 0)).toBe(
      "Goal 1 of 2: go to the newspaper stand (9,10)",
    );
    expect(goalLine({ kind: "door", door: "B" }, 1)).toBe("Goal 2 of 2: leave by door B");
    expect(goalCells({ kind: "door", door: "B" }, "cafe")).toEqual([[10, 5]]);
    expect(goalCells({ kind: "counter" }, "cafe")).toEqual([[1, 8]]);
    for (const goal of [{ kind: "chair" }, { kind: "zone" }, { kind: "door", door: null }] as const)
      expect(goalCells(goal, "cafe")).toEqual([]);
  });
});
