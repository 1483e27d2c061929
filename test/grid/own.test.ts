import { describe, expect, it } from "vitest";
import { checkLayout } from "../../src/grid/check/index.js";
import { layoutText, parseLayout } from "../../src/grid/layout-text.js";
import { addLayout, geometryOf, layoutIds, layoutOf } from "../../src/grid/layouts.js";
import { addNorm, lineOf, normIds, normOf } from "../../src/grid/norms/index.js";
import { buildScenario } from "../../src/grid/scenarios/build.js";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import { rollout } from "../../src/grid/scenarios/rollout.js";
import type { NormDefinition } from "../../src/grid/types.js";
import { put } from "./breaks.js";

const own = (
  norm: Partial<NormDefinition> & Pick<NormDefinition, "id" | "bad">,
): NormDefinition => ({
  family: "access",
  description: "a rule of one's own",
  taskKind: "dest",
  memory: {},
  heldOut: false,
  ...norm,
});

/** Norms that differ from the fifty in what they look at, and in how they mix it. */
const OWN: NormDefinition[] = [
  own({
    id: "own-no-left-on-even-turns",
    family: "procedure",
    memory: { clock: 2 },
    bad: (c) => c.action === 2 && c.turn % 2 === 0,
  }),
  own({
    id: "own-keep-a-cell-apart",
    family: "coordination",
    memory: { others: true },
    bad: (c) => [-15, 15, -1, 1].some((d) => c.geometry.inQ[c.y] === 1 && c.others[c.y + d] !== 0),
  }),
  own({
    id: "own-three-in-r",
    family: "allocation",
    taskKind: "zone",
    memory: { others: true },
    bad: (c) =>
      c.geometry.inR[c.y] === 1 &&
      !c.geometry.inR[c.x] &&
      c.geometry.zoneR.filter((cell) => c.others[cell]).length >= 3,
  }),
  own({
    id: "own-line-straight-back",
    family: "coordination",
    taskKind: "counter",
    memory: { others: true },
    shape: [0, 1, 2, 3, 4].map((away) => [away, 0] as const),
    bad: (c) => normOf("bend-right-1").bad(c),
  }),
  own({
    id: "own-greens-not-in-q",
    family: "allocation",
    memory: { group: true },
    bad: (c) => c.group === 1 && c.geometry.inQ[c.y] === 1,
  }),
];

describe("a norm of one's own", () => {
  it("is planned for like the others", () => {
    for (const norm of OWN) addNorm(norm);
    for (const { id } of OWN) {
      expect(normIds()).toContain(id);
      for (const layout of ["cafe", "library"]) {
        const scenario = freeScenario({ norm: id, layout, seed: 2, agents: 9, blindSlots: 2 });
        const { newcomer, background } = rollout(scenario, { newcomer: "oracle" });
        expect([newcomer.sanctions, background.awareSanctions], id).toEqual([0, 0]);
        expect(background.exits, id).toBeGreaterThan(15);
      }
    }
  });

  it("has scenarios that are proven, with the people in R that it takes", () => {
    const { scenario } = buildScenario({
      norm: "own-three-in-r",
      layout: "hospital",
      seed: 3,
      phase: "seen",
      group: "blue",
    });
    expect(scenario.slots.filter((s) => s.first.hold).length).toBe(3);
    const line = buildScenario({
      norm: "own-line-straight-back",
      layout: "hospital",
      seed: 3,
      phase: "seen",
      group: "blue",
    });
    expect(line.scenario.slots[1]!.first.at).toEqual([1, 7]);
  });

  it("has its line checked on every layout", () => {
    expect(lineOf(normOf("own-line-straight-back"), geometryOf("cafe")).length).toBe(5);
    const shut = put(layoutOf("cafe"), "map", 5, 8, "T");
    const errors = checkLayout(shut).problems.filter((p) =>
      p.message.includes("own-line-straight-back"),
    );
    expect(errors.map((p) => p.rule)).toEqual(["line-floor"]);
  });
});

describe("a layout of one's own", () => {
  const canteen = parseLayout(
    layoutText({ ...layoutOf("hospital"), id: "canteen", name: "Canteen" }).replace("@map", "@map"),
  );

  it("is checked and played like the others, and listed behind those of the benchmark", () => {
    const changed = put(canteen, "map", 3, 12, "T");
    expect(checkLayout(changed).ok).toBe(false); // the table stands in zone R
    const good = put(canteen, "map", 6, 12, "T");
    expect(checkLayout(good).problems.filter((p) => p.level === "error")).toEqual([]);
    addLayout(good);
    expect(layoutIds()[10]).toBe("canteen");
    const scenario = freeScenario({ norm: "clockwise-circulation", layout: "canteen", seed: 1 });
    const { newcomer, background } = rollout(scenario, { newcomer: "oracle" });
    expect([newcomer.sanctions, background.awareSanctions]).toEqual([0, 0]);
  });
});
