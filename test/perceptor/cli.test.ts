import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeWhole } from "../../src/core/files.js";
import { normact, scratch } from "../helpers/cli.js";

const lines = (file: string): { episode: string; cue: string }[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));

it("cues are written, completed, replayed and scored; half a file is found out before anything is played", async () => {
  const dir = scratch();
  const cues = join(dir, "cues.jsonl");
  const chosen = ["--tasks", "turning_off_faucets", "--limit", "2"];
  const made = await normact(["perceptor", "cue", ...chosen, "--out", cues]);
  expect(made.stderr).toMatch(/scene-graph rules.*no NormPerceptor/s);
  expect(made.code).toBe(0);
  const whole = lines(cues);
  expect(whole).toHaveLength(2);
  writeWhole(cues, `${JSON.stringify(whole[1])}\n`);
  const play = [
    "eval",
    "--model",
    "builtin/keyword",
    "--cue",
    "generated",
    ...chosen,
    "--out",
    join(dir, "runs"),
    "--perceptor",
    `precomputed:${cues}`,
  ];
  const half = await normact(play);
  expect(half.code).toBe(3);
  expect(half.stderr.trim().split("\n").at(-1)).toBe(
    `normact perceptor cue --perceptor builtin/scene-rules --episodes ${whole[0]!.episode} --out ${cues}`,
  );
  expect((await normact(["perceptor", "cue", ...chosen, "--out", cues])).code).toBe(0);
  expect(lines(cues)).toEqual(whole);
  const played = await normact([...play, "--json"]);
  expect(played.code).toBe(0);
  expect(JSON.parse(played.stdout).runs[0]).toMatchObject({ cue: "scene-graph rules", n: 2 });
  const score = await normact(["perceptor", "score", "--cues", cues, "--json"]);
  expect(JSON.parse(score.stdout).all).toMatchObject({ n: 2, evidence_named: { k: 2, n: 2 } });
  expect((await normact([...play, "--perceptor-every-turn"])).code).toBe(2);
});

it("a program that fails leaves its runs for later, others go on, and the last line is the command", async () => {
  const out = join(scratch(), "runs");
  const program = `${process.execPath} -e "process.exit(4)"`.replaceAll('"', "'");
  const play = ["eval", "--model", "builtin/keyword", "--cue", "none,generated", "--limit", "1"];
  const { code, stderr } = await normact([
    ...play,
    ...["--perceptor", `command:${program}`, "--out", out],
  ]);
  expect(code).toBe(3);
  const runs = readdirSync(out);
  expect(runs).toHaveLength(2);
  expect(stderr).toMatch(/ended with 4/);
  const left = runs.find((r) => r.includes("generated"));
  expect(stderr.trim().split("\n").at(-1)).toBe(`normact eval --out ${out} --resume ${left}`);
});

it("a dry run prices the calls that make cues, also for a planner that calls nobody, and starts no program", async () => {
  const dir = scratch();
  const prices = join(dir, "prices.yaml");
  writeWhole(
    prices,
    'schemaVersion: 1\nsources: { mine: a bill }\nprices:\n  - { model: compatible/m, as_of: "2026-11-01", source: mine, input: 1, output: 10 }\n',
  );
  const look = async (perceptor: string[], model = "scripted/oracle") => {
    const play = ["eval", "--model", model, "--cue", "generated", "--limit", "1"];
    const { code, stdout } = await normact([
      ...[...play, "--out", join(dir, "runs"), "--prices", prices, "--dry-run", "--json"],
      ...perceptor,
    ]);
    expect(code).toBe(0);
    return JSON.parse(stdout).runs[0];
  };
  const server = ["--perceptor-base-url", "http://127.0.0.1:9/v1"];
  const made = (await look(["--perceptor", "compatible/m", ...server])).cueCalls;
  expect(made).toMatchObject({ model: "compatible/m", calls: { min: 1, max: 1 } });
  const { input, output } = made.tokens;
  expect(made.cost.max).toBeCloseTo((input.max + 10 * output.max) / 1e6, 9);
  const mark = join(dir, "started");
  const program = `${process.execPath} -e "require('fs').writeFileSync('${mark}','')"`;
  const own = ["--perceptor", `command:${program}`, "--base-url", server[1]!];
  expect((await look(own, "compatible/m")).cueCalls).toBeUndefined();
  expect(existsSync(mark)).toBe(false);
});

it("usage errors name what is wrong", async () => {
  const dir = scratch();
  const cases: [string[], RegExp][] = [
    [
      ["eval", "--cue", "generated", "--perceptor", "norm-perceptor", "--out", dir],
      /unknown perceptor "norm-perceptor"/,
    ],
    [["perceptor", "label", "--data", dir], /no whole training set/],
    [["perceptor", "dataset", "--images", dir, "--out", join(dir, "x")], /--csv/],
    [["perceptor", "score"], /--cues FILE or --run RUN/],
    [["perceptor", "train-config", "--export", dir], /perceptor export/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await normact(args);
    expect(code, args.join(" ")).toBe(2);
    expect(stderr).toMatch(message);
  }
});
