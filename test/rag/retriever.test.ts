import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  CUE_REGISTRY,
  cueList,
  cueName,
  defaultCuePack,
  withCondition,
} from "../../src/prompts/index.js";
import { RerankCache } from "../../src/rag/cache.js";
import { ragCondition } from "../../src/rag/condition.js";
import { Bm25, lexicalReranker } from "../../src/rag/lexical.js";
import { openRetriever, type RetrievalOptions } from "../../src/rag/open.js";
import { precompute } from "../../src/rag/precompute.js";
import type { Candidate } from "../../src/rag/reranker.js";
import { openReranker } from "../../src/rag/rerankers.js";
import { readDataset } from "../../src/scenes/dataset.js";
import { scratch } from "../helpers/cli.js";
import { smallBankFile, tinyModels } from "./setup.js";

let cache = "";
beforeEach(() => {
  const before = process.env.NORMACT_CACHE;
  cache = scratch();
  process.env.NORMACT_CACHE = cache;
  onTestFinished(() => {
    process.env.NORMACT_CACHE = before;
  });
});

async function open(options: RetrievalOptions = {}, said: string[] = []) {
  const retriever = await openRetriever(
    { bank: smallBankFile, embedder: "tiny/encoder", reranker: "none", ...options },
    { say: (text) => said.push(text) },
  );
  onTestFinished(() => retriever.close());
  return retriever;
}

describe("openRetriever", () => {
  it("builds the index once, and finds what is meant", async () => {
    const models = await tinyModels();
    const said: string[] = [];
    const first = await open({ models }, said);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/building the index of small.csv \(10 norms\) with tiny\/encoder/);
    await open({ models }, said);
    expect(said).toHaveLength(1);
    const { hits, candidates } = await first.retrieve("a person in the queue");
    expect(candidates).toBe(10);
    expect(hits).toHaveLength(5);
    expect(hits[0]).toMatchObject({ rank: 1, firstRank: 1, rerankScore: null });
    expect(hits.map((h) => h.record.setting).slice(0, 2)).toEqual(["bakery", "bakery"]);
    expect(first.isPaper).toBe(false);
  });

  it("finds the same with either backend that is here", async () => {
    const models = await tinyModels();
    const { indexBackend } = await import("../../src/rag/backends.js");
    const flat = await (await open({ models })).retrieve("water tap");
    const there = await indexBackend("faiss").then(
      () => true,
      () => false,
    );
    if (!there) {
      await expect(open({ models, backend: "faiss" })).rejects.toThrow(/build-faiss.sh/);
      return;
    }
    expect(await (await open({ models, backend: "faiss" })).retrieve("water tap")).toEqual(flat);
  });

  it("opens a folder with the encoder that it was built with, and refuses another", async () => {
    const models = await tinyModels();
    await open({ models });
    const [name] = readdirSync(join(cache, "rag", "indexes")).filter((n) => !n.startsWith("."));
    const index = join(cache, "rag", "indexes", name!);
    const own = await open({ models, index, embedder: "auto", bank: undefined });
    expect(own.embedder.info.model).toBe("tiny/encoder");
    await expect(open({ models, index, embedder: "tiny/other", bank: undefined })).rejects.toThrow(
      /does not fit: embedder.model: the index has "tiny\/encoder", expected "tiny\/other"; embedder.revision/,
    );
    await expect(
      open({ models, index, embedder: "auto", bank: undefined, reranker: "bge" }),
    ).rejects.toThrow(/bge-reranker-base/);
    const { shippedBankFile } = await import("../../src/rag/bank.js");
    if (existsSync(shippedBankFile()))
      await expect(
        open({ models, index, embedder: "auto", bank: shippedBankFile() }),
      ).rejects.toThrow(/does not fit: bank: the index has/);
  });

  it("takes queries of any length and shows every norm once", async () => {
    const found = await open({ models: await tinyModels(), k: 50 });
    const long = await found.retrieve("water running at the sink, people in line ".repeat(120));
    expect(long.cut).toBe(true);
    expect(long.hits).toHaveLength(10);
    expect(new Set(long.hits.map((h) => h.id)).size).toBe(10);
    expect((await found.retrieve("")).hits).toHaveLength(10);
  });
});

