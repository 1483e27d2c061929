import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { type Agreement, agreement } from "../scoring/agreement.js";
import { type Proportion, proportion } from "../scoring/intervals.js";
import { ERROR_LABELS } from "./labels.js";

/** One row of a reviewer's CSV. */
export interface Verdict {
  reviewer: string;
  run: string;
  episode: string;
  epoch: string;
  cue: string;
  model: string;
  judge: string;
  label: string;
  verdict: "agree" | "disagree" | "unsure" | "";
  own: string;
}

const COLUMNS = [
  "schema_version",
  "reviewer",
  "run",
  "episode",
  "epoch",
  "cue",
  "model",
  "judge",
  "label",
  "verdict",
  "own_label",
] as const;

const RowSchema = z.object({
  schema_version: z.literal("1"),
  reviewer: z.string().min(1),
  run: z.string(),
  episode: z.string().min(1),
  epoch: z.string(),
  cue: z.string(),
  model: z.string(),
  judge: z.string(),
  label: z.enum(ERROR_LABELS),
  verdict: z.enum(["agree", "disagree", "unsure", ""]),
  own_label: z.enum([...ERROR_LABELS, "none of them", ""]),
});

/**
 * Reads a reviewer's CSV as the sheet saves it; a spreadsheet may have saved it again with semicolons.
 * @throws NormactError `bad_verdicts` naming file, row and what is wrong
 */
export function readVerdicts(text: string, file: string): Verdict[] {
  const [header, ...rows] = parseCsv(text);
  const names = (header ?? []).map((h) => h.trim().toLowerCase());
  const missing = COLUMNS.filter((c) => !names.includes(c));
  if (missing.length > 0)
    throw new NormactError(
      "bad_verdicts",
      `${file} is no file of verdicts: the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing. Save it from the sheet that "normact diagnose sample" wrote.`,
      2,
    );
  return rows.map((cells, i) => {
    const row = Object.fromEntries(names.map((name, c) => [name, cells[c]?.trim() ?? ""]));
    row.verdict = row.verdict?.toLowerCase() ?? "";
    const parsed = RowSchema.safeParse(row);
    if (!parsed.success) {
      const issue = parsed.error.issues[0]!;
      throw new NormactError(
        "bad_verdicts",
        `${file}, row ${i + 2}: ${issue.path.join(".")}: ${issue.message}`,
        2,
      );
    }
    const { own_label, schema_version: _version, ...rest } = parsed.data;
    return { ...rest, own: own_label };
  });
}

/**
 * Each verdict once: a file that is given twice, or saved twice, holds the same ones again.
 * @throws NormactError `bad_verdicts` for a reviewer who says two things of one case
 */
export function distinctVerdicts(verdicts: readonly Verdict[]): Verdict[] {
  const out = new Map<string, Verdict>();
  for (const v of verdicts) {
    const key = `${v.reviewer}\n${caseKey(v)}`;
    const known = out.get(key);
    const said = (x: Verdict): string => `${x.label}, ${x.verdict}, ${x.own}`;
    if (known && known.verdict !== "" && v.verdict !== "" && said(known) !== said(v))
      throw new NormactError(
        "bad_verdicts",
        `${v.reviewer} has two verdicts on ${v.episode} of run ${v.run} (${said(known)}; ${said(v)}): give the newest file alone, or each reviewer a name of their own`,
        2,
      );
    if (!known || known.verdict === "") out.set(key, v);
  }
  return [...out.values()];
}

/**
 * RFC 4180 with comma, semicolon or tab, whichever the header has, with or without a byte order mark or the line
 * `sep=;` that spreadsheets understand.
 */
export function parseCsv(text: string): string[][] {
  const body = text.replace(/^\uFEFF/, "").replace(/^sep=.\r?\n/i, "");
  const firstLine = body.slice(0, body.search(/[\r\n]|$/));
  const comma = [",", ";", "\t"].find((c) => firstLine.includes(c)) ?? ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = (): void => {
    row.push(cell);
    if (row.some((c) => c !== "")) rows.push(row);
    row = [];
    cell = "";
  };
  for (let i = 0; i < body.length; i++) {
    const c = body[i]!;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (body[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === comma) {
      row.push(cell);
      cell = "";
    } else if (c === "\n") endRow();
    else if (c !== "\r") cell += c;
  }
  endRow();
  return rows;
}

export interface HumanAgreement {
  /** verdicts in all, those with one, those that cannot say, those left empty */
  rows: number;
  decided: number;
  unsure: number;
  empty: number;
  reviewers: string[];
  judges: string[];
  /** "the label fits", over the decided ones, with a Wilson interval */
  agree: Proportion;
  byCue: Record<string, Proportion>;
  byLabel: Record<string, Proportion>;
  /** reviewers' own labels against the judge's: κ over all decided rows */
  withJudge: Agreement;
  /** reviewers against each other over cases that two or more saw; null with one reviewer */
  betweenReviewers: Agreement | null;
}

/** The label that a reviewer stands by: the judge's, or their own; null when they cannot say. */
const standsBy = (v: Verdict): string | null => {
  if (v.verdict === "agree") return v.label;
  if (v.verdict === "disagree" && v.own !== "") return v.own;
  return null;
};

/** How far people agree with a judge, and with each other. A disagreement without another label counts as one. */
export function humanAgreement(verdicts: readonly Verdict[]): HumanAgreement {
  const decided = verdicts.filter((v) => v.verdict === "agree" || v.verdict === "disagree");
  const share = (rows: readonly Verdict[]): Proportion =>
    proportion(rows.filter((v) => v.verdict === "agree").length, rows.length);
  const by = (key: "cue" | "label"): Record<string, Proportion> =>
    Object.fromEntries(
      [...new Set(decided.map((v) => v[key]))].map((k) => [
        k,
        share(decided.filter((v) => v[key] === k)),
      ]),
    );
  const reviewers = [...new Set(verdicts.map((v) => v.reviewer))].sort();
  const keys = [...new Set(decided.map(caseKey))].sort();
  const ratings = reviewers.map((reviewer) => {
    const own = new Map(
      decided.filter((v) => v.reviewer === reviewer).map((v) => [caseKey(v), standsBy(v)]),
    );
    return keys.map((key) => own.get(key) ?? null);
  });
  const named = decided.filter((v) => standsBy(v) !== null);
  return {
    rows: verdicts.length,
    decided: decided.length,
    unsure: verdicts.filter((v) => v.verdict === "unsure").length,
    empty: verdicts.filter((v) => v.verdict === "").length,
    reviewers,
    judges: [...new Set(verdicts.map((v) => v.judge))].sort(),
    agree: share(decided),
    byCue: by("cue"),
    byLabel: by("label"),
    withJudge: agreement([named.map((v) => v.label), named.map(standsBy)]),
    betweenReviewers: reviewers.length > 1 ? agreement(ratings) : null,
  };
}

const caseKey = (v: Verdict): string => [v.run, v.episode, v.epoch, v.judge].join("\n");
