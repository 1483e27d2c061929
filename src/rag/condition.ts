import { type CueCondition, goalText } from "../prompts/index.js";
import { queryText, situationOf } from "./query-text.js";
import type { Retriever } from "./retriever.js";

/** The condition's name in tables when the paper's encoder and reranker did not both do the work. */
export const LITE = "rag-lite";

/**
 * The cue condition `rag` (NormAct, section 5 and appendix C): at every turn a query from goal, visible objects and
 * place; the best norms as short hints at the head of the prompt. The run's log keeps what was found and why.
 */
export function ragCondition(retriever: Retriever): CueCondition {
  const { embedder, reranker, index, settings, isPaper } = retriever;
  const bank = index.meta.bank.name;
  return {
    name: "rag",
    label: `goal and norms retrieved from ${bank} (encoder ${embedder.info.model}, second stage ${reranker.name})`,
    ...(isPaper ? {} : { tableName: LITE }),
    settings: {
      bank,
      bankHash: index.meta.fingerprint.bank,
      index: index.meta.id,
      encoder: embedder.info.model,
      secondStage: reranker.name,
      secondStageRevision: reranker.revision,
      k: settings.k,
      candidates: settings.candidates,
    },
    mainThread: true,
    async compose({ pack, episode, visible = [] }) {
      const goal = goalText(pack, episode);
      const place = episode.setting?.place ?? "";
      const found = await retriever.retrieve(queryText(situationOf(goal, visible, place)));
      return {
        goal,
        cue: null,
        headHints: found.hits.map((hit) => hit.hint),
        log: {
          query: found.query,
          queryCut: found.cut,
          encoder: embedder.info.model,
          secondStage: reranker.name,
          index: index.meta.id,
          candidates: found.candidates,
          hits: found.hits.map(({ rank, id, score, firstRank, rerankScore }) => ({
            rank,
            id,
            score,
            firstRank,
            rerankScore,
          })),
        },
      };
    },
    close: () => retriever.close(),
  };
}
