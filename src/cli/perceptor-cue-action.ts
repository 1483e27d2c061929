import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import type { ModelRuntime } from "../models/runtime.js";
import { cueSource } from "../perceptor/sources/index.js";
import { writeCues } from "../perceptor/write-cues.js";
import { defaultCuePack, loadCuePack } from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import { readDataset, selectSpecs } from "../scenes/dataset.js";
import { openImageFolder } from "../scenes/image-folder.js";
import { ScenePool } from "../scenes/jobs.js";
import type { ObservationPicture } from "../scenes/picture.js";
import { note, printJson } from "./io.js";
import { SCENE_RULES_NOTE } from "./perceptor-options.js";
import { type Progress, progress } from "./progress.js";
import { goesOn } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

interface CueOptions {
  perceptor: string;
  perceptorBaseUrl?: string;
  out: string;
  dataset?: string;
  tasks?: string[];
  episodes?: string[];
  limit?: number;
  twins?: boolean;
  cuePack?: string;
  concurrency: number;
  workers?: number;
  json?: boolean;
}

export async function writeCueFile(options: CueOptions): Promise<void> {
  let runtime: ModelRuntime | undefined;
  const source = await cueSource(options.perceptor, {
    runtime: async () => (runtime ??= (await import("../models/runtime.js")).createRuntime()),
    ...(options.perceptorBaseUrl === undefined ? {} : { baseUrl: options.perceptorBaseUrl }),
  });
  if (source.kind === "recorded")
    throw new UsageError(
      "already_written",
      `${source.name} is a cue file already; name the perceptor that is to write`,
    );
  if (source.kind === "scene") note(SCENE_RULES_NOTE);
  const views = options.dataset ? openImageFolder(options.dataset) : null;
  if (views && options.twins)
    throw new UsageError(
      "twins_and_dataset",
      "an exported folder holds no twins: leave out --twins or --dataset",
    );
  const specs = selectSpecs(views?.dataset ?? readDataset(), options);
  views?.verify(specs);
  const pack = options.cuePack
    ? loadCuePack(readText(options.cuePack), options.cuePack)
    : defaultCuePack();
  const interrupt = stopOnSignal("finishing what is in flight");
  const pool = new ScenePool(views ? 0 : options.workers);
  let bar: Progress | null = null;
  try {
    const rows = await goesOn(
      writeCues(
        { source, specs, pack, out: options.out, concurrency: options.concurrency },
        {
          stop: interrupt.stop,
          cache: new IdPassCache(),
          rgb: async (spec, snapshot) =>
            views?.get(spec.id)?.rgb() ??
            (await pool.run<ObservationPicture>({ type: "draw", snapshot })).rgb,
          onStart(total, done) {
            if (done > 0) note(`${options.out} holds ${done} of ${total} cues: going on`);
            bar = progress("perceptor cue", total, done);
          },
          onCue: (row) => bar?.tick(row.episode),
        },
      ),
    );
    const flags: Record<string, number> = {};
    for (const row of rows) for (const flag of row.flags) flags[flag] = (flags[flag] ?? 0) + 1;
    if (options.json)
      printJson({
        schemaVersion: 1,
        out: options.out,
        perceptor: source.name,
        cues: rows.length,
        flags,
      });
    const flagged = Object.entries(flags).map(([flag, n]) => `${n} ${flag.replaceAll("_", " ")}`);
    note(
      `${rows.length} cues of ${source.name} in ${options.out}; ${flagged.length === 0 ? "none flagged" : `flagged: ${flagged.join(", ")}`}`,
    );
    note(`use them with: normact eval --cue generated --perceptor precomputed:${options.out}`);
  } finally {
    (bar as Progress | null)?.end();
    interrupt.done();
    await source.close?.();
    await pool.close();
    await runtime?.close();
  }
}
