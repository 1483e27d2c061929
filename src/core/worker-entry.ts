import { parentPort } from "node:worker_threads";
import type { WorkerReply } from "./pool.js";

/** The whole of a worker module: answers each job with its result or the error it met. */
export function serveJobs<Job>(run: (job: Job) => Promise<unknown>): void {
  parentPort?.on("message", async (job: Job) => {
    let reply: WorkerReply;
    try {
      reply = { ok: true, value: await run(job) };
    } catch (error) {
      const { name, message, stack, code, exitCode } = error as Error & {
        code?: string;
        exitCode?: number;
      };
      reply = {
        ok: false,
        error: JSON.parse(JSON.stringify({ name, message, stack, code, exitCode })),
      };
    }
    parentPort?.postMessage(reply);
  });
}
