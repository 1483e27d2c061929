import { serveJobs } from "../core/worker-entry.js";
import { IdPassCache } from "../scenes/cache.js";
import { type EpisodeJob, runEpisodeJob } from "./jobs.js";

const cache = new IdPassCache();

serveJobs<EpisodeJob>(async (job) => {
  const sample = await runEpisodeJob(job, cache);
  cache.flush();
  return sample;
});
