import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "../../src/eval/sample.js";
import { compareRuns } from "../../src/report/compare.js";
import { csv } from "../../src/report/csv.js";
import { buildReport } from "../../src/report/data/build.js";
import { loadReference } from "../../src/report/data/reference.js";
import { comparisonHtml } from "../../src/report/html/compare-page.js";
import { reportHtml } from "../../src/report/html/page.js";
import { escapeHtml, html, trusted } from "../../src/report/html/template.js";
import { escapeLatex, latexTable, latexTables } from "../../src/report/latex.js";
import { reportMarkdown } from "../../src/report/markdown.js";
import { scratch } from "../helpers/cli.js";
import { dataset, makeRun, PLAIN, sample } from "./made.js";

const HOSTILE = `</script></style></title><script>window.hit=1</script><img src=x onerror="window.hit=1"><svg onload=window.hit=1>"'\`&<!-- ]]> {{7*7}} \u202e\u0000 javascript:window.hit=1`;
const some = dataset.specs.filter((_, i) => i % 25 === 0);

/** Everything that a model, a judge or a provider can write, hostile. */
function hostile(spec: (typeof some)[number], i: number): Sample {
  const made = sample(spec, (["both", "goal_only", "norm_only", "neither"] as const)[i % 4]!);
  const turn = made.turns[0]!;
  const step = {
    think: HOSTILE,
    action: HOSTILE,
    parameters: { [HOSTILE]: HOSTILE, list: [HOSTILE] },
  };
  const reason = { code: HOSTILE, sentence: HOSTILE };
  const unreadable = i % 5 === 0;
  return {
    ...made,
    outcome: unreadable ? "invalid_output" : "ok",
    invalid: unreadable,
    turns: [
      {
        ...turn,
        raw: HOSTILE,
        outcome: unreadable ? "invalid_output" : "ok",
        plan: unreadable ? null : [step],
        parseError: unreadable ? { code: HOSTILE, message: HOSTILE } : null,
        results: [{ result: "failed", code: HOSTILE, error: HOSTILE }],
        model: HOSTILE,
        error: HOSTILE,
        cue: HOSTILE,
        cueLog: { [HOSTILE]: 1 },
      },
    ],
    goal: { ...made.goal, reason },
    norm: { ...made.norm, reason },
  };
}

async function hostilePages(): Promise<{ report: string; comparison: string }> {
  const root = scratch();
  const runs = ["none", `specific ${HOSTILE}`].map((cue) =>
    makeRun(
      root,
      { model: `openai/${HOSTILE}`, label: HOSTILE, cue, baseUrl: HOSTILE },
      some,
      hostile,
    ),
  );
  for (const run of runs) {
    mkdirSync(join(run.folder, "labels"));
    const label = {
      epoch: 0,
      judge: HOSTILE,
      outcome: "ok",
      primary: HOSTILE,
      labels: [HOSTILE],
      explanation: HOSTILE,
    };
    writeFileSync(
      join(run.folder, "labels", "labels-x.jsonl"),
      some.map((s) => `${JSON.stringify({ ...label, id: s.id })}\n`).join(""),
    );
  }
  const { data } = await buildReport(runs, { ...PLAIN, gallery: 12 });
  const reversed = makeRun(root, { model: `openai/${HOSTILE}`, cue: "specific" }, some, (s, i) =>
    hostile(s, i + 1),
  );
  const comparison = await compareRuns(runs[0]!, reversed, {
    seed: 0,
    draws: 100,
    cases: 2,
    workers: 0,
  });
  return {
    report: await reportHtml(data, loadReference()),
    comparison: await comparisonHtml(comparison),
  };
}

