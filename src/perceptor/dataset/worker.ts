import { serveJobs } from "../../core/worker-entry.js";
import { type PictureJob, runPictureJob } from "./jobs.js";

serveJobs<PictureJob>(runPictureJob);
