import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePlan, planSchema } from "../../src/actions/index.js";

interface Payload {
  id: string;
  kind: string;
  raw: string;
  expect: { ok: true; actions: unknown[] } | { ok: false; error: string };
}

const payloads = readFileSync(new URL("../fixtures/plan_payloads.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Payload);

describe("plans as models write them", () => {
  it.each(payloads)("$id $kind", ({ raw, expect: expected }) => {
    const result = parsePlan(raw);
    if (expected.ok) {
      expect(result).toEqual({ ok: true, actions: expected.actions });
      expect(planSchema.safeParse(expected.actions).success).toBe(true);
    } else expect(result).toMatchObject({ ok: false, error: { code: expected.error } });
  });
});
