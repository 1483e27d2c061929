import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createRuntime, type RuntimeOptions } from "../../src/models/runtime.js";
import type { ModelRequest, ModelResponse } from "../../src/models/types.js";
import { scratch } from "../helpers/cli.js";
import { answer, failure, providerServer, type Scenario } from "../servers/index.js";

const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  parts: [{ type: "text", text: "the same" }],
  maxTokens: 50,
  ...more,
});

/** Answers are held back until `open` is called. */
function gated(then: Scenario) {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const scenario: Scenario = async (call) => {
    await opened;
    return then(call);
  };
  return { scenario, open: () => open() };
}

async function setting(script: Scenario | Scenario[], options: RuntimeOptions = {}) {
  const server = await providerServer(script);
  const runtime = createRuntime({
    ...{ env: {}, cacheFolder: scratch(), retry: { maxAttempts: 1 } },
    ...options,
  });
  onTestFinished(async () => {
    await runtime.close();
    await server.close();
  });
  const client = runtime.client("openai/some-model", { baseUrl: server.url("openai") });
  return { server, runtime, client };
}

const arrived = async (server: { requests: unknown[] }, n: number): Promise<void> => {
  while (server.requests.length < n) await new Promise((r) => setTimeout(r, 2));
};

function pricesFile(): string {
  const file = join(scratch(), "prices.yaml");
  writeFileSync(
    file,
    'schemaVersion: 1\nprices:\n  - { model: "*/*", as_of: "2026-11-30", input: 0, output: 1000 }\n',
  );
  return file;
}

describe("the same question twice at once", () => {
  it("is sent once; who waits gets a hit and pays nothing", async () => {
    const { scenario, open } = gated(answer("[1]"));
    const { server, runtime, client } = await setting(scenario, { pricesFile: pricesFile() });
    const calls = [1, 2, 3].map(() => client.generate(ask()));
    await arrived(server, 1);
    open();
    const all = await Promise.all(calls);
    expect(server.requests).toHaveLength(1);
    expect(all.map((r) => [r.text, r.outcome])).toEqual(Array(3).fill(["[1]", "ok"]));
    expect(all.map((r) => r.cached)).toEqual([false, true, true]);
    expect(all.map((r) => r.cost)).toEqual([0.03, 0, 0]);
    expect(runtime.spent()).toMatchObject({ calls: 1, cacheHits: 2, cost: 0.03 });
  });

  it("by two clients of a runtime, too; another epoch is another question, and without a cache all are", async () => {
    const { scenario, open } = gated(answer("[1]"));
    const { server, runtime, client } = await setting(scenario);
    const other = runtime.client("openai/some-model", { baseUrl: server.url("openai") });
    const calls = [
      client.generate(ask()),
      other.generate(ask()),
      client.generate(ask({ epoch: 1 })),
    ];
    await arrived(server, 2);
    open();
    expect((await Promise.all(calls)).map((r) => r.cached)).toEqual([false, true, false]);
    expect(server.requests).toHaveLength(2);
    const off = await setting(answer("[1]"), { cache: "off" });
    await Promise.all([off.client.generate(ask()), off.client.generate(ask())]);
    expect(off.server.requests).toHaveLength(2);
  });

  it("a failed first leaves those who waited a try of their own", async () => {
    const oops = failure({ status: 400, message: "no" });
    const first = gated(oops);
    const { server, client } = await setting([first.scenario, answer("[2]")]);
    const calls = [client.generate(ask()), client.generate(ask()), client.generate(ask())];
    await arrived(server, 1);
    first.open();
    const all = await Promise.all(calls);
    expect(all.map((r) => r.outcome)).toEqual(["provider_error", "ok", "ok"]);
    // the third waited for the second
    expect(server.requests).toHaveLength(2);
    expect(all[2]!.cached).toBe(true);
  });

  it("who waits can be called off alone, and a first that is called off takes nobody with it", async () => {
    const { scenario, open } = gated(answer("[1]"));
    const { server, client } = await setting(scenario);
    const stops = [new AbortController(), new AbortController()];
    const calls = [stops[0]!.signal, stops[1]!.signal, undefined].map((signal) =>
      client.generate(ask(signal ? { signal } : {})),
    );
    await arrived(server, 1);
    stops[1]!.abort();
    expect((await calls[1]!).outcome).toBe("cancelled");
    stops[0]!.abort();
    expect((await calls[0]!).outcome).toBe("cancelled");
    await arrived(server, 2);
    open();
    expect(await calls[2]!).toMatchObject({ outcome: "ok", cached: false });
  });

  it("a limit that the first has reached ends the second as well, unasked", async () => {
    const { server, client } = await setting(answer("[1]"), { maxTokensTotal: 10 });
    const all = await Promise.all([client.generate(ask()), client.generate(ask())]);
    expect(all.map((r) => r.outcome)).toEqual(["limit", "limit"]);
    expect(server.requests).toHaveLength(0);
  });
});

describe("what a run has asked in an earlier process", () => {
  const mine = ask({ run: "r1", label: "a/1 turn 0" });
  const shown = ({ cached, earlier, cost }: ModelResponse) => ({ cached, earlier, cost });

  it("is its own answer at its own price; to everybody else it is a hit", async () => {
    const cacheFolder = scratch();
    const prices = { cacheFolder, pricesFile: pricesFile() };
    const first = await setting(answer("[1]"), prices);
    expect(shown(await first.client.generate(mine))).toMatchObject({ cached: false, cost: 0.03 });
    await first.runtime.close();
    const { server } = first;
    const runtime = createRuntime({ env: {}, ...prices });
    onTestFinished(() => runtime.close());
    const client = runtime.client("openai/some-model", { baseUrl: server.url("openai") });
    const own = await client.generate(mine);
    expect(shown(own)).toEqual({ cached: false, earlier: true, cost: 0.03 });
    expect(own.usage.output).toBe(30);
    for (const other of [{ run: "r2" }, { label: "a/2 turn 0" }, { run: undefined }])
      expect(shown(await client.generate({ ...mine, ...other } as ModelRequest))).toEqual({
        ...{ cached: true, earlier: undefined, cost: 0 },
      });
    expect(server.requests).toHaveLength(1);
    // this process has paid nothing
    expect(runtime.spent()).toMatchObject({ calls: 0, cacheHits: 3, cost: null });
  });

  it("counts towards the limits of the run that goes on, once", async () => {
    const cacheFolder = scratch();
    const prices = { cacheFolder, pricesFile: pricesFile() };
    const first = await setting(answer("[1]"), prices);
    await first.client.generate(mine);
    await first.runtime.close();
    const baseUrl = first.server.url("openai");
    const limited = createRuntime({ env: {}, ...prices, maxCost: 0.1 });
    onTestFinished(() => limited.close());
    const client = limited.client("openai/some-model", { baseUrl });
    for (let k = 0; k < 3; k++) expect((await client.generate(mine)).earlier).toBe(true);
    // 0.03 before, and each new one may take 0.05
    expect((await client.generate(ask({ epoch: 1 }))).outcome).toBe("ok");
    expect((await client.generate(ask({ epoch: 2 }))).error?.code).toBe("max_cost");
  });
});
