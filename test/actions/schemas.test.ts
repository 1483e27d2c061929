import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  actionsJsonSchema,
  type JsonSchema,
  parsePlan,
  planSchema,
  providerPlanSchema,
} from "../../src/actions/index.js";
import { plan } from "./arbitraries.js";

function everySchema(schema: JsonSchema, visit: (schema: JsonSchema) => void): void {
  visit(schema);
  const children = [
    ...Object.values((schema.properties as Record<string, JsonSchema> | undefined) ?? {}),
    ...((schema.anyOf as JsonSchema[] | undefined) ?? []),
    ...((schema.oneOf as JsonSchema[] | undefined) ?? []),
    ...(schema.items ? [schema.items as JsonSchema] : []),
  ];
  for (const child of children) everySchema(child, visit);
}

/** Values that a schema of the provider's kind admits. */
function admitted(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as JsonSchema[]).map(admitted));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const types = [schema.type].flat() as string[];
  return fc.oneof(...types.map((type) => admittedType(type, schema)));
}

function admittedType(type: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "string":
      return fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");
    case "array":
      return fc.array(admitted(schema.items as JsonSchema), { maxLength: 3 });
    case "object": {
      const properties = Object.entries(schema.properties as Record<string, JsonSchema>);
      return fc.record(Object.fromEntries(properties.map(([key, s]) => [key, admitted(s)])));
    }
    default:
      throw new Error(`no values for type ${type}`);
  }
}

describe("the JSON Schema of a plan", () => {
  const schema = actionsJsonSchema();
  const validator = z.fromJSONSchema(schema as never);

  it("names its draft and has a branch for each action", () => {
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect((schema.items as { oneOf: unknown[] }).oneOf).toHaveLength(18);
  });

  it("accepts what the zod schema accepts", () => {
    fc.assert(
      fc.property(plan, (actions) => {
        const onlyPutDown = (list: unknown[]) => planSchema.safeParse(list).success;
        if (onlyPutDown(actions)) expect(validator.safeParse(actions).success).toBe(true);
      }),
      { numRuns: 500, seed: 11 },
    );
  });

  it.each([
    ["an unknown action", { think: "", action: "fly", parameters: {} }],
    ["no think", { action: "rest", parameters: {} }],
    ["an extra argument", { think: "", action: "rest", parameters: { seconds: 3 } }],
    ["a missing argument", { think: "", action: "speak_to", parameters: { target_id: "2" } }],
    ["a number as id", { think: "", action: "move_to_object", parameters: { object_id: 2 } }],
    ["a third hand", { think: "", action: "eat_or_drink", parameters: { which_hand: 2 } }],
    [
      "two coordinates",
      { think: "", action: "look_at_location", parameters: { target_location: [1, 2] } },
    ],
  ])("rejects %s", (_name, step) => {
    expect(validator.safeParse([step]).success).toBe(false);
    expect(planSchema.safeParse([step]).success).toBe(false);
  });

  it("asks for a location or a container", () => {
    const branches = (schema.items as { oneOf: JsonSchema[] }).oneOf;
    const put = branches.find((branch) => branch.title === "put_down_to_location") as {
      properties: { parameters: JsonSchema };
    };
    expect(put.properties.parameters.anyOf).toEqual([
      { required: ["target_location"] },
      { required: ["container_id"] },
    ]);
  });
});

describe("the schema for providers", () => {
  const schema = providerPlanSchema();
  const ALLOWED = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "anyOf",
    "enum",
    "description",
  ];

  it("keeps to the rules of strict modes", () => {
    expect(schema.type).toBe("object");
    everySchema(schema, (part) => {
      for (const key of Object.keys(part)) expect(ALLOWED).toContain(key);
      if (part.type !== "object") return;
      expect(part.additionalProperties).toBe(false);
      expect(part.required).toEqual(Object.keys(part.properties as object));
    });
  });

  it("admits only what the parser reads, but for putting down nowhere", () => {
    fc.assert(
      fc.property(admitted(schema), (value) => {
        const result = parsePlan(JSON.stringify(value));
        if (result.ok) {
          expect(result.actions).toHaveLength((value as { plan: unknown[] }).plan.length);
        } else {
          expect(result.error.code).toBe("missing_parameter");
          expect(result.error.message).toMatch(/target_location or container_id/);
        }
      }),
      { numRuns: 1_500, seed: 12 },
    );
  });
});
