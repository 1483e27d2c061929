import { LONGEST_ANSWER, parsePlan } from "../actions/index.js";
import type { PlannerReply } from "../planners/index.js";
import type { CueText } from "../prompts/index.js";
import type { Plan } from "../world/types.js";
import type { Call, TurnRecord } from "./sample.js";

/** What a turn showed and asked. */
export interface TurnView {
  visible: string[];
  image: string | null;
  promptHash: string;
  cue: CueText;
}

/** A turn as the log keeps it, from what was asked and what was answered; `results` are filled in later. */
export function recordOf(turn: number, view: TurnView, reply: PlannerReply): TurnRecord {
  const call = callOf(reply);
  const base = {
    turn,
    promptHash: view.promptHash,
    visible: view.visible,
    image: view.image,
    ...kept(reply),
    results: [],
    usage: reply.usage ?? null,
    model: reply.model ?? null,
    error: reply.error ? `${reply.error.code}: ${reply.error.message}` : null,
    cue: view.cue.cue,
    ...(view.cue.headHints?.length ? { hints: view.cue.headHints } : {}),
    ...(view.cue.log ? { cueLog: view.cue.log } : {}),
    ...(call ? { call } : {}),
  };
  if (reply.outcome !== "ok")
    return { ...base, outcome: reply.outcome, plan: null, parseError: null };
  const parsed = parsePlan(reply.raw);
  if (!parsed.ok)
    return { ...base, outcome: "invalid_output", plan: null, parseError: parsed.error };
  return { ...base, outcome: "ok", plan: parsed.actions as Plan, parseError: null };
}

/** An answer that is too long keeps one character more than is read: read again, it is too long again. */
function kept({ outcome, raw }: PlannerReply): Pick<TurnRecord, "raw" | "rawLength"> {
  if (outcome !== "ok" && raw === "") return { raw: null };
  if (raw.length <= LONGEST_ANSWER) return { raw };
  return { raw: raw.slice(0, LONGEST_ANSWER + 1), rawLength: raw.length };
}

/** The record of a turn whose first answer could not be read, with the second in its place. */
export function reaskedRecord(
  first: TurnRecord,
  turn: number,
  view: TurnView,
  reply: PlannerReply,
): TurnRecord {
  return {
    ...recordOf(turn, view, reply),
    reasked: {
      raw: first.raw ?? "",
      ...(first.rawLength === undefined ? {} : { rawLength: first.rawLength }),
      parseError: first.parseError!,
      usage: first.usage,
      ...(first.call ? { call: first.call } : {}),
    },
  };
}

/** Undefined where nobody was called. */
function callOf(reply: PlannerReply): Call | undefined {
  if (reply.cached === undefined) return undefined;
  const sent = reply.sent;
  return {
    latencyMs: Math.round(reply.latencyMs),
    waitedMs: Math.round(reply.waitedMs ?? 0),
    cached: reply.cached,
    ...(reply.earlier ? { earlier: true } : {}),
    failedAttempts: reply.failedAttempts ?? [],
    cost: reply.cost ?? null,
    structured: sent?.structured ?? null,
    sent: sent ? { ...sent } : null,
    providerUsage: reply.providerUsage ?? null,
    requestId: reply.requestId ?? null,
  };
}
