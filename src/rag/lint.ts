import type { CuePack } from "../prompts/index.js";
import { NORM_COLUMNS } from "./bank.js";
import { parseConstraints } from "./constraints.js";
import { type CsvRecord, readCsv } from "./csv.js";
import { NORM_WORDS } from "./record.js";

/** What `normact rag lint` looks for in a bank with NormBank's columns. */
export const BANK_CHECKS = {
  form: "nine columns, no broken rows, setting and behavior filled, the joined columns agree with the others",
  labels: "norm is one of three words and label is its number",
  grammar: "every constraint is in NormBank's grammar",
  distinct: "no row is there twice",
  contradictions: "no two rows say the same with different labels",
  size: "at least 1,200 distinct rows in at least 60 settings",
  proportions: "the three labels in shares within 5 points of NormBank's",
  cues: "no row shares eight words in a row with a goal or a cue",
} as const;
export type BankCheck = keyof typeof BANK_CHECKS;

export interface BankFinding {
  check: BankCheck;
  /** 0: the bank as a whole */
  line: number;
  what: string;
}

export interface BankLint {
  rows: number;
  distinct: number;
  settings: number;
  shares: Record<string, number>;
  findings: BankFinding[];
}

/** 68,057 taboo, 59,507 normal, 27,859 expected of 155,423 (Ziems et al. 2023) */
const NORMBANK_SHARES = { taboo: 0.4379, normal: 0.3829, expected: 0.1792 } as const;
const SHARE_TOLERANCE = 0.05;
const LEAST_ROWS = 1200;
const LEAST_SETTINGS = 60;
const SHARED_WORDS = 8;

/** Checks a bank file. @param pack whose goals and cues no row may repeat */
export function lintBank(file: string, pack: CuePack): BankLint {
  const findings: BankFinding[] = [];
  const add = (check: BankCheck, line: number, what: string): void => {
    findings.push({ check, line, what });
  };
  const state: State = {
    seen: new Map(),
    labels: new Map(),
    settings: new Set(),
    counts: { taboo: 0, normal: 0, expected: 0 },
    cues: cueRuns(pack),
    add,
  };
  const records = readCsv(file);
  const header = records.next().value?.cells ?? [];
  if (header.join(",") !== NORM_COLUMNS.join(","))
    add("form", 1, `the header must be ${NORM_COLUMNS.join(",")}`);
  let rows = 0;
  for (const record of records) {
    rows++;
    lintRow(record, state);
  }
  const distinct = state.seen.size;
  if (distinct < LEAST_ROWS) add("size", 0, `${distinct} distinct rows, ${LEAST_ROWS} are needed`);
  if (state.settings.size < LEAST_SETTINGS)
    add("size", 0, `${state.settings.size} settings, ${LEAST_SETTINGS} are needed`);
  const shares = Object.fromEntries(
    NORM_WORDS.map((w) => [w, rows === 0 ? 0 : state.counts[w] / rows]),
  );
  for (const word of NORM_WORDS) {
    const off = shares[word]! - NORMBANK_SHARES[word];
    if (Math.abs(off) > SHARE_TOLERANCE)
      add(
        "proportions",
        0,
        `${word}: ${percent(shares[word]!)}, NormBank ${percent(NORMBANK_SHARES[word])}`,
      );
  }
  return { rows, distinct, settings: state.settings.size, shares, findings };
}

const percent = (x: number): string => `${(100 * x).toFixed(1)} %`;

interface State {
  /** line of each distinct row */
  seen: Map<string, number>;
  /** line and label of each statement */
  labels: Map<string, { line: number; norm: string }>;
  settings: Set<string>;
  counts: Record<(typeof NORM_WORDS)[number], number>;
  cues: Map<string, string>;
  add(check: BankCheck, line: number, what: string): void;
}

function lintRow(record: CsvRecord, state: State): void {
  const { line } = record;
  const { add } = state;
  if (record.cells === null || record.cells.length !== NORM_COLUMNS.length) {
    add("form", line, record.cells === null ? record.why : `${record.cells.length} columns`);
    return;
  }
  const [setting, behavior, joined, constraints, given, predict, norm, label] = record.cells as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  if (setting.trim() === "" || behavior.trim() === "")
    add("form", line, "setting or behavior is empty");
  if (joined !== `${setting} [BEHAVIOR] ${behavior}`)
    add("form", line, "setting-behavior is not the two joined by [BEHAVIOR]");
  if (given + predict !== constraints)
    add("form", line, "constraints_given and constraint_predict do not add up to constraints");
  const word = NORM_WORDS.find((w) => w === norm);
  if (!word || label !== String(NORM_WORDS.indexOf(word)))
    add("labels", line, `norm "${norm}" with label "${label}"`);
  else state.counts[word]++;
  for (const unread of parseConstraints(constraints).unread) add("grammar", line, unread);
  state.settings.add(setting);
  lintRepeats(line, JSON.stringify([setting, behavior, constraints]), norm, state);
  for (const run of wordRuns(`${setting} ${behavior} ${constraints}`)) {
    const cue = state.cues.get(run);
    if (cue) add("cues", line, `"${run}" is in the ${cue}`);
  }
}

function lintRepeats(line: number, statement: string, norm: string, state: State): void {
  const whole = `${statement} ${norm}`;
  const before = state.seen.get(whole);
  if (before !== undefined) state.add("distinct", line, `the same as line ${before}`);
  else state.seen.set(whole, line);
  const other = state.labels.get(statement);
  if (other && other.norm !== norm)
    state.add("contradictions", line, `${norm} here, ${other.norm} in line ${other.line}`);
  else if (!other) state.labels.set(statement, { line, norm });
}

/** Every run of eight words of the goals and cues, and where it is from. */
function cueRuns(pack: CuePack): Map<string, string> {
  const out = new Map<string, string>();
  // slots are places for values: words on both sides of one do not touch
  for (const [task, cues] of Object.entries(pack.tasks))
    for (const kind of ["goal", "category", "specific", "evidence"] as const)
      for (const piece of cues[kind].split(/\{[^}]*\}/))
        for (const run of wordRuns(piece)) out.set(run, `${kind} of ${task}`);
  return out;
}

function wordRuns(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const runs: string[] = [];
  for (let i = 0; i + SHARED_WORDS <= words.length; i++)
    runs.push(words.slice(i, i + SHARED_WORDS).join(" "));
  return runs;
}
