import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../src/models/runtime.js";
import { root, scratch } from "../helpers/cli.js";
import { answer, after as later, providerServer, rateLimited } from "../servers/index.js";

/** Runs a module's text in a process of its own. @returns its exit code, output, and how long it took */
function run(script: string): Promise<{ code: number | null; out: string; ms: number }> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.on("data", (d) => (out += d));
    child.stderr.on("data", (d) => (out += d));
    child.on("close", (code) => resolve({ code, out, ms: performance.now() - started }));
  });
}

const open = (options: object): string => `
  import { createRuntime } from ${JSON.stringify(join(root, "dist/models/runtime.js"))};
  const runtime = createRuntime(${JSON.stringify({ env: {}, ...options })});`;

describe("a process that is done ends", () => {
  it("after close, though the server keeps its connections open", async () => {
    await using server = await providerServer(answer());
    const names = ["openai", "compatible", "google", "anthropic"] as const;
    const calls = names.map(
      (p) => `await runtime.client("${p}/m", { baseUrl: ${JSON.stringify(server.url(p))} })
        .generate({ parts: [{ type: "text", text: "x" }], maxTokens: 9 });`,
    );
    const { code, out, ms } = await run(`${open({ cacheFolder: scratch() })}
      ${calls.join("\n")}
      await runtime.close();
      console.log(JSON.stringify(runtime.spent().calls));`);
    expect({ code, out }).toEqual({ code: 0, out: "4\n" });
    expect(ms).toBeLessThan(60_000);
  });

  it("after close in the middle of a wait that the server imposed", async () => {
    await using server = await providerServer(rateLimited({ "retry-after": "50" }));
    const { code, ms } = await run(`${open({ cache: "off", retry: { maxAttempts: 2 } })}
      const stop = new AbortController();
      const call = runtime.client("openai/m", { baseUrl: ${JSON.stringify(server.url("openai"))} })
        .generate({ parts: [{ type: "text", text: "x" }], signal: stop.signal });
      setTimeout(() => stop.abort(), 500);
      await call;
      await runtime.close();`);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(40_000);
  });
});

describe("one signal for a whole run", () => {
  it("warns of no leak, and lets go of every call", async () => {
    const warnings: string[] = [];
    const listen = (w: Error) => warnings.push(w.message);
    process.on("warning", listen);
    await using server = await providerServer(later(20, answer()));
    const runtime = createRuntime({ cache: "off", env: {}, concurrency: 20 });
    const client = runtime.client("openai/m", { baseUrl: server.url("openai") });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 60 }, (_, i) =>
      client.generate({ parts: [{ type: "text", text: `${i}` }], signal }),
    );
    expect((await Promise.all(calls)).every((r) => r.outcome === "ok")).toBe(true);
    await runtime.close();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});
