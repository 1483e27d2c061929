import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { NormactError, UsageError } from "../core/errors.js";
import { cutQuery, type Embedder, type EmbedderInfo } from "./embedder.js";
import {
  howToGet,
  type ModelName,
  type ModelPlace,
  missingFiles,
  modelFiles,
  weightsHash,
} from "./models.js";

/** The only file that knows `@xenova/transformers`: encoder, cross-encoder and download. */

interface Tensor {
  data: Float32Array;
  dims: number[];
  dispose?: () => void;
}
type Extractor = ((
  texts: string[],
  options: { pooling: "cls" | "mean"; normalize: boolean },
) => Promise<Tensor>) & { dispose(): Promise<unknown> };
type Tokenizer = (texts: string[], options: object) => object;
type Classifier = ((inputs: object) => Promise<{ logits: Tensor }>) & {
  dispose(): Promise<unknown>;
};
interface Options {
  quantized: boolean;
  progress_callback?: (event: { status: string; file?: string; progress?: number }) => void;
}
interface Library {
  env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    cacheDir: string;
    remoteHost: string;
  };
  pipeline(task: string, model: string, options: Options): Promise<Extractor>;
  AutoTokenizer: { from_pretrained(model: string, options?: Options): Promise<Tokenizer> };
  AutoModel: { from_pretrained(model: string, options: Options): Promise<Classifier> };
  AutoModelForSequenceClassification: {
    from_pretrained(model: string, options: Options): Promise<Classifier>;
  };
}

/** The library, set up for a folder. Its settings are the process's, so they are set before every load. */
async function library(place: ModelPlace, remote: boolean): Promise<Library> {
  const lib = (await import("@xenova/transformers")) as unknown as Library;
  const { env } = lib;
  env.allowRemoteModels = remote;
  // its own folder of local models inside node_modules is never looked at
  env.allowLocalModels = !remote;
  env.localModelPath = place.dir;
  env.cacheDir = place.dir;
  env.remoteHost = remoteHost();
  return lib;
}

/** Where models are downloaded from: HF_ENDPOINT, else Hugging Face. */
export function remoteHost(endpoint = process.env.HF_ENDPOINT): string {
  const given = endpoint?.trim();
  if (!given) return "https://huggingface.co/";
  if (!/^https?:\/\/[^/\s]/.test(given))
    throw new UsageError(
      "bad_hf_endpoint",
      `HF_ENDPOINT "${given}" is no address; set it to one like https://huggingface.co`,
    );
  return given.endsWith("/") ? given : `${given}/`;
}

/** The library and its runtime tell of failures on the console, with stacks; what matters is in the error thrown. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { console: loud } = globalThis;
  const { warn, error } = loud;
  loud.warn = () => {};
  loud.error = () => {};
  try {
    return await work();
  } finally {
    loud.warn = warn;
    loud.error = error;
  }
}

/** @throws NormactError model_missing, model_broken */
async function loaded<T>(
  name: ModelName,
  place: ModelPlace,
  load: (lib: Library, options: Options) => Promise<T>,
): Promise<T> {
  const missing = missingFiles(name, place);
  if (missing.length > 0)
    throw new NormactError(
      "model_missing",
      `${name.model} (${name.dtype}) is not in ${place.dir} (no ${missing[0]}): ${howToGet(name, place)}, or do without it: --embedder use-lite --reranker lexical`,
    );
  try {
    const lib = await library(place, false);
    return await quietly(() => load(lib, { quantized: name.dtype === "q8" }));
  } catch (error) {
    throw new NormactError(
      "model_broken",
      `${name.model} in ${place.dir} cannot be loaded (${(error as Error).message}). Its files are damaged or not those of such a model: remove its folder and ${howToGet(name, place)}`,
      1,
      { cause: error },
    );
  }
}

export interface EncoderSettings {
  /** which token vectors become the text's: bge was trained with the first one's ("cls") */
  pooling: "cls" | "mean";
  /** put before queries, never before passages */
  prefix: string;
}

/** An encoder as `@xenova/transformers` runs it. @throws NormactError model_missing, model_broken */
export async function openEncoder(
  name: ModelName,
  place: ModelPlace,
  { pooling, prefix }: EncoderSettings,
): Promise<Embedder> {
  const extract = await loaded(name, place, (lib, options) =>
    lib.pipeline("feature-extraction", name.model, options),
  );
  const run = async (texts: readonly string[]): Promise<Float32Array> => {
    if (texts.length === 0) return new Float32Array(0);
    const tensor = await extract([...texts], { pooling, normalize: true });
    // a text without a single known word has no direction: zeros, which are near nothing
    const vectors = Float32Array.from(tensor.data, (x) => (Number.isFinite(x) ? x : 0));
    tensor.dispose?.();
    return vectors;
  };
  const info: EmbedderInfo = {
    model: name.model,
    revision: await weightsHash(name, place),
    dtype: name.dtype,
    pooling,
    normalized: true,
    prefix,
    dims: (await run(["."])).length,
  };
  return {
    info,
    batch: 8,
    passages: run,
    query: (text) => run([prefix + text]),
    close: async () => {
      await extract.dispose();
    },
  };
}

