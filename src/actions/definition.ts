import { z } from "zod";
import raw from "./definition.generated.js";

/** What an argument holds. `switch` is a boolean that also goes by on/off words, see `parse/values.ts`. */
export const ARGUMENT_TYPES = [
  "id",
  "location",
  "boolean",
  "switch",
  "hand",
  "degrees",
  "text",
] as const;
export type ArgumentType = (typeof ARGUMENT_TYPES)[number];

const name = z.string().regex(/^[a-z]+(_[a-z]+)*$/);

const argumentSchema = z.strictObject({
  name,
  type: z.enum(ARGUMENT_TYPES),
  unit: z.string().optional(),
  required: z.boolean(),
  /** what holds where it is left out; words where that depends on the moment */
  default: z.union([z.number(), z.boolean(), z.string()]).optional(),
  meaning: z.string().min(1),
});

const actionSchema = z.strictObject({
  name,
  category: z.string(),
  meaning: z.string().min(1),
  walks: z.boolean(),
  arguments: z.array(argumentSchema),
  /** at least one of these arguments must be given */
  needsOneOf: z.array(z.string()).optional(),
  failures: z.array(z.string()),
});

const definitionSchema = z.strictObject({
  schemaVersion: z.literal(1),
  categories: z.record(z.string(), z.string()),
  failureCodes: z.record(z.string(), z.string()),
  commonFailures: z.array(z.string()),
  idFailures: z.array(z.string()),
  actions: z.array(actionSchema),
});

export type ArgumentDefinition = z.infer<typeof argumentSchema>;
export type ActionDefinition = z.infer<typeof actionSchema>;
export type ApiDefinition = z.infer<typeof definitionSchema>;

/**
 * Checks a definition of the action API (the content of `actions-api/actions.yaml`).
 * @throws Error that names the action and what is wrong with it
 */
export function readDefinition(value: unknown): ApiDefinition {
  const definition = definitionSchema.parse(value);
  const codes = new Set(Object.keys(definition.failureCodes));
  const known = (where: string, list: readonly string[]): void => {
    for (const code of list)
      if (!codes.has(code)) throw wrong(where, `unknown failure code ${code}`);
  };
  known("commonFailures", definition.commonFailures);
  known("idFailures", definition.idFailures);
  const seen = new Set<string>();
  for (const action of definition.actions) {
    if (seen.has(action.name)) throw wrong(action.name, "is defined twice");
    seen.add(action.name);
    if (!(action.category in definition.categories))
      throw wrong(action.name, `unknown category ${action.category}`);
    known(action.name, action.failures);
    const names = action.arguments.map((argument) => argument.name);
    if (new Set(names).size !== names.length) throw wrong(action.name, "repeats an argument");
    for (const one of action.needsOneOf ?? [])
      if (!names.includes(one)) throw wrong(action.name, `needsOneOf names no argument: ${one}`);
  }
  return definition;
}

function wrong(where: string, what: string): Error {
  return new Error(`actions-api/actions.yaml: ${where}: ${what}`);
}

/** The whole API as defined in `actions-api/actions.yaml` (NormAct, Table 7). */
export const API: ApiDefinition = readDefinition(raw);

/** The actions, in the order in which the prompt lists them. */
export const ACTIONS: readonly ActionDefinition[] = API.actions;

export const ACTION_NAMES: readonly string[] = ACTIONS.map((action) => action.name);

const byName = new Map(ACTIONS.map((action) => [action.name, action]));

/** The definition of an action by its exact name. */
export function actionDefinition(name: string): ActionDefinition | undefined {
  return byName.get(name);
}

/** Every code with which `action` can fail, the common ones first. */
export function failureCodesOf(action: ActionDefinition): string[] {
  const ids = action.arguments.some((argument) => argument.type === "id") ? API.idFailures : [];
  return [...API.commonFailures, ...ids, ...action.failures];
}
