import type { Newcomer } from "../types.js";
import { SCRIPTED_NAMES, scriptedNewcomer } from "./scripted.js";

/** Newcomers that call nobody; worker threads make them from their names. */
export const LOCAL_NAMES: readonly string[] = SCRIPTED_NAMES;

export function localNewcomer(name: string, _seed: number): Newcomer | null {
  return scriptedNewcomer(name);
}
