import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  actionsJsonSchema,
  actionsMarkdown,
  apiText,
  providerPlanSchema,
} from "../../src/actions/index.js";
import { actionsCommand } from "../../src/cli/actions.js";
import { NormactError } from "../../src/core/errors.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "normact-actions-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

async function run(...args: string[]): Promise<{ out: string; exitCode: unknown }> {
  let out = "";
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  try {
    await actionsCommand().parseAsync(args, { from: "user" });
  } finally {
    spy.mockRestore();
  }
  return { out, exitCode: process.exitCode };
}

function file(text: string): string {
  const path = join(folder, "answer.txt");
  writeFileSync(path, text);
  return path;
}

describe("normact actions", () => {
  it("parse prints the plan", async () => {
    const { out, exitCode } = await run("parse", file('Fine: [{"think":"b","action":"Rest"}]'));
    expect(JSON.parse(out)).toEqual({
      ok: true,
      actions: [{ think: "b", action: "rest", parameters: {} }],
    });
    expect(exitCode).toBeUndefined();
  });

  it("parse prints the error and ends with 1", async () => {
    const { out, exitCode } = await run("parse", file("No."));
    expect(JSON.parse(out)).toEqual({
      ok: false,
      error: { code: "no_plan", message: expect.stringContaining("no plan") },
    });
    expect(exitCode).toBe(1);
  });

  it("parse names a file that is missing", async () => {
    const path = join(folder, "nothing.txt");
    const failure = await run("parse", path).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NormactError);
    expect((failure as NormactError).message).toContain(path);
  });

  it("schema, docs and api print what the library makes", async () => {
    expect(JSON.parse((await run("schema")).out)).toEqual(actionsJsonSchema());
    expect(JSON.parse((await run("schema", "--provider")).out)).toEqual(providerPlanSchema());
    expect((await run("docs")).out).toBe(actionsMarkdown());
    expect((await run("api")).out).toBe(`${apiText()}\n`);
  });
});
