import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { modelServer } from "../helpers/model-server.js";

const REST = '[{"think":"look first","action":"rest","parameters":{}}]';
const onlyRun = (out: string): string => join(out, readdirSync(out)[0]!);
const samples = (run: string): any[] =>
  readFileSync(join(run, "samples.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));

describe("calibration", () => {
  it("shows the instrument at its ends, and score agrees byte for byte", async () => {
    const out = scratch();
    const { code, stdout } = await normact(["eval", "--limit", "22", "--out", out, "--json"]);
    expect(code).toBe(0);
    const { schemaVersion, runs } = JSON.parse(stdout);
    expect(schemaVersion).toBe(1);
    const rates = (run: any) =>
      ["goal_achieved", "norm_compliance", "task_success"].map((m) => run.metrics[m].rate);
    const by = Object.fromEntries(runs.map((r: any) => [r.model, r]));
    expect(rates(by["scripted/oracle"])).toEqual([1, 1, 1]);
    expect(rates(by["scripted/norm-blind"])).toEqual([1, 0, 0]);
    expect(rates(by["scripted/idle"])).toEqual([0, 0, 0]);
    expect(by["builtin/keyword"].n).toBe(22);
    expect(Object.keys(by["scripted/oracle"].byTask)).toHaveLength(11);
    for (const run of runs) {
      const again = await normact(["score", run.runId, "--out", out, "--execute", "--json"]);
      expect(again.stderr).toBe("");
      expect(again.code).toBe(0);
      expect(again.stdout).toBe(`${JSON.stringify({ schemaVersion: 1, runs: [run] })}\n`);
    }
  });

  it("prints a table with n, intervals, states, and how to name a real model", async () => {
    const { stdout, code } = await normact(["eval", "--limit", "11", "--out", scratch()]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/scripted\/oracle\s+none\s+11\s+100\.0 \(74\.1–100\.0\)/);
    expect(stdout).toContain("--model openai/");
    expect(stdout).toContain("neither");
  });

  it("plays the twins, where the direct way is right, and sets them beside the episodes", async () => {
    const out = scratch();
    const play = async (model: string, ...more: string[]) => {
      const { stdout } = await normact([
        "eval",
        "--model",
        model,
        "--limit",
        "22",
        "--out",
        out,
        "--json",
        ...more,
      ]);
      return JSON.parse(stdout).runs[0];
    };
    const blind = await play("scripted/norm-blind", "--twins");
    expect(blind.metrics.goal_achieved.rate).toBe(1);
    expect(blind.metrics.overcomplied).toMatchObject({ k: 0, n: 22 });
    expect(blind.metrics.norm_compliance).toBeUndefined();
    const pair = [await play("scripted/norm-blind"), blind];
    const { stdout } = await normact([
      "score",
      pair[0].runId,
      "--twins",
      pair[1].runId,
      "--out",
      out,
      "--json",
    ]);
    const compared = JSON.parse(stdout);
    expect(compared).toMatchObject({
      pairs: 22,
      overall: { hits: { k: 0 }, falseAlarms: { k: 0 } },
    });
    expect(compared.overall.dPrime).toBeCloseTo(0, 9);
    expect(Object.keys(compared.byTask)).toHaveLength(11);
    const wrong = await normact(["score", pair[1].runId, "--twins", pair[0].runId, "--out", out]);
    expect(wrong.code).toBe(2);
  });
});

describe("a model behind HTTP", () => {
  it("gets picture and prompt, is told of unreadable answers, and its words are kept", async () => {
    const server = await modelServer((call) =>
      call.text.includes("could not be read") ? "[]" : "I would rather not say.",
    );
    const out = scratch();
    const { code, stdout } = await normact([
      "eval",
      "--model",
      "openai/test-model",
      "--base-url",
      server.url,
      "--tasks",
      "road_crossing",
      "--limit",
      "2",
      "--cue",
      "specific",
      "--out",
      out,
      "--json",
    ]);
    expect(code).toBe(0);
    const [run] = JSON.parse(stdout).runs;
    expect(run).toMatchObject({ model: "openai/test-model", cue: "specific", n: 2, invalid: 2 });
    const [first] = samples(onlyRun(out));
    expect(first.turns.map((t: any) => t.outcome)).toEqual(["invalid_output", "ok"]);
    expect(first.turns[0]).toMatchObject({
      raw: "I would rather not say.",
      parseError: { code: "no_plan" },
    });
    expect(first.norm.reason.code).toBe("did_nothing");
    expect(existsSync(join(onlyRun(out), "images", `${first.turns[0].image}.png`))).toBe(true);
    const image = (server.calls[0]!.body.messages.at(-1)!.content as any[]).find(
      (c) => c.type === "image_url",
    );
    expect(image.image_url.url).toMatch(/^data:image\/png;base64,iVBOR/);
  });

  it("is unscored, not wrong, where it refuses", async () => {
    const server = await modelServer(() => (response) => {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          id: "x",
          object: "chat.completion",
          created: 0,
          model: "m",
          choices: [
            {
              index: 0,
              finish_reason: "stop",
              message: { role: "assistant", content: null, refusal: "no" },
            },
          ],
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        }),
      );
    });
    const { stdout } = await normact([
      "eval",
      "--model",
      "openai/m",
      "--base-url",
      server.url,
      "--limit",
      "1",
      "--out",
      scratch(),
      "--json",
    ]);
    const [run] = JSON.parse(stdout).runs;
    expect(run).toMatchObject({ n: 1, scored: 0, unscored: { refused: 1 } });
    expect(run.metrics.task_success).toEqual({ k: 0, n: 0, rate: null, ci95: null });
    expect(run.bounds.task_success).toEqual([0, 1]);
  });

  it("stops at a wrong key, says so without the key, and goes on once it is mended", async () => {
    let locked = true;
    const server = await modelServer(() =>
      locked
        ? (response) => {
            response.statusCode = 401;
            response.setHeader("content-type", "application/json");
            response.end(
              '{"error":{"message":"Incorrect API key provided: sk-secret-123456789","type":"invalid_request_error","code":"invalid_api_key"}}',
            );
          }
        : "[]",
    );
    const out = scratch();
    const args = [
      "eval",
      "--model",
      "openai/m",
      "--base-url",
      server.url,
      "--limit",
      "3",
      "--out",
      out,
      "--json",
    ];
    const env = { OPENAI_API_KEY: "sk-secret-123456789" };
    const stopped = await normact(args, { env });
    expect(stopped.code).toBe(3);
    expect(stopped.stderr).toContain("same command again");
    expect(stopped.stderr + readFileSync(join(onlyRun(out), "run.json"), "utf8")).not.toContain(
      "secret",
    );
    locked = false;
    const mended = await normact(args, { env });
    expect(mended.code).toBe(0);
    expect(readdirSync(out)).toHaveLength(1);
    expect(JSON.parse(mended.stdout).runs[0].n).toBe(3);
  });

  it("names the variable of a missing key", async () => {
    const { code, stderr } = await normact([
      "eval",
      "--model",
      "openai/m",
      "--limit",
      "1",
      "--out",
      scratch(),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("OPENAI_API_KEY");
  });

  it("can be replayed word for word without the server", async () => {
    const server = await modelServer((_call, n) => (n % 2 === 1 ? REST : "[]"));
    const out = scratch();
    await normact([
      "eval",
      "--model",
      "openai/m",
      "--base-url",
      server.url,
      "--limit",
      "2",
      "--concurrency",
      "1",
      "--out",
      out,
    ]);
    const run = readdirSync(out)[0]!;
    const { stdout, code } = await normact([
      "eval",
      "--model",
      `replay/${run}`,
      "--limit",
      "2",
      "--out",
      out,
      "--json",
    ]);
    expect(code).toBe(0);
    const raws = (folder: string) =>
      samples(folder)
        .map((s) => [s.id, s.turns.map((t: any) => t.raw)])
        .sort();
    expect(raws(join(out, JSON.parse(stdout).runs[0].runId))).toEqual(raws(join(out, run)));
  });
});

describe("broken off and gone on with", () => {
  const slow = () =>
    modelServer(async () => {
      await new Promise((r) => setTimeout(r, 150));
      return "[]";
    });

  it("survives kill -9 and a torn line: nothing finished is asked twice", async () => {
    let kill = (): void => {};
    const server = await modelServer(async (_call, n) => {
      // with the fourth call on its way: what two lanes still ask for comes from nobody any more
      if (n === 4) kill();
      await new Promise((r) => setTimeout(r, 150));
      return "[]";
    });
    const out = scratch();
    const args = [
      "eval",
      "--model",
      "openai/m",
      "--base-url",
      server.url,
      "--limit",
      "8",
      "--concurrency",
      "2",
      "--out",
      out,
      "--json",
    ];
    await normact(args, {
      started(child) {
        kill = () => child.kill("SIGKILL");
      },
    });
    kill = () => {};
    const run = onlyRun(out);
    const kept = existsSync(join(run, "samples.jsonl")) ? samples(run).map((s) => s.id) : [];
    expect(kept.length).toBeLessThan(8);
    appendFileSync(join(run, "samples.jsonl"), '{"schemaVersion":1,"id":"road_cro');
    const before = server.calls.length;
    const { code, stdout } = await normact(args);
    expect(code).toBe(0);
    expect(server.calls.length - before).toBe(8 - kept.length);
    expect(readdirSync(out)).toHaveLength(1);
    expect(JSON.parse(stdout).runs[0].n).toBe(8);
  });

  it("finishes what is in flight on Ctrl-C, exits 130 and goes on", async () => {
    const server = await slow();
    const out = scratch();
    const args = [
      "eval",
      "--model",
      "openai/m",
      "--base-url",
      server.url,
      "--limit",
      "8",
      "--concurrency",
      "1",
      "--out",
      out,
    ];
    const stopped = await normact(args, {
      started(child) {
        const timer = setInterval(() => {
          if (server.calls.length >= 2) {
            clearInterval(timer);
            child.kill("SIGINT");
          }
        }, 5);
      },
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toContain("same command again");
    const asked = server.calls.length;
    expect(samples(onlyRun(out))).toHaveLength(asked);
    const { code } = await normact(args);
    expect(code).toBe(0);
    expect(server.calls.length).toBe(8);
  });
});

describe("score", () => {
  it("notices a verdict that was tampered with, exit 1", async () => {
    const out = scratch();
    await normact(["eval", "--model", "scripted/norm-blind", "--limit", "2", "--out", out]);
    const run = onlyRun(out);
    const rows = samples(run);
    rows[0].taskSuccess = true;
    rows[0].norm.ok = true;
    writeFileSync(join(run, "samples.jsonl"), rows.map((r) => `${JSON.stringify(r)}\n`).join(""));
    const { code, stderr, stdout } = await normact(["score", run, "--json"]);
    expect(code).toBe(1);
    expect(stderr).toContain(rows[0].id);
    expect(JSON.parse(stdout).runs[0].metrics.task_success.k).toBe(0);
  });
});
