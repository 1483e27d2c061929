import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { fileError } from "../core/files.js";

/** Lines to a neighbour of the file, hashed on the way, renamed into place at the end. */
export class LineWriter {
  private readonly part: string;
  private readonly fd: number;
  private readonly hash = createHash("sha256");
  private lines: string[] = [];

  constructor(private readonly path: string) {
    this.part = `${path}.${process.pid}.part`;
    try {
      this.fd = openSync(this.part, "w");
    } catch (error) {
      throw fileError(error, path, "write");
    }
  }

  write(line: string): void {
    this.lines.push(line);
    if (this.lines.length >= 4096) this.flush();
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    const bytes = Buffer.from(`${this.lines.join("\n")}\n`);
    this.lines = [];
    this.hash.update(bytes);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.fd, bytes, done);
    } catch (error) {
      throw fileError(error, this.path, "write");
    }
  }

  /** @returns SHA-256 of the file */
  finish(): string {
    this.flush();
    fsyncSync(this.fd);
    closeSync(this.fd);
    renameSync(this.part, this.path);
    return this.hash.digest("hex");
  }

  abandon(): void {
    try {
      closeSync(this.fd);
    } catch {
      // closed already
    }
    rmSync(this.part, { force: true });
  }
}
