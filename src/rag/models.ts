import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../core/errors.js";
import { cacheRoot, insideFolder } from "../core/paths.js";

export const BGE_EMBEDDER = "Xenova/bge-base-en-v1.5";
export const BGE_RERANKER = "Xenova/bge-reranker-base";
/** what bge's authors put before queries of their English v1.5 models */
export const BGE_PREFIX = "Represent this sentence for searching relevant passages: ";

/** `q8`: the quantised weights (a quarter of the size); `fp32`: the full ones. */
export const DTYPES = ["q8", "fp32"] as const;
export type Dtype = (typeof DTYPES)[number];

/** Where models lie, and whether it is the user's own folder (then nothing is ever downloaded). */
export interface ModelPlace {
  dir: string;
  own: boolean;
}

/** `given`, else NORMACT_MODELS, else a folder of the cache. */
export function modelPlace(given?: string): ModelPlace {
  const own = given ?? process.env.NORMACT_MODELS?.trim();
  return own ? { dir: resolve(own), own: true } : { dir: join(cacheRoot(), "models"), own: false };
}

export interface ModelName {
  /** `org/name` */
  model: string;
  dtype: Dtype;
}

/**
 * `Xenova/bge-base-en-v1.5` or `…@fp32`.
 * @throws UsageError bad_model_name
 */
export function parseModelName(text: string): ModelName {
  const [model = "", dtype = "q8"] = text.split("@");
  const known = DTYPES.find((d) => d === dtype);
  if (!/^[\w.-]+\/[\w.-]+$/.test(model) || /(^|\/)\.+(\/|$)/.test(model) || !known)
    throw new UsageError(
      "bad_model_name",
      `"${text}" is no model name; give organisation/name, with @fp32 behind it for the unquantised weights`,
    );
  return { model, dtype: known };
}

/** The files of a model, as Hugging Face's ONNX repositories lay them out. */
export function modelFiles({ dtype }: ModelName): string[] {
  const weights = dtype === "q8" ? "model_quantized.onnx" : "model.onnx";
  return ["config.json", "tokenizer.json", "tokenizer_config.json", `onnx/${weights}`];
}

/** Files of a model that are not there. */
export function missingFiles(name: ModelName, { dir }: ModelPlace): string[] {
  const folder = insideFolder(dir, name.model);
  return modelFiles(name).filter((f) => !existsSync(join(folder, f)));
}

/** SHA-256 of a model's weights, the first twelve digits: names on a hub may change what they stand for. */
export async function weightsHash(name: ModelName, { dir }: ModelPlace): Promise<string> {
  const file = join(insideFolder(dir, name.model), modelFiles(name)[3]!);
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer);
  return hash.digest("hex").slice(0, 12);
}

/** What to do about a model that is not there, in one sentence. */
export function howToGet({ model, dtype }: ModelName, place: ModelPlace): string {
  const name = dtype === "q8" ? model : `${model}@${dtype}`;
  return place.own
    ? `put its files into ${join(place.dir, model)}`
    : `fetch it with: normact rag pull ${name}`;
}
