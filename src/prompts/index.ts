export { buildPrompt, PROMPT_TEMPLATE_VERSION, promptTemplateHash, promptText } from "./build.js";
export {
  CUE_CONDITIONS,
  CUE_REGISTRY,
  type CueCondition,
  type CueContext,
  type CueText,
  cueCondition,
  cueList,
  cueName,
  type ReadyCondition,
  withCondition,
} from "./conditions.js";
export { goalText } from "./goal.js";
export { type CuePack, cuePackHash, fillSlots, slotsIn, type TaskCues } from "./pack.js";
export { defaultCuePack, knownTasks, loadCuePack } from "./packs.js";
export * from "./types.js";
