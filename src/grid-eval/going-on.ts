import { type GridSettings, GridStore } from "./store.js";

/** A run that a command asks for. */
export interface WantedRun {
  settings: GridSettings;
  /** its episodes */
  wanted: readonly string[];
  /** it stands on an interaction phase that was played before */
  testsOnly: boolean;
}

/** What was spent in earlier processes. */
export interface SpentBefore {
  /** US dollars */
  cost: number;
  /** input and output tokens */
  tokens: number;
}

/** The run that a wish goes on with; null where it begins anew. */
export function runToGoOn(
  root: string,
  { settings, wanted, testsOnly }: WantedRun,
  onHeld: (runId: string) => void = () => {},
): GridStore | null {
  return GridStore.findNewest(root, settings, testsOnly ? null : wanted, onHeld);
}

/**
 * Runs that are there already, complete, of a command that was broken off in another of its runs: given again, it
 * is to play what is lacking and nothing twice. A complete run belongs to it when one that is unfinished comes
 * later in its order or was begun before it. Where nothing is unfinished, the command is a repetition and has none.
 * @param runs in the order in which they are played
 */
export function completeAlready<T extends WantedRun>(
  root: string,
  runs: readonly T[],
): Map<T, GridStore> {
  const found = new Map<T, GridStore>();
  if (runs.length < 2) return found;
  const unfinished = runs.map((run) => (run.testsOnly ? null : runToGoOn(root, run)));
  const begun = unfinished.flatMap((s, at) => (s ? [{ at, started: s.info.started }] : []));
  if (begun.length === 0) return found;
  for (const [i, run] of runs.entries()) {
    if (run.testsOnly || unfinished[i]) continue;
    const store = GridStore.findNewest(root, run.settings, null, () => {});
    if (!store || !begun.some((b) => b.at > i || b.started <= store.info.started)) continue;
    const done = store.episodes();
    if (run.wanted.every((id) => done.has(id))) found.set(run, store);
  }
  return found;
}

/** What the answers of a run took; those from the cache took nothing. */
export function spentIn(store: GridStore): SpentBefore {
  const spent = { cost: 0, tokens: 0 };
  for (const lines of store.log().answers.values())
    for (const { call } of lines.values()) {
      if (!call || call.cached) continue;
      spent.cost += call.cost ?? 0;
      spent.tokens += (call.input ?? 0) + (call.output ?? 0);
    }
  return spent;
}
