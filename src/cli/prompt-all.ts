import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { exportPrompts } from "../eval/export-prompts.js";
import {
  CUE_REGISTRY,
  cueList,
  defaultCuePack,
  loadCuePack,
  type ObjectList,
  withCondition,
} from "../prompts/index.js";
import { readDataset, selectSpecs } from "../scenes/dataset.js";
import { ScenePool } from "../scenes/jobs.js";
import { makeConditions } from "./cue-flags.js";
import { note } from "./io.js";
import { lazyRuntime } from "./model-flags.js";
import { progress } from "./progress.js";
import { stopOnSignal } from "./stopping.js";

/** `normact prompt --all --out DIR` */
export async function promptAll(options: {
  cue: string;
  out?: string;
  objectList: ObjectList;
  cuePack?: string;
  twin?: boolean;
  limit?: number;
}): Promise<void> {
  const { out } = options;
  if (!out) throw new UsageError("no_folder", "--all needs a folder to write to: add --out DIR");
  const cues = options.cue.split(/[\s,]+/).filter((c) => c !== "");
  const runtime = lazyRuntime({});
  const made = await makeConditions(cues, { ...options }, runtime.get);
  const conditions = cueList(cues, made.reduce(withCondition, CUE_REGISTRY));
  const pack = options.cuePack
    ? loadCuePack(readText(options.cuePack), options.cuePack)
    : defaultCuePack();
  const { limit, twin = false } = options;
  const specs = selectSpecs(readDataset(), { limit, twins: twin });
  const scenes = new ScenePool();
  const interrupt = stopOnSignal("finishing the prompts in hand");
  const bar = progress("prompts", specs.length);
  try {
    const lines = await exportPrompts({
      ...{ out, specs, conditions, pack, scenes, objectList: options.objectList },
      stop: interrupt.stop,
      onEpisode: (id) => bar.tick(id),
    });
    bar.end();
    note(`wrote ${lines} prompts to ${out}/prompts.jsonl, pictures beside them`);
    if (interrupt.stop.aborted) process.exitCode = 130;
  } finally {
    interrupt.done();
    for (const c of conditions) await c.close?.();
    await scenes.close();
    await runtime.close();
  }
}
