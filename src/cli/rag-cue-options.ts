import type { CueFlags, CueServices, FlagValues } from "./cue-flags.js";
import { wholeNumber } from "./options.js";

/** `--cue rag` and its flags. */
export const ragFlags: CueFlags = {
  cue: "rag",
  declare(command) {
    command
      .option("--rag-k <n>", "retrieved norms in a prompt (default: 5)", wholeNumber(1, 100))
      .option(
        "--rag-candidates <n>",
        "norms that the second stage looks at (default: 500)",
        wholeNumber(1, 100_000),
      )
      .option("--rag-bank <path>", "norm bank: a folder, or a CSV in NormBank's columns")
      .option("--index <dir>", "norm index built by `normact rag build`")
      .option("--embedder <name>", "auto, bge, use-lite, or an encoder as organisation/name")
      .option(
        "--reranker <name>",
        "auto, bge, lexical, none, organisation/name, or http://HOST:PORT",
      );
  },
  async make(flags: FlagValues, services: CueServices) {
    const [{ ragCondition }, { retriever }] = await Promise.all([
      import("../rag/condition.js"),
      import("./rag-actions.js"),
    ]);
    const given = flags as {
      ragK?: number;
      ragCandidates?: number;
      ragBank?: string;
      index?: string;
      embedder?: string;
      reranker?: string;
    };
    const found = await retriever({
      k: given.ragK,
      candidates: given.ragCandidates,
      bank: given.ragBank,
      index: given.index,
      embedder: given.embedder,
      reranker: given.reranker,
    });
    const condition = ragCondition(found);
    services.note(
      `cue ${condition.tableName ?? condition.name}: bank ${found.index.meta.bank.name} (${found.index.meta.records} norms), encoder ${found.embedder.info.model}, second stage ${found.reranker.name}`,
    );
    return condition;
  },
};
