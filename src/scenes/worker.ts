import { serveJobs } from "../core/worker-entry.js";
import { IdPassCache } from "./cache.js";
import { runSceneJob, type SceneJob } from "./jobs.js";

const cache = new IdPassCache();

serveJobs<SceneJob>(async (job) => {
  const value = await runSceneJob(job, cache);
  cache.flush();
  return value;
});