/** Scores pairs of a query and a passage; higher is more relevant, of no fixed range. */
export interface CrossEncoder {
  revision: string;
  score(query: string, passages: readonly string[]): Promise<number[]>;
  close(): Promise<void>;
}

/** query and passage share 512 tokens; 800 units of a passage need about 200 of them */
const PAIR_QUERY_UNITS = 1000;
const PAIR_BATCH = 16;

/**
 * A cross-encoder. Its raw logits are the scores: the library's text-classification pipeline would put each pair's
 * one logit through a softmax, and all scores would be 1.
 * @throws NormactError model_missing, model_broken
 */
export async function openCrossEncoder(name: ModelName, place: ModelPlace): Promise<CrossEncoder> {
  const { tokenizer, model } = await loaded(name, place, async (lib, options) => ({
    tokenizer: await lib.AutoTokenizer.from_pretrained(name.model),
    model: await lib.AutoModelForSequenceClassification.from_pretrained(name.model, options),
  }));
  const scoreBatch = async (query: string, passages: string[]): Promise<number[]> => {
    const inputs = tokenizer(
      passages.map(() => query),
      {
        text_pair: passages,
        padding: true,
        truncation: true,
      },
    );
    const { logits } = await model(inputs);
    const columns = logits.dims.at(-1) ?? 1;
    if (columns !== 1)
      throw new NormactError(
        "model_broken",
        `${name.model} gives ${columns} numbers a pair, a reranker gives one`,
      );
    const scores = Array.from(logits.data);
    logits.dispose?.();
    return scores;
  };
  return {
    revision: await weightsHash(name, place),
    async score(query, passages) {
      const short = cutQuery(query, PAIR_QUERY_UNITS).text;
      // pairs of like length waste no padding
      const order = passages.map((_, i) => i);
      order.sort((a, b) => passages[a]!.length - passages[b]!.length || a - b);
      const scores = new Array<number>(passages.length);
      for (let at = 0; at < order.length; at += PAIR_BATCH) {
        const rows = order.slice(at, at + PAIR_BATCH);
        const got = await scoreBatch(
          short,
          rows.map((r) => passages[r]!),
        );
        rows.forEach((r, i) => {
          scores[r] = got[i]!;
        });
      }
      return scores;
    },
    close: async () => {
      await model.dispose();
    },
  };
}

/**
 * Downloads a model into the cache.
 * @param onFile told of each file and how much of it is there, in per cent
 * @throws UsageError own_models; NormactError download_failed
 */
export async function pullModel(
  name: ModelName,
  kind: "encoder" | "reranker",
  place: ModelPlace,
  onFile: (file: string, percent: number) => void,
): Promise<void> {
  if (place.own)
    throw new UsageError(
      "own_models",
      `models are taken from your own folder ${place.dir}, and nothing is downloaded into it; leave out --models and NORMACT_MODELS`,
    );
  const host = remoteHost();
  const folder = join(place.dir, name.model);
  const before = new Set(filesIn(folder));
  const options: Options = {
    quantized: name.dtype === "q8",
    progress_callback: ({ status, file, progress }) => {
      if (status === "progress" && file) onFile(file, Math.round(progress ?? 0));
    },
  };
  try {
    const lib = await library(place, true);
    const loader = kind === "encoder" ? lib.AutoModel : lib.AutoModelForSequenceClassification;
    await quietly(async () => {
      await lib.AutoTokenizer.from_pretrained(name.model, options);
      await (await loader.from_pretrained(name.model, options)).dispose();
    });
  } catch (error) {
    // what came may be a proxy's page: left in the cache it would spoil every later try
    for (const file of filesIn(folder)) if (!before.has(file)) rmSync(join(folder, file));
    throw new NormactError("download_failed", whyNot(name, place, host, error as Error), 1, {
      cause: error,
    });
  }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return found.filter((file) => statSync(join(folder, file)).isFile());
}

function whyNot(name: ModelName, place: ModelPlace, host: string, error: Error): string {
  const cause = error.cause as (Error & { code?: string }) | undefined;
  const odd = error instanceof TypeError && !cause;
  const reason = odd ? "what it sent is no such model" : (cause?.code ?? cause?.message);
  const files = modelFiles(name).join(", ");
  return (
    `cannot fetch ${name.model} from ${host}: ${error.message}${reason ? ` (${reason})` : ""}. ` +
    `Is there a network? HF_ENDPOINT names a mirror; or copy the model's files (${files}) into ${place.dir}/${name.model}. ` +
    "Without it the bundled encoder does the work: --embedder use-lite --reranker lexical"
  );
}
