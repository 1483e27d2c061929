import { note } from "./io.js";

/** Ctrl-C once: stop starting and finish what is in flight; twice: give up. */
export interface Interrupt {
  stop: AbortSignal;
  /** back to the usual handling */
  done(): void;
}

export function onInterrupt(): Interrupt {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    note("\nstopping: finishing what is in flight (Ctrl-C again to give that up too)");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    stop: stop.signal,
    done() {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}
