import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { normact, root, scratch } from "../helpers/cli.js";
import { modelServer } from "../helpers/model-server.js";

const KILLS = 50;
const EPISODES = 4;
const EPOCHS = 150;
/** Calls in flight at once: what a kill may lose. */
const WIDTH = 4;

it(`loses and repeats nothing over ${KILLS} kills at random moments`, {
  timeout: 1_200_000,
}, async () => {
  const dataset = scratch();
  const exported = await normact([
    ...["scenes", "export", dataset, "--tasks", "road_crossing", "--limit", String(EPISODES)],
  ]);
  expect(exported.code).toBe(0);
  // the same answer to the same question, whenever it is asked
  const server = await modelServer((call) => (call.text.length % 2 === 0 ? "[]" : "[] "));
  const play = (out: string, killAfter?: { calls: number; ms: number }) =>
    new Promise<string>((resolve, reject) => {
      const args = [out, dataset, server.url, String(EPOCHS)];
      const child = spawn(process.execPath, [join(root, "test/eval/kill-driver.mjs"), ...args]);
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (d) => (stdout += d));
      child.stderr.on("data", (d) => (stderr += d));
      const before = server.calls.length;
      const watch =
        killAfter &&
        setInterval(() => {
          if (server.calls.length - before < killAfter.calls) return;
          clearInterval(watch);
          setTimeout(() => child.kill("SIGKILL"), killAfter.ms);
        }, 1);
      child.on("close", (code, killed) => {
        clearInterval(watch);
        if (code === 0 || killed) resolve(stdout);
        else reject(new Error(stderr));
      });
    });
  const rng = new Rng(50);
  const out = scratch();
  let kills = 0;
  let torn = 0;
  for (; kills < KILLS; kills++) {
    const done = await play(out, { calls: rng.int(1, 8), ms: rng.int(0, 5) });
    if (done !== "") break;
    const log = join(out, readdirSync(out)[0] ?? "", "samples.jsonl");
    // a power cut may leave part of the last line
    if (kills % 5 === 4 && existsSync(log) && statSync(log).size > 0) {
      truncateSync(log, statSync(log).size - rng.int(1, 200));
      torn++;
    }
  }
  expect(kills).toBe(KILLS);
  const resumed = JSON.parse(await play(out));
  const asked = server.calls.length;
  const whole = JSON.parse(await play(scratch()));
  expect(server.calls.length - asked).toBe(EPISODES * EPOCHS);
  const bare = ({ runs: [{ runId: _, ...rest }] }: any) => rest;
  expect(bare(resumed)).toEqual(bare(whole));
  expect(readdirSync(out)).toHaveLength(1);
  const keys = readFileSync(join(out, readdirSync(out)[0]!, "samples.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        const { id, epoch = 0 } = JSON.parse(line);
        return [`${id} ${epoch}`];
      } catch {
        return [];
      }
    });
  expect(keys).toHaveLength(EPISODES * EPOCHS);
  expect(new Set(keys).size).toBe(keys.length);
  // what was paid for and lost: the calls in flight at each kill, and the lines that were torn
  expect(asked - EPISODES * EPOCHS).toBeLessThanOrEqual(KILLS * WIDTH + torn);
});
