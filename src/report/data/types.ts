import type { RunSettings } from "../../eval/store.js";
import type { Contrast } from "../../scoring/contrast.js";
import type { ClusteredEstimate } from "../../scoring/estimates.js";
import type { CochranQ } from "../../scoring/families.js";
import type { CallOutcome, OutcomeStates } from "../../scoring/metrics.js";
import type { Sensitivity } from "../../scoring/sensitivity.js";

/** One played episode in one line: the row of the tidy table. */
export interface ReportRow {
  run: string;
  /** the planner, with what tells it from others of its name */
  series: string;
  model: string;
  cue: string;
  id: string;
  epoch: number;
  task: string;
  variant: string;
  twin: boolean;
  outcome: CallOutcome;
  scored: boolean;
  /** at least one unreadable answer */
  invalid: boolean;
  goal: boolean;
  norm: boolean;
  engaged: boolean;
  success: boolean;
  overcomplied: boolean | null;
  goalReason: string;
  normReason: string;
  actions: number;
  answers: number;
  calls: number;
  cachedCalls: number;
  /** milliseconds of the calls that ended the turns; null where nobody was called */
  latencyMs: number | null;
  waitedMs: number | null;
  inputTokens: number | null;
  cachedInputTokens: number | null;
  outputTokens: number | null;
  reasoningTokens: number | null;
  /** US dollars; null when a call of it has no known price */
  cost: number | null;
  /** calls that made its cues, those from the cache among them; null where no model was asked for one */
  cueCalls: number | null;
  cueCachedCalls: number | null;
  cueLatencyMs: number | null;
  /** tokens and US dollars of the calls that made its cues, as above */
  cueInputTokens: number | null;
  cueCachedInputTokens: number | null;
  cueOutputTokens: number | null;
  cueReasoningTokens: number | null;
  cueCost: number | null;
  /** cue text of the first turn */
  cueText: string | null;
  /** numbers and truths that the cue condition logged, by name */
  cueLog: Record<string, number>;
}

/** A share with its 95 % interval, as fractions. */
export interface Rate {
  k: number;
  n: number;
  rate: number | null;
  ci95: [number, number] | null;
  /** Wilson; by t over episodes where an episode counts several times (repeats, pooled models) */
  method: "wilson" | "episodes";
}

export const METRICS = ["goal_achieved", "norm_compliance", "task_success"] as const;
export type Metric = (typeof METRICS)[number];

export interface Rates {
  goal_achieved: Rate;
  norm_compliance: Rate;
  norm_compliance_engaged: Rate;
  task_success: Rate;
}

/** One planner under one cue. */
export interface Cell {
  series: string;
  cue: string;
  runs: string[];
  /** episodes that the run has when complete, repeats counted */
  expected: number;
  played: number;
  scored: number;
  invalid: number;
  unscored: Partial<Record<CallOutcome, number>>;
  rates: Rates;
  /** Task Success with a standard error by task: how far it may lie with other norms */
  byTaskError: Pick<ClusteredEstimate, "se" | "ci95" | "clusters" | "designEffect">;
  /** if every unscored or unplayed episode had failed, or succeeded */
  bounds: Record<Metric, [number, number] | null>;
  outcomes: OutcomeStates;
  tasks: Record<string, Rates>;
}

export interface PlannedContrast extends Contrast {
  family: string;
  metric: Metric;
  /** what is set against what, in words for a table */
  series: string;
  a: string;
  b: string;
  pHolm: number | null;
  /** how many p-values were corrected together */
  inFamily: number;
}

export interface CueOmnibus {
  series: string;
  metric: Metric | "unscored";
  cues: string[];
  test: CochranQ | null;
}

/** Calls and what they took, of one run. */
export interface CallSummary extends CallFigures {
  series: string;
  cue: string;
  run: string;
  answers: number;
  /** the calls that made the cues, not counted above; null where no model was asked for one */
  cues: CallFigures | null;
  /** US dollars of both, as far as known */
  totalCost: number | null;
}

export interface CallFigures {
  calls: number;
  cachedCalls: number;
  /** seconds an episode, quantiles over episodes; null where nobody was called */
  latency: { n: number; median: number; p90: number; max: number } | null;
  tokens: {
    input: number | null;
    cachedInput: number | null;
    output: number | null;
    reasoning: number | null;
  };
  /** US dollars of the episodes whose cost is known */
  cost: number | null;
  uncosted: number;
}

export interface LabelSummary {
  judge: string;
  series: string;
  cue: string;
  failed: number;
  labelled: number;
  /** labellings that ended without a label, by outcome */
  without: Record<string, number>;
  primary: Record<string, number>;
  /** every label that was given, primary or further */
  any: Record<string, number>;
}

export interface CueQuality {
  series: string;
  cue: string;
  run: string;
  /** episodes whose cue condition logged something */
  n: number;
  /** mean of each logged number (truths count as 0 and 1), with Task Success where it is above and not above the mean */
  values: Record<string, { n: number; mean: number; successAbove: Rate; successBelow: Rate }>;
}

export interface GalleryCase {
  kind: string;
  run: string;
  series: string;
  cue: string;
  id: string;
  epoch: number;
  task: string;
  goal: string | null;
  cueText: string | null;
  /** WebP; null where it could not be drawn */
  picture: Uint8Array | null;
  turns: {
    outcome: CallOutcome;
    unreadable: string | null;
    steps: { action: string; parameters: string; think: string; result: string | null }[];
  }[];
  goalOk: boolean;
  normOk: boolean;
  goalWhy: string;
  normWhy: string;
  scored: boolean;
  labels: { judge: string; primary: string; explanation: string }[];
}

export interface TwinCell {
  series: string;
  cue: string;
  run: string;
  expected: number;
  scored: number;
  goal_achieved: Rate;
  overcomplied: Rate;
  /** beside the run of the episodes, where that is in the report too */
  sensitivity: Sensitivity | null;
}

export interface RunCard {
  runId: string;
  series: string;
  settings: RunSettings;
  normact: string;
  node: string;
  started: string;
  fingerprint: string;
  expected: number;
  played: number;
  complete: boolean;
  rerun: string;
}

export interface Notice {
  level: "warning" | "note";
  text: string;
}

/** All runs on one data set. Runs on different sets never meet in a table. */
export interface SetReport {
  dataset: { version: string; hash: string; twins: boolean };
  series: string[];
  cues: string[];
  tasks: string[];
  cells: Cell[];
  /** all planners of a cue together; only where they played the same episodes */
  pooled: Cell[];
  contrasts: PlannedContrast[];
  omnibus: CueOmnibus[];
  calls: CallSummary[];
  labels: LabelSummary[];
  cueQuality: CueQuality[];
  twins: TwinCell[];
  runs: RunCard[];
  notices: Notice[];
  gallery: GalleryCase[];
}

export interface ReportData {
  schemaVersion: 1;
  title: string;
  /** seed of everything drawn at random here */
  seed: number;
  draws: number;
  notices: Notice[];
  sets: SetReport[];
}
