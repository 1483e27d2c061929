import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const bin = join(root, "bin", "normact");

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  input?: string;
  cwd?: string;
  env?: Record<string, string>;
  /** file descriptors in place of the pipes that are read */
  stdout?: number;
  stderr?: number;
  /** called with the running process */
  started?(child: ChildProcess): void;
}

/** Runs the built command line as a user would, in a process of its own. */
export function normact(args: string[], options: CliOptions = {}): Promise<CliResult> {
  if (!existsSync(join(root, "dist", "cli", "main.js")))
    throw new Error("dist is missing: npm run build");
  // both set, Node itself writes a warning to stderr
  const { FORCE_COLOR: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], {
      cwd: options.cwd ?? root,
      env: { ...env, CI: "true", ...options.env },
      stdio: ["pipe", options.stdout ?? "pipe", options.stderr ?? "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.on("data", (d) => (stdout += d));
    child.stderr?.on("data", (d) => (stderr += d));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
    options.started?.(child);
  });
}

/** A folder of its own, gone after the test. */
export function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "normact-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
