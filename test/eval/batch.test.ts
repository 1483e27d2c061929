import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { type BatchScript, batchServer } from "../servers/batch.js";

const KEY = "sk-batch-eval-key-0123456789";
const MODELS = {
  openai: "openai/gpt-5.4",
  anthropic: "anthropic/claude-opus-4-6",
  google: "google/gemini-2.5-flash",
};
const REST = '[{"think":"wait a little","action":"rest","parameters":{}}]';

const onlyRun = (out: string): string => join(out, readdirSync(out)[0]!);

const rows = (file: string): any[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

async function bench(provider: keyof typeof MODELS, script: BatchScript = {}) {
  const server = await batchServer(script);
  onTestFinished(() => server[Symbol.asyncDispose]());
  const out = scratch();
  const home = scratch();
  const env = {
    ...{ OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, GEMINI_API_KEY: KEY },
    NORMACT_CACHE: home,
  };
  const args = [
    ...["eval", "--model", MODELS[provider], "--base-url", server.url(provider)],
    ...[
      "--limit",
      "2",
      "--workers",
      "0",
      "--max-tokens",
      "500",
      "--batch",
      "--batch-poll",
      "1",
      "--out",
      out,
    ],
  ];
  return { server, out, home, env, args };
}

/** Everything that a run left behind, key or no key. */
function texts(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && !f.name.endsWith(".png"))
    .map((f) => readFileSync(join(f.parentPath, f.name), "utf8"))
    .join("\n");
}

test.each(["openai", "anthropic", "google"] as const)(
  "%s: a run goes in one wave a turn and ends as one with single calls would",
  async (provider) => {
    const { server, out, home, env, args } = await bench(provider, {
      // several turns cost as many pictures: once is enough
      fate: () => ({ kind: "answer", answer: provider === "openai" ? REST : "[]" }),
    });
    const { code, stdout, stderr } = await normact([...args, "--json"], { env });
    expect(stderr).toContain("batch: sent 2 requests");
    expect(code).toBe(0);
    expect(server.batches).toHaveLength(provider === "openai" ? 3 : 1);
    const [run] = JSON.parse(stdout).runs;
    expect(run.n).toBe(2);
    const samples = rows(join(onlyRun(out), "samples.jsonl"));
    expect(samples.map((s) => s.outcome)).toEqual(["ok", "ok"]);
    // one request for every turn that was played, none twice
    const turns = samples.reduce((sum, s) => sum + s.turns.length, 0);
    const asked = server.batches.flatMap((b) => b.requests.map((r) => r.id));
    expect(asked).toHaveLength(turns);
    expect(new Set(asked).size).toBe(turns);
    expect(server.batches.flatMap((b) => b.requests).every((r) => r.pictures === 1)).toBe(true);
    expect(samples.every((s) => s.turns.every((t: { call?: unknown }) => t.call))).toBe(true);
    expect(texts(out) + texts(home) + stdout + stderr).not.toContain(KEY);
  },
);

test("kill -9 while the batch is being made: the next command fetches it and sends nothing again", async () => {
  let kill = (): void => {};
  const { server, out, env, args } = await bench("openai", {
    fate: () => ({ kind: "answer", answer: "[]" }),
    // made at the provider, and the process is gone before it hears of it
    onCreate: (batch) => {
      if (batch.id === "batch_1") kill();
    },
    polls: 2,
  });
  const first = await normact(args, {
    env,
    started: (child) => {
      kill = () => child.kill("SIGKILL");
    },
  });
  expect(first.code).toBeNull();
  expect(server.batches).toHaveLength(1);
  kill = () => {};
  const { code, stderr } = await normact(args, { env });
  expect(stderr).toContain("batch_1 with 2 requests is at the provider already");
  expect(code).toBe(0);
  expect(server.batches).toHaveLength(1);
  const samples = rows(join(onlyRun(out), "samples.jsonl"));
  expect(new Set(samples.map((s) => s.id)).size).toBe(2);
});

