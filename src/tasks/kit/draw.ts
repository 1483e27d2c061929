import type { Dimension, Episode } from "../../world/types.js";
import { type GenerateInput, Redraw } from "../types.js";
import { IndoorScene } from "./indoor.js";

/** How often a layout is tried before the draw is given up. */
const LAYOUT_TRIES = 60;

/**
 * Draws an indoor scene, layout after layout, until one works. A twin takes the layout that its instance
 * found, so that the two differ in nothing but the trigger.
 * @throws Redraw when no layout worked, or the twin does not fit into its instance's
 */
export function drawScene(
  input: GenerateInput,
  task: { id: string; dimension: Dimension },
  draw: (scene: IndoorScene) => Episode,
): Episode {
  const instance = { ...input, twin: false };
  let last: Redraw | null = null;
  for (let k = 0; k < LAYOUT_TRIES; k++) {
    let episode: Episode;
    try {
      episode = draw(new IndoorScene(instance, task, k));
    } catch (error) {
      if (!(error instanceof Redraw)) throw error;
      last = error;
      continue;
    }
    return input.twin ? draw(new IndoorScene(input, task, k)) : episode;
  }
  throw new Redraw(`no layout in ${LAYOUT_TRIES} tries; last: ${last?.message ?? "none"}`);
}
