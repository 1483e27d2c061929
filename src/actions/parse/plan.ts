import {
  type ActionCheck,
  type Plan,
  type PlannedAction,
  type PlanResult,
  planError,
} from "../types.js";
import { ACTION_KEYS } from "./aliases.js";
import { type Node, nodeOf, ObjectNode } from "./node.js";
import { type Scan, scanAnswer } from "./scan.js";
import { shapeOf } from "./shape.js";
import { trimBlank } from "./source.js";
import { readStep } from "./step.js";
import { decodeEntities, decodeEscapes, hasQuoteEntities, jsonString, unfence } from "./text.js";

/** Characters of an answer that are read at most: ten times what the most talkative model writes. */
export const LONGEST_ANSWER = 1_000_000;

/**
 * Reads the plan in a model's answer.
 *
 * All or nothing: the whole plan in normal form, or one error of the closed list. Valid JSON is taken
 * as it is; anything else is repaired where it has one reading only. Reasoning between tags is never
 * executed, a plan that was cut off is never run in part, two different plans are ambiguous, and what
 * the agent says is never invented or altered. An answer beyond `LONGEST_ANSWER` is not looked into. Ids are not looked up here: the world does that.
 * Takes time proportional to the length of the text and never throws.
 */
export function parsePlan(raw: string): PlanResult {
  if (raw.length > LONGEST_ANSWER) return tooLong(raw.length);
  const text = trimBlank(raw);
  if (text === "") return planError("empty_output", "the answer is empty");
  return readAnswer(text, true);
}

/**
 * Checks a plan that a program holds as a value (an array of steps, one step, or a wrapper such as
 * `{"plan": [...]}`) and gives its normal form.
 */
export function validatePlan(value: unknown): PlanResult {
  if (typeof value === "string") return parsePlan(value);
  let node: Node;
  try {
    node = nodeOf(value);
  } catch {
    return planError("malformed", "the plan is nested too deep");
  }
  const shape = shapeOf(node);
  const scan: Scan = { ...scanAnswer(""), alone: shape };
  if (shape.kind === "empty") scan.done = true;
  if (shape.kind === "steps") scan.plans.push(shape.items);
  if (shape.kind === "several") scan.plans.push(...shape.plans);
  return decide(scan, "");
}

/** Checks one step that a program holds as a value and gives its normal form. */
export function validateAction(step: unknown): ActionCheck {
  try {
    return readStep(nodeOf(step), 0, "");
  } catch {
    return planError("bad_parameter", "step 1: is nested too deep");
  }
}

/** @param mayDecode one layer of encoding around the whole answer may still be undone */
function readAnswer(text: string, mayDecode: boolean): PlanResult {
  const encoded = jsonString(unfence(text));
  if (encoded !== undefined) {
    if (!mayDecode) return noPlan();
    return readAnswer(trimBlank(encoded), false);
  }
  const scan = scanAnswer(text);
  const result = decide(scan, text);
  if (result.ok || result.error.code !== "no_plan" || !mayDecode) return result;
  if (hasQuoteEntities(text)) return readAnswer(trimBlank(decodeEntities(text)), false);
  if (scan.encoded) return readAnswer(trimBlank(decodeEscapes(text)), false);
  return result;
}

function tooLong(length: number): PlanResult {
  const [size, most] = [length, LONGEST_ANSWER].map((n) => n.toLocaleString("en-US"));
  return planError("too_long", `the answer has ${size} characters; at most ${most} are read`);
}

function noPlan(): PlanResult {
  return planError(
    "no_plan",
    "the answer holds no plan: no JSON array of steps with an action each",
  );
}

function decide(scan: Scan, text: string): PlanResult {
  const { broken } = scan;
  if (broken?.code === "truncated")
    return planError("truncated", `the plan that starts at character ${broken.at} is cut off`);
  if (broken)
    return planError(
      "malformed",
      `the plan that starts at character ${broken.at} is not valid JSON`,
    );
  if (scan.plans.length > 0) {
    if (scan.debris)
      return planError("malformed", "the answer holds parts of a plan outside of any plan");
    return onePlan(scan, text);
  }
  if (scan.done) return { ok: true, actions: [] };
  if (scan.template)
    return planError("malformed", "the answer shows the form of a plan without filling it in");
  const hint = scan.alone?.kind === "none" ? scan.alone.hint : null;
  if (hint === "items")
    return planError("item_not_object", "the plan holds something that is no object");
  if (hint === "action") return planError("unknown_action", "step 1: names no action");
  return noPlan();
}

/** Nobody repeats a plan this often. */
const MAX_PLANS = 1000;

/** The plan that all plans of the answer agree on. */
function onePlan(scan: Scan, text: string): PlanResult {
  const [only] = scan.plans;
  if (scan.plans.length === 1) return readSteps(only as readonly Node[], text);
  if (scan.plans.length > MAX_PLANS)
    return planError("ambiguous_plans", `the answer holds more than ${MAX_PLANS} plans`);
  let first: { result: PlanResult; does: string } | undefined;
  let differs = false;
  for (const items of scan.plans) {
    const result = readSteps(items, text);
    if (!result.ok && isPlaceholder(items)) continue;
    if (!result.ok) return result;
    const does = whatItDoes(result.actions);
    if (!first) first = { result, does };
    else differs ||= does !== first.does;
  }
  if (differs)
    return planError("ambiguous_plans", "the answer holds two different plans; give one only");
  return first?.result ?? readSteps(only as readonly Node[], text);
}

function readSteps(items: readonly Node[], text: string): PlanResult {
  const actions: PlannedAction[] = [];
  for (const [i, item] of items.entries()) {
    const read = readStep(item, i, text);
    if (!read.ok) return read;
    actions.push(read.action);
  }
  return { ok: true, actions };
}

/** Plans that differ in their thoughts only do the same. */
function whatItDoes(actions: Plan): string {
  return JSON.stringify(actions.map(({ action, parameters }) => [action, parameters]));
}

const PLACEHOLDER =
  /^\s*(?:the |your )?(?:action(?:[ _]name)?|name of the action|\.{3}|…|<.{0,80}>)\s*$/i;

/** A format repeated before it is filled in: its action is a word such as "action name". */
function isPlaceholder(items: readonly Node[]): boolean {
  return items.some(
    (item) =>
      item instanceof ObjectNode &&
      item.folded.some((name, i) => {
        const value = item.values[i];
        return ACTION_KEYS.has(name) && typeof value === "string" && PLACEHOLDER.test(value);
      }),
  );
}
