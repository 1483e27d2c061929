import { ACTIONS, type Action } from "../../grid/types.js";
import type { Belief } from "../types.js";

/** An answer as it could be read; null when no object with an action is in it. */
export interface ReadAnswer {
  action: Action;
  reasoning: string;
  /** null when the answer states none */
  belief: Belief | null;
}

/**
 * Finds the JSON object in what a model wrote: fences and words around it are let pass, of several objects the
 * last one with an action counts. Prose without one is no answer: guessing an action from words would score the
 * guess.
 */
export function readAnswer(text: string): ReadAnswer | null {
  for (const candidate of objectsIn(text).reverse()) {
    let value: unknown;
    try {
      value = JSON.parse(candidate);
    } catch {
      continue;
    }
    const read = fromObject(value);
    if (read) return read;
  }
  return null;
}

function fromObject(value: unknown): ReadAnswer | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const fields = value as Record<string, unknown>;
  const said = typeof fields.action === "string" ? fields.action.trim().toLowerCase() : "";
  const action = ACTIONS.find((a) => a.toLowerCase() === said);
  if (!action) return null;
  const reasoning = typeof fields.reasoning === "string" ? fields.reasoning : "";
  const text = typeof fields.belief === "string" ? fields.belief.trim() : "";
  const belief = text === "" ? null : { text, confidence: confidenceOf(fields.confidence) };
  return { action, reasoning, belief };
}

/** A number from 0 to 1; per cent are brought down to it. */
function confidenceOf(value: unknown): number | null {
  const number = typeof value === "string" ? Number(value.replace("%", "")) : value;
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0) return null;
  if (number <= 1) return number;
  return number <= 100 ? number / 100 : null;
}

/** Pieces of a text from an opening brace to the one that closes it; braces inside strings do not count. */
export function objectsIn(text: string): string[] {
  const found: string[] = [];
  for (let start = text.indexOf("{"); start >= 0; start = text.indexOf("{", start + 1)) {
    const end = closing(text, start);
    if (end < 0) continue;
    found.push(text.slice(start, end + 1));
    start = end;
  }
  return found;
}

function closing(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c === "\\") i++;
      else if (c === '"') quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "{") depth++;
    else if (c === "}" && --depth === 0) return i;
  }
  return -1;
}