describe("reranking", () => {
  it("by the cross-encoder changes the order, and is done once", async () => {
    const models = await tinyModels();
    const query = "bakery counter people shop coffee in line";
    const plain = await (await open({ models })).retrieve(query);
    const reranked = await open({ models, reranker: "tiny/reranker" });
    const found = await reranked.retrieve(query);
    expect(found.hits.map((h) => h.id)).not.toEqual(plain.hits.map((h) => h.id));
    expect(found.hits.map((h) => h.firstRank)).not.toEqual([1, 2, 3, 4, 5]);
    const scores = found.hits.map((h) => h.rerankScore!);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    // from the cache, and the same
    const again = await open({ models, reranker: "tiny/reranker" });
    again.reranker.score = async () => {
      throw new Error("asked again");
    };
    expect(await again.retrieve(query)).toEqual(found);
  });

  it("keeps scores by query, index and reranker", () => {
    const one = new RerankCache("index-1", { name: "a", revision: "1" }, cache);
    one.put("q", [3, 1], [0.5, 0.25]);
    expect(one.get("q", [1, 3])).toEqual([0.25, 0.5]);
    expect(one.get("q", [1, 2])).toBeNull();
    expect(one.get("other", [1])).toBeNull();
    for (const other of [
      new RerankCache("index-2", { name: "a", revision: "1" }, cache),
      new RerankCache("index-1", { name: "b", revision: "1" }, cache),
      new RerankCache("index-1", { name: "a", revision: "2" }, cache),
    ])
      expect(other.get("q", [1, 3])).toBeNull();
  });

  const candidate = (text: string, rank: number): Candidate => ({
    row: rank - 1,
    recordRow: rank - 1,
    record: { id: text, setting: "", behavior: text, norm: null, constraints: "" },
    text,
    score: 1 / rank,
    rank,
  });

  it("by words lifts what shares them, and leaves the rest in order", async () => {
    const list = ["a cat", "a dog", "queues at shops", "a bird"].map((t, i) => candidate(t, i + 1));
    const scores = await lexicalReranker.score("the queue in a shop", list);
    expect(scores.indexOf(Math.max(...scores))).toBe(2);
    expect(scores[0]).toBeGreaterThan(scores[1]!);
    expect(scores[1]).toBeGreaterThan(scores[3]!);
    expect(new Bm25(["queues", "dogs"]).scores("queuing for the dog").size).toBe(2);
  });

  /** A rerank server that scores a passage by its length; says what it was asked. */
  async function server(dialect: "tei" | "jina" | "score" | "broken") {
    const asked: { url: string; body: any; key: string | undefined }[] = [];
    const read = async (request: IncomingMessage) => {
      const chunks: Buffer[] = [];
      for await (const c of request) chunks.push(c as Buffer);
      return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    };
    const http = createServer(async (request, response) => {
      const body = await read(request);
      const url = request.url ?? "";
      asked.push({ url, body, key: request.headers.authorization });
      const send = (value: unknown, status = 200) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(value));
      if (url === "/info")
        return dialect === "tei"
          ? send({ model_id: "BAAI/bge-reranker-base", max_client_batch_size: 2 })
          : send({}, 404);
      if (url === "/v1/models") return send({ data: [{ id: "some/reranker" }] });
      if (dialect === "tei")
        return send(
          body.texts.map((t: string, index: number) => ({ index, score: t.length })).reverse(),
        );
      if (dialect === "jina")
        return send({
          results: body.documents.map((t: string, index: number) => ({
            index,
            relevance_score: t.length,
          })),
        });
      if (dialect === "score")
        return send({
          data: body.text_2.map((t: string, index: number) => ({ index, score: t.length })),
        });
      return send({ error: "out of order" }, 500);
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked };
  }

  const three = ["one", "three", "fifteen"].map((t, i) => candidate(t, i + 1));
  const place = { dir: "/nowhere", own: true };

  it("by a server: text-embeddings-inference, in its batches", async () => {
    process.env.NORMACT_RERANK_KEY = "secret";
    onTestFinished(() => {
      delete process.env.NORMACT_RERANK_KEY;
    });
    const { url, asked } = await server("tei");
    const { reranker } = await openReranker(url, place);
    expect(reranker.name).toBe("BAAI/bge-reranker-base");
    expect(await reranker.score("q", three)).toEqual([3, 5, 7]);
    const posts = asked.filter((a) => a.url === "/rerank");
    expect(posts.map((p) => p.body.texts.length)).toEqual([2, 1]);
    expect(posts[0]!.body).toMatchObject({ query: "q", raw_scores: true });
    expect(posts[0]!.key).toBe("Bearer secret");
  });

  it("by a server: llama-server or vLLM's /rerank, and vLLM's /score", async () => {
    const jina = await server("jina");
    const { reranker } = await openReranker(`${jina.url}/`, place);
    expect(reranker.name).toBe("some/reranker");
    expect(await reranker.score("q", three)).toEqual([3, 5, 7]);
    const score = await server("score");
    const second = await openReranker(`${score.url}/score`, place);
    expect(await second.reranker.score("q", three)).toEqual([3, 5, 7]);
    expect(score.asked.at(-1)).toMatchObject({ url: "/score", body: { text_1: "q" } });
  });

  it("by a server that is not well says so, with a next step", async () => {
    const { url } = await server("broken");
    const { reranker } = await openReranker(url, place);
    await expect(reranker.score("q", three)).rejects.toThrow(/answered 500.*--reranker lexical/s);
    const none = await openReranker("http://127.0.0.1:9/rerank", place);
    await expect(none.reranker.score("q", three)).rejects.toMatchObject({
      code: "rerank_server",
      exitCode: 3,
      message: expect.stringContaining("cannot be reached"),
    });
    await expect(openReranker("http://", place)).rejects.toThrow(/is no address/);
  });
});

