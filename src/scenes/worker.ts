import { parentPort } from "node:worker_threads";
import type { WorkerReply } from "../core/pool.js";
import { IdPassCache } from "./cache.js";
import { runSceneJob, type SceneJob } from "./jobs.js";

const cache = new IdPassCache();

parentPort?.on("message", async (job: SceneJob) => {
  let reply: WorkerReply;
  try {
    reply = { ok: true, value: await runSceneJob(job, cache) };
    cache.flush();
  } catch (error) {
    const e = error as Error & { code?: string; exitCode?: number };
    reply = {
      ok: false,
      error: {
        name: e.name,
        message: e.message,
        ...(e.code === undefined ? {} : { code: e.code }),
        ...(e.exitCode === undefined ? {} : { exitCode: e.exitCode }),
        ...(e.stack === undefined ? {} : { stack: e.stack }),
      },
    };
  }
  parentPort?.postMessage(reply);
});
