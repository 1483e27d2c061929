import { interactive } from "./io.js";

/** How the progress of runs is shown: a bar, plain lines, one JSON object a line, or not at all. */
export const DISPLAYS = ["full", "plain", "json", "none"] as const;
export type DisplayMode = (typeof DISPLAYS)[number];

/** What is known of a run on its way. */
export interface RunProgress {
  title: string;
  total: number;
  done: number;
  failed: number;
  inFlight: number;
  /** US dollars; null when nothing could be priced */
  cost: number | null;
  /** milliseconds since it began */
  elapsedMs: number;
  /** how many were done when it began */
  first: number;
}

export interface Display {
  start(run: { runId: string; title: string; total: number; done: number }): void;
  sample(sample: {
    id: string;
    epoch?: number | undefined;
    outcome: string;
    cost: number | null;
  }): void;
  flight(inFlight: number): void;
  end(): void;
}

const REDRAW_MS = 80;

/** A bar on a terminal that wants one, plain lines elsewhere. */
export function usualDisplay(): DisplayMode {
  return interactive() ? "full" : "plain";
}

/**
 * @param write where lines go (stderr)
 * @param now milliseconds
 */
export function createDisplay(
  mode: DisplayMode,
  write: (text: string) => void = (text) => process.stderr.write(text),
  now: () => number = () => performance.now(),
): Display {
  let run: RunProgress | null = null;
  let runId = "";
  let started = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  let tenth = 0;
  const current = (): RunProgress => ({ ...run!, elapsedMs: now() - started });
  const show = (label: string, last: boolean): void => {
    if (!run) return;
    if (mode === "full") {
      if (!last && now() - drawn < REDRAW_MS) return;
      drawn = now();
      write(`\r\x1b[2K${fitted(barLine(current(), label))}`);
    } else if (mode === "plain") {
      const reached = Math.floor((run.done / run.total) * 10);
      if (reached <= tenth) return;
      tenth = reached;
      write(`${plainLine(current())}\n`);
    }
  };
  const json = (event: string, more: Record<string, unknown>): void => {
    if (mode === "json") write(`${JSON.stringify({ event, runId, ...more })}\n`);
  };
  return {
    start({ runId: id, title, total, done }) {
      started = now();
      runId = id;
      run = { title, total, done, failed: 0, inFlight: 0, cost: null, elapsedMs: 0, first: done };
      tenth = Math.floor((done / Math.max(1, total)) * 10);
      json("start", { title, total, done });
    },
    sample({ id, epoch, outcome, cost }) {
      if (!run) return;
      run.done++;
      if (outcome !== "ok" && outcome !== "invalid_output") run.failed++;
      if (cost !== null) run.cost = (run.cost ?? 0) + cost;
      const { done, total, failed, inFlight } = run;
      json("sample", {
        id,
        epoch: epoch ?? 0,
        outcome,
        done,
        total,
        failed,
        inFlight,
        cost: run.cost,
      });
      show(id, done >= total);
    },
    flight(inFlight) {
      if (!run) return;
      run.inFlight = inFlight;
      if (mode === "full") show("", false);
    },
    end() {
      if (run)
        json("end", { done: run.done, total: run.total, failed: run.failed, cost: run.cost });
      if (mode === "full" && run) write("\r\x1b[2K");
      run = null;
    },
  };
}

const fitted = (line: string): string => line.slice(0, (process.stderr.columns ?? 100) - 1);

const BAR = 24;

export function barLine(run: RunProgress, label: string): string {
  const filled = Math.round((run.done / Math.max(1, run.total)) * BAR);
  const parts = [
    `${run.title} [${"#".repeat(filled)}${"-".repeat(BAR - filled)}] ${run.done}/${run.total}`,
    ...facts(run),
    ...(run.inFlight > 0 ? [`${run.inFlight} in flight`] : []),
    remaining(run),
    label,
  ];
  return parts.filter((p) => p !== "").join("  ");
}

export function plainLine(run: RunProgress): string {
  return [`${run.title}: ${run.done}/${run.total}`, ...facts(run), remaining(run)]
    .filter((p) => p !== "")
    .join(", ");
}

function facts(run: RunProgress): string[] {
  return [
    ...(run.failed > 0 ? [`${run.failed} unscored`] : []),
    ...(run.cost !== null && run.cost > 0 ? [dollars(run.cost)] : []),
  ];
}

/** "$0.0123", "$1.23". */
export function dollars(cost: number): string {
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
}

function remaining(run: RunProgress): string {
  const played = run.done - run.first;
  if (played === 0) return "";
  const rate = played / Math.max(0.001, run.elapsedMs / 1000);
  const left = Math.round((run.total - run.done) / rate);
  const time = left >= 60 ? `${Math.floor(left / 60)} min ${left % 60} s` : `${left} s`;
  return `${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${time} left`;
}
