import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { UsageError } from "../core/errors.js";
import { localReply, type Planner, type PlannerInput, type PlannerReply } from "./types.js";

/** Where a person sits: text goes to `output`, plans come from `input` (a terminal or a pipe). */
export interface Terminal {
  input: Readable;
  output: Writable;
  /** puts the picture where a person can open it and says where that is */
  showPicture?: (png: Uint8Array, input: PlannerInput) => Promise<string>;
}

/**
 * A person at the terminal. Prints the prompt word for word and reads a plan: it is complete with the line
 * on which the JSON closes; an empty line hands over what has been typed, whatever it is. The end of the input
 * (Ctrl-D) ends the session: the episode is not scored and can be played later.
 */
export function humanPlanner(terminal?: Terminal): Planner {
  if (!terminal) {
    throw new UsageError("no_terminal", "human/terminal needs a terminal (or a pipe) to read from");
  }
  const lines = new LineReader(terminal.input);
  const write = (text: string): void => {
    terminal.output.write(`${text}\n`);
  };
  return {
    name: "human/terminal",
    label: "a person at the terminal",
    needsPicture: terminal.showPicture !== undefined,
    privileged: false,
    async plan(input) {
      write(`\n=== ${input.episodeId}, reply ${input.turn + 1} ===\n${input.promptText}`);
      if (terminal.showPicture && input.image) {
        write(`\nThe picture: ${await terminal.showPicture(await input.image(), input)}`);
      }
      write("\nYour plan (JSON; an empty line ends it, Ctrl-D ends the session):");
      const started = performance.now();
      const raw = await readPlan(lines);
      if (raw === null) return inputEnded();
      return { ...localReply(raw), latencyMs: Math.round(performance.now() - started) };
    },
    close: () => lines.close(),
  };
}

/** Nobody is there any more: that is no answer, and no episode after this one gets one either. */
function inputEnded(): PlannerReply {
  return {
    ...localReply(""),
    outcome: "cancelled",
    error: {
      code: "input_ended",
      message: "the input has ended.",
      status: null,
      retry: "never",
      fatal: true,
    },
  };
}

/** What is typed next; null when the input ended before anything was. */
async function readPlan(lines: LineReader): Promise<string | null> {
  const typed: string[] = [];
  for (;;) {
    const line = await lines.next();
    if (line === null) return typed.length > 0 ? typed.join("\n") : null;
    if (line.trim() === "") {
      if (typed.length > 0) return typed.join("\n");
      continue;
    }
    typed.push(line);
    if (isWhole(typed.join("\n"))) return typed.join("\n");
  }
}

/** A whole JSON array or object: no further line can belong to it. */
function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

/** Lines of a stream on demand, over many plans; null at its end. */
class LineReader {
  private readonly readline: Interface;
  private readonly waiting: string[] = [];
  private wake: (() => void) | null = null;
  private ended = false;

  constructor(input: Readable) {
    this.readline = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
    this.readline.on("line", (line) => {
      this.waiting.push(line);
      this.wake?.();
    });
    this.readline.on("close", () => {
      this.ended = true;
      this.wake?.();
    });
  }

  async next(): Promise<string | null> {
    while (this.waiting.length === 0 && !this.ended) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = null;
    }
    return this.waiting.shift() ?? null;
  }

  close(): void {
    this.readline.close();
  }
}
