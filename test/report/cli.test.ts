import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { dataset, makeRun, sample } from "./made.js";

/** The commands as a user runs them, on runs of programs that ask nobody. */
describe("normact report, compare and export", () => {
  const some = dataset.specs.filter((_, i) => i % 50 === 0);
  const make = () => {
    const root = scratch();
    const none = makeRun(root, {}, some, (s, i) => sample(s, i % 2 ? "both" : "goal_only"));
    const specific = makeRun(root, { cue: "specific" }, some, (s, i) =>
      i < 10 ? sample(s, "both") : null,
    );
    return { root, none: none.info.runId, specific: specific.info.runId };
  };

  it("prints tables, flags what is incomplete, and writes every form", async () => {
    const { root, none, specific } = make();
    const page = join(root, "report.html");
    const run = await normact([
      "report",
      none,
      specific,
      "--out",
      root,
      "--html",
      page,
      "--latex",
      join(root, "tex"),
      "--csv",
      join(root, "csv"),
      "--json",
      "--gallery",
      "1",
      "--draws",
      "200",
      "--workers",
      "0",
    ]);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stderr).toContain("Incomplete: openai/made, cue specific");
    const data = JSON.parse(run.stdout);
    expect(data.sets[0].cells).toHaveLength(2);
    expect(readdirSync(join(root, "tex"))).toContain("all.tex");
    expect(
      readFileSync(join(root, "csv", "samples.csv"), "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(22);
    const html = readFileSync(page, "utf8");
    expect(html).toContain("data:image/webp;base64,");
    expect(statSync(page).size).toBeLessThan(2e6);
    const plain = await normact(["report", none, "--out", root, "--draws", "200"]);
    expect(plain.stdout).toContain("Task Success, openai/made: cue=none 45.5%");
    const md = await normact([
      "report",
      none,
      "--out",
      root,
      "--md",
      "--reference",
      "--draws",
      "200",
    ]);
    expect(md.stdout).toContain("NormAct paper, other scenes: Gemini 3 Pro, its table 3");
  });

  it("compares two runs, and refuses what cannot be compared", async () => {
    const { root, none, specific } = make();
    const page = join(root, "compare.html");
    const run = await normact([
      "compare",
      none,
      specific,
      "--out",
      root,
      "--json",
      "--draws",
      "200",
    ]);
    expect(run.code, run.stderr).toBe(0);
    const result = JSON.parse(run.stdout);
    expect(result.overall[2]).toMatchObject({
      metric: "task_success",
      n: 10,
      dropped: { "not played": 1 },
    });
    expect(result.overall[2].difference).toBeCloseTo(0.5, 12);
    expect(result.changed).toHaveLength(5);
    expect(result.moves).toEqual({ "goal_only → both": 5, "both → both": 5 });
    const written = await normact([
      "compare",
      none,
      specific,
      "--out",
      root,
      "--html",
      page,
      "--pictures",
      "1",
      "--draws",
      "200",
      "--workers",
      "0",
    ]);
    expect(written.code, written.stderr).toBe(0);
    expect(readFileSync(page, "utf8")).toContain("cue specific <small>against</small> cue none");
    const other = makeRun(
      root,
      { dataset: { version: "9", hash: "9".repeat(64), twins: false } },
      some,
      (s) => sample(s, "both"),
    );
    const refused = await normact(["compare", none, other.info.runId, "--out", root]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/different data sets, 1\.0\.0 .* and 9 /);
  });

  it("exports, and says what is missing", async () => {
    const { root, none } = make();
    const csv = await normact(["export", none, "--out", root, "--csv", "-"]);
    expect(csv.stdout.split("\n")[0]).toMatch(/^run,series,model,cue,id,epoch/);
    const files = ["run.parquet", "run.eval"].map((f) => join(root, "out", f));
    const both = await normact([
      "export",
      none,
      "--out",
      root,
      "--parquet",
      files[0]!,
      "--inspect",
      files[1]!,
    ]);
    expect(both.code, both.stderr).toBe(0);
    for (const file of files) expect(statSync(file).size).toBeGreaterThan(500);
    const none2 = await normact(["export", none, "--out", root]);
    expect(none2.code).toBe(2);
    expect(none2.stderr).toContain("--parquet FILE");
    const wrong = await normact(["export", "nowhere", "--out", root, "--csv", "-"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('no run "nowhere"');
    expect(wrong.stderr).not.toContain("    at ");
  });

  let help = "";
  beforeAll(async () => {
    help = (await normact(["--help"])).stdout;
  });
  it("are in the help, each with an example", async () => {
    for (const verb of ["report", "compare", "export"]) {
      expect(help).toContain(`  ${verb} `);
      expect((await normact([verb, "--help"])).stdout).toContain("$ normact ");
    }
  });
});
