import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { answer, failure, providerServer, refusing, respond, wrongKey } from "../servers/index.js";

const KEY = "local-hunter22-abcdef";

/** Sees red left of blue, and the order of what it is shown; takes no seed. */
const model = refusing(
  ["seed"],
  respond(({ parts }) => {
    const asked = parts.map((p) => (p.type === "text" ? p.text : "")).join("\n");
    if (asked.includes("JSON")) return '{"leftHalfColour":"red","rightHalfColour":"blue"}';
    return asked.includes("kiwi") ? "red, kiwi, blue" : "ready";
  }),
);

describe("normact models", () => {
  it("ls names variables and addresses, never values; reads .env", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, ".env"), `GEMINI_API_KEY=${KEY}\n`);
    // what is not set at all may come from the file
    const { env } = process;
    const kept = env.GEMINI_API_KEY;
    delete env.GEMINI_API_KEY;
    const args = { cwd, env: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: "http://u:hunter22@h:1/v1" } };
    const text = await normact(["models", "ls"], args);
    const json = await normact(["models", "ls", "--json"], args);
    env.GEMINI_API_KEY = kept;
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/google .*set \(GEMINI_API_KEY\)/);
    expect(text.stdout).toMatch(/anthropic .*missing/);
    expect(text.stdout + json.stdout).not.toContain("hunter22");
    const { providers } = JSON.parse(json.stdout);
    expect(providers[0]).toMatchObject({
      name: "openai",
      key: "OPENAI_API_KEY",
      baseUrl: "http://h:1/v1",
    });
  });

  it("check prints what was found and keeps what differs; ls shows it", async () => {
    await using server = await providerServer(model);
    const cache = scratch();
    const env = { NORMACT_CACHE: cache, COMPATIBLE_API_KEY: KEY };
    const at = ["--base-url", server.url("compatible")];
    const checked = await normact(["models", "check", "compatible/tiny-vl", ...at], { env });
    expect(checked.code).toBe(0);
    expect(checked.stdout).toMatch(/seed +refused/);
    expect(checked.stdout).toMatch(/JSON +by schema/);
    expect(checked.stdout).toMatch(/pictures +seen/);
    expect(checked.stdout).toMatch(/order +unclear/);
    expect(checked.stdout).toMatch(/differs from table +seed: false/);
    const file = readFileSync(join(cache, "models", "capabilities.json"), "utf8");
    expect(JSON.parse(file).rules).toEqual([
      { adapter: "compatible", endpoint: server.url("compatible"), model: "tiny-vl", seed: false },
    ]);
    const ls = await normact(["models", "ls"], { env });
    expect(ls.stdout).toMatch(/tiny-vl .*seed: false/);
    expect(checked.stdout + checked.stderr + file + ls.stdout).not.toContain(KEY);
  });

  it("check --json --no-store keeps nothing; a model that does not see ends with 1", async () => {
    await using server = await providerServer(
      answer('{"leftHalfColour":"green","rightHalfColour":"none"}'),
    );
    const cache = scratch();
    const env = { NORMACT_CACHE: cache };
    const args = ["models", "check", "compatible/blind", "--base-url", server.url("compatible")];
    const { code, stdout } = await normact([...args, "--json", "--no-store"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ usable: false, stored: false, sees: false });
    expect(() => readFileSync(join(cache, "models", "capabilities.json"))).toThrow();
  });

  it("check says why there is no answer, without the key", async () => {
    await using server = await providerServer(wrongKey(KEY));
    const env = { COMPATIBLE_API_KEY: KEY, NORMACT_CACHE: scratch() };
    const args = ["models", "check", "compatible/m", "--base-url", server.url("compatible")];
    const wrong = await normact(args, { env });
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain("does not answer: Incorrect API key provided");
    expect(wrong.stdout).toContain("the key comes from COMPATIBLE_API_KEY");
    const none = await normact(args, { env: { ...env, COMPATIBLE_API_KEY: "" } });
    expect(none.stdout).toContain("no key was sent: set COMPATIBLE_API_KEY if");
    server.play(failure({ status: 404, message: "The model `m` does not exist" }));
    const missing = await normact(args, { env });
    expect(missing.stdout).toContain("does not exist");
    expect(wrong.stdout + wrong.stderr).not.toContain(KEY);
  });

  it("usage errors name the provider, the variable, the address", async () => {
    const run = (...args: string[]) => normact(["models", "check", ...args]);
    const provider = await run("opnai/x");
    expect(provider).toMatchObject({ code: 2 });
    expect(provider.stderr).toContain('Did you mean "openai/x"');
    expect((await run("anthropic/claude-opus-5-5")).stderr).toContain("ANTHROPIC_API_KEY");
    expect((await run("compatible/x")).stderr).toContain("COMPATIBLE_BASE_URL");
  });
});
