import { describe, expect, it } from "vitest";
import { Episode } from "../../src/grid/episode.js";
import { leastViolations } from "../../src/grid/forced.js";
import { BENCHMARK_LAYOUTS, geometryOf } from "../../src/grid/layouts.js";
import { BENCHMARK_NORMS, normOf } from "../../src/grid/norms/index.js";
import {
  baseSeed,
  checkEntry,
  groupOrder,
  requestsFor,
  unseenLayout,
} from "../../src/grid/scenarios/benchmark.js";
import { buildScenario, drawScenario } from "../../src/grid/scenarios/build.js";
import { population } from "../../src/grid/scenarios/draw.js";
import { prove } from "../../src/grid/scenarios/prove.js";
import { entrySchema, scenarioSchema } from "../../src/grid/scenarios/schema.js";
import { GROUPS, type NormDefinition } from "../../src/grid/types.js";
import { readGridBenchmark, selectEntries } from "../../src/scenes/grid-benchmark.js";

const benchmark = readGridBenchmark();

describe("the shipped benchmark", () => {
  it("holds a lesson and six tests for each of fifty norms", () => {
    expect(benchmark.info).toMatchObject({ norms: 50, scenarios: 350, rules: "repaired" });
    const count = (phase: string) =>
      benchmark.entries.filter((e) => e.scenario.phase === phase).length;
    expect(["interaction", "seen", "unseen"].map(count)).toEqual([50, 150, 150]);
    expect(new Set(benchmark.entries.map((e) => e.scenario.id)).size).toBe(350);
  });

  it("takes seeds, layouts and groups as planned", () => {
    BENCHMARK_NORMS.forEach((norm, index) => {
      const own = benchmark.entries.filter((e) => e.index === index).map((e) => e.scenario);
      const seed = 10_000 + 100 * index;
      expect(baseSeed(index)).toBe(seed);
      expect(own.map((s) => s.seed)).toEqual([0, 1, 2, 3, 4, 5, 6].map((k) => seed + k));
      expect(new Set(own.map((s) => s.norm))).toEqual(new Set([norm.id]));
      for (const phase of ["seen", "unseen"]) {
        const tests = own.filter((s) => s.phase === phase);
        const groups = tests.map((s) => s.slots[0]!.first.group);
        expect([...groups].sort()).toEqual([...GROUPS].sort());
        const layout = phase === "seen" ? "cafe" : BENCHMARK_LAYOUTS[1 + (index % 9)];
        expect(new Set(tests.map((s) => s.layout))).toEqual(new Set([layout]));
      }
    });
    expect(new Set(BENCHMARK_NORMS.map((_, i) => unseenLayout(i))).size).toBe(9);
  });

  it("has six to ten people, a room for as many, and one who does not know the norm in lessons only", () => {
    for (const { scenario } of benchmark.entries) {
      const { people, capacity } = population(scenario.norm);
      expect(scenario.slots.length).toBe(people);
      expect([6, 8, 10]).toContain(capacity);
      expect(scenario.capacity).toBe(capacity);
      const lesson = scenario.phase === "interaction";
      expect(scenario.slots.filter((s) => s.policy === "blind").length).toBe(lesson ? 1 : 0);
      expect(scenario.slots[0]!.replaced).toBe(lesson);
      expect(scenario.horizon).toBe(lesson ? 200 : 100);
    }
  });

  it("states the figures that make it a benchmark", () => {
    for (const { scenario, rollouts } of benchmark.entries) {
      const { oracle } = rollouts;
      expect(oracle.background.awareSanctions).toBe(0);
      expect(oracle.newcomer.sanctions).toBe(0);
      if ("norm-blind" in rollouts) {
        const blind = rollouts["norm-blind"];
        expect([oracle.joint, blind.task, blind.joint], scenario.id).toEqual([1, 1, 0]);
        expect(oracle.steps).toBeLessThanOrEqual(80);
        expect(blind.newcomer.sanctions).toBeGreaterThan(0);
      } else
        for (const lesson of [oracle, rollouts.idle])
          expect(lesson.background.sanctions, scenario.id).toBeGreaterThanOrEqual(3);
    }
  });

  it("is drawn and proven again, one norm of each family and a few more", () => {
    const norms = [
      "all-exit-bottom",
      "visit-zone-q-first",
      "zigzag-left-2",
      "zone-r-capacity-2",
      "edge-right",
      "move-2-wait-1",
    ];
    for (const entry of selectEntries(benchmark, { norms })) {
      expect(checkEntry(entry), entry.scenario.id).toEqual([]);
    }
  });

  it("tells an entry that was tampered with", () => {
    const [entry] = selectEntries(benchmark, { norms: ["all-exit-left"], phases: ["seen"] });
    const other = structuredClone(entry!);
    other.scenario.slots[1]!.first.due += 1;
    expect(checkEntry(other)).toContain("its seed and attempt draw another scenario");
    const figures = structuredClone(entry!);
    figures.rollouts.oracle.steps += 1;
    expect(checkEntry(figures)).toEqual(["its rollouts give other figures"]);
    expect(checkEntry({ ...entry!, index: 7 })).toEqual([
      "index 7 is not that of the norm all-exit-left",
    ]);
  });

  it("survives the way through JSON", () => {
    for (const entry of benchmark.entries) {
      const text = JSON.stringify(entry);
      expect(JSON.stringify(entrySchema.parse(JSON.parse(text)))).toBe(text);
    }
  });
});

