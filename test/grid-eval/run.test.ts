import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scoreGridRun } from "../../src/grid-eval/score.js";
import { GridStore, gridRuns } from "../../src/grid-eval/store.js";
import { normact, scratch } from "../helpers/cli.js";

const four = "left-door-forbidden,move-2-wait-1,square-right,zone-r-single-group";

describe("normact grid eval without a model", () => {
  it("has the oracle at 100, the norm-blind at 0 and the learner near the oracle, from proven scenarios", async () => {
    const out = scratch();
    const models = ["scripted/oracle", "scripted/norm-blind", "builtin/bayes"].flatMap((m) => [
      "--model",
      m,
    ]);
    const result = await normact([
      "grid",
      "eval",
      ...models,
      "--norms",
      four,
      "--out",
      out,
      "--json",
    ]);
    expect(result.code).toBe(0);
    const [oracle, blind, bayes] = JSON.parse(result.stdout).runs;
    for (const split of ["seen", "unseen"]) {
      expect(oracle[split].joint).toMatchObject({ mean: 1, episodes: 12, norms: 4 });
      expect(oracle[split].joint.ci95[0]).toBeLessThan(0.8);
      expect(blind[split].joint.mean).toBe(0);
      expect(blind[split].task.mean).toBe(1);
      expect(bayes[split].joint.mean).toBeGreaterThanOrEqual(0.9);
    }
    expect(bayes.beliefs.final).toMatchObject({ lessons: 4, right: 4, unplaced: 0 });
    expect(oracle.beliefs).toBeNull();

    // everything comes out of the log again
    expect(gridRuns(out)).toHaveLength(3);
    for (const said of [oracle, blind, bayes]) {
      const { summary, differences } = scoreGridRun(GridStore.open(out, said.runId));
      expect(differences).toEqual([]);
      expect(JSON.parse(JSON.stringify(summary))).toEqual(said);
    }

    // what the lessons told, by kind of event
    const learner = gridRuns(out).find((id) => id.includes("bayes"))!;
    const told = await normact(["grid", "score", learner, "--out", out, "--by-norm", "--json"]);
    expect(told.code).toBe(0);
    for (const row of JSON.parse(told.stdout).byNorm) {
      const { bits, needed, identifiedAt, final } = row.evidence;
      expect(final).toBeGreaterThan(0.9);
      expect(bits.own + bits.peer + bits.compliant).toBeCloseTo(needed + Math.log2(final), 6);
      expect(identifiedAt).toBeLessThanOrEqual(200);
    }

    // a changed log is noticed
    const store = GridStore.open(out, learner);
    const file = join(store.folder, "steps.jsonl");
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const at = lines.findIndex((l) => l.includes('"type":"step"') && l.includes('"action":"Up"'));
    writeFileSync(
      file,
      lines.map((l, i) => (i === at ? l.replace('"Up"', '"WAIT"') : l)).join("\n"),
    );
    expect(scoreGridRun(store).differences.join()).toContain("comes out otherwise");
  }, 400_000);

  it("goes on with a run, plays another family into it, and survives a torn line", async () => {
    const out = scratch();
    const run = (...more: string[]) =>
      normact(["grid", "eval", "--model", "scripted/idle", "--out", out, "--limit", "2", ...more]);
    await run("--families", "access", "--phases", "interaction");
    const [id] = gridRuns(out);
    const file = join(out, id!, "episodes.jsonl");
    appendFileSync(file, '{"schemaVersion":1,"id":"forb');
    const more = await run("--families", "allocation", "--phases", "seen");
    expect(more.code).toBe(0);
    expect(gridRuns(out)).toEqual([id]);
    expect(GridStore.open(out, id!).episodes().size).toBe(2 + 6);
    const fresh = await run("--families", "access", "--phases", "interaction");
    expect(fresh.code).toBe(0);
    expect(gridRuns(out)).toHaveLength(2);
  });

  it("refuses names that nobody has, and flags for models that are not there", async () => {
    const out = scratch();
    const cases: [string[], string][] = [
      [["--model", "builtin/bayse"], "builtin/bayes"],
      [["--norms", "edge-lft"], "edge-left"],
      [["--families", "acess"], "access"],
      [["--phases", "tests"], "test"],
      [["--temperature", "0.2"], "--model"],
      [
        ["--model", "scripted/oracle", "--distractor", "edge-left", "--norms", "edge-left"],
        "norm itself",
      ],
    ];
    for (const [flags, hint] of cases) {
      const result = await normact(["grid", "eval", "--out", out, ...flags]);
      expect(result.code).toBe(2);
      expect(result.stderr).toContain(hint);
    }
    expect(existsSync(out) ? gridRuns(out) : []).toEqual([]);
  });

  it("gives the background a habit and says whether it was taken for the rule", async () => {
    const out = scratch();
    const result = await normact([
      "grid",
      "eval",
      "--model",
      "builtin/bayes",
      "--norms",
      "odd-turns-only,group-seating-1",
      "--distractor",
      "auto",
      "--out",
      out,
      "--json",
    ]);
    expect(result.code).toBe(0);
    const [run] = JSON.parse(result.stdout).runs;
    expect(run.beliefs.final).toMatchObject({ right: 2, habitTaken: 0 });
    const habits = [...GridStore.open(out, gridRuns(out)[0]!).episodes().values()].map(
      (r) => r.habit,
    );
    expect(new Set(habits)).toEqual(
      new Set(["move-1-wait-1", expect.stringMatching(/^all-exit-/)]),
    );
  });
});
