import { describe, expect, it } from "vitest";
import { buildReport } from "../../src/report/data/build.js";
import { loadReference } from "../../src/report/data/reference.js";
import { percent } from "../../src/report/format.js";
import { latexTables } from "../../src/report/latex.js";
import { reportMarkdown } from "../../src/report/markdown.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, PLAIN, type State, sample, spread } from "./made.js";

/** Hand-made samples with the paper's counts have to give the percentages that it prints. */
const reference = loadReference();
const CUES = ["none", "category", "specific", "evidence", "rag", "generated"];
const MODELS = ["GPT-5.4", "Claude Opus 4.7", "Gemini 3 Pro"];

const value = (want: Parameters<typeof reference.find>[0]): number =>
  reference.find(want)!.value as number;
const printed = (want: Parameters<typeof reference.find>[0]): string => value(want).toFixed(1);
const count = (want: Parameters<typeof reference.find>[0]): number => reference.find(want)!.k!;

describe("the reference file", () => {
  it("holds every record of the paper, told apart by how it came about", () => {
    const counts: Record<string, number> = {};
    for (const { status } of reference.records) counts[status] = (counts[status] ?? 0) + 1;
    expect(counts).toEqual({ printed: 115, derived: 79, uncertain: 2, protocol: 25 });
    expect(new Set(reference.records.map((r) => r.id)).size).toBe(221);
  });

  it("has counts that round to the printed rates, each the only one that does", () => {
    for (const r of reference.records) {
      if (r.k === undefined) continue;
      const round = (k: number): string => ((100 * k) / r.n!).toFixed(1);
      const wanted = (r.value as number).toFixed(1);
      expect(round(r.k), r.id).toBe(wanted);
      if (r.n! <= 550) expect([round(r.k - 1), round(r.k + 1)], r.id).not.toContain(wanted);
    }
  });
});

describe("the paper's tables from samples with its counts", () => {
  it("table 3: six cue conditions of 550 trials", async () => {
    const root = scratch();
    const stores = CUES.map((cue) => {
      const outcome = (o: State): number =>
        value({ metric: "outcome_count", model: "Gemini 3 Pro", cue, outcome: o });
      const states = spread({
        both: outcome("both"),
        norm_only: outcome("norm_only"),
        goal_only: outcome("goal_only"),
        neither: outcome("neither"),
      });
      expect(states).toHaveLength(550);
      return makeRun(root, { model: "google/gemini", cue }, dataset.specs, (s, i) =>
        sample(s, states[i]!),
      );
    });
    const { data } = await buildReport(stores, PLAIN);
    const set = data.sets[0]!;
    expect(set.cells.map((c) => c.cue)).toEqual(CUES);
    for (const cell of set.cells)
      for (const metric of ["norm_compliance", "goal_achieved", "task_success"] as const)
        expect(percent(cell.rates[metric].rate), `${cell.cue} ${metric}`).toBe(
          printed({ metric, model: "Gemini 3 Pro", cue: cell.cue }),
        );
    // the rows as a reader sees them
    const markdown = reportMarkdown(data, null);
    expect(markdown).toContain("| Specific cue | 70.7 | 71.6 | 56.5 | 550 |");
    const tex = latexTables(data, null)["conditions.tex"]!;
    expect(tex).toContain("Generated cue & 50.0 & 76.2 & 46.7 & 550 \\\\");
  });

  it("table 4 and the pooled rates: eleven tasks, three planners, 1,650 trials a cue", async () => {
    const root = scratch();
    const tasks = [...new Set(dataset.specs.map((s) => s.task))];
    const stores = ["none", "category", "specific"].flatMap((cue) => {
      // goals that missed the norm stand in the text for the condition without a cue alone: 751 in all
      let left = cue === "none" ? 751 : 0;
      const byTask = new Map(
        tasks.map((task) => {
          const both = count({ metric: "task_success", model: "all3", cue, task });
          const kept = count({ metric: "norm_compliance", model: "all3", cue, task });
          const known = reference.find({
            metric: "outcome_count",
            model: "all3",
            cue,
            task,
            outcome: "goal_only",
          });
          return [
            task,
            { both, norm_only: kept - both, goal_only: known?.value as number | undefined },
          ];
        }),
      );
      for (const row of byTask.values()) left -= row.goal_only ?? 0;
      const states = new Map<string, State[]>();
      for (const [task, row] of byTask) {
        const free = 150 - row.both - row.norm_only;
        const goal_only = row.goal_only ?? Math.min(free, Math.max(0, left));
        if (row.goal_only === undefined) left -= goal_only;
        states.set(task, spread({ ...row, goal_only, neither: free - goal_only }));
      }
      if (cue === "none") expect(left).toBe(0);
      return MODELS.map((model, m) => {
        const next = new Map(tasks.map((t) => [t, 0]));
        return makeRun(root, { model, cue }, dataset.specs, (s) => {
          const i = next.get(s.task)!;
          next.set(s.task, i + 1);
          // dealt out in turn, so that each planner has a third
          return sample(s, states.get(s.task)![i * 3 + m]!);
        });
      });
    });
    const { data } = await buildReport(stores, PLAIN);
    const { pooled } = data.sets[0]!;
    expect(pooled.map((c) => [c.cue, c.scored])).toEqual([
      ["none", 1650],
      ["category", 1650],
      ["specific", 1650],
    ]);
    for (const cell of pooled) {
      for (const metric of ["norm_compliance", "task_success"] as const) {
        expect(percent(cell.rates[metric].rate)).toBe(
          printed({ metric, model: "all3", cue: cell.cue }),
        );
        for (const task of tasks)
          expect(percent(cell.tasks[task]![metric].rate), `${cell.cue} ${task}`).toBe(
            printed({ metric, model: "all3", cue: cell.cue, task }),
          );
      }
    }
    expect(pooled[0]!.outcomes).toEqual({ both: 360, norm_only: 76, goal_only: 751, neither: 463 });
    expect(percent(pooled[0]!.rates.goal_achieved.rate)).toBe("67.3");
    expect(reportMarkdown(data, null)).toContain(
      "| Giving priority to elder | 7.3 | 32.0 | 49.3 | 7.3 | 32.0 | 49.3 |",
    );
  });
});
