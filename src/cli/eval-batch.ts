import type { BatchRuntime } from "../models/batch/runtime.js";
import type { ModelRuntime } from "../models/runtime.js";
import type { EvalFlags } from "./eval-declaration.js";
import { interactive, note } from "./io.js";

/** The runtime whose planners answer by batches. */
export async function batchRuntime(
  flags: Pick<EvalFlags, "batchPoll" | "display" | "cache">,
  runtime: () => Promise<ModelRuntime>,
): Promise<BatchRuntime> {
  const { BatchRuntime } = await import("../models/batch/runtime.js");
  const { batchPoll, display, cache } = flags;
  return new BatchRuntime(await runtime(), {
    say: (line) => {
      if (display === "none") return;
      note(interactive() && display !== "json" ? `\r\x1b[2K${line}` : line);
    },
    keepsAnswers: cache !== "off",
    ...(batchPoll === undefined ? {} : { pollMs: batchPoll * 1000 }),
  });
}
