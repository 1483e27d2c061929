import { UsageError } from "../core/errors.js";
import type { Embedder, EmbedderInfo } from "./embedder.js";
import {
  BGE_EMBEDDER,
  BGE_PREFIX,
  howToGet,
  type ModelName,
  type ModelPlace,
  missingFiles,
  parseModelName,
} from "./models.js";

/** `auto`, `bge`, `use-lite`, or any encoder as `organisation/name`. */
export interface EmbedderChoice {
  embedder: Embedder;
  /** why it is not bge, to be said aloud; null when it is, or when another was asked for by name */
  fallback: string | null;
}

const BGE: ModelName = { model: BGE_EMBEDDER, dtype: "q8" };

/**
 * The encoder of a name. `auto` takes bge where it lies in the models' folder, and the bundled one elsewhere.
 * @throws UsageError unknown_embedder; NormactError model_missing
 */
export async function openEmbedder(name: string, place: ModelPlace): Promise<EmbedderChoice> {
  if (name === "auto") {
    if (missingFiles(BGE, place).length === 0)
      return { embedder: await bge(BGE, place), fallback: null };
    return {
      embedder: await useLite(),
      fallback: `${BGE_EMBEDDER} is not in ${place.dir}, so the bundled encoder use-lite takes its place (${howToGet(BGE, place)})`,
    };
  }
  if (name === "use-lite") return { embedder: await useLite(), fallback: null };
  if (name === "bge" || name.startsWith("bge@"))
    return { embedder: await bge(named(name.replace("bge", BGE_EMBEDDER)), place), fallback: null };
  return { embedder: await bge(named(name), place), fallback: null };
}

function named(text: string): ModelName {
  try {
    return parseModelName(text);
  } catch {
    throw new UsageError(
      "unknown_embedder",
      `unknown embedder "${text}". Allowed: auto, bge, bge@fp32, use-lite, or an encoder as organisation/name`,
    );
  }
}

/** The encoder that an index was built with. @throws NormactError model_missing, embedder_changed */
export async function embedderOf(info: EmbedderInfo, place: ModelPlace): Promise<Embedder> {
  if (info.model === "use-lite") return useLite();
  const { openEncoder } = await import("./transformers.js");
  const name = parseModelName(info.dtype === "q8" ? info.model : `${info.model}@${info.dtype}`);
  const pooling = info.pooling === "mean" ? "mean" : "cls";
  return openEncoder(name, place, { pooling, prefix: info.prefix });
}

async function useLite(): Promise<Embedder> {
  const { openUseLite } = await import("./use-lite.js");
  return openUseLite();
}

async function bge(name: ModelName, place: ModelPlace): Promise<Embedder> {
  const { openEncoder } = await import("./transformers.js");
  return openEncoder(name, place, { pooling: "cls", prefix: BGE_PREFIX });
}

/** Does this encoder do what the paper's does (appendix C)? */
export const isPaperEncoder = (info: EmbedderInfo): boolean => info.model === BGE_EMBEDDER;
