import type { CueContext } from "../prompts/conditions.js";
import {
  buildPrompt,
  type CueCondition,
  type CuePack,
  type CueText,
  type ObjectList,
  type PastTurn,
  type PromptParts,
  type VisibleObject,
} from "../prompts/index.js";
import type { World } from "../world/index.js";

/** What shapes a prompt beside the world itself. */
export interface PromptSettings {
  condition: CueCondition;
  pack: CuePack;
  objectList: ObjectList;
  maxTurns: number;
}

/** A prompt and the cue that is in it. */
export interface ComposedPrompt {
  parts: PromptParts;
  cue: CueText;
}

/**
 * The prompt of the turn that a world stands before.
 * @param history what became of the turns before; its length is the turn's number
 * @param rgb the colour view, for conditions that read it
 */
export async function promptOf(
  world: World,
  settings: PromptSettings,
  visible: readonly VisibleObject[],
  history: readonly PastTurn[],
  rgb: () => Promise<Uint8Array>,
  asker?: CueContext["asker"],
): Promise<ComposedPrompt> {
  const { condition, pack, objectList, maxTurns } = settings;
  const { episode } = world;
  const turn = history.length;
  const cue = await condition.compose!({
    ...{ pack, episode, turn, visible, rgb },
    ...(asker ? { asker } : {}),
  });
  const parts = buildPrompt({
    time: episode.time,
    elapsedSeconds: world.time,
    goal: cue.goal,
    cue: cue.cue,
    ...(cue.headHints ? { headHints: cue.headHints } : {}),
    visible,
    objectList,
    hands: world.hands(),
    turn,
    maxTurns,
    history,
    image: {},
  });
  return { parts, cue };
}
