import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { NormactError } from "./errors.js";

/** What a worker sends back: the answer to one job, or the error it met. */
export type WorkerReply =
  | { ok: true; value: unknown }
  | {
      ok: false;
      error: { name: string; code?: string; exitCode?: number; message: string; stack?: string };
    };

interface Waiting {
  job: unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** As many workers as there are cores, unless told otherwise. */
export function defaultWorkers(): number {
  return Math.max(1, availableParallelism());
}

/**
 * A fixed number of worker threads that take jobs in order. The worker module answers each message with a
 * `WorkerReply`. Results come back with each job's promise, so their order is the caller's business.
 */
export class WorkerPool {
  private readonly idle: Worker[] = [];
  private readonly busy = new Map<Worker, Waiting>();
  private readonly queue: Waiting[] = [];
  private readonly all: Worker[] = [];

  constructor(entry: URL, count: number, workerData?: unknown) {
    for (let i = 0; i < count; i++) {
      const worker = new Worker(entry, { workerData });
      worker.on("message", (reply: WorkerReply) => this.finish(worker, reply));
      worker.on("error", (error: Error) => this.lose(worker, error));
      worker.on("exit", () => this.lose(worker, new Error("a worker thread ended unexpectedly")));
      this.all.push(worker);
      this.idle.push(worker);
    }
  }

  get size(): number {
    return this.all.length;
  }

  run<T>(job: unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({ job, resolve: resolve as (v: unknown) => void, reject });
      this.pump();
    });
  }

  private pump(): void {
    while (this.idle.length > 0 && this.queue.length > 0) {
      const worker = this.idle.pop() as Worker;
      const next = this.queue.shift() as Waiting;
      this.busy.set(worker, next);
      worker.postMessage(next.job);
    }
  }

  private finish(worker: Worker, reply: WorkerReply): void {
    const waiting = this.busy.get(worker);
    this.busy.delete(worker);
    this.idle.push(worker);
    if (reply.ok) waiting?.resolve(reply.value);
    else waiting?.reject(revive(reply.error));
    this.pump();
  }

  /** A worker that died takes its job with it; without workers left, waiting jobs fail too. */
  private lose(worker: Worker, error: Error): void {
    if (!this.all.includes(worker)) return;
    this.all.splice(this.all.indexOf(worker), 1);
    const at = this.idle.indexOf(worker);
    if (at >= 0) this.idle.splice(at, 1);
    this.busy.get(worker)?.reject(error);
    this.busy.delete(worker);
    if (this.all.length === 0) for (const waiting of this.queue.splice(0)) waiting.reject(error);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.splice(0).map((w) => w.terminate()));
  }
}

/** The error of a worker, as the class it was there. */
function revive(error: (WorkerReply & { ok: false })["error"]): Error {
  if (error.code === undefined || error.exitCode === undefined)
    return Object.assign(new Error(error.message), error);
  return new NormactError(error.code, error.message, error.exitCode as 1 | 2 | 3 | 4 | 130);
}
