import { NormactError } from "../core/errors.js";
import { sentence } from "../core/shown.js";
import { decode, sha256OfPixels } from "../images/index.js";
import {
  CUE_FAILURES,
  type CueContext,
  type CueText,
  type ReadyCondition,
} from "../prompts/conditions.js";
import { goalText } from "../prompts/goal.js";
import { type CheckedCue, checkedCue } from "./cue.js";
import type { CueSource, WrittenCue } from "./types.js";
import { sceneView } from "./view.js";

export interface GeneratedOptions {
  source: CueSource;
  /** a cue for the view of every turn; otherwise that of the first view holds for the whole episode */
  everyTurn?: boolean;
  /** told of every new cue */
  onCue?(cue: CheckedCue): void;
}

/**
 * The condition "generated": goal, and a cue that a source makes of the view before the planner is asked. The
 * planner's prompt, API and scores stay as they are (NormAct, section 4 and appendix C).
 */
export function generatedCondition({
  source,
  everyTurn = false,
  onCue,
}: GeneratedOptions): ReadyCondition {
  // one cue a view: planners that play the same episode one after another share it
  const made = new Map<string, Promise<{ cue: CheckedCue; log: Record<string, unknown> }>>();
  const make = async (context: CueContext, goal: string) => {
    const { written, image } = await ask(source, context, goal).catch(withAdvice);
    const cue = checkedCue(written);
    onCue?.(cue);
    return { cue, log: logOf(source, context, written, cue, image) };
  };
  const { preview } = source.kind === "picture" ? source : {};
  return {
    name: "generated",
    tableName: source.tableName,
    label: `goal and a cue made of the first view by ${source.name} (${source.label})`,
    settings: { ...source.settings, everyTurn },
    mainThread: true,
    ...(source.kind === "picture" && source.isProgram ? { runsProgram: true as const } : {}),
    async compose(context): Promise<CueText> {
      const goal = goalText(context.pack, context.episode);
      const { id, twin } = context.episode;
      const turn = everyTurn ? (context.turn ?? 0) : 0;
      // later views differ with what the planner did, so only first views are shared
      const shared = turn === 0;
      const key = JSON.stringify([id, twin ?? false, goal]);
      const before = shared ? made.get(key) : undefined;
      if (before) {
        const { cue, log } = await before;
        return { goal, cue: cue.sent, log: withoutCall(log) };
      }
      const making = make(context, goal);
      if (shared) made.set(key, making);
      making.catch(() => made.delete(key));
      const { cue, log } = await making;
      return { goal, cue: cue.sent, log };
    },
    ...(preview
      ? {
          previewCue: async (context: CueContext) => ({
            ...(await preview({
              goal: goalText(context.pack, context.episode),
              png: await context.rgb!(),
            })),
            everyTurn,
          }),
        }
      : {}),
    ...(source.close ? { close: () => source.close?.() } : {}),
  };
}

/** A run that breaks off for want of a cue says how it is gone on with. */
function withAdvice(error: unknown): never {
  const { code, message, exitCode } = error as NormactError;
  if (!CUE_FAILURES.includes(code)) throw error;
  throw new NormactError(
    code,
    `${sentence(message)} What is finished is kept: mend this and run the same command again to go on.`,
    exitCode,
    { cause: error },
  );
}

/** Asks a source, each for what it may see and nothing more. */
async function ask(
  source: CueSource,
  context: CueContext,
  goal: string,
): Promise<{ written: WrittenCue; image: string | null }> {
  if (source.kind === "scene") {
    if (!context.visible) throw new NormactError("no_view", `${source.name} needs the object list`);
    const text = source.write(sceneView(goal, context.visible));
    const written: WrittenCue = {
      text,
      outcome: "ok",
      model: source.name,
      usage: null,
      cached: false,
    };
    return { written, image: null };
  }
  if (!context.rgb) throw new NormactError("no_view", `${source.name} needs the colour picture`);
  const png = await context.rgb();
  const image = await pictureHash(png);
  if (source.kind === "picture") {
    const { asker } = context;
    return { written: await source.write({ goal, png, asker }), image };
  }
  const { id, twin } = context.episode;
  return { written: source.find({ episode: id, twin: twin ?? false, image, goal }), image };
}

/** SHA-256 of a picture's raw pixels: the same whatever wrote the file. */
export async function pictureHash(png: Uint8Array): Promise<string> {
  const { data, width, height } = await decode(png);
  return sha256OfPixels(data, width, height);
}

function logOf(
  source: CueSource,
  context: CueContext,
  written: WrittenCue,
  cue: CheckedCue,
  image: string | null,
): Record<string, unknown> {
  return {
    perceptor: source.name,
    madeInTurn: context.turn ?? 0,
    model: written.model,
    image,
    raw: cue.raw,
    sent: cue.sent,
    flags: cue.flags,
    changes: cue.changes,
    usage: written.usage,
    cached: written.cached,
    ...(written.call ? { call: written.call } : {}),
  };
}

/** The log of a cue that another episode's record has paid for. */
function withoutCall(log: Record<string, unknown>): Record<string, unknown> {
  if (!log.call) return log;
  return { ...log, cached: true, call: { ...log.call, cached: true, cost: 0, waitedMs: 0 } };
}
