import { ACTIONS, type ActionDefinition, type ArgumentDefinition } from "./definition.js";

export type JsonSchema = { [key: string]: unknown };

const DRAFT = "https://json-schema.org/draft/2020-12/schema";
const THINK = "why this step is taken";

/**
 * JSON Schema (draft 2020-12) of a plan in normal form: an array of `{think, action, parameters}`,
 * one branch per action.
 */
export function actionsJsonSchema(): JsonSchema {
  return {
    $schema: DRAFT,
    title: "Plan",
    description:
      "The actions to carry out, in order; an empty list means that nothing is left to do.",
    type: "array",
    items: { oneOf: ACTIONS.map(stepSchema) },
  };
}

function stepSchema(action: ActionDefinition): JsonSchema {
  const properties: JsonSchema = {};
  for (const argument of action.arguments) properties[argument.name] = argumentSchema(argument);
  const parameters: JsonSchema = {
    type: "object",
    properties,
    required: action.arguments.filter((a) => a.required).map((a) => a.name),
    additionalProperties: false,
  };
  if (action.needsOneOf) parameters.anyOf = action.needsOneOf.map((name) => ({ required: [name] }));
  return {
    title: action.name,
    description: action.meaning,
    type: "object",
    properties: {
      think: { type: "string", description: THINK },
      action: { const: action.name },
      parameters,
    },
    required: ["think", "action", "parameters"],
    additionalProperties: false,
  };
}

function argumentSchema(argument: ArgumentDefinition): JsonSchema {
  const described: JsonSchema = { description: describe(argument) };
  if (argument.default !== undefined && typeof argument.default !== "string")
    described.default = argument.default;
  switch (argument.type) {
    case "id":
    case "text":
      return { type: "string", minLength: 1, ...described };
    case "location":
      return { type: "array", items: { type: "number" }, minItems: 3, maxItems: 3, ...described };
    case "boolean":
    case "switch":
      return { type: "boolean", ...described };
    case "hand":
      return { type: "integer", enum: [0, 1], ...described };
    case "degrees":
      return { type: "number", ...described };
  }
}

/**
 * The plan's schema for providers that enforce one (OpenAI's strict mode and its likes): the root is
 * an object `{"plan": [...]}`, every property is required, none is added, what may be left out is
 * nullable. Only keywords that such modes take are used, so a location is an object {x, y, z} and an
 * action's name an `enum` of one. `parsePlan` reads whatever this schema admits, save that putting
 * down still needs a location or a container.
 */
export function providerPlanSchema(): JsonSchema {
  return strictObject({
    plan: {
      type: "array",
      description: "The actions to carry out, in order; empty when nothing is left to do.",
      items: { anyOf: ACTIONS.map(strictStep) },
    },
  });
}

function strictStep(action: ActionDefinition): JsonSchema {
  const parameters: JsonSchema = {};
  for (const argument of action.arguments) parameters[argument.name] = strictArgument(argument);
  return {
    description: action.meaning,
    ...strictObject({
      think: { type: "string", description: THINK },
      action: { type: "string", enum: [action.name] },
      parameters: strictObject(parameters),
    }),
  };
}

function strictArgument(argument: ArgumentDefinition): JsonSchema {
  const type = (name: string): unknown => (argument.required ? name : [name, "null"]);
  const description = describe(argument);
  switch (argument.type) {
    case "id":
    case "text":
      return { type: type("string"), description };
    case "location": {
      const number = { type: "number" };
      const object = strictObject({ x: number, y: number, z: number });
      return argument.required
        ? { ...object, description }
        : { anyOf: [object, { type: "null" }], description };
    }
    case "boolean":
    case "switch":
      return { type: type("boolean"), description };
    case "hand":
      return {
        type: type("integer"),
        enum: argument.required ? [0, 1] : [0, 1, null],
        description,
      };
    case "degrees":
      return { type: type("number"), description };
  }
}

function strictObject(properties: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

function describe(argument: ArgumentDefinition): string {
  const kind = {
    id: "id",
    text: "text",
    location: "x, y, z in cm",
    boolean: "true or false",
    switch: "true or false",
    hand: "0 right, 1 left",
    degrees: "degrees",
  }[argument.type];
  const left = argument.default === undefined ? "" : `; left out: ${argument.default}`;
  return `${argument.meaning} (${kind}${left})`;
}
