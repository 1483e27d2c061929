import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LabelRecord } from "../../src/diagnosis/labels.js";
import { labelByRules } from "../../src/diagnosis/rules.js";
import { drawCases } from "../../src/diagnosis/sample.js";
import { type SheetCase, sheetHtml } from "../../src/diagnosis/sheet.js";
import {
  distinctVerdicts,
  humanAgreement,
  parseCsv,
  readVerdicts,
} from "../../src/diagnosis/verdicts.js";
import { scratch } from "../helpers/cli.js";
import { handLabelled, play } from "./cases.js";

const HOSTILE = `</script><script>window.hit=1</script><img src=x onerror="window.hit=1">"'&`;

function sheetCase(index: number, over: Partial<LabelRecord> = {}): SheetCase {
  const failed = play(handLabelled()[index]!);
  const found = labelByRules(failed);
  const label: LabelRecord = {
    schemaVersion: 1,
    id: failed.sample.id,
    epoch: 0,
    task: failed.sample.task,
    cue: failed.cue,
    model: "openai/m",
    judge: "builtin/rules",
    version: "v",
    caseHash: "h",
    outcome: "ok",
    ...found,
    attempts: 0,
    usage: null,
    error: null,
    ...over,
  };
  return { run: "r1", failed, label, picture: null };
}

describe("the draw", () => {
  const all = handLabelled().map((_, i) => sheetCase(i));
  it("is the same for the same seed, at most so many a cue, and another for another seed", () => {
    const ids = (seed: number) => drawCases(all, 5, seed).map((d) => d.failed.sample.id);
    expect(ids(1)).toEqual(ids(1));
    expect(ids(1)).not.toEqual(ids(2));
    for (const cue of ["none", "category", "specific", "evidence"])
      expect(drawCases(all, 5, 1).filter((d) => d.failed.cue === cue)).toHaveLength(5);
  });
});

const CHROMIUM = "/usr/bin/chromium";
const absent = !existsSync(CHROMIUM);

describe.skipIf(absent)(
  `the sheet in a browser${absent ? ` (skipped: ${CHROMIUM} is not there)` : ""}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    });
    afterAll(() => browser?.close());

    it("takes verdicts, remembers them, saves CSV that is read again, and runs nobody else's script", async () => {
      const file = join(scratch(), "sheet.html");
      const hostile = sheetCase(1, { explanation: HOSTILE, model: HOSTILE });
      hostile.failed.sample.turns[0]!.raw = HOSTILE;
      const cases = [sheetCase(0), hostile, sheetCase(2), sheetCase(3)];
      writeFileSync(file, sheetHtml(cases, { judge: "builtin/rules", seed: 1 }));
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on("pageerror", (e) => errors.push(e.message));
      await page.goto(pathToFileURL(file).href);
      await page.fill("#reviewer", "a=b");
      const article = (n: number) => page.locator("article").nth(n);
      await article(0).getByLabel("yes").check();
      await article(1).locator("select").selectOption("goal_norm_tradeoff");
      await article(2).getByLabel("cannot say").check();
      await page.reload();
      expect(await page.locator("#state").textContent()).toBe("3 of 4 done");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
      const saved = readFileSync(await download.path(), "utf8");
      expect(await page.evaluate("window.hit")).toBeUndefined();
      expect(errors).toEqual([]);
      const verdicts = readVerdicts(saved, "saved.csv");
      expect(verdicts.map((v) => v.verdict)).toEqual(["agree", "disagree", "unsure", ""]);
      expect(verdicts[1]).toMatchObject({ own: "goal_norm_tradeoff", model: HOSTILE });
      const result = humanAgreement(verdicts);
      expect(result).toMatchObject({ rows: 4, decided: 2, unsure: 1, empty: 1 });
      expect(result.agree).toMatchObject({ k: 1, n: 2 });
      await page.close();
    });
  },
);

describe("verdicts", () => {
  const row = (who: string, episode: string, label: string, verdict: string, own = "") =>
    `1;${who};r1;${episode};0;none;m;j;${label};${verdict};${own};`;
  const header =
    "schema_version;reviewer;run;episode;epoch;cue;model;judge;label;verdict;own_label;note";

  it("of two reviewers give agreement with the judge and with each other", () => {
    const a = [
      row("a", "x/1", "norm_inference", "agree"),
      row("a", "x/2", "cue_to_action", "agree"),
      row("a", "x/3", "cue_to_action", "disagree", "norm_inference"),
    ];
    const b = [
      row("b", "x/1", "norm_inference", "agree"),
      row("b", "x/2", "cue_to_action", "disagree", "goal_norm_tradeoff"),
      row("b", "x/3", "cue_to_action", "disagree", "norm_inference"),
    ];
    const read = readVerdicts(`\uFEFF${[header, ...a, ...b].join("\r\n")}`, "v.csv");
    const result = humanAgreement(read);
    expect(result.agree).toMatchObject({ k: 3, n: 6 });
    expect(result.betweenReviewers).toMatchObject({ n: 3, raters: 2 });
    expect(result.betweenReviewers!.observed).toBeCloseTo(2 / 3, 12);
    expect(result.withJudge.observed).toBeCloseTo(1 / 2, 12);
  });

  it("count once when a file is given twice, and refuse two opinions of one reviewer", () => {
    const agreed = row("a", "x/1", "norm_inference", "agree");
    const read = (...lines: string[]) => readVerdicts([header, ...lines].join("\n"), "v.csv");
    const open = row("a", "x/1", "norm_inference", "");
    const once = distinctVerdicts(
      read(open, agreed, agreed, row("b", "x/1", "norm_inference", "")),
    );
    expect(once.map((v) => v.verdict)).toEqual(["agree", ""]);
    const changed = row("a", "x/1", "norm_inference", "disagree", "cue_to_action");
    expect(() => distinctVerdicts(read(agreed, changed))).toThrow(/a has two verdicts on x\/1/);
  });

  it("are read as spreadsheets save them: tabs, sep=, capitals", () => {
    const line = row("a", "x/1", "norm_inference", "Agree");
    for (const text of [
      `sep=;\r\n${header}\r\n${line}\r\n;;;;;\r\n`,
      `${header}\n${line}\n`.replaceAll(";", "\t"),
    ])
      expect(readVerdicts(text, "v.csv").map((v) => v.verdict)).toEqual(["agree"]);
  });

  it("name the row and column that cannot be read", () => {
    expect(() => readVerdicts("a,b\n1,2", "f.csv")).toThrow(/f\.csv.*missing/);
    const bad = `${header}\n${row("a", "x", "laziness", "agree")}`;
    expect(() => readVerdicts(bad, "f.csv")).toThrow(/row 2: label/);
  });

  it("keep commas, quotes and line breaks inside quoted cells", () => {
    expect(parseCsv('a,"b,""c""\nd"\r\n1,2\n')).toEqual([
      ["a", 'b,"c"\nd'],
      ["1", "2"],
    ]);
  });
});
