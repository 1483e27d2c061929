import { ACTION_NAMES, type ArgumentDefinition } from "../definition.js";
import { fold } from "./names.js";

/** The fixed lists of names that count as another name. Nothing is ever guessed by likeness. */

const folded = (...names: string[]): ReadonlySet<string> => new Set(names.map(fold));

export const THINK_KEYS = folded(
  "think",
  "thinking",
  "thought",
  "thoughts",
  "reasoning",
  "rationale",
);

/** Keys that name the action whatever their value is. */
export const ACTION_KEYS = folded("action", "action_name");

/** Keys that name the action when their value is one, or when arguments stand beside them. */
export const WEAK_ACTION_KEYS = folded(
  "name",
  "function",
  "function_name",
  "tool",
  "tool_name",
  "api",
);

export const ARGUMENT_KEYS = folded(
  "parameters",
  "parameter",
  "params",
  "arguments",
  "args",
  "kwargs",
  "inputs",
  "input",
  "action_parameters",
  "action_input",
);

/** Of these, the keys that mark an object as a step even if it names no action. */
export const STEP_MARKS = folded("parameters", "params", "arguments");

/** Keys under which a step may stand as an object of its own. */
export const INNER_STEP_KEYS = folded("action", "function", "function_call", "tool_call", "step");

/** Keys under which a whole plan may stand. */
export const WRAPPER_KEYS = folded(
  "plan",
  "plans",
  "action",
  "actions",
  "steps",
  "executable_plan",
  "executable_actions",
  "action_plan",
  "action_sequence",
  "action_list",
  "actions_list",
  "plan_steps",
  "multi_step_plan",
  "final_plan",
  "sequence",
  "output",
  "result",
  "response",
  "answer",
  "final_answer",
  "tool_calls",
);

/** Inflections of an action's own words; no synonyms. */
const ACTION_ALIASES: Readonly<Record<string, string>> = {
  turn_in_degrees: "turn_in_degree",
  sit_down_on_object: "sit_down_to_object",
  wash_hand: "wash_hands",
  wash_objects_in_hand: "wash_object_in_hand",
  knock_on_door: "knock_door",
};

const ACTIONS_BY_FOLD = new Map([
  ...ACTION_NAMES.map((name): [string, string] => [fold(name), name]),
  ...Object.entries(ACTION_ALIASES).map(([alias, name]): [string, string] => [fold(alias), name]),
]);

/** The action's exact name, or undefined when no action has this name. */
export function actionNamed(name: string): string | undefined {
  return actionFolded(fold(name));
}

/** The same for a name that is folded already. */
export function actionFolded(name: string): string | undefined {
  return ACTIONS_BY_FOLD.get(name);
}

const ANY_ID = ["id", "object_id", "target_id", "component_id", "entity_id", "item_id", "obj_id"];

/** Other names of an argument, used only where the argument's own name is not given. */
const ARGUMENT_ALIASES: Readonly<Record<string, ReadonlySet<string>>> = {
  object_id: folded(...ANY_ID, "dirt_id", "door_id", "faucet_id", "seat_id", "object", "target"),
  component_id: folded(...ANY_ID, "door_id", "drawer_id", "component", "door", "object", "target"),
  dirt_id: folded(...ANY_ID, "stain_id", "dirt", "stain", "object", "target"),
  target_id: folded(
    ...ANY_ID,
    "person_id",
    "character_id",
    "listener_id",
    "person",
    "target",
    "to",
  ),
  container_id: folded("container"),
  target_location: folded("location", "target", "target_position", "position", "coordinates"),
  which_hand: folded("hand", "hand_id"),
  content: folded("text", "message", "speech", "utterance", "words"),
  degree: folded("degrees", "angle"),
  new_object_state: folded("new_state", "object_state", "state"),
  is_cancel: folded("cancel"),
};

const NONE: ReadonlySet<string> = new Set();

/** Folded aliases of an argument. */
export function aliasesOf(argument: ArgumentDefinition): ReadonlySet<string> {
  return ARGUMENT_ALIASES[argument.name] ?? NONE;
}

/** Beside the action's name, `id` and `to` may mean anything (a step's number, for one). */
export const NOT_FLAT = folded("id", "to");

const PLAN_KEYS: ReadonlySet<string> = new Set([
  ...THINK_KEYS,
  ...ACTION_KEYS,
  ...STEP_MARKS,
  ...WRAPPER_KEYS,
  ...ACTIONS_BY_FOLD.keys(),
]);

/** Does this key belong to a plan? Tells a plan gone wrong from brackets in prose. */
export function isPlanKey(key: string): boolean {
  return PLAN_KEYS.has(fold(key));
}
