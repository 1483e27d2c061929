import { serveJobs } from "../core/worker-entry.js";
import { type GridEvalJob, runGridEvalJob } from "./jobs.js";

serveJobs<GridEvalJob>(async (job) => runGridEvalJob(job));
