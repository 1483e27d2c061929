import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TASKS } from "../../src/tasks/registry.js";
import { root } from "../helpers/cli.js";

const reference = JSON.parse(readFileSync(join(root, "results/reference/normact.json"), "utf8"));

it("holds every task, and table 4's means are the pooled rates of section 6.1", () => {
  const { tasks } = reference.byTask;
  expect(Object.keys(tasks)).toEqual(TASKS.map((t) => t.id));
  for (const metric of ["norm_compliance", "task_success"] as const)
    for (const cue of ["none", "category", "specific"]) {
      const rows = Object.values(tasks) as Record<string, Record<string, number>>[];
      const mean = rows.reduce((sum, t) => sum + t[metric]![cue]!, 0) / rows.length;
      expect(Math.abs(mean - reference.pooled[metric][cue])).toBeLessThan(0.06);
    }
});
