import type { Cell, Metric, PlannedContrast, Rate } from "./data/types.js";

/** How numbers are written in every table: per cent with one decimal, "–" for what is undefined. */
export const NONE = "–";

export const percent = (x: number | null): string => (x === null ? NONE : (100 * x).toFixed(1));

/** "67.2–74.8" */
export const span = (ci: readonly [number, number] | null): string =>
  ci === null ? NONE : `${percent(ci[0])}–${percent(ci[1])}`;

/** "71.2 (67.2–74.8)" */
export const rateText = (r: Rate): string =>
  r.rate === null ? NONE : `${percent(r.rate)} (${span(r.ci95)})`;

/** Percentage points with a sign: "+6.4"; a true minus sign unless `plain`. */
export function points(x: number | null, plain = false): string {
  if (x === null) return NONE;
  const text = (100 * Math.abs(x)).toFixed(1);
  if (Number(text) === 0) return text;
  return `${x > 0 ? "+" : plain ? "-" : "−"}${text}`;
}

/** "+2.6 to +10.2"; with two dots where it is to be plain text */
export const pointSpan = (ci: readonly [number, number] | null, plain = false): string =>
  ci === null ? NONE : `${points(ci[0], plain)}${plain ? ".." : " to "}${points(ci[1], plain)}`;

/** p-values with four decimals; smaller ones as a bound. */
export function pText(p: number | null): string {
  if (p === null) return NONE;
  return p < 0.0001 ? "<0.0001" : p.toFixed(4);
}

const pEquals = (p: number | null): string =>
  p === null ? "undefined" : p < 0.0001 ? "<0.0001" : `=${p.toFixed(4)}`;

export const METRIC_NAMES: Readonly<Record<Metric, string>> = {
  goal_achieved: "Goal Achieved",
  norm_compliance: "Norm Compliance",
  task_success: "Task Success",
};

export const STATE_NAMES = {
  both: "goal achieved, norm kept",
  norm_only: "norm kept, goal missed",
  goal_only: "goal achieved, norm broken",
  neither: "goal missed, norm not kept",
} as const;

/** Condition names as the paper's tables have them. */
export function cueTitle(cue: string): string {
  const names: Record<string, string> = {
    none: "No cue",
    category: "Category cue",
    specific: "Specific cue",
    evidence: "Evidence cue",
    rag: "RAG cue",
    generated: "Generated cue",
  };
  return names[cue] ?? cue;
}

/** "giving_priority_to_elder" → "Giving priority to elder" */
export function taskTitle(task: string): string {
  const words = task.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "1 refused, 1 truncated"; empty when every episode was scored. */
export function leftOut(cell: Pick<Cell, "unscored" | "played" | "expected">): string {
  const parts = Object.entries(cell.unscored).map(
    ([outcome, n]) => `${n} ${outcome.replaceAll("_", " ")}`,
  );
  const missing = cell.expected - cell.played;
  if (missing > 0) parts.push(`${missing} not played`);
  return parts.join(", ");
}

/**
 * One figure in one line with all that is needed to judge it (design page, section 3): rate, interval, n, what was
 * left out; and against the baseline the paired difference, its interval and the test.
 */
export function reportLine(cell: Cell, metric: Metric, against: PlannedContrast | null): string {
  const rate = cell.rates[metric];
  const out = leftOut(cell);
  const method = rate.method === "wilson" ? "Wilson" : "over episodes";
  const n = `n=${cell.scored}/${cell.expected}`;
  const own = `cue=${cell.cue} ${percent(rate.rate)}% (${method} ${span(rate.ci95)}, ${n}${out === "" ? "" : `; ${out}`})`;
  if (!against) return own;
  const test =
    against.table === null
      ? `paired t p${pEquals(against.p)}`
      : `McNemar exact b=${against.table.onlyA} c=${against.table.onlyB} p${pEquals(against.p)}`;
  const corrected =
    against.inFamily > 1 ? ` (Holm ×${against.inFamily} ${pText(against.pHolm)})` : "";
  return `${own} | vs ${against.b} ${points(against.difference, true)} pp (95% CI ${pointSpan(against.ci95, true)}, paired), ${test}${corrected}`;
}

/** Seconds, tokens and dollars for tables. */
export const seconds = (x: number): string => (x >= 100 ? x.toFixed(0) : x.toFixed(1));
export const whole = (x: number | null): string =>
  x === null ? NONE : Math.round(x).toLocaleString("en-US");
export const dollars = (x: number | null): string =>
  x === null ? NONE : x < 0.01 && x > 0 ? x.toFixed(4) : x.toFixed(2);
