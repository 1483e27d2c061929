import { ACTION_NAMES, ACTIONS } from "../actions/index.js";
import { TASKS } from "../tasks/registry.js";

/** What a cue or a label may be flagged for. Nothing is ever cut away. */
export const TEXT_FLAGS = ["empty", "too_many_sentences", "task_id", "api_call"] as const;
export type TextFlag = (typeof TEXT_FLAGS)[number];

/** A cue has at most this many sentences. */
export const MAX_SENTENCES = 2;

/** What is wrong with a cue; an empty list when nothing is. */
export function checkCue(text: string): TextFlag[] {
  const flags: TextFlag[] = [];
  if (text.trim() === "") return ["empty"];
  if (sentences(text).length > MAX_SENTENCES) flags.push("too_many_sentences");
  if (namesTask(text)) flags.push("task_id");
  if (callsApi(text)) flags.push("api_call");
  return flags;
}

const TASK_ID = new RegExp(`\\b(${TASKS.map((t) => t.id).join("|")})(\\b|/)`, "i");

/** Does it hold a task's id (`queue_waiting`)? Plain words ("a road crossing") are none. */
export const namesTask = (text: string): boolean => TASK_ID.test(text);

const LONG_NAMES = [
  ...ACTION_NAMES.filter((n) => n.includes("_")),
  ...new Set(ACTIONS.flatMap((a) => a.arguments.map((x) => x.name)).filter((n) => n.includes("_"))),
];
const SHORT_NAMES = ACTION_NAMES.filter((n) => !n.includes("_"));
const API_NAME = new RegExp(`\\b(${LONG_NAMES.join("|")})\\b`, "i");
// "rest" and "interact" are words of every day: only as a call or as a JSON value do they name an action
const API_CALL = new RegExp(
  `\\b(${SHORT_NAMES.join("|")})\\s*\\(|["'](${SHORT_NAMES.join("|")})["']`,
  "i",
);

/** Does it name an action or an argument of the planner's API? */
export const callsApi = (text: string): boolean => API_NAME.test(text) || API_CALL.test(text);

const SEGMENTS = new Intl.Segmenter("en", { granularity: "sentence" });
const ABBREVIATION = /\b(e\.g|i\.e|etc|mr|mrs|ms|dr|st|vs|approx|no)\.\s*$/i;

/** The sentences of a text, in any script; an abbreviation's stop ends none. */
export function sentences(text: string): string[] {
  const out: string[] = [];
  for (const { segment } of SEGMENTS.segment(text.trim())) {
    const last = out.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) out[out.length - 1] = last + segment;
    else if (/[\p{L}\p{N}]/u.test(segment)) out.push(segment);
    else if (last !== undefined) out[out.length - 1] = last + segment;
  }
  return out.map((s) => s.trim());
}

const REFUSAL =
  /^\W*(i['’]?m sorry|i am sorry|sorry|i apologi[sz]e|unfortunately|as an ai\b|i can['’]?t (help|assist|do|describe|provide|comply|see|identify)|i cannot (help|assist|do|describe|provide|comply|see|identify)|i['’]?m (unable|not able) to|i am (unable|not able) to|i won['’]?t\b)/i;

/** Does a text say, in words, that nothing will be said? */
export const looksLikeRefusal = (text: string): boolean => REFUSAL.test(text.trim());
