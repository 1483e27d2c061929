import { describe, expect, it } from "vitest";
import { Episode } from "../../src/grid/episode.js";
import { layoutOf } from "../../src/grid/layouts.js";
import { type LogHeader, type LogStep, logOf } from "../../src/grid/log.js";
import { BENCHMARK_NORMS } from "../../src/grid/norms/index.js";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import { LITERAL_VARIANT, type Person, Place, permissible } from "./formulas.js";

interface Known {
  history: boolean[];
  inQ: boolean;
  leg: number;
}

/** Cheaper than `expect` where hundreds of thousands of facts are asked for. */
function must(fact: boolean, what: string): void {
  if (!fact) throw new Error(`the log is wrong about: ${what}`);
}

/** Works out every sanction and reward again from the lines of a log alone, and follows everybody's place. */
function recompute(lines: string[]): { steps: number; sanctions: number } {
  const [header, ...steps] = lines.map((l) => JSON.parse(l)) as [LogHeader, ...LogStep[]];
  const { map, zones } = layoutOf(header.layout);
  const place = new Place(map, zones);
  const people = new Map<number, Known>();
  const last = new Map<number, string>();
  const counter = BENCHMARK_NORMS.find((n) => n.id === header.norm)!.taskKind === "counter";
  let [sanctions, seats] = [0, 0];
  for (const [i, step] of steps.entries()) {
    must(step.t === i + 1, "turns follow one another");
    for (const e of step.events)
      if (e.type === "spawn") {
        must(!people.has(e.id), "ids are new");
        people.set(e.id, { history: [], inQ: false, leg: 0 });
        last.set(e.id, e.at.join());
        if (map[e.at[0]]![e.at[1]] === "h") seats++;
      }
    must(
      step.agents
        .map((a) => a.id)
        .sort()
        .join() === [...people.keys()].sort().join(),
      "everybody on the map is listed",
    );
    const at = (a: LogStep["agents"][number]): Person => ({
      r: a.x[0],
      c: a.x[1],
      group: a.group,
      customer: counter && people.get(a.id)!.leg === 0,
    });
    const targets = step.agents.map((a) => a.target.join());
    for (const a of step.agents) {
      const known = people.get(a.id)!;
      must(a.x.join() === last.get(a.id), "people are where they were left");
      if (place.q.has(a.x[0] * 100 + a.x[1])) known.inQ = true;
      const ok = permissible(
        header.norm,
        place,
        {
          me: at(a),
          others: step.agents.filter((o) => o !== a).map(at),
          action: a.action,
          t: step.t,
          history: known.history,
          visitedQ: known.inQ,
          seatsEverFilled: seats,
        },
        header.rules === "literal" ? LITERAL_VARIANT : {},
      );
      must(a.sanction === !ok, `${header.norm} turn ${step.t} agent ${a.id}`);
      const moved = a.target.join() !== a.x.join();
      const blamed = moved && targets.filter((t) => t === a.target.join()).length > 1;
      const legs = step.events.filter((e) => e.type === "leg" && e.id === a.id).length;
      must(a.blamed === blamed, "blame");
      must(a.displaced === (a.next.join() !== a.target.join()), "displaced");
      const reward = 10 * legs - 0.1 - (blamed ? 5 : 0) - (ok ? 0 : 20);
      must(Math.abs(a.reward - reward) < 1e-9, "reward");
      must(a.leg === known.leg + legs, "leg");
      sanctions += ok ? 0 : 1;
    }
    for (const a of step.agents) {
      const known = people.get(a.id)!;
      known.history.unshift(a.target.join() !== a.x.join());
      known.leg = a.leg;
      last.set(a.id, a.next.join());
      if (map[a.next[0]]![a.next[1]] === "h" && a.next.join() !== a.x.join()) seats++;
      if (a.leg === 2) people.delete(a.id);
    }
    must(
      new Set(step.agents.map((a) => a.next.join())).size === step.agents.length,
      "everybody on a cell of their own",
    );
  }
  return { steps: steps.length, sanctions };
}

describe("an episode's log", () => {
  it("is enough to work out every sanction, blame and reward, under both sets of rules", () => {
    for (const [i, norm] of BENCHMARK_NORMS.entries())
      for (const rules of ["repaired", "literal"] as const) {
        const layout = ["cafe", "grocery-store", "hospital"][i % 3]!;
        const scenario = freeScenario({
          norm: norm.id,
          layout,
          seed: i,
          blindSlots: 3,
          steps: 80,
          rules,
        });
        const lines = [...logOf(new Episode(scenario, "random"), "random")].map((l) =>
          JSON.stringify(l),
        );
        const { steps, sanctions } = recompute(lines);
        expect(steps).toBe(80);
        expect(sanctions, norm.id).toBeGreaterThan(0);
      }
  });

  it("begins with what the reader needs to know", () => {
    const scenario = freeScenario({
      norm: "bend-left-1",
      layout: "bank",
      seed: 4,
      agents: 6,
      blindSlots: 2,
      habit: "move-3-wait-1",
    });
    const [header] = logOf(new Episode(scenario, "idle"), "idle");
    expect(header).toEqual({
      type: "header",
      schemaVersion: 1,
      norm: "bend-left-1",
      layout: "bank",
      seed: 4,
      rules: "repaired",
      width: 15,
      height: 11,
      newcomer: 0,
      slots: ["idle", "norm-blind", "norm-blind", "norm-aware", "norm-aware", "norm-aware"].map(
        (policy, slot) => ({ slot, policy }),
      ),
      habit: "move-3-wait-1",
    });
  });
});
