import { unknownName } from "../core/closest.js";
import { NormactError, UsageError } from "../core/errors.js";
import { lexicalReranker, noReranker } from "./lexical.js";
import {
  BGE_RERANKER,
  howToGet,
  type ModelName,
  type ModelPlace,
  missingFiles,
  parseModelName,
} from "./models.js";
import type { Reranker } from "./reranker.js";

export interface RerankerChoice {
  reranker: Reranker;
  /** why it is not the cross-encoder, to be said aloud; null when it is, or when another was asked for by name */
  fallback: string | null;
}

const BGE: ModelName = { model: BGE_RERANKER, dtype: "q8" };

/**
 * The second stage of a name: `auto` (bge's cross-encoder where it lies in the models' folder, else the bundled
 * lexical stage), `bge`, `lexical`, `none`, a cross-encoder as `organisation/name`, or the address of a server.
 * @throws UsageError unknown_reranker; NormactError model_missing, rerank_server
 */
export async function openReranker(name: string, place: ModelPlace): Promise<RerankerChoice> {
  if (name === "auto") {
    if (missingFiles(BGE, place).length === 0)
      return { reranker: await cross(BGE, place), fallback: null };
    return {
      reranker: lexicalReranker,
      fallback: `${BGE_RERANKER} is not in ${place.dir}, so a lexical second stage (BM25, fused with the encoder's ranks) takes its place (${howToGet(BGE, place)})`,
    };
  }
  if (name === "lexical") return { reranker: lexicalReranker, fallback: null };
  if (name === "none") return { reranker: noReranker, fallback: null };
  if (/^https?:\/\//.test(name)) {
    if (!URL.canParse(name))
      throw new UsageError("unknown_reranker", `the reranker's address "${name}" is no address`);
    const { openHttpReranker } = await import("./http-reranker.js");
    return { reranker: await openHttpReranker(name), fallback: null };
  }
  const model =
    name === "bge" || name.startsWith("bge@") ? name.replace("bge", BGE_RERANKER) : name;
  if (!model.includes("/"))
    throw unknownName("reranker", name, ["auto", "bge", "lexical", "none", "http://HOST:PORT"]);
  return { reranker: await cross(parseModelName(model), place), fallback: null };
}

async function cross(name: ModelName, place: ModelPlace): Promise<Reranker> {
  const { openCrossEncoder } = await import("./transformers.js");
  const encoder = await openCrossEncoder(name, place);
  return {
    name: name.model,
    revision: `${name.dtype} ${encoder.revision}`,
    slow: true,
    async score(query, candidates) {
      const scores = await encoder.score(
        query,
        candidates.map((c) => c.text),
      );
      if (!scores.every(Number.isFinite))
        throw new NormactError("model_broken", `${name.model} gave scores that are no numbers`);
      return scores;
    },
    close: () => encoder.close(),
  };
}

/** Is this the paper's second stage (appendix C), run here or by a server? */
export const isPaperReranker = (reranker: Pick<Reranker, "name">): boolean =>
  /(^|\/)bge-reranker-base$/i.test(reranker.name);
