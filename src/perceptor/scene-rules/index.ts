import { RULES } from "./rules.js";
import { isPerson, sceneOf } from "./scene.js";
import type { Scene, SceneView } from "./types.js";
import { listed, sentence, someOf } from "./words.js";

export type { SceneView, SeenThing } from "./types.js";

/** Raised whenever a rule or a word changes: part of a run's fingerprint. */
export const SCENE_RULES_VERSION = 1;

/**
 * Two sentences from the goal and the object list: what is to be seen, and which rule of living together bears on
 * the goal. It reads true states out of the list, which a model must see in the picture: a baseline that
 * needs no key. Same view, same cue.
 */
export function sceneRulesCue(view: SceneView): string {
  const scene = sceneOf(view);
  for (const rule of RULES) {
    const found = rule.find(scene);
    if (found) return `${sentence(found.scene)} ${sentence(found.norm)}`;
  }
  return `${sentence(inView(scene))} Nothing in view asks for special care, so the task can be done in the direct way.`;
}

/** Which rule speaks for a view, by name; null for none. */
export function ruleThatSpeaks(view: SceneView): string | null {
  const scene = sceneOf(view);
  return RULES.find((rule) => rule.find(scene) !== null)?.name ?? null;
}

/** What a view shows: people first, then what lies nearest. */
function inView(scene: Scene): string {
  const near = [...scene.objects].sort(
    (a, b) => Number(isPerson(b)) - Number(isPerson(a)) || a.distance - b.distance,
  );
  const names = [...new Set(near.map(someOf))].slice(0, 4);
  return names.length === 0 ? "I see nothing that has a name" : `I see ${listed(names)}`;
}
