import { checkCue, looksLikeRefusal, type TextFlag } from "./check.js";
import type { WrittenCue } from "./types.js";

/** A cue on its way to the planner: what was written, what is sent, and what was noticed. Kept in the run's log. */
export interface CheckedCue {
  raw: string | null;
  /** null: nothing is said to the planner beside the goal */
  sent: string | null;
  flags: (TextFlag | WrittenCue["outcome"])[];
  /** what was done to the raw text, in words; never a cut of its content */
  changes: string[];
}

/**
 * Checks a cue and makes it fit for the prompt (design page, section 3). Line breaks become spaces and a model's
 * thinking is left out. A cue that names a task or an action is kept in the log and not sent: it would tell
 * the planner more than a cue may. Length is flagged and sent as it is.
 */
export function checkedCue(written: WrittenCue): CheckedCue {
  const { text, outcome } = written;
  if (text === null || text.trim() === "")
    return { raw: text, sent: null, flags: outcome === "ok" ? ["empty"] : [outcome], changes: [] };
  const { text: plain, changes } = plainText(text);
  // what a refusal says is no cue, also where the provider does not call it one
  const ended = outcome === "ok" && looksLikeRefusal(plain) ? "refused" : outcome;
  const flags: CheckedCue["flags"] = [...(ended === "ok" ? [] : [ended]), ...checkCue(plain)];
  const withheld = flags.some((f) => WITHHELD.has(f));
  if (withheld) changes.push("not sent");
  return { raw: text, sent: withheld ? null : plain, flags, changes };
}

const WITHHELD: ReadonlySet<string> = new Set([
  "empty",
  "task_id",
  "api_call",
  "refused",
  "filtered",
]);

/** A model's text as one line without its thinking. */
export function plainText(text: string): { text: string; changes: string[] } {
  const changes: string[] = [];
  let out = text;
  const step = (next: string, what: string): void => {
    if (next !== out) changes.push(what);
    out = next;
  };
  step(out.replace(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gi, " "), "thinking left out");
  // servers whose template opens the tag send only its end
  step(out.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/i, " "), "thinking left out");
  step(out.replace(/<(?:think|thinking|reasoning)>[\s\S]*$/i, " "), "thinking left out");
  out = out.trim();
  step(out.replace(/\s+/g, " "), "line breaks and blanks folded");
  step(out.replace(/^["“](.*)["”]$/s, "$1").trim(), "quotes around it taken off");
  return { text: out, changes: [...new Set(changes)] };
}