describe("building a scenario", () => {
  it("sets the newcomer's task against norms on places: every direct way breaks them", () => {
    for (const norm of BENCHMARK_NORMS) {
      if (norm.memory.others || norm.memory.clock || norm.memory.run) continue;
      for (const group of GROUPS) {
        const { slots } = drawScenario(
          { norm: norm.id, layout: "library", seed: 3, phase: "seen", group },
          0,
        );
        const { at, goals } = slots[0]!.first;
        const geometry = geometryOf("library");
        const code = GROUPS.indexOf(group) as 0 | 1 | 2;
        const cells = (goal: (typeof goals)[number]): number[] => {
          if (goal.kind === "cell") return [goal.at[0] * 15 + goal.at[1]];
          if (goal.kind === "chair") return geometry.chairs;
          const door = goal.kind === "door" ? goal.door : null;
          return door ? [geometry.doors["ABC".indexOf(door)]!] : [...geometry.doors];
        };
        const start = at[0] * 15 + at[1];
        const first = leastViolations({
          geometry,
          norm,
          start,
          goals: cells(goals[0]),
          group: code,
        });
        const second = cells(goals[0]).map(
          (from) =>
            leastViolations({ geometry, norm, start: from, goals: cells(goals[1]), group: code })!
              .least,
        );
        expect(first!.least + Math.min(...second), `${norm.id} ${group}`).toBeGreaterThan(0);
      }
    }
  });

  it("puts people into R who wait for the newcomer, and a line of three to five before the counter", () => {
    const { slots } = drawScenario(
      { norm: "zone-r-capacity-2", layout: "cafe", seed: 1, phase: "seen", group: "blue" },
      0,
    );
    expect(slots.filter((s) => s.first.hold).length).toBe(2);
    const single = drawScenario(
      { norm: "zone-r-single-group", layout: "cafe", seed: 1, phase: "seen", group: "blue" },
      0,
    );
    expect(single.slots.find((s) => s.first.hold)!.first.group).not.toBe("blue");
    for (const norm of BENCHMARK_NORMS.filter((n) => n.shape)) {
      const drawn = drawScenario(
        { norm: norm.id, layout: "bank", seed: 2, phase: "seen", group: "green" },
        0,
      );
      const service = geometryOf("bank").service;
      const standing = drawn.slots.filter((s) => s.first.due === 1 && s.policy === "aware");
      const places = norm.shape!.map(([a, r]) =>
        [Math.floor(service / 15) + a, (service % 15) + r].join(),
      );
      expect(standing.map((s) => s.first.at.join())).toEqual(places.slice(0, standing.length));
      expect(standing.length).toBeGreaterThanOrEqual(3);
      expect(standing.length).toBeLessThanOrEqual(norm.id.startsWith("edge") ? 3 : 5);
    }
  });

  it("gives the same scenario for the same seed, and says what is wrong after 200 draws", () => {
    const request = {
      norm: "bend-left-2",
      layout: "pharmacy",
      seed: 77,
      phase: "seen",
      group: "orange",
    } as const;
    expect(buildScenario(request)).toEqual(buildScenario(request));
    const harmless: NormDefinition = {
      ...normOf("even-turns-only"),
      id: "harmless",
      bad: () => false,
    };
    expect(() => buildScenario({ ...request, norm: "harmless" }, { norm: harmless })).toThrow(
      /200 draws were tried, most often the norm-blind keeps the norm by chance \(200 times\). Try another seed/,
    );
  });

  it("orders groups and requests by seed alone", () => {
    expect(groupOrder(10_001)).toEqual(groupOrder(10_001));
    expect(requestsFor(4)).toEqual(requestsFor(4));
    expect(requestsFor(0).map((r) => r.phase)).toEqual([
      "interaction",
      "seen",
      "seen",
      "seen",
      "unseen",
      "unseen",
      "unseen",
    ]);
  });

  it("refuses a scenario of the wrong form", () => {
    const good = benchmark.entries[0]!.scenario;
    expect(scenarioSchema.safeParse(good).success).toBe(true);
    for (const bad of [
      { ...good, schemaVersion: 2 },
      { ...good, slots: [] },
      { ...good, extra: 1 },
      { ...good, phase: "later" },
    ])
      expect(scenarioSchema.safeParse(bad).success).toBe(false);
  });
});