describe("what a model wrote", () => {
  it("is text on the page, in attributes and in every table", async () => {
    const { report, comparison } = await hostilePages();
    for (const page of [report, comparison]) {
      expect(page).not.toMatch(/<script/i);
      expect(page).not.toMatch(/<img src=x|<svg onload|<!--/);
      expect(page).not.toContain("\u202e");
      expect(page.match(/<\/style>/g)).toHaveLength(1);
      expect(page.match(/<\/title>/g)!.length).toBe(page.match(/<title/g)!.length);
    }
  });

  it("is one cell of Markdown, of LaTeX and of a spreadsheet", async () => {
    const root = scratch();
    const run = makeRun(root, { model: "openai/a|b_c{d}\\e&f%$#~^<i>" }, some, (s) =>
      sample(s, "both"),
    );
    const { data } = await buildReport([run], PLAIN);
    expect(reportMarkdown(data, null)).toContain("a\\|b\\_c\\{d\\}\\\\e&f%$\\#~^\\<i\\>");
    const tex = latexTables(data, null)["performance.tex"]!;
    expect(tex).toContain(
      "a\\textbar{}b\\_c\\{d\\}\\textbackslash{}e\\&f\\%\\$\\#\\textasciitilde{}\\textasciicircum{}\\textless{}i\\textgreater{}",
    );
    expect(escapeLatex("日本 5 %")).toBe("?? 5 \\%");
    // TeX would take these for an option of the row's end, and lacks the letters in classic fonts
    const odd = { name: "n", title: "T", note: "N.", head: ["A", "B"] };
    const rows = latexTable(
      {
        ...odd,
        rows: [
          ["*a", "1"],
          ["[a]", "2"],
          ["ħŀ", "3"],
        ],
      },
      "l",
    );
    expect(rows).toContain("\n{}*a & 1 \\\\\n{}[a] & 2 \\\\\n?? & 3 \\\\\n");
    expect(csv(["a"], [["=1+1"], ['say "hi", twice'], [null], [-1]])).toBe(
      `a\n'=1+1\n"say ""hi"", twice"\n\n-1\n`,
    );
  });

  it("gives LaTeX no table that is taller than a page or wider than its lines", () => {
    const row = (i: number): string[] => [`planner/${i}`, "1"];
    const table = {
      name: "n",
      title: "T",
      note: "N.",
      head: ["Planner", "NC Category cue"],
      rows: [
        { group: "G" },
        ...Array.from({ length: 60 }, (_, i) => row(i)),
        { group: "H" },
        row(60),
      ],
    };
    const tex = latexTable(table, "tab:x");
    const floats = tex.split("\\begin{table}").slice(1);
    expect(floats).toHaveLength(2);
    expect(floats[0]!.match(/ \\\\$/gm)!.length).toBeLessThanOrEqual(54);
    expect(floats[1]).toContain("\\emph{G}");
    expect(floats[1]).toContain("\\caption{T (continued).}\n\\label{tab:x-2}");
    for (let i = 0; i <= 60; i++) expect(tex.split(`planner/${i} & 1`)).toHaveLength(2);
    expect(tex).toContain("\\shortstack[r]{NC\\\\Category\\\\cue}");
    const long = latexTable({ ...table, rows: [["p/".padEnd(60, "x"), "1"]] }, "l");
    expect(long).toContain("p{4.1cm}");
    expect(long).toContain("p/\\allowbreak{}xxx");
  });

  it("passes the template escaped, whatever it is nested in", () => {
    expect(
      html`<p title="${'"x'}">${["<b>", html`<i>${"&"}</i>`, trusted("<u>"), null, 0]}</p>`.text,
    ).toBe('<p title="&quot;x">&lt;b&gt;<i>&amp;</i><u>0</p>');
    expect(escapeHtml("a\u202eb\u0000\n")).toBe("a[U+202E]b[U+0000]\n");
  });
});

describe("the page", () => {
  it("fetches nothing and runs nothing; ids are its own; every drawing has words", async () => {
    const root = scratch();
    const runs = ["none", "specific"].map((cue) =>
      makeRun(root, { cue }, some, (s, i) => sample(s, i % 2 ? "both" : "goal_only")),
    );
    const { data } = await buildReport(runs, { ...PLAIN, gallery: 2 });
    const page = await reportHtml(data, loadReference());
    expect(
      page
        .replaceAll("http://www.w3.org/2000/svg", "")
        .replaceAll("http://www.w3.org/1999/xlink", ""),
    ).not.toMatch(/https?:|src="(?!data:)|@import|url\((?!#)/i);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'; img-src data:");
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]!);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
    const drawings = [
      ...page.matchAll(
        /<svg viewBox[^>]*role="img"[^>]*>(<title[^>]*>[^<]+<\/title><desc[^>]*>[^<]+<\/desc>)/g,
      ),
    ];
    // figures in two widths each
    expect(drawings.length).toBeGreaterThanOrEqual(8);
    expect(page).not.toMatch(/#0[ab]000\d/);
    expect(page).not.toMatch(/NaN|undefined|\[object/);
    expect(page).toContain("NormAct paper, other scenes");
    expect(await reportHtml(data, loadReference())).toBe(page);
  });
});

const CHROMIUM = "/usr/bin/chromium";
const absent = !existsSync(CHROMIUM);
if (absent) process.stderr.write(`no ${CHROMIUM}: the pages are not opened in a browser here\n`);

describe.skipIf(absent)("in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  });
  afterAll(() => browser?.close());

  it("hostile answers stay words, nothing is asked of the network, a phone needs no sideways scrolling", async () => {
    const pages = await hostilePages();
    const dir = scratch();
    for (const [name, text] of Object.entries(pages)) {
      const file = join(dir, `${name}.html`);
      writeFileSync(file, text);
      for (const viewport of [
        { width: 1280, height: 900 },
        { width: 360, height: 740 },
      ]) {
        const page = await browser.newPage({ viewport });
        const asked: string[] = [];
        const said: string[] = [];
        page.on("request", (r) => asked.push(r.url()));
        page.on("console", (m) => said.push(m.text()));
        page.on("dialog", (d) => said.push(d.message()));
        await page.goto(pathToFileURL(file).href);
        const found = await page.evaluate(() => ({
          hit: (globalThis as any).hit,
          scripts: (globalThis as any).document.querySelectorAll(
            "script, iframe, object, embed, form, base",
          ).length,
          handlers: [...(globalThis as any).document.querySelectorAll("*")].filter((e: any) =>
            [...e.attributes].some(
              (a: any) =>
                /^on/i.test(a.name) || /javascript:/i.test(a.name === "href" ? a.value : ""),
            ),
          ).length,
          images: [...(globalThis as any).document.querySelectorAll("img")].every(
            (i: any) => i.naturalWidth > 0,
          ),
          wide: (globalThis as any).document.documentElement.scrollWidth,
          words: (globalThis as any).document.body.textContent.includes(
            "<script>window.hit=1</script>",
          ),
        }));
        expect(found).toEqual({
          hit: undefined,
          scripts: 0,
          handlers: 0,
          images: true,
          wide: viewport.width,
          words: true,
        });
        expect(asked.filter((u) => !u.startsWith("file:") && !u.startsWith("data:"))).toEqual([]);
        expect(said).toEqual([]);
        await page.close();
      }
    }
  });
});
