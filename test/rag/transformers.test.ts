import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isPaperEncoder, openEmbedder } from "../../src/rag/embedders.js";
import { modelPlace, parseModelName } from "../../src/rag/models.js";
import { isPaperReranker, openReranker } from "../../src/rag/rerankers.js";
import {
  openCrossEncoder,
  openEncoder,
  pullModel,
  remoteHost,
} from "../../src/rag/transformers.js";
import { scratch } from "../helpers/cli.js";
import { tinyModels } from "./setup.js";

const encoder = parseModelName("tiny/encoder");
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((s, x, i) => s + x * b[i]!, 0);

describe("the encoder of @xenova/transformers", () => {
  it("takes the first token's vector, at length 1, and puts the prefix before queries only", async () => {
    const place = modelPlace(await tinyModels());
    const open = (pooling: "cls" | "mean", prefix = "") =>
      openEncoder(encoder, place, { pooling, prefix });
    const cls = await open("cls");
    expect(cls.info).toMatchObject({
      model: "tiny/encoder",
      dtype: "q8",
      pooling: "cls",
      normalized: true,
      dims: 16,
    });
    expect(cls.info.revision).toMatch(/^[0-9a-f]{12}$/);
    const [queue, water] = [await cls.query("queue line wait"), await cls.query("water tap sink")];
    expect(dot(queue, queue)).toBeCloseTo(1, 5);
    expect(dot(queue, await cls.passages(["cut the line"]))).toBeGreaterThan(0.8);
    expect(dot(queue, water)).toBeLessThan(0.3);
    // the same texts by their mean are all alike: nobody would notice by looking at the scores
    const mean = await open("mean");
    expect(
      dot(await mean.query("queue line wait"), await mean.query("water tap sink")),
    ).toBeGreaterThan(0.99);
    const prefixed = await open("cls", "water water water ");
    expect(dot(await prefixed.query("queue"), await cls.query("queue"))).toBeLessThan(0.7);
    expect(await prefixed.passages(["queue"])).toEqual(await cls.passages(["queue"]));
    for (const e of [cls, mean, prefixed]) await e.close();
  });

  it("gives a batch what it gives its texts one by one", async () => {
    const e = await openEncoder(encoder, modelPlace(await tinyModels()), {
      pooling: "cls",
      prefix: "",
    });
    const texts = ["queue", "wait in the line at the bakery counter", "mop the floor"];
    const batch = await e.passages(texts);
    for (const [i, text] of texts.entries()) {
      const one = await e.passages([text]);
      expect(dot(one, batch.slice(i * 16, (i + 1) * 16))).toBeCloseTo(1, 5);
    }
    expect(await e.passages([])).toHaveLength(0);
    await e.close();
  });
});

describe("the cross-encoder", () => {
  it("scores pairs by raw logits, which no softmax made 1", async () => {
    const model = await openCrossEncoder(
      parseModelName("tiny/reranker"),
      modelPlace(await tinyModels()),
    );
    const scores = await model.score("person in the queue", [
      "mop the floor",
      "cut the line",
      "wait in the queue at the bakery",
    ]);
    expect(scores).toHaveLength(3);
    expect(scores[1]).toBeGreaterThan(scores[0]!);
    expect(new Set(scores.map((s) => s.toFixed(3))).size).toBe(3);
    expect(Math.max(...scores)).toBeGreaterThan(1);
    // a long query leaves room for the passage
    const long = await model.score("water tap ".repeat(1000), ["sink", "door"]);
    expect(long[0]).toBeGreaterThan(long[1]!);
    await model.close();
  });
});

