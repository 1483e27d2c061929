import { ACTIONS } from "../definition.js";

/** The names that nearly every plan consists of, folded once. */
const COMMON = new Map(
  [
    "think",
    "action",
    "parameters",
    ...ACTIONS.flatMap((action) => [action.name, ...action.arguments.map(({ name }) => name)]),
  ].map((name): [string, string] => [name, foldAny(name)]),
);

/** Names are compared folded: case, blanks, underscores, hyphens and dots do not matter. */
export function fold(name: string): string {
  return COMMON.get(name) ?? foldAny(name);
}

function foldAny(name: string): string {
  return name.length > 64 ? name : name.toLowerCase().replace(/[\s_.-]+/g, "");
}
