import { NormactError } from "../../core/errors.js";
import { Rng } from "../../core/rng.js";
import { normOf } from "../../grid/norms/index.js";
import { FAMILIES } from "../../grid/types.js";
import type { BeliefVerdict } from "./store.js";

/** Sheets on which people say how far they agree with the judge (the paper's D.3). */

export const AGREEMENT = [
  "strongly disagree",
  "disagree",
  "neutral",
  "agree",
  "strongly agree",
] as const;

export interface SheetRow {
  id: number;
  family: string;
  norm: string;
  belief: string;
  score: number;
  rationale: string;
}

/** Scored beliefs, spread over families and scores, in random order. @throws NormactError when nothing is scored */
export function sheetRows(
  verdicts: readonly BeliefVerdict[],
  count: number,
  seed: number,
): SheetRow[] {
  const scored = verdicts.filter((v) => v.score !== null);
  if (scored.length === 0)
    throw new NormactError(
      "not_judged",
      "no belief of this run has a score yet: run `normact grid judge RUN --judge MODEL` first",
      2,
    );
  const rng = Rng.from("agreement sheet", seed);
  const cells = FAMILIES.flatMap((family) =>
    [1, 2, 3, 4, 5, 6, 7].map((score) =>
      rng.shuffle(scored.filter((v) => v.score === score && normOf(v.norm).family === family)),
    ),
  );
  const chosen: BeliefVerdict[] = [];
  for (let round = 0; chosen.length < Math.min(count, scored.length); round++)
    for (const cell of rng.shuffle(cells)) {
      const verdict = cell[round];
      if (verdict && chosen.length < count) chosen.push(verdict);
    }
  return rng.shuffle(chosen).map((v, i) => ({
    id: i + 1,
    family: normOf(v.norm).family,
    norm: normOf(v.norm).description,
    belief: v.belief,
    score: v.score as number,
    rationale: v.rationale,
  }));
}

const COLUMNS = ["id", "family", "norm", "belief", "score", "rationale", "agreement"] as const;

/** The sheet as CSV; the last column is for 1 (strongly disagree) to 5 (strongly agree). */
export function sheetCsv(rows: readonly SheetRow[]): string {
  const line = (cells: readonly (string | number)[]): string => cells.map(csvCell).join(",");
  const body = rows.map((r) => line([r.id, r.family, r.norm, r.belief, r.score, r.rationale, ""]));
  return `${[line(COLUMNS), ...body].join("\r\n")}\r\n`;
}

