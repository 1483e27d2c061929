import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { fileError } from "../../core/files.js";
import type { Spending } from "../budget.js";
import type { SettingName } from "../types.js";
import type { BatchRequest } from "./journal.js";
import type { BatchLimits } from "./types.js";

/** The requests of one batch on their way into a file: with their pictures they would not all fit into memory. */
export class Part {
  readonly requests: BatchRequest[] = [];
  readonly expected: Spending = { cost: 0, tokens: 0 };
  private readonly fd: number;
  private readonly hash = createHash("sha256");
  private bytes = 0;

  constructor(
    readonly tag: string,
    readonly path: string,
    /** settings that its requests are sent without, since the model refused them */
    readonly without: readonly SettingName[] = [],
  ) {
    try {
      this.fd = openSync(path, "w");
    } catch (error) {
      throw fileError(error, path, "write");
    }
  }

  fits(line: string, limits: BatchLimits): boolean {
    if (this.requests.length === 0) return true;
    const most = this.bytes + Buffer.byteLength(line) + 1;
    return this.requests.length < limits.requests && most <= limits.bytes;
  }

  add(request: BatchRequest, line: string, expected: Spending): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.fd, bytes, done);
    } catch (error) {
      throw fileError(error, this.path, "write");
    }
    this.hash.update(bytes);
    this.bytes += bytes.length;
    this.requests.push(request);
    this.expected.cost += expected.cost;
    this.expected.tokens += expected.tokens;
  }

  /** Flushes it to the disk. @returns the file's SHA-256 */
  close(): string {
    try {
      fsyncSync(this.fd);
    } catch (error) {
      throw fileError(error, this.path, "write");
    } finally {
      closeSync(this.fd);
    }
    return this.hash.digest("hex");
  }
}
