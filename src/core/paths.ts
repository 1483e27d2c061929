import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { NormactError } from "./errors.js";

/** The folder of the installed package: the nearest one above this file with a package.json. */
export function packageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, "package.json"))) {
    const up = dirname(dir);
    if (up === dir) throw new NormactError("no_package", "package.json of normact not found");
    dir = up;
  }
  return dir;
}

/** Where rebuilt pictures and id passes are kept: `NORMACT_CACHE`, else the user's cache folder. */
export function cacheRoot(): string {
  const own = process.env.NORMACT_CACHE;
  if (own) return resolve(own);
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "normact");
}

/**
 * Joins a name that came from a file or a URL to a folder, and refuses to leave that folder.
 * @throws NormactError `path_escape`
 */
export function insideFolder(folder: string, name: string): string {
  const full = resolve(folder, name);
  const rel = relative(resolve(folder), full);
  if (
    rel === "" ||
    rel.startsWith(`..${sep}`) ||
    rel === ".." ||
    isAbsolute(rel) ||
    name.includes("\0")
  )
    throw new NormactError("path_escape", `"${name}" would leave the folder ${folder}`);
  return full;
}
