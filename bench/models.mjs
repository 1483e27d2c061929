// What the model layer adds to a call: node bench/models.mjs [calls]
// 3,300 calls with a picture of 120 kB each, 32 in flight, cache on, against a bare loop of fetch in the same run
// that sends the same bodies: base64, JSON, POST, parsed answer. The server is a process of its own.
import { fork } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, row } from "./kit.mjs";

const CONCURRENCY = 32;
const TURN = 330;

if (process.argv[2] === "serve") serve();
else await measure(Number(process.argv[2] ?? 3300));

/** Answers every POST after the milliseconds that its path names. */
function serve() {
  const body = JSON.stringify({
    id: "x",
    object: "chat.completion",
    model: "m",
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        message: { role: "assistant", content: "[]".repeat(200) },
      },
    ],
    usage: { prompt_tokens: 900, completion_tokens: 200, total_tokens: 1100 },
  });
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      const answer = () => {
        response.writeHead(200, { "content-type": "application/json" });
        response.end(body);
      };
      const wait = Number(/\/wait(\d+)\//.exec(request.url)?.[1] ?? 0);
      if (wait === 0) answer();
      else setTimeout(answer, wait);
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
}

/** Runs `work(i)` for i below n, `CONCURRENCY` at a time. @returns seconds */
async function timedPool(n, work) {
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    while (next < n) await work(next++);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (performance.now() - started) / 1000;
}

async function measure(calls) {
  const { createRuntime } = await import(join(root, "dist/models/runtime.js"));
  const server = fork(fileURLToPath(import.meta.url), ["serve"]);
  const port = await new Promise((resolve) => server.once("message", resolve));
  const cacheFolder = mkdtempSync(join(tmpdir(), "normact-bench-"));
  const prompt = "What do you do next? ".repeat(200);
  const noise = randomFillSync(Buffer.alloc(120_000));
  // a picture of its own each time, as each first turn has one
  const picture = (i) => {
    const data = new Uint8Array(noise);
    new DataView(data.buffer).setUint32(0, i);
    return data;
  };

  const bare = (base) => async (i) => {
    const url = `data:image/png;base64,${Buffer.from(picture(i).buffer).toString("base64")}`;
    const response = await fetch(`${base}/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer none" },
      body: JSON.stringify({
        model: "m",
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: prompt },
              { type: "image_url", image_url: { url, detail: "high" } },
            ],
          },
        ],
      }),
    });
    if ((await response.json()).choices[0].message.content === "") throw new Error("empty");
  };

  const open = () => createRuntime({ concurrency: CONCURRENCY, cacheFolder, env: {} });
  const ours = (runtime, base) => {
    const client = runtime.client("openai/m", { baseUrl: base });
    return async (i) => {
      const { outcome, error } = await client.generate({
        parts: [
          { type: "text", text: prompt },
          { type: "image", data: picture(i), mediaType: "image/png" },
        ],
      });
      if (outcome !== "ok") throw new Error(error?.message ?? outcome);
    };
  };

  try {
    for (const wait of [0, 200]) {
      const base = `http://127.0.0.1:${port}/wait${wait}/v1`;
      const runtime = open();
      const rivals = { bare: bare(base), ours: ours(runtime, base) };
      const sum = { bare: { wall: 0, cpu: 0 }, ours: { wall: 0, cpu: 0 } };
      for (const work of Object.values(rivals)) await timedPool(100, (i) => work(1e6 + i));
      // taking turns in tenths: whatever else the machine does meets both
      for (let at = 0; at < calls; at += TURN) {
        const n = Math.min(TURN, calls - at);
        for (const [name, work] of Object.entries(rivals)) {
          const cpu = process.cpuUsage();
          sum[name].wall += await timedPool(n, (i) => work(at + i));
          const { user, system } = process.cpuUsage(cpu);
          sum[name].cpu += (user + system) / 1e3;
        }
      }
      const started = performance.now();
      await runtime.close();
      sum.ours.wall += (performance.now() - started) / 1000;
      const what = `${calls} calls with a picture, server at ${wait} ms`;
      row(`${what}: wall`, sum.ours.wall, "s", sum.bare.wall, "a bare fetch loop", "≤ 1.15×");
      row(
        "  processor time a call",
        ...[sum.ours.cpu / calls, "ms", sum.bare.cpu / calls, "a bare fetch loop", "no figure"],
      );
    }
    const runtime = open();
    const again = await timedPool(calls, ours(runtime, `http://127.0.0.1:${port}/wait0/v1`));
    const { calls: sent, cacheHits } = runtime.spent();
    await runtime.close();
    console.log(`the same from the cache: ${again.toFixed(2)} s, ${cacheHits} hits, ${sent} sent`);
    console.log(`greatest RSS ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
  } finally {
    server.kill();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}
