import { appendFileSync, existsSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, normact, scratch } from "../helpers/cli.js";
import { modelServer } from "../helpers/model-server.js";

const scores = ({ stdout }: CliResult) =>
  JSON.parse(stdout).runs.map(({ runId: _, ...rest }: { runId: string }) => rest);

describe("flags that do not go together, exit 2", () => {
  it.each([
    [["eval", "--episodes", "queue_waiting/001", "--tasks", "road_crossing"], "no episode is left"],
    [["eval", "--base-url", "http://localhost:8000/v1"], "--model openai/<model>"],
    [["eval", "--model", "scripted/idle", "--temperature", "1"], "leave --temperature out"],
    [["eval", "--model", "openai/m", "--base-url", "http://localhost:9/v1?key=x"], "environment"],
    [["simulate", "queue_waiting/000", "--plan", "-", "--plan", "-"], "once only"],
    [["prompt", "queue_waiting/000", "--cue", "all"], 'unknown cue "all". Allowed: none'],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await normact(args, { input: "[]" });
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

describe("names given twice", () => {
  it("count once", async () => {
    const twice = ["scripted/idle", "scripted/idle"].flatMap((m) => ["--model", m]);
    const { stdout } = await normact([
      ...["eval", ...twice, "--cue", "none,none", "--tasks", "queue_waiting,queue_waiting"],
      ...["--limit", "1", "--out", scratch(), "--json"],
    ]);
    expect(JSON.parse(stdout).runs).toHaveLength(1);
  });
});

describe("output that cannot be written", () => {
  it.runIf(existsSync("/dev/full"))("is said in a line, also of --help", async () => {
    for (const args of [["--help"], ["scenes", "list", "--json"]]) {
      const { code, stderr } = await normact(args, { stdout: openSync("/dev/full", "w") });
      expect(stderr).toMatch(/^normact: cannot write the output: .*\n$/);
      expect(code).toBe(3);
    }
  });

  it.runIf(existsSync("/dev/full"))("on stderr stops no work", async () => {
    const args = ["eval", "--model", "scripted/idle", "--limit", "2", "--out", scratch(), "--json"];
    const result = await normact(args, { stderr: openSync("/dev/full", "w") });
    expect(result.code).toBe(0);
    expect(scores(result)[0].n).toBe(2);
  });
});

describe("a run under attack", () => {
  const command = (out: string) => [
    ...["eval", "--model", "scripted/oracle", "--limit", "6", "--out", out, "--json"],
  ];

  it("gives the same scores after garbage, foreign lines and duplicates in its log", async () => {
    const out = scratch();
    const whole = await normact(command(out));
    const log = join(out, readdirSync(out)[0]!, "samples.jsonl");
    const lines = readFileSync(log, "utf8").trim().split("\n");
    rmSync(log);
    const foreign = lines[1]!.replace(/"id":"[^"]+"/, '"id":"queue_waiting/049"');
    for (const line of [lines[0], "garbage", foreign, lines[0], "{}", "\0", lines[2], lines[3]])
      appendFileSync(log, `${line}\n`);
    appendFileSync(log, lines[4]!.slice(0, 300));
    const again = await normact(command(out));
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("3 of 6 episodes are there");
    expect(scores(again)).toEqual(scores(whole));
    const score = await normact(["score", readdirSync(out)[0]!, "--out", out, "--json"]);
    expect(score.code).toBe(0);
    expect(scores(score)).toEqual(scores(whole));
  });

  it("keeps two evaluations at once apart", async () => {
    const out = scratch();
    const server = await modelServer(async () => {
      await new Promise((r) => setTimeout(r, 400));
      return "[]";
    });
    const args = [
      ...["eval", "--model", "openai/m", "--base-url", server.url, "--limit", "3"],
      ...["--concurrency", "1", "--cache", "off", "--out", out, "--json"],
    ];
    const [first, second] = await Promise.all([normact(args), normact(args)]);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(scores(first)).toEqual(scores(second));
    const logs = readdirSync(out).map((run) =>
      readFileSync(join(out, run, "samples.jsonl"), "utf8"),
    );
    expect(logs.map((log) => log.trim().split("\n").length)).toEqual([3, 3]);
    expect(readdirSync(out).some((run) => existsSync(join(out, run, "lock")))).toBe(false);
  });

  it("that was stopped with its last episode in flight is complete, and says what never began", async () => {
    let interrupt = (): void => {};
    let stopping = Promise.resolve();
    const server = await modelServer(async () => {
      interrupt();
      // answered once the program has said that it stops
      await stopping;
      return "[]";
    });
    const stopAtFirstCall = (cues: string) =>
      normact(
        [
          ...["eval", "--model", "openai/m", "--base-url", server.url, "--limit", "1"],
          ...["--cue", cues, "--cache", "off", "--out", scratch(), "--json"],
        ],
        {
          started(child) {
            interrupt = () => child.kill("SIGINT");
            stopping = new Promise((resolve) => {
              let said = "";
              child.stderr?.on("data", (d) => {
                said += d;
                if (said.includes("stopping:")) resolve();
              });
            });
          },
        },
      );
    const whole = await stopAtFirstCall("none");
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.stdout).runs[0].n).toBe(1);
    const half = await stopAtFirstCall("none,evidence");
    expect(half.code).toBe(130);
    expect(half.stderr).toContain("still to play: 1 whole run");
  });

  it("of a person who leaves is unfinished, not wrong", async () => {
    const args = [
      "eval",
      "--model",
      "human/terminal",
      "--limit",
      "2",
      "--out",
      scratch(),
      "--json",
    ];
    const { code, stderr } = await normact(args, { input: "[]\n" });
    expect(stderr).toContain("the input has ended");
    expect(code).toBe(3);
  });
});
