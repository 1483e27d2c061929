import type { RetrievalOptions } from "../rag/open.js";
import type { Retriever } from "../rag/retriever.js";
import { note, noteOnce, print, printJson } from "./io.js";
import { texts } from "./rag-bank-actions.js";
import { goesOn } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

type Flags = RetrievalOptions & { json?: boolean };

/** Opens what a command needs; a first build of the index can be broken off and gone on with. */
export async function retriever(flags: RetrievalOptions): Promise<Retriever> {
  const { openRetriever } = await import("../rag/open.js");
  const { stop, done } = stopOnSignal("the texts in hand are finished and kept");
  const bar = texts("embed");
  try {
    return await openRetriever(flags, { say: noteOnce, stop, onProgress: bar.at });
  } finally {
    bar.end();
    done();
  }
}

/** `normact rag query TEXT` */
export async function query(text: string, flags: Flags): Promise<void> {
  const found = await retriever(flags);
  try {
    const { hits, cut, candidates } = await goesOn(found.retrieve(text));
    if (cut) note("the query is longer than encoders read: its end was left out");
    if (flags.json) {
      printJson(
        hits.map(({ rank, id, score, rerankScore, record, text: chunk }) => ({
          rank,
          id,
          score,
          rerankScore,
          setting: record.setting,
          behavior: record.behavior,
          norm: record.norm,
          constraints: record.constraints,
          text: chunk,
        })),
      );
    } else {
      const { textTable } = await import("../report/text-table.js");
      print(
        textTable(
          ["rank", "score", "first rank", "second score", "hint"],
          hits.map((h) => [
            String(h.rank),
            h.score.toFixed(3),
            String(h.firstRank),
            h.rerankScore === null ? "–" : h.rerankScore.toFixed(4),
            h.hint,
          ]),
        ),
      );
    }
    note(
      `${found.index.meta.bank.name}, ${candidates} of ${found.index.meta.chunks} candidates, encoder ${found.embedder.info.model}, second stage ${found.reranker.name}`,
    );
  } finally {
    await found.close();
  }
}

/** `normact rag info` */
export async function info(flags: Flags): Promise<void> {
  const found = await retriever(flags);
  try {
    const { meta, folder, vectors } = found.index;
    const [{ indexBackend }, { BACKENDS }] = await Promise.all([
      import("../rag/backends.js"),
      import("../rag/vector-index.js"),
    ]);
    const backends: Record<string, string> = {};
    for (const name of BACKENDS)
      backends[name] = await indexBackend(name).then(
        () => "there",
        (error: Error) => error.message,
      );
    const said = {
      schemaVersion: 1,
      bank: meta.bank,
      records: meta.records,
      chunks: meta.chunks,
      index: { folder, id: meta.id, backend: vectors.backend, fingerprint: meta.fingerprint },
      secondStage: { name: found.reranker.name, revision: found.reranker.revision },
      condition: found.isPaper ? "rag" : "rag-lite",
      backends,
    };
    if (flags.json) return printJson(said);
    const e = meta.fingerprint.embedder;
    print(
      [
        `bank          ${meta.bank.name} (${meta.bank.source.slice(0, 12)}), ${meta.records} norms in ${meta.chunks} chunks`,
        `index         ${folder} (${meta.id.slice(0, 12)})`,
        `encoder       ${e.model}, ${e.dims} columns, ${e.dtype}, pooling ${e.pooling}, revision ${e.revision}${e.prefix ? `, queries begin with "${e.prefix.trim()}"` : ""}`,
        `second stage  ${found.reranker.name} (${found.reranker.revision})`,
        `backend       ${vectors.backend}`,
        ...Object.entries(backends).map(([name, state]) => `  ${name.padEnd(6)} ${state}`),
        `tables call a run with these "${said.condition}"`,
      ].join("\n"),
    );
  } finally {
    await found.close();
  }
}
