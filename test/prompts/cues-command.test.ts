import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cuesCommand } from "../../src/cli/cues.js";
import { UsageError } from "../../src/core/errors.js";
import { defaultCuePack } from "../../src/prompts/packs.js";

let folder: string;
let exitCode: typeof process.exitCode;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cues-"));
  exitCode = process.exitCode;
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = exitCode;
  vi.restoreAllMocks();
});

/** Runs one command line; what it printed and the exit code it set. */
async function run(...argv: string[]): Promise<{ out: string; code: typeof process.exitCode }> {
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  process.exitCode = 0;
  await cuesCommand().exitOverride().parseAsync(argv, { from: "user" });
  const code = process.exitCode;
  vi.restoreAllMocks();
  return { out, code };
}

/** A pack file: the default one with one piece of text replaced. */
function packFile(from: string, to: string): string {
  const text = readFileSync("cues/default.yaml", "utf8");
  expect(text).toContain(from);
  const file = join(folder, "pack.yaml");
  writeFileSync(file, text.replace(from, to));
  return file;
}

describe("cues lint", () => {
  it("is clean for the default pack", async () => {
    const { out, code } = await run("lint", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      pack: "default",
      findings: [],
      schemaVersion: 1,
    });
    const table = await run("lint");
    expect(table.code).toBe(0);
    expect(table.out).toContain("none_prompt");
  });

  it("exits with 1 and names the word, in a table and as JSON", async () => {
    const file = packFile("Eat it.", "Eat it, and remember the tableware.");
    const { out, code } = await run("lint", "--cue-pack", file);
    expect(code).toBe(1);
    expect(out).toMatch(
      /prompt of washing_used_dishes\/\d{3} \(names\): tableware: ".*the tableware\./,
    );
    const asJson = await run("lint", "--cue-pack", file, "--json");
    expect(asJson.code).toBe(1);
    expect(JSON.parse(asJson.out)).toMatchObject({ ok: false, source: file });
  });

  it("a pack that cannot be read is an error with file and line", async () => {
    const file = packFile("{mop_x}", "{mopx}");
    await expect(run("lint", "--cue-pack", file)).rejects.toThrow(UsageError);
    await expect(run("lint", "--cue-pack", file)).rejects.toThrow(/pack\.yaml:\d+: .*\{mopx\}/);
    await expect(run("lint", "--cue-pack", join(folder, "none.yaml"))).rejects.toThrow(
      /none\.yaml/,
    );
  });
});

describe("cues show", () => {
  it("prints texts and their values", async () => {
    const { out } = await run("show", "returning_shared_objects");
    expect(out).toContain("{mop_x}");
    expect(out).toMatch(/filled: .*x = -?\d/);
    const { out: json } = await run("show", "giving_priority_to_elder", "--json");
    expect(JSON.parse(json)).toMatchObject({
      task: "giving_priority_to_elder",
      slots: ["elder"],
      filled: { goal: expect.stringMatching(/your grand(mother|father),/) },
    });
  });

  it("a typo in the task's name: the closest one", async () => {
    await expect(run("show", "queue_wating")).rejects.toThrow(/Did you mean "queue_waiting"/);
  });
});

describe("docs/cues.md", () => {
  it("holds every text of the default pack, word for word", () => {
    const page = readFileSync("docs/cues.md", "utf8");
    for (const [task, cues] of Object.entries(defaultCuePack().tasks)) {
      expect(page).toContain(`## ${task}\n`);
      for (const [key, text] of Object.entries(cues))
        expect(page).toContain(`| ${key} | ${text} |`);
    }
  });
});
