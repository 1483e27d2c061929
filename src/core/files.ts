import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { threadId } from "node:worker_threads";
import { NormactError } from "./errors.js";

const REASONS: Record<string, string> = {
  ENOENT: "there is no such file or folder",
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full: free some space and run the same command again",
  EDQUOT: "the disk quota is used up: free some space and run the same command again",
  ENOTDIR: "part of the path is a file, not a folder",
  EISDIR: "it is a folder, not a file",
  EEXIST: "something else is there already",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "the path, or a name in it, is too long",
  ELOOP: "symbolic links lead in a circle",
};

/** Reasons why a path that was named cannot be read; anything else is the machine's fault. */
const NAMED_WRONGLY = new Set([
  "ENOENT",
  "EACCES",
  "EPERM",
  "ENOTDIR",
  "EISDIR",
  "ENAMETOOLONG",
  "ELOOP",
]);

/**
 * A file-system error in words: what was tried, on which path, why it failed, what to do. A file that cannot be read
 * is wrong input (exit code 2).
 */
export function fileError(
  error: unknown,
  path: string,
  verb: "read" | "write" | "create",
): NormactError {
  if (error instanceof NormactError) return error;
  const code = (error as NodeJS.ErrnoException)?.code ?? "";
  const full = code === "ENOSPC" || code === "EDQUOT";
  const reason = REASONS[code] ?? String((error as Error)?.message ?? error);
  return new NormactError(
    full ? "disk_full" : `cannot_${verb}`,
    `cannot ${verb} ${path}: ${reason}`,
    full ? 3 : verb === "read" && NAMED_WRONGLY.has(code) ? 2 : 1,
    {
      cause: error,
    },
  );
}

/** Text in the encoding that its first bytes name (UTF-16 as Windows shells write it), UTF-8 without such. */
export function decodeText(bytes: Buffer): string {
  const [a, b] = bytes;
  const encoding =
    a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : "";
  // decoders of UTF-16 and UTF-8 take the mark away
  return new TextDecoder(encoding || "utf-8").decode(bytes);
}

/** @throws NormactError naming the file */
export function readText(path: string): string {
  try {
    return decodeText(readFileSync(path));
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

/** @throws NormactError naming the file */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw fileError(error, path, "read");
  }
}

/** Creates a folder and those above it. @throws NormactError naming it */
export function makeFolder(path: string): void {
  if (path === "") throw new NormactError("cannot_create", "a folder is needed: its name is empty");
  try {
    makeMissing(resolve(path));
  } catch (error) {
    throw fileError(error, path, "create");
  }
}

/** Makes a folder that is not there yet. @returns false when something has that name already */
export function makeNewFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fileError(error, folder, "create");
  }
}

/**
 * Folder by folder: Node's own recursive mode never returns where a file system refuses new folders with
 * ENOENT (/proc).
 */
function makeMissing(full: string): void {
  const missing: string[] = [];
  for (let at = full; !existsSync(at); at = dirname(at)) missing.push(at);
  if (missing.length === 0 && !statSync(full).isDirectory())
    throw Object.assign(new Error("not a folder"), { code: "EEXIST" });
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // another process may have made it meanwhile
      if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error;
    }
  }
}

/**
 * Writes a whole file or nothing: to a neighbour first, then renamed into place.
 * @param durable on the disk before this returns, for what a run cannot do without after a power cut
 */
export function writeWhole(
  path: string,
  data: string | Uint8Array,
  { durable = false }: { durable?: boolean } = {},
): void {
  makeFolder(dirname(path));
  const part = partName(path);
  try {
    writeFileSync(part, data);
    if (durable) flushToDisk(part);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw fileError(error, path, "write");
  }
}

let parts = 0;

/** A neighbour's name that no other process or thread takes, short whatever the file is called. */
function partName(path: string): string {
  return `${dirname(resolve(path))}/.${process.pid}-${threadId}-${parts++}.part`;
}

function flushToDisk(path: string): void {
  const fd = openSync(path, "r+");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
