import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Milliseconds that a call takes. */
export function timed(work) {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** One line: what was measured, the rival in the same run, their ratio, and the figure asked for. */
export function row(what, value, unit, rival, rivalName, wanted) {
  const asked = wanted === "" ? "" : `  wanted ${wanted}`;
  const show = (x) => (x >= 100 ? x.toFixed(0) : x.toPrecision(3));
  console.log(
    `${what.padEnd(46)} ${show(value).padStart(7)} ${unit.padEnd(3)} ${(value / rival).toFixed(2).padStart(7)}× ${rivalName} (${show(rival)} ${unit})${asked}`,
  );
}