/** Quoted; what a spreadsheet would take for a formula gets an apostrophe in front. */
function csvCell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
  return `"${text.replaceAll('"', '""')}"`;
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** The sheet as a page that writes the filled-in CSV itself. */
export function sheetHtml(rows: readonly SheetRow[]): string {
  const cards = rows
    .map(
      (r) => `<fieldset data-id="${r.id}" data-family="${r.family}" data-score="${r.score}">
<legend>${r.id} of ${rows.length}</legend>
<dl><dt>The rule of the place</dt><dd class="norm">${escaped(r.norm)}</dd>
<dt>What the newcomer took it to be</dt><dd class="belief">${escaped(r.belief)}</dd>
<dt>The judge's score, 1 (unrelated) to 7 (the same rule)</dt><dd><strong>${r.score}</strong></dd>
<dt>The judge's reason</dt><dd class="rationale">${escaped(r.rationale)}</dd></dl>
<p>How far do you agree with the score?</p>
<div class="scale">${AGREEMENT.map((word, k) => `<label><input type="radio" name="a${r.id}" value="${k + 1}"> ${word}</label>`).join("")}</div>
</fieldset>`,
    )
    .join("\n");
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agreement with the judge</title>
<style>${STYLE}</style></head>
<body><main><h1>Agreement with the judge</h1>
<p>A newcomer has tried to find out the unwritten rule of a place, and a judge has scored what it took the rule to be. Say for each score how far you agree with it, then save your answers.</p>
<form id="sheet">${cards}</form>
<p><button id="save" type="button">Save answers as CSV</button> <span id="state" role="status"></span></p></main>
<script>${SCRIPT}</script></body></html>
`;
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:760px;margin:0 auto;padding:24px 16px}
fieldset{border:1px solid #8888;border-radius:8px;margin:0 0 20px;padding:12px 16px}dt{font-size:13px;opacity:.75;margin-top:8px}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}
.scale{display:flex;flex-wrap:wrap;gap:6px 18px}.scale label{white-space:nowrap}button{font:inherit;padding:8px 16px}`;

const SCRIPT = `"use strict";(function(){
var q=function(s){return '"'+String(s).replace(/"/g,'""')+'"'};
var safe=function(s){return /^[=+\\-@\\t]/.test(s)?"'"+s:s};
document.getElementById("save").addEventListener("click",function(){
var rows=[["id","family","norm","belief","score","rationale","agreement"].map(q).join(",")],open=0;
document.querySelectorAll("fieldset").forEach(function(f){
var hit=f.querySelector("input:checked");if(!hit)open++;
var t=function(c){return safe(f.querySelector("."+c).textContent)};
rows.push([f.dataset.id,f.dataset.family,t("norm"),t("belief"),f.dataset.score,t("rationale"),hit?hit.value:""].map(q).join(","))});
var a=document.createElement("a");a.href=URL.createObjectURL(new Blob([rows.join("\\r\\n")+"\\r\\n"],{type:"text/csv"}));
a.download="agreement.csv";a.click();
document.getElementById("state").textContent=open?open+" without an answer":"all answered"})})();`;

/** What filled-in sheets say. */
export interface AgreementFigures {
  sheets: number;
  ratings: number;
  /** rows without an answer */
  empty: number;
  counts: [number, number, number, number, number];
  /** null without ratings */
  median: number | null;
  mean: number | null;
  byScore: { score: number; ratings: number; mean: number }[];
}

/** @throws NormactError `bad_sheet` naming file and row */
export function agreementOf(sheets: readonly { name: string; text: string }[]): AgreementFigures {
  const ratings: { rating: number; score: number }[] = [];
  let empty = 0;
  for (const { name, text } of sheets) {
    const [head, ...rows] = parseCsv(text);
    const at = (column: string): number => {
      const index = head?.indexOf(column) ?? -1;
      if (index < 0) throw bad(name, `has no column "${column}"`);
      return index;
    };
    const [score, agreement] = [at("score"), at("agreement")];
    rows.forEach((row, i) => {
      const said = (row[agreement] ?? "").trim().toLowerCase();
      if (said === "") {
        empty++;
        return;
      }
      const word = AGREEMENT.indexOf(said as (typeof AGREEMENT)[number]) + 1;
      const rating = word > 0 ? word : Number(said);
      if (!Number.isInteger(rating) || rating < 1 || rating > 5)
        throw bad(name, `row ${i + 2}: "${said}" is not a whole number from 1 to 5`);
      ratings.push({ rating, score: Number(row[score]) });
    });
  }
  return { sheets: sheets.length, empty, ...figuresOf(ratings) };
}

function figuresOf(ratings: readonly { rating: number; score: number }[]) {
  const sorted = ratings.map((r) => r.rating).sort((a, b) => a - b);
  const n = sorted.length;
  const counts = [1, 2, 3, 4, 5].map((k) => sorted.filter((r) => r === k).length);
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
  const median = ((sorted[(n - 1) >> 1] ?? 0) + (sorted[n >> 1] ?? 0)) / 2;
  const byScore = [1, 2, 3, 4, 5, 6, 7].flatMap((score) => {
    const own = ratings.filter((r) => r.score === score).map((r) => r.rating);
    return own.length === 0 ? [] : [{ score, ratings: own.length, mean: mean(own) }];
  });
  return {
    ratings: n,
    counts: counts as AgreementFigures["counts"],
    median: n === 0 ? null : median,
    mean: n === 0 ? null : mean(sorted),
    byScore,
  };
}

const bad = (name: string, what: string): NormactError =>
  new NormactError("bad_sheet", `${name} ${what}`, 2);

/** Rows of a CSV with quotes, commas or semicolons between cells. */
function parseCsv(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, "");
  const first = source.slice(0, source.search(/\r?\n|$/));
  const separator = first.includes(",") || !first.includes(";") ? "," : ";";
  const rows: string[][] = [];
  let [row, cell, quoted] = [[] as string[], "", false];
  const endRow = (): void => {
    row.push(cell);
    if (row.some((c) => c !== "")) rows.push(row);
    [row, cell] = [[], ""];
  };
  for (let i = 0; i < source.length; i++) {
    const c = source[i] as string;
    if (quoted) {
      if (c === '"' && source[i + 1] === '"') cell += source[++i];
      else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"') quoted = true;
    else if (c === separator) {
      row.push(cell);
      cell = "";
    } else if (c === "\n") endRow();
    else if (c !== "\r") cell += c;
  }
  if (cell !== "" || row.length > 0) endRow();
  return rows;
}
