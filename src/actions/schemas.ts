import { z } from "zod";
import { ACTIONS, type ActionDefinition, type ArgumentType } from "./definition.js";

/** zod schemas of the normal form, one per action, made from the definition. */

const finite = z.number();

const ARGUMENT_SCHEMAS: Record<ArgumentType, z.ZodType> = {
  id: z.string().min(1),
  location: z.tuple([finite, finite, finite]),
  boolean: z.boolean(),
  switch: z.boolean(),
  hand: z.union([z.literal(0), z.literal(1)]),
  degrees: finite,
  text: z.string().min(1),
};

function parametersSchema(action: ActionDefinition): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const argument of action.arguments) {
    const schema = ARGUMENT_SCHEMAS[argument.type];
    shape[argument.name] = argument.required ? schema : schema.optional();
  }
  const object = z.strictObject(shape);
  const oneOf = action.needsOneOf;
  if (!oneOf) return object;
  return object.refine((value) => oneOf.some((name) => value[name] !== undefined), {
    message: `needs one of ${oneOf.join(", ")}`,
  });
}

function stepSchema(action: ActionDefinition) {
  return z.strictObject({
    think: z.string(),
    action: z.literal(action.name),
    parameters: parametersSchema(action),
  });
}

const schemas = ACTIONS.map(stepSchema);

/** Schema of one step of `action`, by exact name. */
export const ACTION_SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map(
  ACTIONS.map((action, i) => [action.name, schemas[i] as z.ZodType]),
);

/** Schema of any one step in normal form. */
export const plannedActionSchema = z.discriminatedUnion("action", schemas as never);

/** Schema of a plan in normal form. */
export const planSchema = z.array(plannedActionSchema);
