import { TASKS } from "../tasks/registry.js";
import packData from "./default-pack.generated.js";
import { type CuePack, cuePackFromData, type KnownTask, readCuePack } from "./pack.js";

/** Every task of the benchmark with the slots that its episodes fill. */
export function knownTasks(): KnownTask[] {
  return TASKS.map(({ id, slots }) => ({ id, slots: slots ?? [] }));
}

/**
 * Reads the text of a cue pack file.
 * @throws UsageError bad_cue_pack, with file and line of every problem
 */
export function loadCuePack(yamlText: string, sourceName: string): CuePack {
  return readCuePack(yamlText, sourceName, knownTasks());
}

let shipped: CuePack | null = null;

/** The pack that is used when none is named: `cues/default.yaml`, as it was at the last build. */
export function defaultCuePack(): CuePack {
  shipped ??= cuePackFromData(packData, "cues/default.yaml", knownTasks());
  return shipped;
}
