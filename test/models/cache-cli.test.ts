import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { duration } from "../../src/cli/cache.js";
import { sha256 } from "../../src/core/hash.js";
import { AnswerCache } from "../../src/models/cache.js";
import { normact, scratch } from "../helpers/cli.js";

async function filled(): Promise<Record<string, string>> {
  const home = scratch();
  const cache = new AnswerCache(join(home, "answers"));
  for (const [i, name] of ["openai/gpt-5.4", "openai/gpt-5.4", "google/gemini"].entries())
    await cache.write({
      ...{ schemaVersion: 1, key: sha256(`${i}`), stored: "", name, endpoint: "https://x" },
      answer: {
        ...{ text: "[]", outcome: "ok", raw: null, model: "m", latencyMs: 1 },
        usage: { input: 1, cachedInput: null, output: 1, reasoning: null },
      },
    });
  await cache.flush();
  return { NORMACT_CACHE: home };
}

describe("normact cache", () => {
  it("ls shows models, answers and sizes; clear removes one model, then all", async () => {
    const env = await filled();
    const table = await normact(["cache", "ls"], { env });
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/openai\/gpt-5\.4 +2 +\d+ B/);
    expect(table.stderr).toContain("3 answers");
    const one = await normact(["cache", "clear", "--model", "google/gemini", "--json"], { env });
    expect(JSON.parse(one.stdout)).toMatchObject({ schemaVersion: 1, removed: { answers: 1 } });
    const young = await normact(["cache", "clear", "--older-than", "30d", "--json"], { env });
    expect(JSON.parse(young.stdout).removed.answers).toBe(0);
    const all = await normact(["cache", "clear"], { env });
    expect(all.stdout).toContain("removed 2 answers");
    const left = await normact(["cache", "ls", "--json"], { env });
    expect(JSON.parse(left.stdout)).toMatchObject({ answers: 0, bytes: 0, models: [] });
    const empty = await normact(["cache", "ls"], { env });
    expect(empty).toMatchObject({ code: 0, stdout: "" });
    expect(empty.stderr).toContain("no answers");
  });

  it("a model that is not there is a usage error with the closest name; nothing is removed", async () => {
    const env = await filled();
    const { code, stderr } = await normact(["cache", "clear", "--model", "openai/gpt-5.3"], {
      env,
    });
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean "openai/gpt-5.4"?');
    const path = await normact(["cache", "clear", "--model", "../../etc"], { env });
    expect(path.code).toBe(2);
    const { stdout } = await normact(["cache", "ls", "--json"], { env });
    expect(JSON.parse(stdout).answers).toBe(3);
  });

  it("times are read or refused", async () => {
    expect([duration("30d"), duration("12h"), duration("5m")]).toEqual([2592e6, 432e5, 3e5]);
    for (const bad of ["", "30", "d", "-1d", "1.5d", "1w", "NaNd", "1e3d"])
      expect(() => duration(bad)).toThrow(/30d/);
    const { code, stderr } = await normact(["cache", "clear", "--older-than", "soon"]);
    expect(code).toBe(2);
    expect(stderr).toContain("a time like 30d");
  });
});