test("kill -9 while waiting, then Ctrl-C while waiting: still one batch, and single calls are refused meanwhile", async () => {
  let onPoll = (): void => {};
  const { server, out, env, args } = await bench("openai", {
    fate: () => ({ kind: "answer", answer: "[]" }),
    polls: () => {
      onPoll();
      return 1000;
    },
  });
  const killed = await normact(args, {
    env,
    started: (child) => {
      onPoll = () => {
        if (server.batches[0]?.polls === 1) child.kill("SIGKILL");
      };
    },
  });
  expect(killed.code).toBeNull();
  const refused = await normact(
    args.filter((a) => a !== "--batch" && a !== "--batch-poll" && a !== "1"),
    { env },
  );
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("add --batch to collect its results");
  const stopped = await normact(args, {
    env,
    started: (child) => {
      const seen = server.batches[0]!.polls;
      onPoll = () => {
        if (server.batches[0]!.polls === seen + 1) child.kill("SIGINT");
      };
    },
  });
  expect(stopped.code).toBe(130);
  expect(stopped.stderr).toContain("goes on at the provider; run the same command again");
  onPoll = () => {};
  server.script.polls = 1;
  const last = await normact(args, { env });
  expect(last.code).toBe(0);
  expect(server.batches).toHaveLength(1);
  expect(rows(join(onlyRun(out), "samples.jsonl"))).toHaveLength(2);
});

test("what expired is an error to be played again, and another wave plays it", async () => {
  let late = true;
  const { server, out, env, args } = await bench("anthropic", {
    fate: (_request, _batch, n) =>
      late && n === 0 ? { kind: "expired" } : { kind: "answer", answer: "[]" },
  });
  const first = await normact([...args, "--json"], { env });
  expect(first.code).toBe(3);
  expect(JSON.parse(first.stdout).runs[0].unscored.provider_error).toBe(1);
  expect(first.stderr).toContain("batch_expired");
  expect(first.stderr.trim().split("\n").at(-1)).toMatch(
    /normact eval .*--resume .*--retry-errors/,
  );
  late = false;
  const again = await normact([...args, "--retry-errors", "--json"], { env });
  expect(again.code).toBe(0);
  expect(JSON.parse(again.stdout).runs[0].unscored.provider_error ?? 0).toBe(0);
  expect(server.batches.map((b) => b.requests.length)).toEqual([2, 1]);
  expect(readdirSync(out)).toHaveLength(1);
});

test("flags that do not go together, and a limit that is asked before anything is sent", async () => {
  const { server, env, args } = await bench("openai");
  const idle = await normact(["eval", "--batch", "--limit", "1", "--out", scratch()], { env });
  expect(idle.code).toBe(2);
  expect(idle.stderr).toContain("--batch is for models that are called");
  const local = await normact(
    ["eval", "--model", "compatible/m", "--base-url", server.url("openai"), "--batch"].concat(
      "--out",
      scratch(),
    ),
    { env },
  );
  expect(local.code).toBe(2);
  expect(local.stderr).toContain("openai/, anthropic/ or google/");
  const prices = join(scratch(), "prices.yaml");
  writeFileSync(
    prices,
    "schemaVersion: 1\nprices:\n  - { model: openai/gpt-5.4, as_of: 2026-11-30, input: 10, output: 10 }\n",
  );
  const poor = await normact([...args, "--prices", prices, "--max-cost", "0.0001"], { env });
  expect(poor.code).toBe(3);
  expect(poor.stderr).toContain("at the full price");
  expect(poor.stderr).toContain("--max-cost");
  expect(server.batches).toHaveLength(0);
});

test("a setting that the model refuses costs one more wave, also of episodes with one turn", async () => {
  const { server, out, env, args } = await bench("openai", {
    fate: ({ body }) =>
      "temperature" in body
        ? {
            kind: "error",
            error: {
              ...{ status: 400, code: "unsupported_value", param: "temperature" },
              message: "Unsupported value: 'temperature' does not support 0 with this model.",
            },
          }
        : { kind: "answer", answer: "[]" },
  });
  const given = args.map((a) => (a === MODELS.openai ? "openai/gpt-4o" : a));
  const more = ["--temperature", "0", "--max-turns", "1"];
  const { code, stderr } = await normact([...given, ...more], { env });
  expect(stderr).toContain("does not take temperature: 2 requests are asked again without it");
  expect(code).toBe(0);
  expect(server.batches).toHaveLength(2);
  const calls = rows(join(onlyRun(out), "samples.jsonl")).map((s) => s.turns[0].call);
  expect(calls.map((c) => c.sent.temperature)).toEqual([null, null]);
});
