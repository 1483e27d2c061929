import { serveJobs } from "../core/worker-entry.js";
import { type GridJob, runGridJob } from "./grid-jobs.js";

serveJobs<GridJob>(async (job) => runGridJob(job));
