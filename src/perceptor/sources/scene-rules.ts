import { SCENE_RULES_VERSION, sceneRulesCue } from "../scene-rules/index.js";
import { SCENE_RULES, SCENE_RULES_TABLE_NAME, type SceneSource } from "../types.js";

/** The embedded baseline: rules over the object list, no picture, no model, no key. */
export function sceneRulesSource(): SceneSource {
  return {
    kind: "scene",
    name: SCENE_RULES,
    tableName: SCENE_RULES_TABLE_NAME,
    label: "scene-graph rules: reads true states from the object list, no picture, no model",
    settings: { perceptor: SCENE_RULES, version: SCENE_RULES_VERSION },
    write: sceneRulesCue,
  };
}
