import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../../src/models/runtime.js";
import { root, scratch } from "../helpers/cli.js";
import { answer, after as later, providerServer, rateLimited } from "../servers/index.js";

/** Runs a module's text in a process of its own. @returns its exit code and output, once it has ended */
function run(script: string): Promise<{ code: number | null; out: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    child.stdout.on("data", (d) => (out += d));
    child.stderr.on("data", (d) => (out += d));
    child.on("close", (code) => resolve({ code, out }));
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
    const { code, out } = await run(`${open({ cacheFolder: scratch() })}
      ${calls.join("\n")}
      const sockets = () => process.getActiveResourcesInfo().filter((r) => r.startsWith("TCP"));
      if (sockets().length === 0) console.log("no connection was kept");
      await runtime.close();
      // a socket is gone once its end was dealt with
      for (let turn = 0; turn < 100 && sockets().length > 0; turn++) await new Promise(setImmediate);
      console.log(runtime.spent().calls, ...sockets());`);
    expect({ code, out }).toEqual({ code: 0, out: "4\n" });
  });

  it("after close in the middle of a wait that the server imposed", async () => {
    // longer than any test may take
    await using server = await providerServer(rateLimited({ "retry-after": "3600" }));
    const retry = { maxAttempts: 2, retryAfterCapMs: 7_200_000 };
    const { code } = await run(`${open({ cache: "off", retry })}
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (work, ms, ...more) => {
        // the wait has begun
        if (ms === 3_600_000) later(() => stop.abort(), 20);
        return later(work, ms, ...more);
      };
      const stop = new AbortController();
      const call = runtime.client("openai/m", { baseUrl: ${JSON.stringify(server.url("openai"))} })
        .generate({ parts: [{ type: "text", text: "x" }], signal: stop.signal });
      await call;
      await runtime.close();`);
    expect(code).toBe(0);
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
