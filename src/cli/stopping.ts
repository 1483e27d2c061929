import { note } from "./io.js";

/**
 * A signal that the first Ctrl-C aborts, so that the work in hand can be finished and kept; the second one ends
 * the process.
 */
export function stopOnSignal(advice: string): { stop: AbortSignal; done(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    note(`\nstopping: ${advice} (Ctrl-C again to give that up too)`);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stop: controller.signal,
    done() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
