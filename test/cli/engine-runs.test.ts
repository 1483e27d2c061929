import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { exportedViews, provider, REST, type Row, remove, runsIn } from "../helpers/engine.js";
import { answer, choose } from "../servers/index.js";

const EPISODES = 4;
let views: string;
beforeAll(async () => {
  views = await exportedViews(EPISODES);
});
afterAll(() => remove(views));

const common = (url: string, out: string) => [
  ...["--base-url", url, "--dataset", views, "--workers", "0", "--cache", "off", "--out", out],
];
/** Every line has to be an object. */
const jsonLines = (text: string): Row[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("several models, cues and epochs", () => {
  it("are runs of their own, in order; progress as JSON or not at all", async () => {
    const server = await provider(answer("[]"));
    const out = scratch();
    const args = [
      ...["eval", "--model", "compatible/a", "--model", "compatible/b", "--cue", "none,evidence"],
      ...[...common(server.url("compatible"), out), "--limit", "2", "--epochs", "2", "--json"],
    ];
    const result = await normact([...args, "--display", "json"]);
    expect(result.code).toBe(0);
    const { runs } = JSON.parse(result.stdout);
    expect(runs.map((r: Row) => [r.model, r.cue, r.n, r.epochs, r.samples.n])).toEqual([
      ["compatible/a", "none", 2, 2, 4],
      ["compatible/b", "none", 2, 2, 4],
      ["compatible/a", "evidence", 2, 2, 4],
      ["compatible/b", "evidence", 2, 2, 4],
    ]);
    expect(server.requests).toHaveLength(16);
    const events = jsonLines(result.stderr);
    const count = (event: string) => events.filter((e) => e.event === event).length;
    const counts = ["start", "sample", "end", "run"].map(count);
    expect(counts).toEqual([4, 16, 4, 4]);
    expect(events.find((e) => e.event === "sample")).toMatchObject({
      ...{ runId: runs[0].runId, outcome: "ok" },
    });
    const score = await normact(["score", runs[3].runId, "--out", out, "--execute", "--json"]);
    expect(JSON.parse(score.stdout).runs[0]).toEqual(runs[3]);

    const bad = await normact([...args, "--display", "json", "--nonsense"]);
    expect(bad.code).toBe(2);
    for (const event of jsonLines(bad.stderr)) expect(event).toMatchObject({ code: "usage" });

    const quiet = await normact([...args, "--display", "none"]);
    expect(quiet.stderr.trim().split("\n")).toHaveLength(4);
    expect(quiet.stderr).toMatch(/^(run: .*\n){4}$/);
  });
});

describe("--dry-run", () => {
  it("needs no key, calls nobody, leaves no run, and shows one request a model", async () => {
    const server = await provider();
    const out = join(scratch(), "runs");
    const { code, stdout, stderr } = await normact([
      ...["eval", "--model", "openai/gpt-4o", "--model", "anthropic/claude-sonnet-4-6"],
      ...["--model", "scripted/oracle", "--cue", "none,evidence", "--dry-run", "--json"],
      ...[...common(server.url("openai"), out), "--max-cost", "1"],
    ]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const { runs, requests } = JSON.parse(stdout);
    expect(requests.map((r: Row) => r.model)).toEqual([
      "openai/gpt-4o",
      "anthropic/claude-sonnet-4-6",
    ]);
    expect(requests[0].request.url).toBe(`${server.url("openai")}/chat/completions`);
    expect(JSON.stringify(requests[0].request.body)).toMatch(/<\d+ bytes, \d+×\d+, sha256 \w{64}>/);
    expect(runs).toHaveLength(6);
    for (const run of runs)
      expect(run.calls).toEqual(
        run.called ? { min: EPISODES, max: 3 * EPISODES } : { min: 0, max: 0 },
      );
    expect(server.requests).toHaveLength(0);
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  it("estimates what it costs at the provider's own address", async () => {
    const { stdout, code } = await normact([
      ...["eval", "--model", "openai/gpt-4o", "--dataset", views, "--dry-run"],
      ...["--out", scratch()],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("Nothing was sent.");
    expect(stdout).toMatch(/all of openai +4–12 +\d+–\d+ +\d+–\d+ +\$[\d.]+–\$[\d.]+/);
  });
});

describe("--matrix", () => {
  const matrix = (text: string): string => {
    const file = join(scratch(), "m.yaml");
    writeFileSync(file, `schemaVersion: 1\nname: mine\n${text}`);
    return file;
  };

  it("plays its models, cues and settings; flags given beside it win", async () => {
    const server = await provider(choose(({ model }) => answer(model === "b" ? REST : "[]")));
    const out = scratch();
    const file = matrix(`track: embodied
runs:
  - models: [compatible/a, { model: compatible/b, settings: { max-turns: 1 } }]
    cues: [none, category]
    settings: [{ temperature: 0.5, limit: 3 }]
judge: { model: openai/gpt-4o, use: labels }
`);
    const args = ["--limit", "1", "--json", ...common(server.url("compatible"), out)];
    const result = await normact(["eval", "--matrix", file, ...args]);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain("the matrix names openai/gpt-4o as judge");
    const { runs } = JSON.parse(result.stdout);
    expect(runs.map((r: Row) => `${r.model} ${r.cue} ${r.n} ${r.calls}`)).toEqual([
      ...["compatible/a none 1 1", "compatible/b none 1 1"],
      ...["compatible/a category 1 1", "compatible/b category 1 1"],
    ]);
    expect(server.requests.map((r) => r.body.temperature)).toEqual([0.5, 0.5, 0.5, 0.5]);
    const info = JSON.parse(readFileSync(join(out, runs[1].runId, "run.json"), "utf8"));
    expect(info.matrix).toEqual({ name: "mine", judge: "openai/gpt-4o" });
    expect(info.settings).toMatchObject({ maxTurns: 1, temperature: 0.5 });
    // each of its runs can be gone on with by itself
    const own = await normact(["eval", "--resume", runs[1].runId, "--out", out, "--json"]);
    expect(JSON.parse(own.stdout).runs).toEqual([runs[1]]);
    expect(server.requests).toHaveLength(4);
  });

  it.each([
    ["track: embodied\nruns:\n  - models: [a/b]\n    cue: [none]\n", /m\.yaml:\d+: .*cue/],
    [
      "track: embodied\nruns:\n  - models: [scripted/idle]\n    settings: [{ limit: x }]\n",
      /limit.*x/,
    ],
    ["track: embodied\nruns:\n  - models: [a/b]\n", /m\.yaml: unknown model "a\/b"/],
    [
      "track: embodied\nruns:\n  - models: [scripted/idle]\n    cues: [nonee]\n",
      /m\.yaml: .*cue "nonee"/,
    ],
    ["track: grid\nruns:\n  - models: [a/b]\n", /normact grid eval/],
    ["track: embodied\nruns: [\n", /m\.yaml:\d+: /],
  ])("that is wrong is refused with its place: %j", async (text, said) => {
    const { code, stderr, stdout } = await normact([
      ...["eval", "--matrix", matrix(text), "--out", scratch()],
    ]);
    expect(stderr).toMatch(said);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

describe("normact run", () => {
  it("ls, show and recover: a torn line, a foreign one, a damaged run.json", async () => {
    const server = await provider(answer("[]"));
    const out = scratch();
    const args = [
      ...["eval", "--model", "compatible/m", "--concurrency", "1", "--json"],
      ...common(server.url("compatible"), out),
    ];
    const whole = await normact(args);
    const id = runsIn(out)[0]!;
    const log = join(out, id, "samples.jsonl");
    const lines = readFileSync(log, "utf8");
    appendFileSync(log, "this is no sample\n");
    truncateSync(log, lines.trimEnd().lastIndexOf("\n") + 400);
    const run = (...more: string[]) => normact(["run", ...more, "--out", out]);

    const ls = JSON.parse((await run("ls", "--json")).stdout).runs;
    expect(ls).toMatchObject([{ runId: id, state: "unfinished", done: 3, total: 4 }]);
    const show = await run("show", id);
    expect(show.stdout).toContain("3 of 4 samples are there");
    expect(show.stdout).toContain(`normact eval --resume ${id}`);
    expect(JSON.parse((await run("show", id, "--json")).stdout)).toMatchObject({
      ...{ playing: false, errors: [] },
      unfinished: [expect.stringMatching(/^road_crossing\//)],
    });

    const file = join(out, id, "run.json");
    const info = readFileSync(file, "utf8");
    writeFileSync(file, info.slice(0, 200));
    expect((await run("ls")).stdout).toMatch(/damaged/);
    const broken = await run("show", id);
    expect(broken.code).not.toBe(0);
    expect(broken.stderr).toContain(`normact run recover ${join(out, id)}`);
    const alone = await run("recover", id);
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain("put back a copy");
    expect(alone.stdout).toContain("3 whole samples; 1 broken line put aside");
    writeFileSync(file, info);
    const mended = await run("recover", id, "--json");
    expect(mended.code).toBe(0);
    expect(JSON.parse(mended.stdout)).toMatchObject({ samples: 3, broken: 0, rebuilt: [] });

    const asked = server.requests.length;
    const resumed = await normact(["eval", "--resume", id, "--out", out, "--json"]);
    expect(resumed.code).toBe(0);
    expect(server.requests.length - asked).toBe(1);
    expect(resumed.stdout).toBe(whole.stdout);
    const done = await run("ls");
    expect(done.stdout).toMatch(/4\/4 .*complete/);
    rmSync(join(out, id, "samples.jsonl.bak"));
    for (const what of ["show", "recover"]) {
      const nobody = await run(what, "nobody");
      expect(nobody.stderr).toContain('no run "nobody"');
      expect(nobody.code).toBe(2);
    }
    expect((await normact(["run", "ls", "--out", scratch()])).stdout).toContain("no runs in");
  });
});
