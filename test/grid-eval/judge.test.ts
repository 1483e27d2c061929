import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { agreementOf, sheetCsv, sheetHtml, sheetRows } from "../../src/grid-eval/judge/sheet.js";
import { readVerdicts } from "../../src/grid-eval/judge/store.js";
import { gridRuns } from "../../src/grid-eval/store.js";
import { normact, scratch } from "../helpers/cli.js";
import { modelServer } from "../helpers/model-server.js";

it("judges each distinct belief once, keeps failures, splits rules, and makes sheets and a safe page of it", async () => {
  const out = scratch();
  const player = await modelServer((call) => {
    const step = Number(/# Step (\d+)/.exec(call.text)?.[1]);
    const belief =
      step < 60
        ? "<script>alert(1)</script> nobody knows"
        : step < 120
          ? "garbled"
          : "Never leave by the left door";
    return JSON.stringify({ reasoning: "<b>r</b>", action: "WAIT", belief, confidence: 0.4 });
  });
  const play = [
    "grid",
    "eval",
    "--model",
    "compatible/p",
    "--base-url",
    player.url,
    "--cache",
    "off",
  ];
  await normact([
    ...play,
    "--norms",
    "left-door-forbidden",
    "--phases",
    "interaction",
    "--observation",
    "text",
    "--out",
    out,
  ]);
  const [run] = gridRuns(out) as [string];

  const judge = await modelServer((call) => {
    if (call.text.includes("Split the last"))
      return JSON.stringify({
        rules: [
          { rule: "left door", reason: "r", label: "correct", topic: null },
          { rule: "queue", reason: "r", label: "spurious", topic: "queueing" },
        ],
      });
    if (call.text.includes("garbled")) return "no verdict today";
    return JSON.stringify({
      rationale: "=because",
      score: call.text.includes("Never leave") ? 7 : 1,
    });
  });
  const ask = [
    "grid",
    "judge",
    run,
    "--judge",
    "compatible/j",
    "--base-url",
    judge.url,
    "--cache",
    "off",
    "--out",
    out,
    "--rules",
    "--json",
  ];
  const first = await normact(ask);
  expect(first.code).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ beliefs: 4, asked: 4, failed: 1, missing: 0 });
  // three distinct beliefs, one of them asked for three times in vain, and one split into rules
  expect(judge.calls).toHaveLength(1 + 1 + 3 + 1);
  expect(JSON.parse((await normact(ask)).stdout)).toMatchObject({ asked: 0, known: 4 });
  expect(judge.calls).toHaveLength(6);

  const score = JSON.parse((await normact(["grid", "score", run, "--out", out, "--json"])).stdout);
  const { judged, rules, final } = score.beliefs;
  expect(final).toMatchObject({ right: 1 });
  expect(judged).toMatchObject({ beliefs: 2, failed: 1 });
  expect(judged.curve.at(-1)).toMatchObject({ mean: 1, n: 1 });
  expect(judged.curve.find((p: { turn: number }) => p.turn === 100)).toMatchObject({
    mean: null,
    n: 0,
    without: 1,
  });
  expect(rules).toMatchObject({
    rules: 2,
    labels: { correct: 1, spurious: 1 },
    topics: { queueing: 1 },
  });

  const rows = sheetRows(readVerdicts(join(out, run)).beliefs, 10, 0);
  expect(rows).toHaveLength(2);
  const text = sheetCsv(rows);
  expect(text).toContain('"\'=because"');
  const filled = (answer: string) => [
    { name: "a", text: text.replaceAll(',""\r\n', `,"${answer}"\r\n`) },
  ];
  expect(agreementOf(filled("4"))).toMatchObject({
    ratings: 2,
    counts: [0, 0, 0, 2, 0],
    median: 4,
    empty: 0,
  });
  expect(agreementOf(filled("Strongly agree")).counts[4]).toBe(2);
  expect(agreementOf(filled(""))).toMatchObject({ ratings: 0, empty: 2, median: null });
  expect(() => agreementOf(filled("9"))).toThrow(/row 2/);
  const sheet = join(out, "filled.csv");
  writeFileSync(sheet, filled("4")[0]!.text);
  const said = await normact(["grid", "agreement", sheet]);
  expect(said.stdout).toContain("2 ratings on 1 sheet, 0 rows without one; median 4, mean 4.00");
  expect(said.stdout).toMatch(/judge's score +n +mean answer\n-.*\n +1 +1 +4\.00\n +7 +1 +4\.00/);
  expect(sheetHtml(rows)).not.toContain("<script>alert");

  const page = join(out, "report.html");
  const report = await normact(["grid", "report", run, "--out", out, "--html", page]);
  expect(report.code).toBe(0);
  const html = readFileSync(page, "utf8");
  expect(html).not.toContain("<script>");
  expect(html).toContain("Rules in final beliefs");
  const link = /href="(report-episodes\/[^"]+)"/.exec(html)![1]!;
  expect(readFileSync(join(out, link), "utf8")).not.toContain("<script>alert");
  expect(readVerdicts(join(out, run)).beliefs.filter((b) => b.outcome !== "ok")).toHaveLength(1);
});
