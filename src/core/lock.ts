import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { fileError } from "./files.js";

/** How often a holder says that it is still there, and how long a silent one is believed; milliseconds. */
const BEAT_MS = 5_000;
const SILENT_MS = 60_000;

/** Locks that this process has. */
const own = new Set<string>();

/**
 * Is a process at work on what this lock file guards? Not when there is no file, when its process is gone, or
 * when it has been silent for a minute (another machine, a number that was given out again).
 */
export function isHeld(file: string): boolean {
  let age: number;
  let holder: { pid?: unknown; host?: unknown };
  try {
    age = Date.now() - statSync(file).mtimeMs;
    holder = JSON.parse(readFileSync(file, "utf8")) as typeof holder;
  } catch (error) {
    // created this moment and not yet filled in: somebody is just starting
    return error instanceof SyntaxError && Date.now() - mtime(file) < BEAT_MS;
  }
  if (age > SILENT_MS) return false;
  if (holder?.host !== hostname() || typeof holder.pid !== "number") return true;
  // a container that starts anew has the name and the number that it had before it crashed
  if (holder.pid === process.pid) return own.has(resolve(file));
  return isAlive(holder.pid);
}

function mtime(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // somebody else's process is one, too
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Takes a lock, or says that another process has it. Of many that try at once, one gets it.
 * @returns what gives it back; null when it is held
 * @throws NormactError when the file cannot be written
 */
export function takeLock(file: string): (() => void) | null {
  if (!createLock(file) && !replaceStale(file)) return null;
  const key = resolve(file);
  own.add(key);
  // a process that slept longer than a silent one is believed has lost it: the file is another's by now
  const mine = contentOf(file);
  const beat = setInterval(() => {
    if (contentOf(file) === mine) touch(file);
  }, BEAT_MS);
  beat.unref();
  return () => {
    clearInterval(beat);
    own.delete(key);
    if (contentOf(file) === mine) rmSync(file, { force: true });
  };
}

/** What a lock file says; null where there is none. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** @returns false when there is such a file already */
function createLock(file: string): boolean {
  try {
    const fd = openSync(file, "wx");
    writeSync(fd, JSON.stringify({ pid: process.pid, host: hostname() }));
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw fileError(error, file, "write");
  }
}

/**
 * Puts a new lock in the place of one that its process left behind. Only whoever has the broom removes it: a second
 * process that judged the old one a moment ago would otherwise remove the first one's new lock.
 */
function replaceStale(file: string): boolean {
  if (isHeld(file)) return false;
  const broom = `${file}.stale`;
  if (!createLock(broom)) {
    // of one that was killed while sweeping: the next try finds none
    if (!isHeld(broom)) rmSync(broom, { force: true });
    return false;
  }
  try {
    if (isHeld(file)) return false;
    rmSync(file, { force: true });
    return createLock(file);
  } finally {
    rmSync(broom, { force: true });
  }
}

function touch(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
  } catch {
    // the folder was removed: the log's writer says so
  }
}
