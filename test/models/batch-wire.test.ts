import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { capabilitiesOf, createAdapter, findProvider } from "../../src/models/adapters.js";
import { anthropicBatch } from "../../src/models/batch/anthropic.js";
import { googleBatch } from "../../src/models/batch/google.js";
import { openaiBatch } from "../../src/models/batch/openai.js";
import type { BatchApi, BatchItem } from "../../src/models/batch/types.js";
import { loadCapabilities } from "../../src/models/capabilities.js";
import { resolveEndpoint } from "../../src/models/endpoint.js";
import { openHttp } from "../../src/models/http.js";
import * as fake from "../servers/index.js";

const BATCHES = { openai: openaiBatch, anthropic: anthropicBatch, google: googleBatch };
const SUBJECTS = fake.SUBJECTS.filter((s) => s.provider !== "compatible");
const folder = mkdtempSync(join(tmpdir(), "normact-batch-"));

/** A batch of texts, sent to a fake service; what is needed to look after it. */
async function batchOf(subject: fake.Subject, server: fake.ProviderServer, texts: string[]) {
  const { provider, model, env, api: name } = subject;
  const baseUrl = server.url(provider);
  const adapter = createAdapter(provider, { baseUrl, env, api: name });
  const { capabilities } = capabilitiesOf(loadCapabilities({ checkedFile: null }), adapter, model);
  const batches = BATCHES[provider as keyof typeof BATCHES];
  const callPath = adapter.path(model);
  const ids = texts.map((_, i) => `e${i}`);
  const lines = texts.map((text, i) => {
    const parts = [{ type: "text" as const, text }];
    const { body } = adapter.toRequest(model, { parts, maxTokens: 50 }, capabilities);
    return JSON.stringify(batches.line(ids[i]!, body, { callPath }));
  });
  const path = join(folder, `${subject.name}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  const { keyVariables, label, baseUrlVariable } = findProvider(provider);
  const endpoint = resolveEndpoint({
    ...{ provider: label, baseUrl, defaultBaseUrl: null, baseUrlVariable, env },
    keyVariable: keyVariables,
  });
  const options = { endpoint: baseUrl, timeoutMs: 5000, headerTimeoutMs: 5000, env };
  const http = await openHttp(options);
  const connection = { endpoint, env, timeoutMs: 5000, fetch: http.fetch };
  const api = await batches.open(connection);
  const id = await api.submit({ path, count: texts.length, tag: "normact-t1", model, callPath });
  const answerOf = (item: BatchItem | undefined) =>
    item?.kind === "answered" ? adapter.fromResponse(item.raw) : null;
  return { api, id, ids, answerOf, close: () => http.close() };
}

async function collect(api: BatchApi, id: string, ids: string[]): Promise<Map<string, BatchItem>> {
  const found = new Map<string, BatchItem>();
  for await (const item of api.results(id, ids)) {
    expect(found.has(item.id), `${item.id} came twice`).toBe(false);
    found.set(item.id, item);
  }
  return found;
}

const echo = fake.respond(({ parts }) => (parts[0]?.type === "text" ? `[${parts[0].text}]` : ""));

describe.each(SUBJECTS)("$name: a batch", (subject) => {
  it("goes up, is looked after, and comes down in any order, by id", async () => {
    await using server = await fake.providerServer(echo, { looks: 2 });
    const { api, id, ids, answerOf, close } = await batchOf(subject, server, ["a", "b", "c"]);
    expect(server.batches).toHaveLength(1);
    expect(server.batches[0]!.requests.map((r) => r.id)).toEqual(ids);
    expect((await api.poll(id)).state).toBe("running");
    expect((await api.poll(id)).state).toBe("running");
    expect(await api.poll(id)).toMatchObject({ state: "done", total: 3 });
    const items = await collect(api, id, ids);
    expect(ids.map((i) => answerOf(items.get(i))?.text)).toEqual(["[a]", "[b]", "[c]"]);
    expect(answerOf(items.get("e0"))).toMatchObject({
      outcome: "ok",
      usage: fake.USAGE,
      model: subject.model,
    });
    for (const { headers } of server.requests)
      expect(headers["x-stainless-retry-count"] ?? "0").toBe("0");
    await close();
  });

  it("has requests that fail, expire, are cancelled, or do not come back", async () => {
    const script = fake.choose((call) =>
      JSON.stringify(call.parts).includes("bad")
        ? fake.failure({ status: 400, message: "bad request inside" })
        : echo,
    );
    const fates: Record<string, fake.Fate> = { e1: "expired", e2: "cancelled", e3: "missing" };
    await using server = await fake.providerServer(script, {
      looks: 0,
      fate: (i) => fates[i] ?? null,
    });
    const { api, id, ids, answerOf, close } = await batchOf(subject, server, [
      "a",
      "b",
      "c",
      "d",
      "bad",
    ]);
    expect((await api.poll(id)).state).toBe("done");
    const items = await collect(api, id, ids);
    expect(answerOf(items.get("e0"))?.text).toBe("[a]");
    expect(items.get("e1")?.kind).toBe("expired");
    expect(items.get("e2")?.kind).toBe("cancelled");
    expect(items.has("e3")).toBe(false);
    expect(items.get("e4")).toMatchObject({ kind: "error" });
    expect(JSON.stringify(items.get("e4"))).toContain("bad request inside");
    await close();
  });

  it("is found again by its tag, or by its size and time", async () => {
    await using server = await fake.providerServer(echo);
    const { api, id, close } = await batchOf(subject, server, ["a", "b"]);
    const lost = { tag: "normact-t1", count: 2, since: Date.now() - 60_000, known: [] };
    expect(await api.find(lost)).toBe(id);
    expect(await api.find({ ...lost, tag: "normact-t2", count: 7 })).toBeNull();
    await close();
  });

  it("can be cancelled, and says how it ended", async () => {
    await using server = await fake.providerServer(echo, { looks: 9 });
    const { api, id, close } = await batchOf(subject, server, ["a"]);
    await api.cancel(id);
    expect((await api.poll(id)).state).toBe("cancelled");
    await close();
    await using expired = await fake.providerServer(echo, { looks: 0, end: "expired" });
    const late = await batchOf(subject, expired, ["a"]);
    expect((await late.api.poll(late.id)).state).toBe("expired");
    await late.close();
  });
});
