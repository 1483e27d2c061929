import { unknownName } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import type { WirePreview } from "../models/types.js";
import type { CuePack, TaskCues } from "./pack.js";
import type { VisibleObject } from "./types.js";

/** What a condition may look at when it makes its cue. */
export interface CueContext {
  pack: CuePack;
  episode: {
    id: string;
    task: string;
    twin?: boolean;
    slots: Record<string, string>;
    setting?: { place: string };
  };
  /** 0-based; conditions that make their cue anew each turn look at it */
  turn?: number;
  visible?: readonly VisibleObject[];
  /** the colour view alone, PNG; for conditions that read the picture */
  rgb?: () => Promise<Uint8Array>;
  /** the run that the cue is made for, and its own name for it: what it paid in an earlier process stays its own */
  asker?: { run: string; label: string };
}

/** What a condition adds to a prompt. */
export interface CueText {
  goal: string;
  /** said after the goal; null for nothing */
  cue: string | null;
  /** put at the head of the prompt */
  headHints?: string[];
  /** how the cue came about, as JSON (ids, scores, the raw text…): kept in the run's log, never told to a planner */
  log?: Record<string, unknown>;
}

/** A call that makes a cue, as it would be sent. Tokens are estimates. */
export interface CueCallPreview {
  /** `provider/model` */
  model: string;
  endpoint: string;
  wire: WirePreview;
  tokens: { input: number; output: number };
  /** a call for the view of every turn; otherwise one an episode */
  everyTurn: boolean;
}

export interface CueCondition {
  name: string;
  /** what it tells a planner, in a few words */
  label: string;
  /** null: known by name; it has settings of its own and is made in another room */
  compose: ((context: CueContext) => CueText | Promise<CueText>) | null;
  /** of a condition that is made elsewhere: what makes it */
  madeBy?: string;
  /** what tables and logs call it, where that differs from the name it is asked for by */
  tableName?: string;
  /** what shapes its cues beside the pack (JSON): part of a run's fingerprint */
  settings?: Readonly<Record<string, unknown>>;
  /** it reads files, holds workers or calls models: episodes are played in the main thread, which has one of it */
  mainThread?: true;
  /** its cues are made by a program of the user's, which a dry run does not start */
  runsProgram?: true;
  /** of a condition whose cues a model makes: what one call for a cue would send and take; calls nobody */
  previewCue?(context: CueContext): Promise<CueCallPreview>;
  /** gives back what it holds */
  close?(): void | Promise<void>;
}

function fromPack(
  name: string,
  label: string,
  key: Exclude<keyof TaskCues, "goal"> | null,
): CueCondition {
  return {
    name,
    label,
    // packs are read with heavy libraries, and names of conditions are wanted where none may be loaded
    async compose({ pack, episode }) {
      const [{ goalText, taskCues }, { fillSlots }] = await Promise.all([
        import("./goal.js"),
        import("./pack.js"),
      ]);
      return {
        goal: goalText(pack, episode),
        cue: key === null ? null : fillSlots(taskCues(pack, episode.task)[key], episode),
      };
    },
  };
}

/**
 * Every cue condition, in the order in which tables list them (NormAct, section 5 and appendix C). One that
 * is made elsewhere joins by one line: `withCondition(CUE_REGISTRY, ragCue)`.
 */
export const CUE_REGISTRY: readonly CueCondition[] = [
  fromPack("none", "the goal alone", null),
  fromPack("category", "goal and the domain of social life that matters", "category"),
  fromPack("specific", "goal and the rule itself", "specific"),
  fromPack("evidence", "goal and what is to be seen", "evidence"),
  {
    name: "rag",
    label: "goal and norms retrieved from a norm bank",
    compose: null,
    madeBy: "ragCondition() in src/rag",
  },
  {
    name: "generated",
    label: "goal and a cue that NormPerceptor makes from the picture",
    compose: null,
    madeBy: "generatedCondition() in src/perceptor",
  },
];

/** Errors that say that a condition's cues cannot be had: its runs are left for later, those of others go on. */
export const CUE_FAILURES: readonly string[] = ["no_cue", "command_failed"];

/** Names of all conditions. */
export const CUE_CONDITIONS: readonly string[] = CUE_REGISTRY.map((c) => c.name);

/** The registry with `condition` in the place of the one of its name, or at the end. */
export function withCondition(
  registry: readonly CueCondition[],
  condition: CueCondition,
): readonly CueCondition[] {
  return registry.some((c) => c.name === condition.name)
    ? registry.map((c) => (c.name === condition.name ? condition : c))
    : [...registry, condition];
}

/** What tables and logs call a condition. */
export const cueName = (condition: CueCondition): string => condition.tableName ?? condition.name;

/** A condition that can be run. */
export type ReadyCondition = CueCondition & { compose: NonNullable<CueCondition["compose"]> };

/**
 * The condition of a name.
 * @throws UsageError unknown_cue (with the closest name), cue_not_made (exit 2)
 */
export function cueCondition(
  name: string,
  registry: readonly CueCondition[] = CUE_REGISTRY,
): ReadyCondition {
  const condition = registry.find((c) => c.name === name);
  if (!condition)
    throw unknownName(
      "cue",
      name,
      registry.map((c) => c.name),
    );
  if (condition.compose === null) {
    const ready = registry.filter((c) => c.compose !== null).map((c) => c.name);
    throw new UsageError(
      "cue_not_made",
      `the cue condition "${name}" has settings of its own and was not handed over: make it with ${condition.madeBy ?? "the function of its room"}. Those that need none: ${ready.join(", ")}.`,
    );
  }
  return condition as ReadyCondition;
}

/**
 * What `--cue` names: a list, or `all` for every condition that is there. Each once, in the registry's order.
 * @throws UsageError like `cueCondition`
 */
export function cueList(
  names: readonly string[],
  registry: readonly CueCondition[] = CUE_REGISTRY,
): ReadyCondition[] {
  const wanted = new Set<string>();
  for (const name of names) {
    if (name === "all") {
      for (const c of registry) if (c.compose !== null) wanted.add(c.name);
    } else if (!registry.some((c) => c.name === name)) {
      throw unknownName("cue", name, [...registry.map((c) => c.name), "all"]);
    } else {
      wanted.add(cueCondition(name, registry).name);
    }
  }
  return registry.filter((c) => wanted.has(c.name)) as ReadyCondition[];
}
