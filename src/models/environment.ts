import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "dotenv";
import type { Environment } from "./endpoint.js";

/**
 * The process's environment, filled up from the `.env` file of a folder (the working folder when left out).
 * What the environment already has wins, an empty value included. The values are shown to nobody.
 */
export function loadEnvironment(
  folder: string = process.cwd(),
  env: Environment = process.env,
): Environment {
  let text: string;
  try {
    text = readFileSync(join(folder, ".env"), "utf8");
  } catch {
    return { ...env };
  }
  const own = Object.entries(env).filter(([, value]) => value !== undefined);
  return { ...parse(text), ...Object.fromEntries(own) };
}