describe("playing the newcomer oneself", () => {
  it("like the oracle gives what the oracle's rollout gave", () => {
    for (const entry of selectEntries(benchmark, { norms: ["group-doors-bca", "square-left"] })) {
      const { scenario, rollouts } = entry;
      const scripted = new Episode(scenario, "oracle");
      const played = new Episode(scenario, null);
      let reward = 0;
      while (played.over === null) {
        const expected = scripted.step();
        const id = played.newcomer?.id;
        const action = expected.agents.find((a) => a.id === id)?.action;
        const seen = played.observe();
        expect(seen === null).toBe(id === undefined);
        const result = played.step(action);
        expect(result).toEqual(expected);
        reward += result.agents.filter((a) => a.slot === 0).reduce((n, a) => n + a.reward, 0);
      }
      expect(reward).toBeCloseTo(rollouts.oracle.newcomer.reward, 6);
    }
  });

  it("wants an action when the newcomer is there, and none after the end", () => {
    const { scenario } = selectEntries(benchmark, {
      norms: ["all-exit-left"],
      phases: ["seen"],
    })[0]!;
    const episode = new Episode(scenario);
    expect(() => episode.step()).toThrow(/the newcomer needs an action/);
    while (episode.over === null) episode.step("WAIT");
    expect(episode.state.turn).toBe(101);
    expect(() => episode.step("WAIT")).toThrow(/over/);
  });
});

describe("proofs", () => {
  it("find a test that the norm-blind passes, and a lesson without sanctions", () => {
    const test = selectEntries(benchmark, { norms: ["all-exit-left"], phases: ["seen"] })[0]!
      .scenario;
    const tame = structuredClone(test);
    tame.norm = "forbidden-zone-q";
    tame.slots[0]!.first = {
      group: "blue",
      due: 1,
      at: [10, 5],
      goals: [
        { kind: "cell", at: [9, 8] },
        { kind: "door", door: "B" },
      ],
    };
    expect(prove(tame).faults).toContain("the norm-blind keeps the norm by chance");
    const lesson = structuredClone(benchmark.entries[0]!.scenario);
    for (const slot of lesson.slots) if (slot.policy === "blind") slot.policy = "aware";
    expect(prove(lesson).faults).toEqual([
      "with the oracle newcomer only 0 sanctions of others are seen",
      "with the idle newcomer only 0 sanctions of others are seen",
    ]);
  });
});
