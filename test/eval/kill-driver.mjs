// One process of the kill test: plays a run against a server until it is done or killed.
// node kill-driver.mjs OUT DATASET URL CACHE
import { evaluate } from "../../dist/eval/evaluate.js";
import { createRuntime } from "../../dist/models/runtime.js";

const [out, dataset, url] = process.argv.slice(2);
const runtime = createRuntime({ cache: "off", concurrency: 4, env: {} });
const signal = new AbortController().signal;
const { summary } = await evaluate(
  {
    models: ["compatible/m"],
    cues: ["none"],
    dataset,
    epochs: Number(process.argv[5]),
    maxTurns: 3,
    out,
    twins: false,
    objectList: "names",
    // its pictures are there already: nothing to draw, no threads
    workers: 0,
    concurrency: 4,
    baseUrl: url,
    runtime,
    fresh: false,
  },
  {
    version: "test",
    now: () => "2026-01-02T03:04:05Z",
    stop: signal,
    abort: signal,
    onStart() {},
    onSample() {},
    onEnd() {},
    onBusy() {},
  },
);
await runtime.close();
process.stdout.write(JSON.stringify(summary));
