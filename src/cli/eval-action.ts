import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWhole } from "../core/files.js";
import { packageRoot } from "../core/paths.js";
import { type EvalOptions, evaluate, interrupted, unfinished } from "../eval/evaluate.js";
import type { Sample } from "../eval/sample.js";
import type { ModelRuntime } from "../models/runtime.js";
import { CALIBRATION } from "../planners/index.js";
import { scoreTable } from "../report/score-table.js";
import { makeConditions } from "./cue-flags.js";
import { fail, note, print, printJson } from "./io.js";
import { type Progress, progress } from "./progress.js";

type Flags = Omit<EvalOptions, "models" | "cues" | "twins" | "fresh"> & {
  model?: string[];
  cue?: string[];
  twins?: boolean;
  fresh?: boolean;
  json?: boolean;
};

/** Declares the planner's own honesty: what the four calibration rows show. */
const CALIBRATION_NOTE = `These four are no models; they show what the instrument does:
  scripted/oracle      carries out the norm-aware plans: the episodes can be solved (100 / 100 / 100)
  scripted/norm-blind  takes the direct way: the goal never needs the norm (100 / 0 / 0)
  scripted/idle        does nothing: nothing comes for free (0 / 0 / 0)
  builtin/keyword      a small symbolic baseline that reads the prompt's text alone
To test a model:  normact eval --model openai/<model> --cue evidence   (OPENAI_API_KEY)
or a local server: normact eval --model openai/<model> --base-url http://localhost:8000/v1`;

const TWIN_NOTE = `On twins the norm does not hold: whoever keeps it all the same overcomplies.
  scripted/oracle      keeps it on purpose: overcompliance can be found
  scripted/norm-blind  takes the direct way, which is right here
To set a run beside its twins (hits, false alarms, d\u2032):  normact score RUN --twins TWINRUN`;

/** What became of an episode that a person played. */
function outcomeOf(sample: Sample): string {
  const said = (ok: boolean, reason: { sentence: string }): string =>
    `${ok ? "yes" : "no"}: ${reason.sentence}`;
  const second = sample.overcomplied
    ? `overcomplied:    ${said(sample.overcomplied.overcomplied, sample.overcomplied.reason)}`
    : `norm compliance: ${said(sample.norm.ok, sample.norm.reason)}`;
  return `\n${sample.id}\ngoal achieved:   ${said(sample.goal.ok, sample.goal.reason)}\n${second}\n`;
}

export async function runEval(flags: Flags): Promise<void> {
  const calibrating = !flags.model;
  const options: EvalOptions = {
    ...flags,
    models: flags.model ?? [...CALIBRATION],
    cues: flags.cue ?? ["none"],
    twins: flags.twins ?? false,
    fresh: flags.fresh ?? false,
    // a person talks on stderr, so that stdout stays data
    terminal: {
      input: process.stdin,
      output: process.stderr,
      showPicture: pictureShower(flags.out),
    },
  };
  const stop = new AbortController();
  const abort = new AbortController();
  const onSignal = (): void => {
    if (!stop.signal.aborted) {
      stop.abort();
      note("\nstopping: finishing what is in flight (Ctrl-C again to give that up too)");
    } else {
      abort.abort();
      setTimeout(() => {
        note("given up; what is finished is kept: run the same command again to go on");
        process.exit(130);
      }, 2000).unref();
    }
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  let runtime: ModelRuntime | undefined;
  const theRuntime = async (): Promise<ModelRuntime> =>
    (runtime ??= (await import("../models/runtime.js")).createRuntime());
  let bar: Progress | null = null;
  let playing = false;
  let firstError: string | null = null;
  try {
    options.conditions = await makeConditions(options.cues, { ...flags }, theRuntime);
    const result = await evaluate(options, {
      version: String(
        JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version,
      ),
      now: () => new Date().toISOString(),
      stop: stop.signal,
      abort: abort.signal,
      onStart({ folder, total, done, planner }) {
        if (done > 0) note(`going on with ${folder}: ${done} of ${total} episodes are there`);
        // a person at the terminal needs the screen
        playing = planner.name.startsWith("human/");
        bar = progress(planner.name, total, done, playing);
      },
      onSample(sample) {
        bar?.tick(sample.id);
        firstError ??= sample.turns.find((t) => t.error !== null)?.error ?? null;
        if (playing) note(outcomeOf(sample));
      },
      onEnd: () => bar?.end(),
      onBusy: (runId) => note(`another process is playing ${runId}: this becomes a run of its own`),
    });
    if (flags.json) printJson(result.summary);
    else {
      print(scoreTable(result.summary));
      if (calibrating) print(options.twins ? TWIN_NOTE : CALIBRATION_NOTE);
    }
    for (const run of result.summary.runs) note(`run: ${join(options.out, run.runId)}`);
    if (result.incomplete.length + result.notBegun > 0)
      fail(stop.signal.aborted ? interrupted(result) : unfinished(result));
    else if (result.summary.runs.some((r) => r.unscored.provider_error === r.n && r.n > 0)) {
      note(`every call failed; the first: ${firstError ?? "no reason given"}`);
      process.exitCode = 3;
    }
  } finally {
    (bar as Progress | null)?.end();
    await (runtime as ModelRuntime | undefined)?.close();
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

/** Puts observations where a person can open them: a temporary folder, or one in `out` where there is none. */
function pictureShower(out: string) {
  let folder: string | null = null;
  return async (png: Uint8Array, input: { episodeId: string; turn: number }): Promise<string> => {
    folder ??= ownFolder(tmpdir()) ?? join(out, "pictures");
    const file = join(folder, `${input.episodeId.replace("/", "-")}-${input.turn}.png`);
    writeWhole(file, png);
    return file;
  };
}

/** A new folder that nobody else has; null where none can be made. */
function ownFolder(parent: string): string | null {
  try {
    return mkdtempSync(join(parent, "normact-"));
  } catch {
    return null;
  }
}