describe("models that are not there", () => {
  it("are told apart from broken ones, each with a next step", async () => {
    const folder = await tinyModels();
    const place = modelPlace(folder);
    await expect(openEmbedder("bge", place)).rejects.toThrow(
      /Xenova\/bge-base-en-v1.5 \(q8\) is not in .*put its files into .*--embedder use-lite/s,
    );
    await expect(openReranker("bge", place)).rejects.toThrow(/bge-reranker-base/);
    await expect(openEmbedder("bge", { dir: folder, own: false })).rejects.toThrow(
      /normact rag pull Xenova\/bge-base-en-v1.5/,
    );
    writeFileSync(join(folder, "tiny/encoder/onnx/model_quantized.onnx"), "no model");
    await expect(openEmbedder("tiny/encoder", place)).rejects.toThrow(/cannot be loaded/);
    rmSync(join(folder, "tiny/encoder/tokenizer.json"));
    await expect(openEmbedder("tiny/encoder", place)).rejects.toThrow(/no tokenizer.json/);
  });

  it("have names that are checked", async () => {
    const place = modelPlace(scratch());
    await expect(openEmbedder("bgee", place)).rejects.toThrow(/unknown embedder "bgee"/);
    await expect(openReranker("lexicl", place)).rejects.toThrow(/Did you mean "lexical"/);
    for (const bad of ["../etc", "a/../b", "a/b/c", "a/b@int4", "/a/b"])
      expect(() => parseModelName(bad)).toThrow(/is no model name/);
    expect(parseModelName("a/b@fp32")).toEqual({ model: "a/b", dtype: "fp32" });
  });

  it("are replaced by the bundled ones under auto, and that is said", async () => {
    const place = { dir: scratch(), own: false };
    const second = await openReranker("auto", place);
    expect(second.reranker.name).toBe("lexical");
    expect(second.fallback).toMatch(/lexical second stage.*rag pull/);
    expect(isPaperReranker(second.reranker)).toBe(false);
    expect(isPaperReranker({ name: "BAAI/bge-reranker-base" })).toBe(true);
    const first = await openEmbedder("auto", place);
    expect(first.embedder.info).toMatchObject({ model: "use-lite", dims: 512 });
    expect(first.fallback).toMatch(/bundled encoder use-lite.*rag pull/);
    expect(isPaperEncoder(first.embedder.info)).toBe(false);
    const [a, b, c] = [
      await first.embedder.query("people waiting in a queue"),
      await first.embedder.query("customers standing in line"),
      await first.embedder.query("a running tap in the bathroom"),
    ];
    expect(dot(a, a)).toBeCloseTo(1, 5);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c));
  });
});

/** A hub that has the tiny models, and counts what it is asked for. */
async function hub(folder: string): Promise<{ url: string; asked: string[] }> {
  const { readFileSync, existsSync } = await import("node:fs");
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const file = join(folder, (request.url ?? "").replace("/resolve/main/", "/"));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200).end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe("pullModel", () => {
  it("fetches from HF_ENDPOINT into the cache, from where the model then loads", async () => {
    const { url, asked } = await hub(await tinyModels());
    process.env.HF_ENDPOINT = url;
    onTestFinished(() => {
      process.env.HF_ENDPOINT = "";
    });
    const place = { dir: scratch(), own: false };
    await pullModel(encoder, "encoder", place, () => {});
    expect(asked).toContain("/tiny/encoder/resolve/main/onnx/model_quantized.onnx");
    const e = await openEncoder(encoder, place, { pooling: "cls", prefix: "" });
    expect(e.info.dims).toBe(16);
    await e.close();
  });

  it("keeps nothing of an answer that is no model, so that the next try can succeed", async () => {
    const junk = scratch();
    for (const file of ["tokenizer.json", "tokenizer_config.json", "config.json"]) {
      mkdirSync(join(junk, "tiny", "encoder"), { recursive: true });
      writeFileSync(join(junk, "tiny", "encoder", file), '{"login":"please"}');
    }
    onTestFinished(() => {
      process.env.HF_ENDPOINT = "";
    });
    const place = { dir: scratch(), own: false };
    process.env.HF_ENDPOINT = (await hub(junk)).url;
    await expect(pullModel(encoder, "encoder", place, () => {})).rejects.toThrow(/no such model/);
    process.env.HF_ENDPOINT = (await hub(await tinyModels())).url;
    await pullModel(encoder, "encoder", place, () => {});
  });

  it("says what to do when there is no network, no such model, or an own folder", async () => {
    const { url } = await hub(scratch());
    onTestFinished(() => {
      process.env.HF_ENDPOINT = "";
    });
    const place = { dir: scratch(), own: false };
    process.env.HF_ENDPOINT = "http://127.0.0.1:9";
    await expect(pullModel(encoder, "encoder", place, () => {})).rejects.toThrow(
      /cannot fetch tiny\/encoder from http:\/\/127.0.0.1:9\/: .*HF_ENDPOINT names a mirror.*use-lite/s,
    );
    process.env.HF_ENDPOINT = url;
    await expect(pullModel(encoder, "encoder", place, () => {})).rejects.toThrow(/cannot fetch/);
    await expect(
      pullModel(encoder, "encoder", { dir: place.dir, own: true }, () => {}),
    ).rejects.toThrow(/your own folder/);
    expect(remoteHost("https://hf.example")).toBe("https://hf.example/");
    expect(remoteHost(" ")).toBe("https://huggingface.co/");
    expect(() => remoteHost("hf.example")).toThrow(/HF_ENDPOINT/);
  });
});