describe("the cue condition", () => {
  it("puts five hints at the head, logs how they came about, and is called rag-lite", async () => {
    const found = await open({ models: await tinyModels(), reranker: "lexical" });
    const registry = withCondition(CUE_REGISTRY, ragCondition(found));
    const [condition] = cueList(["rag"], registry);
    expect(cueName(condition!)).toBe("rag-lite");
    expect(condition!.label).toMatch(/small.csv \(encoder tiny\/encoder, second stage lexical\)/);
    expect(condition!.settings).toMatchObject({ k: 5, candidates: 500, encoder: "tiny/encoder" });
    const context = (names: string[], turn = 0) => ({
      pack: defaultCuePack(),
      episode: { id: "e", task: "queue_waiting", slots: {}, setting: { place: "shop" } },
      turn,
      visible: names.map((name, i) => ({
        id: String(i),
        name,
        location: [0, 0, 0] as [number, number, number],
        kind: "x",
        distance: 1,
        state: null,
        posture: null,
        facing: null,
      })),
    });
    const first = await condition!.compose(context(["counter", "person", "person"]));
    expect(first.cue).toBeNull();
    expect(first.headHints).toHaveLength(5);
    expect(first.headHints!.every((h) => h.includes(" is "))).toBe(true);
    const log = first.log as { query: string; hits: { id: string; rank: number }[] };
    expect(log.query).toMatch(/^shop: .* In view: counter, person\.$/);
    expect(log.hits.map((h) => h.rank)).toEqual([1, 2, 3, 4, 5]);
    expect(log).toMatchObject({ encoder: "tiny/encoder", secondStage: "lexical", candidates: 10 });
    // at every turn anew: another view, other norms
    const second = await condition!.compose(context(["tap", "sink", "water"], 1));
    expect(second.headHints).not.toEqual(first.headHints);
  });

  it("is called rag when bge and its reranker did the work", async () => {
    const found = await open({ models: await tinyModels() });
    const paper = Object.create(found, { isPaper: { value: true } }) as typeof found;
    expect(ragCondition(paper).tableName).toBeUndefined();
    expect(cueName(ragCondition(found) as never)).toBe("rag-lite");
  });

  it("finds first turns in the caches after precomputing", async () => {
    const models = await tinyModels();
    const specs = readDataset()
      .specs.filter((s) => /\/00[01]$/.test(s.id))
      .slice(0, 4);
    const found = await open({ models, reranker: "tiny/reranker" });
    const ids: string[] = [];
    const result = await precompute(specs, found, { onEpisode: (id) => ids.push(id) });
    expect(result.episodes).toBe(specs.length);
    expect(ids).toEqual(specs.map((s) => s.id));
    const kept = readdirSync(join(cache, "rag", "rerank"), { recursive: true }).filter((n) =>
      String(n).endsWith(".json"),
    );
    expect(kept).toHaveLength(result.queries);
    const again = await open({ models, reranker: "tiny/reranker" });
    again.reranker.score = async () => {
      throw new Error("asked again");
    };
    expect(await precompute(specs, again)).toEqual(result);
    expect(readFileSync(join(cache, "rag", "rerank", String(kept[0])), "utf8")).toMatch(
      /In view: /,
    );
  });
});
