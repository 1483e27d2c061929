import { interactive, speaksInObjects, tell } from "./io.js";

export interface Progress {
  /** one more is done */
  tick(label?: string): void;
  /** leave the terminal tidy */
  end(): void;
}

/**
 * A bar with rate and remaining time on a terminal, a plain line every tenth of the way elsewhere.
 * Always on stderr.
 */
export function progress(title: string, total: number, done = 0, quiet = false): Progress {
  if (quiet || total === 0) return { tick() {}, end() {} };
  const started = Date.now();
  const first = done;
  let shown = 0;
  let lastDraw = 0;
  const bar = interactive() && !speaksInObjects();
  const remaining = (): string => {
    const rate = (done - first) / Math.max(0.001, (Date.now() - started) / 1000);
    if (done === first) return "";
    const left = Math.round((total - done) / rate);
    return `${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${left >= 60 ? `${Math.floor(left / 60)} min ` : ""}${left % 60} s left`;
  };
  const draw = (label: string): void => {
    const width = 28;
    const filled = Math.round((done / total) * width);
    const line = `${title} [${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total} ${remaining()} ${label}`;
    process.stderr.write(`\r\x1b[2K${line.slice(0, (process.stderr.columns ?? 100) - 1)}`);
  };
  return {
    tick(label = "") {
      done++;
      const now = Date.now();
      if (bar) {
        if (now - lastDraw > 80 || done === total) {
          lastDraw = now;
          draw(label);
        }
        return;
      }
      const tenth = Math.floor((done / total) * 10);
      if (tenth > shown) {
        shown = tenth;
        if (speaksInObjects()) tell("progress", { title, done, total });
        else process.stderr.write(`${title}: ${done}/${total}\n`);
      }
    },
    end() {
      if (bar) process.stderr.write("\r\x1b[2K");
    },
  };
}
