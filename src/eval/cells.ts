import { NormactError, UsageError } from "../core/errors.js";
import type { Planner } from "../planners/index.js";
import type { ReadyCondition } from "../prompts/index.js";
import type { Wanted } from "./going-on.js";
import type { EvalHooks } from "./options.js";
import type { Prepared } from "./prepare.js";
import { refuseOtherSettings, settingsOf } from "./settings.js";
import { keysOf, type RunSettings, RunStore } from "./store.js";

/** One run to be played: a planner under a condition, as its options say. */
export interface Cell extends Wanted {
  prepared: Prepared;
  planner: Planner;
  condition: ReadyCondition;
  settings: RunSettings;
  /** there already and complete, while another run of the same command is not */
  complete?: RunStore;
}

/**
 * Every condition with every planner of a set of options.
 * @throws UsageError for a run that is gone on with and was made under other settings
 */
export function cellsOf(prepared: Prepared): Cell[] {
  const { options, conditions, planners, pack, dataset, specs, firstViews, resume } = prepared;
  const cells = conditions.flatMap((condition) =>
    planners.map((planner) => ({
      prepared,
      planner,
      condition,
      out: options.out,
      specs,
      epochs: options.epochs,
      retryErrors: options.retryErrors ?? false,
      apart: options.fresh || resume !== null,
      settings: settingsOf({
        planner,
        condition,
        ids: specs.map((s) => s.id),
        pack,
        dataset,
        pictures: firstViews?.hash ?? null,
        options,
      }),
    })),
  );
  if (resume) {
    if (cells.length !== 1)
      throw new UsageError("resume_many", "a run that is gone on with has one model and one cue");
    refuseOtherSettings(resume.info.runId, resume.info.settings, cells[0]!.settings);
  }
  return cells;
}

/** The unfinished run with these settings or a new one, with nobody else at work on it. */
export function openStore(cell: Cell, hooks: EvalHooks): { store: RunStore; release: () => void } {
  const { options, specs, resume } = cell.prepared;
  if (resume) {
    const release = resume.lock();
    if (release) return { store: resume, release };
    throw new NormactError(
      "run_busy",
      `another process is playing ${resume.info.runId}: wait for it, or begin a run of its own without --resume`,
    );
  }
  const done = cell.complete?.lock();
  if (cell.complete && done) return { store: cell.complete, release: done };
  const epochs = options.epochs ?? 1;
  const find = { retryErrors: options.retryErrors ?? false, onHeld: hooks.onBusy };
  for (;;) {
    const found = options.fresh
      ? null
      : RunStore.findIncomplete(options.out, cell.settings, keysOf(specs, epochs), find);
    const store = found ?? createStore(cell, hooks);
    const release = store.lock();
    if (release) return { store, release };
  }
}

function createStore({ prepared, planner, condition, settings }: Cell, hooks: EvalHooks): RunStore {
  const { options, specs } = prepared;
  const command = options.commandFor?.(planner.name, condition.name);
  return RunStore.create(
    options.out,
    {
      normact: hooks.version,
      node: process.version,
      started: hooks.now(),
      settings,
      n: specs.length,
      ...(command ? { command } : {}),
      ...(options.matrix ? { matrix: options.matrix } : {}),
    },
    specs,
  );
}
