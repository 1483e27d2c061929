import { keysOf, type RunSettings, RunStore } from "./store.js";

/** A run that a command asks for. */
export interface Wanted {
  out: string;
  settings: RunSettings;
  specs: readonly { id: string }[];
  epochs: number | undefined;
  retryErrors: boolean;
  /** a run of its own is wanted, or a certain one to go on with */
  apart: boolean;
}

/**
 * Runs that are there already, complete, of a command that was broken off in another of its runs: given again, the
 * command is to play what is lacking and nothing twice. A complete run belongs to it when one that is unfinished
 * comes later in the command's order or was begun before it. Where nothing is unfinished, the command is a
 * repetition and has none.
 * @param wanted in the order in which they are played
 */
export function completeAlready<T extends Wanted>(wanted: readonly T[]): Map<T, RunStore> {
  const found = new Map<T, RunStore>();
  if (wanted.length < 2) return found;
  const unfinished = wanted.map((w) => (w.apart ? null : incompleteOf(w)));
  for (const [i, w] of wanted.entries()) {
    if (w.apart || unfinished[i]) continue;
    const begun = unfinished.flatMap((run, at) => (run ? [{ at, started: run.info.started }] : []));
    if (begun.length === 0) break;
    const run = RunStore.findComplete(w.out, w.settings, keysOf(w.specs, w.epochs), w.retryErrors);
    if (run && begun.some((b) => b.at > i || b.started <= run.info.started)) found.set(w, run);
  }
  return found;
}

function incompleteOf({ out, settings, specs, epochs, retryErrors }: Wanted): RunStore | null {
  return RunStore.findIncomplete(out, settings, keysOf(specs, epochs), { retryErrors });
}
