import type { VisibleObject } from "../scenes/observe.js";
import type { SceneView } from "./scene-rules/index.js";

/** The part of an observation that the scene-graph rules may see: no id, no task, nothing of the episode. */
export function sceneView(goal: string, visible: readonly VisibleObject[]): SceneView {
  return {
    goal,
    objects: visible.map(({ name, kind, location, distance, state, posture, facing }) => ({
      name,
      kind,
      location,
      distance,
      state,
      posture,
      facing,
    })),
  };
}
