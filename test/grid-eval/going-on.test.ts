import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { GridStore, gridRuns } from "../../src/grid-eval/store.js";
import { normact, scratch } from "../helpers/cli.js";
import { modelServer } from "../helpers/model-server.js";
import { batchServer } from "../servers/batch.js";

const lastLine = (text: string): string => text.trim().split("\n").at(-1)!;

/** A shell's words of a command that a message ends with, without `normact`. */
const wordsOf = (line: string): string[] => line.split(" ").slice(1);

const waiting = JSON.stringify({
  reasoning: "r",
  action: "WAIT",
  belief: "Never leave by the left door.",
  confidence: 0.5,
});

function prices(): string {
  const file = join(scratch(), "prices.yaml");
  writeFileSync(
    file,
    `schemaVersion: 1\nprices:\n  - { model: "compatible/*", as_of: "2026-11-01", input: 100, output: 100 }\n`,
  );
  return file;
}

it("counts what a run has spent before towards --max-cost, and names the command that goes on", async () => {
  const server = await modelServer(() => waiting); // 110 tokens a call: 1.1 cents
  const out = scratch();
  const args = ["grid", "eval", "--model", "compatible/t", "--base-url", server.url];
  args.push("--cache", "off", "--norms", "edge-left", "--phases", "interaction");
  args.push("--observation", "text", "--max-tokens", "10", "--out", out, "--prices", prices());
  const limited = [...args, "--max-cost", "1.5"];
  const first = await normact(limited);
  expect(first.code).toBe(3);
  const made = server.calls.length;
  expect(made).toBeGreaterThan(20);
  expect(made).toBeLessThan(200);
  const second = await normact(limited);
  expect(second.code).toBe(3);
  expect(second.stderr).toContain(`spent by these runs already: $${(0.011 * made).toFixed(4)}`);
  expect(server.calls).toHaveLength(made);
  expect(lastLine(second.stderr)).toMatch(/^normact grid eval .* --max-cost 3$/);
  expect((await normact(wordsOf(lastLine(second.stderr)))).code).toBe(0);
  expect(gridRuns(out)).toHaveLength(1);
  const lesson = [...GridStore.open(out, gridRuns(out)[0]!).episodes().values()][0]!;
  expect(server.calls).toHaveLength(lesson.turns - lesson.automatic);
});

it("plays what a broken-off command lacks and none of its other newcomers again", async () => {
  let broken = true;
  const server = await modelServer((_call, n) =>
    broken && n > 3
      ? (response) => {
          response.statusCode = 401;
          response.end('{"error": {"message": "no such key"}}');
        }
      : waiting,
  );
  const out = scratch();
  const args = ["grid", "eval", "--model", "scripted/idle", "--model", "compatible/t"];
  args.push("--model", "scripted/oracle", "--base-url", server.url, "--cache", "off");
  args.push("--norms", "edge-left", "--phases", "interaction", "--observation", "text");
  args.push("--out", out, "--json");
  const failed = await normact(args);
  expect(failed.code).toBe(3);
  broken = false;
  const again = await normact(wordsOf(lastLine(failed.stderr)));
  expect(again.code).toBe(0);
  const runs = JSON.parse(again.stdout).runs as { runId: string }[];
  expect(runs.map((r) => r.runId).sort()).toEqual(gridRuns(out).sort());
  expect(gridRuns(out)).toHaveLength(3);
  // nothing is lacking any more: the same command is a repetition
  await normact(args);
  expect(gridRuns(out)).toHaveLength(6);
});

it("says how many lines of a run's files were left out, and where", async () => {
  const out = scratch();
  const args = ["--norms", "edge-left", "--phases", "interaction", "--out", out];
  await normact(["grid", "eval", "--model", "scripted/idle", ...args]);
  const [run] = gridRuns(out) as [string];
  const steps = join(out, run, "steps.jsonl");
  const lines = readFileSync(steps, "utf8").trim().split("\n").length;
  appendFileSync(steps, '{"another":"kind"}\n{"type":"step","epis\n');
  appendFileSync(join(out, run, "judged.jsonl"), '{"type":"belief","score":9}\n');
  const told = [`steps.jsonl: 2 line(s) left out`, `line ${lines + 1}, ${lines + 2}`];
  const score = await normact(["grid", "score", run, "--out", out]);
  expect(score.code).toBe(0);
  for (const text of [...told, "judged.jsonl: 1 line(s)"]) expect(score.stderr).toContain(text);
  const json = await normact(["grid", "score", run, "--out", out, "--json"]);
  expect(JSON.parse(json.stdout).unread).toEqual([
    { file: "steps.jsonl", line: lines + 1, why: "foreign" },
    { file: "steps.jsonl", line: lines + 2, why: "torn" },
    { file: "judged.jsonl", line: 1, why: "foreign" },
  ]);
  const page = join(out, "page.html");
  const report = await normact(["grid", "report", run, "--out", out, "--html", page]);
  for (const text of told) expect(report.stderr).toContain(text);
  expect(readFileSync(page, "utf8")).toContain("2 line(s) left out");
});

it("judges by batches: killed after sending, it collects them and sends nothing again", async () => {
  const player = await modelServer((call) => {
    const step = Number(/# Step (\d+)/.exec(call.text)?.[1]);
    return waiting.replace("left", ["left", "right", "bottom"][step % 3]!);
  });
  const out = scratch();
  const play = ["grid", "eval", "--model", "compatible/p", "--base-url", player.url];
  play.push("--norms", "left-door-forbidden", "--phases", "interaction", "--cache", "off");
  await normact([...play, "--observation", "text", "--out", out]);
  const [run] = gridRuns(out) as [string];

  let kill: (() => void) | null = null;
  const server = await batchServer({
    fate: ({ text }) => ({
      kind: "answer",
      answer: text.includes("What the visitor was told")
        ? '{"rules": [{"rule": "r", "reason": "x", "label": "correct", "topic": null}]}'
        : text.includes("by the right door")
          ? "no verdict today"
          : '{"rationale": "so", "score": 7}',
    }),
    polls: 2,
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const ask = ["grid", "judge", run, "--judge", "openai/gpt-5.4", "--rules", "--out", out];
  ask.push("--base-url", server.url("openai"), "--json");
  const env = { OPENAI_API_KEY: "sk-batch-judge-key-0123456789", NORMACT_CACHE: scratch() };
  server.script.onCreate = () => kill?.();
  const killed = await normact([...ask, "--batch", "--batch-poll", "1"], {
    env,
    started: (child) => {
      kill = () => child.kill("SIGKILL");
    },
  });
  expect(killed.code).toBe(null);
  kill = null;
  expect(server.batches).toHaveLength(1);
  const done = await normact([...ask, "--batch", "--batch-poll", "1"], { env });
  expect(done.code).toBe(0);
  expect(JSON.parse(done.stdout)).toMatchObject({ beliefs: 4, asked: 4, failed: 1, missing: 0 });
  // three beliefs and one split; then what could not be read, twice more
  const asked = server.batches.map((b) => b.requests.length);
  expect(asked).toEqual([4, 1, 1]);
  expect(JSON.parse((await normact(ask, { env })).stdout)).toMatchObject({ asked: 0, known: 4 });
});
