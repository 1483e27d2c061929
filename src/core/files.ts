import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
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
};

/** A file-system error in words: what was tried, on which path, why it failed, what to do. */
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
    full ? 3 : 1,
    {
      cause: error,
    },
  );
}

/** @throws NormactError naming the file */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
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
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError(error, path, "create");
  }
}

/** Writes a whole file or nothing: to a neighbour first, then renamed into place. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  makeFolder(dirname(path));
  const part = `${path}.${process.pid}.part`;
  try {
    writeFileSync(part, data);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw fileError(error, path, "write");
  }
}
