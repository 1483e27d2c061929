import type { RetrievalOptions } from "../rag/open.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";
import { retriever } from "./rag-actions.js";
import { goesOn } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

/** `normact rag lint` */
export async function lint(flags: {
  bank?: string;
  cuePack?: string;
  json?: boolean;
}): Promise<void> {
  const [{ BANK_CHECKS, lintBank }, { shippedBankFile }, prompts, { textTable }] =
    await Promise.all([
      import("../rag/lint.js"),
      import("../rag/bank.js"),
      import("../prompts/index.js"),
      import("../report/text-table.js"),
    ]);
  const file = flags.bank ?? shippedBankFile();
  const { readText } = await import("../core/files.js");
  const pack = flags.cuePack
    ? prompts.loadCuePack(readText(flags.cuePack), flags.cuePack)
    : prompts.defaultCuePack();
  const report = lintBank(file, pack);
  const ok = report.findings.length === 0;
  if (flags.json) printJson({ schemaVersion: 1, ok, file, ...report });
  else {
    const count = (check: string): number =>
      report.findings.filter((f) => f.check === check).length;
    print(
      textTable(
        ["check", "findings", "what it asks"],
        Object.entries(BANK_CHECKS).map(([check, asks]) => [check, String(count(check)), asks]),
      ),
    );
    for (const f of report.findings.slice(0, 50))
      print(`${f.line === 0 ? file : `${file}:${f.line}`}: ${f.check}: ${f.what}`);
    if (report.findings.length > 50) note(`… and ${report.findings.length - 50} more (--json)`);
    const shares = Object.entries(report.shares).map(([k, v]) => `${k} ${(100 * v).toFixed(1)} %`);
    note(
      `${report.rows} rows, ${report.distinct} distinct, ${report.settings} settings; ${shares.join(", ")}: ${ok ? "clean" : `${report.findings.length} findings`}`,
    );
  }
  if (!ok) process.exitCode = 1;
}

/** `normact rag verify` */
export async function verify(flags: RetrievalOptions & { json?: boolean }): Promise<void> {
  const { verifyIndex } = await import("../rag/verify.js");
  const found = await retriever({ ...flags, reranker: "none" });
  try {
    const steps = await verifyIndex(found.index, found.embedder);
    const ok = steps.every((s) => s.ok);
    if (flags.json) printJson({ schemaVersion: 1, ok, folder: found.index.folder, steps });
    else for (const s of steps) print(`${s.ok ? "ok  " : "BAD "} ${s.check.padEnd(14)} ${s.said}`);
    if (!ok) {
      const { rebuildCommand } = await import("../rag/index-folder.js");
      const { folder, meta } = found.index;
      note(`${folder} is damaged. Build it again:\n${rebuildCommand(folder, meta)}`);
      process.exitCode = 1;
    }
  } finally {
    await found.close();
  }
}

/** `normact rag pull` */
export async function pull(models: string[], flags: { json?: boolean }): Promise<void> {
  const [names, { pullModel, remoteHost }] = await Promise.all([
    import("../rag/models.js"),
    import("../rag/transformers.js"),
  ]);
  const place = names.modelPlace();
  const wanted = models.length > 0 ? models : [names.BGE_EMBEDDER, names.BGE_RERANKER];
  const done: { model: string; folder: string }[] = [];
  for (const text of wanted) {
    const name = names.parseModelName(text);
    note(`${name.model} (${name.dtype}) from ${remoteHost()}`);
    let shown = "";
    await pullModel(
      name,
      /rerank/i.test(name.model) ? "reranker" : "encoder",
      place,
      (file, percent) => {
        const line = `  ${file} ${Math.floor(percent / 25) * 25} %`;
        if (line !== shown) note(line);
        shown = line;
      },
    );
    done.push({ model: text, folder: place.dir });
  }
  if (flags.json) printJson({ schemaVersion: 1, models: done });
  else for (const { model, folder } of done) print(`${model} is in ${folder}`);
}

interface PrecomputeFlags extends RetrievalOptions {
  dataset?: string;
  tasks?: string[];
  limit?: number;
  cuePack?: string;
  json?: boolean;
}

/** `normact rag precompute` */
export async function precomputeSet(flags: PrecomputeFlags): Promise<void> {
  const [{ precompute }, { readDataset, selectSpecs }, prompts, { readText }] = await Promise.all([
    import("../rag/precompute.js"),
    import("../scenes/dataset.js"),
    import("../prompts/index.js"),
    import("../core/files.js"),
  ]);
  const { dataset, tasks, limit, cuePack, json, ...options } = flags;
  const specs = selectSpecs(await datasetOf(dataset, readDataset), { tasks, limit });
  const pack = cuePack ? prompts.loadCuePack(readText(cuePack), cuePack) : prompts.defaultCuePack();
  const found = await retriever(options);
  const { stop, done } = stopOnSignal("the query in hand is finished and kept");
  const bar = progress(`retrieve with ${found.reranker.name}`, specs.length);
  const started = performance.now();
  try {
    const work = precompute(specs, found, { pack, stop, onEpisode: (id) => bar.tick(id) });
    const result = await goesOn(work);
    const seconds = (performance.now() - started) / 1000;
    if (json) printJson({ schemaVersion: 1, ...result, seconds });
    else
      print(
        `${result.episodes} first turns, ${result.queries} different queries, ${seconds.toFixed(1)} s (${(result.queries / seconds).toFixed(1)} queries/s)`,
      );
    if (result.episodes < specs.length) {
      note(`${specs.length - result.episodes} are left: run the same command again to go on`);
      process.exitCode = 130;
    }
  } finally {
    bar.end();
    done();
    await found.close();
  }
}

/** A folder with a data set, an exported ImageFolder, or the set that ships. */
async function datasetOf(
  folder: string | undefined,
  readDataset: typeof import("../scenes/dataset.js").readDataset,
) {
  if (folder === undefined) return readDataset();
  const { existsSync } = await import("node:fs");
  const { join } = await import("node:path");
  if (existsSync(join(folder, "episodes.jsonl"))) return readDataset(folder);
  const { openImageFolder } = await import("../scenes/image-folder.js");
  return openImageFolder(folder).dataset;
}
