import { unknownName } from "../../core/closest.js";
import type { Newcomer } from "../types.js";
import { LOCAL_NAMES, localNewcomer } from "./local.js";

const KNOWN = "known-norm:";

/** What a name asks for: a newcomer of this program (`model` null), or a model `provider/model`. */
export function parseNewcomer(
  name: string,
  known: boolean,
): { model: string | null; known: boolean } {
  if (name.startsWith(KNOWN)) return { model: name.slice(KNOWN.length), known: true };
  if (LOCAL_NAMES.includes(name)) return { model: null, known: false };
  if (/^(scripted|builtin)\//.test(name) || !name.includes("/"))
    throw unknownName("newcomer", name, [...LOCAL_NAMES, "<provider>/<model>"]);
  return { model: name, known };
}

/** A newcomer that calls nobody. @throws UsageError for a name that none has */
export function createLocal(name: string, seed: number): Newcomer {
  const newcomer = localNewcomer(name, seed);
  if (!newcomer) throw unknownName("newcomer", name, LOCAL_NAMES);
  return newcomer;
}
