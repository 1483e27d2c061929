import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import type { ModelRuntime } from "../models/runtime.js";
import { CUE_REGISTRY, type CueCondition } from "../prompts/conditions.js";
import { noteOnce } from "./io.js";
import { generatedFlags } from "./perceptor-options.js";
import { ragFlags } from "./rag-cue-options.js";

/** What a cue condition may be made with. */
export interface CueServices {
  /** the one that the planners' calls go through too; made when first asked for */
  runtime(): Promise<ModelRuntime>;
  /** a line on stderr */
  note(text: string): void;
}

/** Flags as commander hands them over: `--rag-k 8` is `ragK`. */
export type FlagValues = Readonly<Record<string, unknown>>;

/** A cue condition with settings of its own: its flags, and how it is made from them. */
export interface CueFlags {
  /** name of the condition, as `--cue` takes it */
  cue: string;
  /** adds its flags to a command (`eval`, `prompt`…) */
  declare(command: Command): void;
  /** the condition with these settings; called only when its cue is asked for */
  make(flags: FlagValues, services: CueServices): Promise<CueCondition>;
}

/** Every condition that has settings: a new one is one entry here. */
export const CUE_FLAGS: readonly CueFlags[] = [ragFlags, generatedFlags];

/** Adds the flags of every condition to a command. */
export function declareCueFlags(command: Command): Command {
  for (const entry of CUE_FLAGS) entry.declare(command);
  return command;
}

/** Names that `--cue` takes: conditions that are there by themselves and those with flags. */
export function cueNames(): string[] {
  const made = CUE_FLAGS.map((f) => f.cue);
  const ready = CUE_REGISTRY.filter((c) => c.compose !== null || made.includes(c.name));
  return [...new Set([...ready.map((c) => c.name), ...made])];
}

/**
 * Makes those of the named conditions that have settings (`all` names every one).
 * @param cues what `--cue` was given
 */
export async function makeConditions(
  cues: readonly string[],
  flags: FlagValues,
  runtime: () => Promise<ModelRuntime>,
): Promise<CueCondition[]> {
  const wanted = CUE_FLAGS.filter((f) => cues.includes(f.cue) || cues.includes("all"));
  const made: CueCondition[] = [];
  for (const entry of wanted) made.push(await entry.make(flags, { runtime, note: noteOnce }));
  return made;
}

/**
 * Settings of a condition as they stand in a matrix file, read by the rules of its flags: `rag-k: 8` is
 * `--rag-k 8`, `true` a flag alone.
 * @throws UsageError unknown_setting, bad_setting
 */
export function cueSettingsAsFlags(
  cue: string,
  settings: Readonly<Record<string, string | number | boolean>>,
): FlagValues {
  if (Object.keys(settings).length === 0) return {};
  const entry = CUE_FLAGS.find((f) => f.cue === cue);
  if (!entry)
    throw new UsageError(
      "unknown_setting",
      `the cue condition "${cue}" has no settings of its own`,
    );
  const command = new Command(cue);
  entry.declare(command);
  return settingsAsFlags(command, settings, `cue "${cue}"`);
}

/**
 * Settings from a file, read by the rules of a command's flags: `limit: 22` is `--limit 22`, `true` a flag alone.
 * @returns only what was given, by commander's names
 * @throws UsageError bad_setting
 */
export function settingsAsFlags(
  command: Command,
  settings: Readonly<Record<string, string | number | boolean | readonly string[]>>,
  place: string,
): FlagValues {
  command.exitOverride().configureOutput({ writeErr() {} });
  const argv = Object.entries(settings).flatMap(([key, value]) =>
    value === false ? [] : value === true ? [`--${key}`] : [`--${key}`, String(value)],
  );
  try {
    const { unknown, operands } = command.parseOptions(argv);
    const stray = unknown[0] ?? operands[0];
    if (stray !== undefined) throw new Error(`unknown setting "${stray.replace(/^--/, "")}"`);
  } catch (error) {
    const said = (error as Error).message.replace(/^error: /, "");
    throw new UsageError("bad_setting", `${place}: ${said}`);
  }
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([k]) => command.getOptionValueSource(k) === "cli"),
  );
}
