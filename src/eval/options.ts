import type { NormactError } from "../core/errors.js";
import type { BatchRuntime } from "../models/batch/runtime.js";
import type { ModelRuntime } from "../models/runtime.js";
import type { ReasoningEffort } from "../models/types.js";
import type { Planner, Terminal } from "../planners/index.js";
import type { CueCondition, ObjectList } from "../prompts/index.js";
import type { Sample } from "./sample.js";
import type { EvalSummary } from "./summary.js";

/** Every one of `models` under every one of `cues`, all with the same settings. */
export interface EvalOptions {
  models: string[];
  cues: string[];
  /** conditions that are made elsewhere or set up otherwise, in the places of those of their names */
  conditions?: readonly CueCondition[] | undefined;
  tasks?: string[] | undefined;
  episodes?: string[] | undefined;
  limit?: number | undefined;
  maxTurns: number;
  /** repetitions of each episode; 1 when left out */
  epochs?: number | undefined;
  /** of planners that draw; sent to models only when given */
  seed?: number | undefined;
  /** where a person sits, for human/terminal */
  terminal?: Terminal | undefined;
  /** folder that holds the runs */
  out: string;
  cuePack?: string | undefined;
  /** exported ImageFolder whose pictures are the first views */
  dataset?: string | undefined;
  twins: boolean;
  objectList: ObjectList;
  workers?: number | undefined;
  /** episodes at a time where a model is called; `auto`: as many as the limiter may ever want */
  concurrency: number | "auto";
  baseUrl?: string | undefined;
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  reasoningEffort?: ReasoningEffort | undefined;
  /** how the plan's shape is asked for; left out: by the prompt alone */
  structured?: "auto" | "schema" | "json" | "prompt" | undefined;
  openaiApi?: "chat" | "responses" | undefined;
  /** through which models are called; planners that call nobody need none */
  runtime?: ModelRuntime | undefined;
  /** the runtime, where answers come by batches */
  batches?: BatchRuntime | undefined;
  /** an answer that cannot be read is asked for once more */
  reask?: boolean | undefined;
  /** samples that went wrong are played again */
  retryErrors?: boolean | undefined;
  /** begin anew even if an unfinished run with these settings is there */
  fresh: boolean;
  /** go on with this run (one model, one cue), or refuse */
  resume?: string | undefined;
  /** the matrix that asks for these runs */
  matrix?: { name: string; judge: string | null } | undefined;
  /** the command line that plays one of the runs alone, kept in its folder */
  commandFor?: ((model: string, cue: string) => string[]) | undefined;
}

export interface EvalHooks {
  version: string;
  /** ISO time, given from outside */
  now(): string;
  stop: AbortSignal;
  abort: AbortSignal;
  onStart(run: {
    runId: string;
    folder: string;
    total: number;
    done: number;
    planner: Planner;
    cue: string;
  }): void;
  onSample(sample: Sample): void;
  onFlight?(inFlight: number): void;
  onEnd(): void;
  /** another process is playing such a run: this one gets a folder of its own */
  onBusy(runId: string): void;
  /** a planner that can go no further; runs of others go on */
  onFailure?(error: NormactError): void;
}

export interface EvalResult {
  summary: EvalSummary;
  /** runs that still lack samples, those that were asked for and not begun included */
  incomplete: { runId: string; missing: number; begun: boolean }[];
  /** runs with samples that went wrong and could be played again */
  wentWrong: { runId: string; samples: number }[];
  /** what ended a planner's runs early */
  failures: NormactError[];
}
