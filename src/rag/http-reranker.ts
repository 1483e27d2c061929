import { z } from "zod";
import { NormactError } from "../core/errors.js";
import { isLocalUrl } from "../models/endpoint.js";
import type { Reranker } from "./reranker.js";

/**
 * Rerank servers. Three dialects: `/rerank` of text-embeddings-inference (texts in, a list out), `/rerank` of
 * llama-server, vLLM and Jina (documents in, `results` out), `/score` of vLLM (text_1, text_2 in, `data` out).
 */
type Dialect = "tei" | "jina" | "score";

const TeiAnswer = z.array(z.object({ index: z.int(), score: z.number() }));
const JinaAnswer = z.object({
  results: z.array(z.object({ index: z.int(), relevance_score: z.number() })),
});
const ScoreAnswer = z.object({ data: z.array(z.object({ index: z.int(), score: z.number() })) });

/** passages a call where the server does not say how many it takes */
const BATCH = 32;
const TIMEOUT_MS = 300_000;

interface Server {
  dialect: Dialect;
  url: string;
  model: string;
  batch: number;
}

/**
 * A reranker behind an address: `http://host:port` (the dialect is found out), or with `/rerank` or `/score` at
 * its end. A key is taken from NORMACT_RERANK_KEY.
 * @throws NormactError rerank_server
 */
export async function openHttpReranker(address: string): Promise<Reranker> {
  const server = await discover(address.replace(/\/+$/, ""));
  return {
    name: server.model,
    revision: `http ${server.dialect}`,
    slow: true,
    async score(query, candidates) {
      const scores = new Array<number>(candidates.length).fill(Number.NEGATIVE_INFINITY);
      for (let at = 0; at < candidates.length; at += server.batch) {
        const part = candidates.slice(at, at + server.batch).map((c) => c.text);
        const got = await ask(server, query, part);
        for (const { index, score } of got) scores[at + index] = score;
      }
      if (scores.some((s) => s === Number.NEGATIVE_INFINITY))
        throw broken(server.url, "it left out passages");
      return scores;
    },
    close: async () => {},
  };
}

async function discover(address: string): Promise<Server> {
  const base = address.replace(/\/(v1\/)?(rerank|score)$/, "");
  if (address.endsWith("/score"))
    return { dialect: "score", url: address, model: await firstModel(base), batch: BATCH };
  const url = address.endsWith("/rerank") ? address : `${base}/rerank`;
  const info = z
    .object({ model_id: z.string(), max_client_batch_size: z.int().positive().optional() })
    .safeParse(await getJson(`${base}/info`));
  if (info.success)
    return {
      dialect: "tei",
      url,
      model: info.data.model_id,
      batch: info.data.max_client_batch_size ?? BATCH,
    };
  return { dialect: "jina", url, model: await firstModel(base), batch: BATCH };
}

/** The model that an OpenAI-like server says it runs. */
async function firstModel(base: string): Promise<string> {
  const models = z
    .object({ data: z.array(z.object({ id: z.string() })).min(1) })
    .safeParse(await getJson(`${base}/v1/models`));
  return models.success ? models.data.data[0]!.id : `server at ${new URL(base).host}`;
}

async function getJson(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { headers: key(url), signal: AbortSignal.timeout(10_000) });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

async function ask(server: Server, query: string, texts: string[]) {
  const { dialect, url, model } = server;
  const body =
    dialect === "tei"
      ? { query, texts, raw_scores: true, truncate: true }
      : dialect === "jina"
        ? { model, query, documents: texts, top_n: texts.length }
        : { model, text_1: query, text_2: texts };
  const answer = await post(url, body);
  if (dialect === "tei") return parsed(TeiAnswer, answer, url);
  if (dialect === "score") return parsed(ScoreAnswer, answer, url).data;
  return parsed(JinaAnswer, answer, url).results.map((r) => ({
    index: r.index,
    score: r.relevance_score,
  }));
}

async function post(url: string, body: unknown): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...key(url) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    throw broken(url, `it cannot be reached (${cause?.code ?? (error as Error).message})`);
  }
  const text = await response.text();
  if (!response.ok) throw broken(url, `it answered ${response.status}: ${text.slice(0, 200)}`);
  try {
    return JSON.parse(text);
  } catch {
    throw broken(url, "its answer is no JSON");
  }
}

function parsed<T>(schema: z.ZodType<T>, answer: unknown, url: string): T {
  const result = schema.safeParse(answer);
  if (!result.success) throw broken(url, "its answer has another shape than a rerank server's");
  return result.data;
}

function broken(url: string, why: string): NormactError {
  return new NormactError(
    "rerank_server",
    `the rerank server ${url}: ${why}. Start it, give another address with --reranker, or do without: --reranker lexical`,
    3,
  );
}

/** The key goes to the address that the user named, and in the clear only to the own machine or network. */
function key(url: string): Record<string, string> {
  const value = process.env.NORMACT_RERANK_KEY?.trim();
  if (!value || (url.startsWith("http:") && !isLocalUrl(url))) return {};
  return { authorization: `Bearer ${value}` };
}
