import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { summarise } from "../../src/eval/summary.js";
import { callsTable } from "../../src/report/calls-table.js";
import { buildReport } from "../../src/report/data/build.js";
import { reportHtml } from "../../src/report/html/page.js";
import { scoreTable } from "../../src/report/score-table.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, PLAIN, sample } from "./made.js";

const some = dataset.specs.filter((_, i) => i % 10 === 0);

it("says how many samples the episodes of a run with repeats come from, as the page does", async () => {
  const run = makeRun(scratch(), { epochs: 2 }, some, (s) => sample(s, "both"));
  for (const s of some)
    appendFileSync(
      join(run.folder, "samples.jsonl"),
      `${JSON.stringify(sample(s, "neither", { epoch: 1 }))}\n`,
    );
  const summary = summarise(run.info, [...run.briefs().values()]);
  expect(scoreTable({ schemaVersion: 1, runs: [summary] })).toContain(
    "2 epochs, averaged by episode (110/110 samples)",
  );
  const page = await reportHtml((await buildReport([run], PLAIN)).data, null);
  expect(page).toContain("n = 110 with repeats)");
});

it("has a word for a run that has played nothing, and no cost for answers from the cache", () => {
  const run = makeRun(scratch(), {}, some, () => null);
  const summary = summarise(run.info, []);
  expect(scoreTable({ schemaVersion: 1, runs: [summary] })).toContain("no episode played yet");
  const cached = callsTable([{ ...summary, cacheHits: 3 }]);
  expect(cached.split("\n")[3]).toMatch(/ 0 +3 +0 +0 +0 +\$0\.0000$/);
});
