import { z } from "zod";
import type {
  ModelClient,
  ModelRequest,
  ModelResponse,
  ReasoningEffort,
  Usage,
} from "../models/types.js";
import type { FailedCase } from "./case.js";
import { ERROR_LABELS, type ErrorLabel, type Finding, type LabelOutcome } from "./labels.js";
import { caseText, JUDGE_SCHEMA, JUDGE_SYSTEM } from "./prompt.js";

/** One case as one labeller left it. */
export interface Labelled {
  outcome: LabelOutcome;
  finding: Finding | null;
  attempts: number;
  usage: Usage | null;
  error: string | null;
  /** every further case would fail in the same way */
  fatal: boolean;
  /** given up by the user: not a result */
  cancelled: boolean;
}

export interface JudgeSettings {
  temperature?: number;
  maxTokens?: number;
  /** how often a judge that answered outside the form is asked again */
  reasks: number;
  reasoningEffort?: ReasoningEffort;
}

const label = z.enum(ERROR_LABELS);
const share = z.coerce.number().min(0).max(1);

/** What is read of an answer. A missing score counts as none; a label outside the set is refused. */
const AnswerSchema = z.object({
  primary: label,
  labels: z.array(label).default([]),
  confidence: share.nullish(),
  explanation: z.string().trim().min(1),
  evidence: z.array(z.coerce.number().int()).default([]),
  scores: z.partialRecord(label, z.coerce.number().min(0)).nullish(),
});

export function judgeRequest(failed: FailedCase, settings: JudgeSettings): ModelRequest {
  return {
    system: JUDGE_SYSTEM,
    parts: [{ type: "text", text: caseText(failed) }],
    jsonSchema: JUDGE_SCHEMA,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
    ...(settings.reasoningEffort === undefined
      ? {}
      : { reasoningEffort: settings.reasoningEffort }),
  };
}

/**
 * Asks a judge model for a case's label. An answer outside the form is asked for again, with what was wrong
 * with it, at most `reasks` times; after that the case ends `invalid_output`, never with a guessed label.
 * @param before answers of no use that were got for this case earlier: the cache is not to give them again
 */
export async function judgeCase(
  client: ModelClient,
  failed: FailedCase,
  settings: JudgeSettings,
  before = 0,
): Promise<Labelled> {
  const request = { ...judgeRequest(failed, settings), epoch: before };
  const usage: Usage = { input: null, cachedInput: null, output: null, reasoning: null };
  let problem = "";
  for (let attempt = 1; attempt <= settings.reasks + 1; attempt++) {
    const answer = await client.generate(
      problem === "" ? request : { ...request, parts: [...request.parts, again(problem)] },
    );
    addUsage(usage, answer);
    if (answer.outcome !== "ok") return failure(answer, attempt, usage);
    const read = readAnswer(answer.text, failed.sample.trace.length);
    if (read.ok)
      return {
        outcome: "ok",
        finding: read.finding,
        attempts: attempt,
        usage,
        error: null,
        fatal: false,
        cancelled: false,
      };
    problem = read.problem;
  }
  return {
    outcome: "invalid_output",
    finding: null,
    attempts: before + settings.reasks + 1,
    usage,
    error: `the judge's answer has not the asked-for form: ${problem}`,
    fatal: false,
    cancelled: false,
  };
}

const again = (problem: string) => ({
  type: "text" as const,
  text: `Your last answer could not be used: ${problem}. Answer with the JSON object alone.`,
});

function failure(answer: ModelResponse, attempts: number, usage: Usage): Labelled {
  const { outcome, error } = answer;
  return {
    outcome: outcome === "cancelled" || outcome === "ok" ? "provider_error" : outcome,
    finding: null,
    attempts,
    usage,
    error: error ? `${error.code}: ${error.message}` : outcome,
    fatal: error?.fatal ?? false,
    cancelled: outcome === "cancelled",
  };
}

function addUsage(sum: Usage, { usage }: ModelResponse): void {
  for (const key of ["input", "cachedInput", "output", "reasoning"] as const) {
    const more = usage[key];
    if (more !== null) sum[key] = (sum[key] ?? 0) + more;
  }
}

/** The first JSON object of a text; models put words and fences around it. */
function jsonObject(text: string): unknown {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

/** Reads a judge's answer. @param events number of trace events: evidence outside them is dropped */
export function readAnswer(
  text: string,
  events: number,
): { ok: true; finding: Finding } | { ok: false; problem: string } {
  const value = jsonObject(text);
  if (value === undefined) return { ok: false, problem: "it holds no JSON object" };
  const parsed = AnswerSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { ok: false, problem: `${issue?.path.join(".") || "answer"}: ${issue?.message}` };
  }
  const { primary, labels, confidence, explanation, evidence, scores } = parsed.data;
  return {
    ok: true,
    finding: {
      primary,
      labels: [primary, ...new Set(labels.filter((l) => l !== primary))],
      confidence: confidence ?? null,
      explanation: explanation.slice(0, 2000),
      evidence: [...new Set(evidence.filter((i) => i >= 0 && i < events))].sort((a, b) => a - b),
      scores: scores ? normalised(scores) : null,
    },
  };
}

/** Scores that add up to 1; null when none is above 0. */
function normalised(
  scores: Partial<Record<ErrorLabel, number>>,
): Record<ErrorLabel, number> | null {
  const sum = ERROR_LABELS.reduce((total, l) => total + (scores[l] ?? 0), 0);
  if (sum <= 0) return null;
  return Object.fromEntries(
    ERROR_LABELS.map((l) => [l, Math.round(((scores[l] ?? 0) / sum) * 1e6) / 1e6]),
  ) as Record<ErrorLabel, number>;
}
