import { NormactError } from "../core/errors.js";
import type { RagEvaluation, SystemResult } from "../rag/evaluate.js";
import type { Mean } from "../rag/ranking-metrics.js";
import type { Retriever } from "../rag/retriever.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";
import { retriever } from "./rag-actions.js";

interface EvalFlags {
  bank?: string;
  models?: string;
  queries?: string;
  candidates: number;
  json?: boolean;
}

/** What is measured beside random and BM25: [encoder, second stage]. */
const PAIRS = [
  ["use-lite", "none"],
  ["use-lite", "lexical"],
  ["bge", "none"],
  ["bge", "lexical"],
  ["bge", "bge"],
] as const;

/** `normact rag eval` */
export async function evalQueries(flags: EvalFlags): Promise<void> {
  const [{ bankOf }, { readQueries }, evaluation] = await Promise.all([
    import("../rag/open.js"),
    import("../rag/queries.js"),
    import("../rag/evaluate.js"),
  ]);
  const set = readQueries(flags.queries);
  const bank = bankOf(flags.bank);
  const records = [...bank.records];
  bank.records.close();
  const { opened, notHere } = await openPairs(flags);
  const systems = [
    evaluation.randomSystem(records),
    evaluation.bm25System(records),
    ...opened.map(evaluation.retrieverSystem),
  ];
  const bar = progress("queries", systems.length * set.queries.length);
  try {
    const result = await evaluation.evaluateSystems(set, records, systems, {
      onQuery: (system) => bar.tick(system),
    });
    bar.end();
    const { name, hash } = bank.info;
    if (flags.json)
      printJson({ ...result, bank: { name, hash, records: records.length }, notHere });
    else
      await printTable(result, `${name} (${records.length} norms, ${hash.slice(0, 12)})`, notHere);
  } finally {
    bar.end();
    for (const r of opened) await r.close();
  }
}

/** The pairs that can be run here, and why others cannot. */
async function openPairs(flags: EvalFlags) {
  const opened: Retriever[] = [];
  const notHere: { system: string; why: string }[] = [];
  for (const [embedder, reranker] of PAIRS) {
    try {
      const { bank, models, candidates } = flags;
      opened.push(await retriever({ bank, models, candidates, embedder, reranker, k: 5 }));
    } catch (error) {
      if (!(error instanceof NormactError) || error.code !== "model_missing") throw error;
      notHere.push({ system: `${embedder} + ${reranker}`, why: error.message });
    }
  }
  return { opened, notHere };
}

async function printTable(
  result: RagEvaluation,
  bank: string,
  notHere: { system: string; why: string }[],
): Promise<void> {
  const { textTable } = await import("../report/text-table.js");
  const k = result.k;
  print(
    `${result.queries} queries on ${bank}; graded ${result.grading === "rows" ? "by hand, row by row" : "by patterns, which are rougher than grades by hand"}.\n` +
      "Means with 95 % intervals (bootstrap over groups of queries with the same grades).\n",
  );
  print(
    textTable(
      ["system", `nDCG@${k}`, "over BM25", `P@${k}`, "MRR", "coverage", "duplicates", "contrary"],
      result.systems.map((s) => [
        s.system,
        mean(s.ndcg),
        s.overBm25 ? mean(s.overBm25) : "–",
        mean(s.precision),
        mean(s.mrr),
        mean(s.coverage),
        mean(s.duplicates),
        mean(s.polarityErrors),
      ]),
    ),
  );
  print("\nCoverage by task: share of its queries with a norm of grade 2 among the five\n");
  const tasks = Object.keys(result.systems[0]?.byTask ?? {});
  print(
    textTable(
      ["task", "queries", "in bank", ...result.systems.map((s) => s.system)],
      tasks.map((task) => [
        task,
        String(result.systems[0]!.byTask[task]!.queries),
        inBank(result, task),
        ...result.systems.map((s) => share(s, task)),
      ]),
    ),
  );
  print(
    "\nin bank: norms of grade 2 / grade 1 / contrary. coverage: share of queries with a norm of grade 2. duplicates: norms\n" +
      "a query whose setting and behaviour stood further up. contrary: norms a query that advise against the task's norm.",
  );
  for (const { system, why } of notHere) note(`not measured: ${system}: ${why}`);
  if (result.leftOut.length > 0)
    note(`${result.leftOut.length} queries left out: nobody graded this bank for them`);
}

const mean = ({ mean: m, ci95 }: Mean): string =>
  m === null || ci95 === null
    ? "–"
    : `${m.toFixed(3)} (${ci95[0].toFixed(3)}–${ci95[1].toFixed(3)})`.replace(/–-/g, " to -");

const share = (s: SystemResult, task: string): string => s.byTask[task]!.coverage.toFixed(2);

function inBank(result: RagEvaluation, task: string): string {
  const found = result.inBank[task];
  return found ? `${found.grade2}/${found.grade1}/${found.contrary}` : "–";
}
