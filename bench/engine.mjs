// What the run engine adds to a bare fetch loop over the same requests: node bench/engine.mjs [SAMPLES] [LONG]
// 3,300 first turns with pictures, concurrency 32, a server in a process of its own; then the memory of a long run.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, row } from "./kit.mjs";

const SAMPLES = Number(process.argv[2] ?? 3300);
const LONG = Number(process.argv[3] ?? 10_000);
const WIDTH = 32;
const EPISODES = Math.min(550, SAMPLES);
const work = mkdtempSync(join(tmpdir(), "normact-engine-"));

const SERVER = `
import { createServer } from "node:http";
const answer = JSON.stringify({ id: "c", object: "chat.completion", created: 0, model: "m",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "[]", refusal: null } }],
  usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } });
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => setTimeout(() => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(answer);
  }, Number(process.argv[1])));
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

async function serve(latency) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", SERVER, String(latency)]);
  const port = await new Promise((resolve) => child.stdout.once("data", (d) => resolve(Number(d))));
  return { url: `http://127.0.0.1:${port}/v1`, stop: () => child.kill() };
}

// the export's, too: with the pictures it keeps what is seen in them
const env = { ...process.env, NORMACT_CACHE: join(work, "cache") };

/** Runs a script in a process of its own. @returns wall and processor seconds of its work, peak memory in MB */
function measured(script, ...args) {
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", script, ...args], {
    encoding: "utf8",
    env,
  });
  if (done.status !== 0) throw new Error(done.stderr);
  const { seconds, cpu } = JSON.parse(done.stdout.trim().split("\n").at(-1));
  return { seconds, cpu, rss: Number(/RSS (\d+)/.exec(done.stderr)[1]) / 1024 };
}

const RSS = `
const spent = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; };
process.on("exit", () => process.stderr.write("RSS " + process.resourceUsage().maxRSS));`;

// the bodies that the engine sends, read from disk as it does
const BARE = `${RSS}
import { readFileSync } from "node:fs";
const [url, list, n, width] = process.argv.slice(1);
const files = JSON.parse(readFileSync(list, "utf8"));
const prompt = "x".repeat(9000);
let next = 0;
const before = spent();
const started = performance.now();
await Promise.all(Array.from({ length: Number(width) }, async () => {
  while (next < Number(n)) {
    const png = readFileSync(files[next++ % files.length]);
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: [{ type: "text", text: prompt },
      { type: "image_url", image_url: { url: "data:image/png;base64," + png.toString("base64") } }] }] });
    const response = await fetch(url + "/chat/completions", { method: "POST", body, headers: { "content-type": "application/json" } });
    await response.json();
  }
}));
console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, cpu: spent() - before }));`;

const ENGINE = `${RSS}
import { evaluate } from ${JSON.stringify(join(root, "dist/eval/evaluate.js"))};
import { createRuntime } from ${JSON.stringify(join(root, "dist/models/runtime.js"))};
const [url, dataset, out, epochs, width] = process.argv.slice(1);
const runtime = createRuntime({ cache: "off", concurrency: Number(width), env: {} });
const never = new AbortController().signal;
let started = 0;
let before = 0;
await evaluate({ models: ["compatible/m"], cues: ["none"], dataset, epochs: Number(epochs), maxTurns: 3, out,
  twins: false, objectList: "names", workers: 1, concurrency: Number(width), baseUrl: url, runtime, fresh: true },
  { version: "bench", now: () => "2026-01-02T03:04:05Z", stop: never, abort: never,
    onStart() { before = spent(); started = performance.now(); }, onSample() {}, onBusy() {},
    onEnd() { console.log(JSON.stringify({ seconds: (performance.now() - started) / 1000, cpu: spent() - before })); } });
await runtime.close();`;

try {
  const dataset = join(work, "set");
  const command = ["scenes", "export", dataset, "--limit", String(EPISODES)];
  const exported = spawnSync(process.execPath, [join(root, "bin/normact"), ...command], { env });
  if (exported.status !== 0) throw new Error(String(exported.stderr));
  const listing = readFileSync(join(dataset, "test/metadata.jsonl"), "utf8").trim().split("\n");
  const files = listing.map((line) => join(dataset, "test", JSON.parse(line).file_name));
  const list = join(work, "files.json");
  writeFileSync(list, JSON.stringify(files));
  const epochs = Math.round(SAMPLES / EPISODES);
  const n = epochs * EPISODES;
  for (const latency of [0, 200]) {
    const server = await serve(latency);
    const bare = measured(BARE, server.url, list, String(n), String(WIDTH));
    const out = join(work, `runs-${latency}`);
    const engine = measured(ENGINE, server.url, dataset, out, String(epochs), String(WIDTH));
    server.stop();
    row(
      `engine, ${n} first turns, ${latency} ms`,
      engine.seconds,
      "s",
      bare.seconds,
      "bare fetch loop",
      "≤ 1.15",
    );
    row(`processor time of that, ${latency} ms`, engine.cpu, "s", bare.cpu, "bare fetch loop", "");
    if (latency === 0) row("peak memory of that", engine.rss, "MB", 600, "600 MB", "< 600 MB");
  }
  if (LONG > 0) {
    const server = await serve(0);
    const rounds = String(Math.ceil(LONG / EPISODES));
    const long = measured(ENGINE, server.url, dataset, join(work, "long"), rounds, String(WIDTH));
    server.stop();
    row(
      `peak memory, ${Number(rounds) * EPISODES} samples`,
      long.rss,
      "MB",
      600,
      "600 MB",
      "< 600 MB",
    );
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
