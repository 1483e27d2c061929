import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { speechCommand } from "../../src/cli/speech.js";
import { UsageError } from "../../src/core/errors.js";

const folder = mkdtempSync(join(tmpdir(), "normact-speech-"));
afterEach(() => vi.restoreAllMocks());

async function run(...args: string[]): Promise<string> {
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    out += String(chunk);
    return true;
  });
  await speechCommand().parseAsync(args, { from: "user" });
  return out;
}

function labelled(...lines: string[]): string {
  const path = join(folder, `${lines.length}-${lines.join("").length}.jsonl`);
  writeFileSync(path, lines.join("\n"));
  return path;
}

describe("normact speech", () => {
  it("prints text and intents as JSON", async () => {
    const out = await run("Hi, may I get through?", "--json");
    expect(out).toBe('{"text":"Hi, may I get through?","intents":["ask_way","greet"]}\n');
  });

  it("tells in words what is asked and named", async () => {
    expect(await run("May I take the juice?")).toBe("ask_permission\n  asks for: juice\n");
    expect(await run("May I sit down?")).toContain("asks for: a seat");
    expect(await run("May I?")).toContain("asks for: whatever is meant");
    expect(await run("It's over there.")).toContain("names: nothing (place only pointed at)");
  });

  it("scores labelled lines", async () => {
    const file = labelled(
      '{"text":"Hello!","intents":["greet"],"split":"dev"}',
      "",
      '{"text":"Thanks.","intents":["ask_help"]}',
    );
    const table = await run("--eval", file);
    expect(table).toMatch(/greet +1 +1\.000 +1\.000/);
    expect(table).toMatch(/ask_help +1 +– +0\.000/);
    expect(table).toContain("1 of 2 utterances");
    expect(table).toContain('"Thanks.": labelled ask_help; found other');
    const json = JSON.parse(await run("--eval", file, "--json"));
    expect(json).toMatchObject({ n: 2, exact: 1 });
  });

  it("names the line that is no labelled utterance", async () => {
    const file = labelled(
      '{"text":"Hello!","intents":["greet"]}',
      '{"text":"Hello!","intents":["hello"]}',
    );
    await expect(run("--eval", file)).rejects.toThrow(UsageError);
    await expect(run("--eval", file)).rejects.toThrow(/:2: not a labelled utterance/);
    await expect(run("--eval", labelled("not json"))).rejects.toThrow(
      /:1: not a labelled utterance/,
    );
    await expect(run("--eval", labelled(""))).rejects.toThrow(/holds no labelled utterance/);
  });

  it("asks for a text, and for one thing at a time", async () => {
    await expect(run()).rejects.toThrow(/there is no text/);
    await expect(run("Hello", "--eval", "x.jsonl")).rejects.toThrow(/not both/);
    rmSync(folder, { recursive: true });
  });
});
