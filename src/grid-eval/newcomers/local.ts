import type { Newcomer } from "../types.js";
import { BAYES_NAME, bayesNewcomer } from "./bayes/index.js";
import { SCRIPTED_NAMES, scriptedNewcomer } from "./scripted.js";

/** Newcomers that call nobody; worker threads make them from their names. */
export const LOCAL_NAMES: readonly string[] = [BAYES_NAME, ...SCRIPTED_NAMES];

export function localNewcomer(name: string, seed: number): Newcomer | null {
  return name === BAYES_NAME ? bayesNewcomer(seed) : scriptedNewcomer(name);
}
