import { unknownName } from "../../core/closest.js";
import type { Newcomer } from "../types.js";
import { LOCAL_NAMES, localNewcomer } from "./local.js";

/** Anything that may be asked for by name; those with a model are made by the caller's factory. */
export interface NewcomerContext {
  seed: number;
  /** makes the newcomer of a model's name `provider/model` */
  model?(name: string, known: boolean): Newcomer;
}

const KNOWN = "known-norm:";

/** @throws UsageError for a name that nobody has */
export function createNewcomer(name: string, context: NewcomerContext): Newcomer {
  const local = localNewcomer(name, context.seed);
  if (local) return local;
  if (/^(scripted|builtin)\//.test(name) || !name.includes("/") || !context.model)
    throw unknownName("newcomer", name, [...LOCAL_NAMES, "<provider>/<model>"]);
  return name.startsWith(KNOWN)
    ? context.model(name.slice(KNOWN.length), true)
    : context.model(name, false);
}
