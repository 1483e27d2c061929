import type { Command } from "commander";
import { unknownName } from "../core/closest.js";
import { NormactError, UsageError } from "../core/errors.js";
import { matrixRuns, readMatrix } from "../eval/matrix.js";
import { type RunInfo, RunStore } from "../eval/store.js";
import { CALIBRATION, parsePlannerName } from "../planners/registry.js";
import { argumentsOf } from "./command-line.js";
import { cueNames, cueSettingsAsFlags, settingsAsFlags } from "./cue-flags.js";
import { type EvalFlags, evalDeclaration } from "./eval-declaration.js";

/** One set of flags: every model under every cue. */
export interface EvalSet {
  flags: EvalFlags & { model: string[]; cue: string[] };
  /** the run to go on with */
  resume?: string;
  /** where it comes from */
  matrix?: { name: string; judge: string | null };
}

/** Flags that say how this command goes about its work, not what a run is. */
const OF_THE_COMMAND = [
  "model",
  "cue",
  "matrix",
  "resume",
  "fresh",
  "dryRun",
  "json",
  "display",
  "out",
  "retryErrors",
];

/** What a command line asks for, as sets of flags. @throws UsageError for flags that do not go together */
export function evalSets(flags: EvalFlags, command: Command): EvalSet[] {
  if (flags.resume) return flags.resume.map((run) => resumedSet(run, flags, command));
  if (flags.matrix) return matrixSets(flags.matrix, flags, command);
  return [
    { flags: { ...flags, model: flags.model ?? [...CALIBRATION], cue: flags.cue ?? ["none"] } },
  ];
}

/** The arguments that play one run of a set alone: kept in its folder, so that it can be gone on with by its id. */
export function commandOfRun(flags: EvalFlags, model: string, cue: string): string[] {
  const rest = argumentsOf(evalDeclaration(), { ...flags }, OF_THE_COMMAND);
  return ["eval", "--model", model, "--cue", cue, ...rest];
}

function matrixSets(file: string, flags: EvalFlags, command: Command): EvalSet[] {
  if (flags.model || flags.cue)
    throw new UsageError(
      "matrix_and_model",
      "--matrix names models and cues itself: leave out --model and --cue",
    );
  const matrix = readMatrix(file);
  if (matrix.track !== "embodied")
    throw new UsageError(
      "other_track",
      `${file} is a matrix of the grid world: play it with normact grid eval`,
    );
  const given = explicit(flags, command);
  const about = { name: matrix.name, judge: matrix.judge?.model ?? null };
  return matrixRuns(matrix).map(({ model, cue, settings, cueSettings }) => {
    checkNames(file, model, cue ?? "none");
    const own = settingsAsFlags(evalDeclaration(), settings, `${file}, ${model}`);
    const cueOwn = cueSettingsAsFlags(cue ?? "none", cueSettings);
    const all = { ...flags, ...own, ...cueOwn, ...given };
    return { flags: { ...all, model: [model], cue: [cue ?? "none"] }, matrix: about };
  });
}

/** Names are told with the file that they stand in. @throws UsageError bad_matrix */
function checkNames(file: string, model: string, cue: string): void {
  try {
    parsePlannerName(model);
    if (cue !== "all" && !cueNames().includes(cue)) throw unknownName("cue", cue, cueNames());
  } catch (error) {
    throw new UsageError("bad_matrix", `${file}: ${(error as Error).message}`);
  }
}

/** A run's own flags; what is given beside --resume wins, and is refused later where it changes the run. */
function resumedSet(run: string, flags: EvalFlags, command: Command): EvalSet {
  const { info } = RunStore.open(flags.out, run);
  if (!info.command)
    throw new NormactError(
      "no_command",
      `${info.runId} does not say which command it was made with: give that command again, it goes on by itself`,
      2,
    );
  const recorded = evalDeclaration()
    .exitOverride()
    .configureOutput({ writeErr() {} });
  let own: EvalFlags;
  try {
    recorded.parseOptions(info.command.slice(1));
    own = recorded.opts<EvalFlags>();
  } catch (error) {
    throw new NormactError(
      "bad_run",
      `${info.runId} was made with a command that this version does not take (${(error as Error).message})`,
      2,
    );
  }
  const given = explicit(flags, command);
  return {
    flags: {
      ...own,
      ...withoutRun(given, info, own),
      model: own.model!,
      cue: own.cue!,
      out: flags.out,
    },
    resume: run,
    ...(info.matrix ? { matrix: info.matrix } : {}),
  };
}

/** --model and --cue beside --resume: allowed where they say what the run is. */
function withoutRun(given: Partial<EvalFlags>, info: RunInfo, own: EvalFlags): Partial<EvalFlags> {
  for (const name of ["model", "cue"] as const) {
    const asked = given[name];
    if (asked && asked.join() !== own[name]?.join())
      throw new UsageError(
        "other_settings",
        `run ${info.runId} cannot be gone on with under other settings: ${name} is "${own[name]?.join()}" in the run and "${asked.join()}" now. Use the run's own, or begin a new run without --resume.`,
      );
  }
  return given;
}

function explicit(flags: EvalFlags, command: Command): Partial<EvalFlags> {
  return Object.fromEntries(
    Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === "cli"),
  );
}
