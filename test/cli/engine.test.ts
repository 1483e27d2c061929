import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import {
  door,
  exportedViews,
  followUp,
  lastCommand,
  priceFile,
  provider,
  REST,
  type Row,
  remove,
  runsIn,
  samplesOf,
} from "../helpers/engine.js";
import { answer, choose, failure, reset, respond, silence, wrongKey } from "../servers/index.js";

const EPISODES = 4;
let views: string;
beforeAll(async () => {
  views = await exportedViews(EPISODES);
});
afterAll(() => remove(views));

/** `normact eval` of one local model on the exported views. */
const play = (url: string, out: string, ...more: string[]) => [
  ...["eval", "--model", "compatible/m", "--base-url", url, "--dataset", views, "--workers", "0"],
  ...["--cache", "off", "--concurrency", "1", "--out", out, "--json", ...more],
];
const runOf = ({ stdout }: { stdout: string }): Row => JSON.parse(stdout).runs[0];

describe("limits", () => {
  it("--max-cost stops at code 3; the last line, copied, ends with every run complete", async () => {
    const server = await provider(answer("[]"));
    const out = scratch();
    const prices = priceFile(scratch());
    const limited = [...["--cue", "none,evidence", "--max-tokens", "30"], "--prices", prices];
    const limit = [...limited, "--max-cost", "0.1"];
    const first = await normact(play(server.url("compatible"), out, ...limit));
    expect(first.code).toBe(3);
    expect(first.stderr).toContain("the limit of $0.1 is reached");
    expect(first.stderr).toContain("still to play: 1 episode of 1 run and 1 whole run.");
    expect(server.requests).toHaveLength(3);
    expect(lastCommand(first).join(" ")).toMatch(
      /^eval --out \S+ --resume \S+-none-\S+ --resume \S+-evidence-\S+ .*--max-cost 0\.2/,
    );
    const all = await followUp(first);
    expect(all.map((r) => r.code)).toEqual([3, 3, 0]);
    expect(all[1]!.stderr).toContain("spent by these runs already: $0.09");
    expect(server.requests).toHaveLength(2 * EPISODES);
    expect(runsIn(out)).toHaveLength(2);
    const { runs } = JSON.parse(all[2]!.stdout);
    expect(runs.map((r: Row) => r.n)).toEqual([EPISODES, EPISODES].slice(0, runs.length));
  });

  it("--max-tokens-total does the same, and a limit that stands in the run is raised, too", async () => {
    const server = await provider(answer("[]"));
    const out = scratch();
    const look = await normact([...play(server.url("compatible"), out), "--dry-run"]);
    expect(look.code).toBe(0);
    const [estimate] = JSON.parse(look.stdout).runs;
    const one = (estimate.tokens.input.min + estimate.tokens.output.min) / EPISODES;
    const limit = String(Math.round(one + 200));
    const first = await normact(play(server.url("compatible"), out, "--max-tokens-total", limit));
    expect(first.code).toBe(3);
    expect(first.stderr).toContain(`the limit of ${limit} tokens is reached`);
    expect(server.requests).toHaveLength(2);
    // as `run show` has it: the limit of the run's own command holds, and is told in the last line
    const bare = ["eval", "--resume", runsIn(out)[0]!, "--out", out, "--json"];
    const again = await normact(bare);
    expect(again.code).toBe(3);
    expect(server.requests).toHaveLength(2);
    expect(lastCommand(again)).toContain("--max-tokens-total");
    const all = await followUp(again);
    expect(all.at(-1)!.code).toBe(0);
    expect(runOf(all.at(-1)!)).toMatchObject({ n: EPISODES, calls: EPISODES });
    expect(server.requests).toHaveLength(EPISODES);
  });

  it("--max-cost without a price is refused before a call", async () => {
    const server = await provider();
    const result = await normact(play(server.url("compatible"), scratch(), "--max-cost", "1"));
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("--prices FILE");
    expect(server.requests).toHaveLength(0);
  });
});

describe("--reask", () => {
  const stubborn = respond(({ parts }) =>
    JSON.stringify(parts).includes("could not be read as a plan") ? "[]" : "I had rather not.",
  );

  it("asks once more, counts it, and keeps the first answer", async () => {
    const server = await provider(stubborn);
    const out = scratch();
    const result = await normact(play(server.url("compatible"), out, "--reask"));
    expect(result.code).toBe(0);
    expect(runOf(result)).toMatchObject({
      ...{ n: EPISODES, reasked: EPISODES, invalid: 0, calls: 2 * EPISODES },
      usage: { input: 2 * EPISODES * 120, output: 2 * EPISODES * 30 },
    });
    expect(server.requests).toHaveLength(2 * EPISODES);
    const [first] = samplesOf(join(out, runsIn(out)[0]!));
    expect(first.turns).toHaveLength(1);
    expect(first.turns[0]).toMatchObject({
      ...{ outcome: "ok", raw: "[]" },
      reasked: { raw: "I had rather not.", parseError: { code: "no_plan" } },
    });
  });

  it("asks only once", async () => {
    const server = await provider(answer("never"));
    const out = scratch();
    const result = await normact(
      play(server.url("compatible"), out, "--reask", "--max-turns", "1", "--limit", "2"),
    );
    expect(runOf(result)).toMatchObject({ n: 2, reasked: 2, invalid: 2 });
    expect(server.requests).toHaveLength(4);
  });
});

describe("going on", () => {
  it("--retry-errors plays what went wrong again, and nothing else", async () => {
    const broken = failure({ status: 400, message: "this picture is not to my taste" });
    const server = await provider([broken, answer("[]"), broken, answer("[]")]);
    const out = scratch();
    const first = await normact(play(server.url("compatible"), out));
    expect(first.code).toBe(3);
    expect(runOf(first)).toMatchObject({ scored: 2, unscored: { provider_error: 2 } });
    expect(first.stderr).toContain("this picture is not to my taste");
    expect(lastCommand(first)).toContain("--retry-errors");
    const again = await normact(lastCommand(first));
    expect(again.code).toBe(0);
    expect(server.requests).toHaveLength(EPISODES + 2);
    expect(runOf(again)).toMatchObject({ n: EPISODES, scored: EPISODES, unscored: {} });
    const score = await normact(["score", runsIn(out)[0]!, "--out", out, "--json"]);
    expect(score.stdout).toBe(again.stdout);
  });

  it("--resume under other settings names each field with both values, and calls nobody", async () => {
    const server = await provider(answer("[]"));
    const out = scratch();
    await normact(play(server.url("compatible"), out));
    const run = runsIn(out)[0]!;
    const asked = server.requests.length;
    const resume = (...more: string[]) =>
      normact(["eval", "--resume", run, "--out", out, "--json", ...more]);
    const other = await resume("--temperature", "0.5", "--epochs", "2");
    expect(other.code).toBe(2);
    expect(other.stderr).toContain("temperature is null in the run and 0.5 now");
    expect(other.stderr).toContain("epochs is null in the run and 2 now");
    const cue = await resume("--cue", "evidence");
    expect(cue.code).toBe(2);
    expect(cue.stderr).toContain('cue is "none" in the run and "evidence" now');
    const limit = await resume("--limit", "2");
    expect(limit.stderr).toMatch(/episodes is "[0-9a-f]{64}" in the run and "[0-9a-f]{64}" now/);
    const own = await resume();
    expect(own.code).toBe(0);
    expect(runOf(own).n).toBe(EPISODES);
    expect(server.requests).toHaveLength(asked);
    expect(runsIn(out)).toHaveLength(1);
    const none = await normact(["eval", "--resume", "nothing", "--out", out]);
    expect(none.stderr).toContain(`no run "nothing"`);
    expect(none.stderr).toContain(run);
  });

  it("a run that another process is playing is not resumed twice", async () => {
    let wait = true;
    const held = respond(async () => {
      while (wait) await new Promise((r) => setTimeout(r, 20));
      return "[]";
    });
    const server = await provider(held);
    const out = scratch();
    const first = normact(play(server.url("compatible"), out));
    while (server.requests.length === 0) await new Promise((r) => setTimeout(r, 20));
    const busy = await normact(["eval", "--resume", runsIn(out)[0]!, "--out", out]);
    expect(busy.stderr).toContain("another process is playing");
    expect(busy.code).not.toBe(0);
    wait = false;
    expect((await first).code).toBe(0);
    expect(server.requests).toHaveLength(EPISODES);
  });

  it("the same command again plays only what is lacking of several runs", async () => {
    let locked = true;
    const server = await provider(
      choose(({ model }) => (locked && model === "gpt-4o" ? wrongKey("sk-x") : answer("[]"))),
    );
    const out = scratch();
    const args = play(server.url("compatible"), out, "--model", "openai/gpt-4o");
    const env = { OPENAI_API_KEY: "sk-proj-abcdEFGH1234567890ijklMNOP" };
    const cues = ["--cue", "none,evidence"];
    const first = await normact([...args, ...cues], { env });
    expect(first.code).toBe(3);
    expect(first.stderr).toContain("openai/gpt-4o: ");
    expect(first.stderr).not.toContain("abcdEFGH");
    const asked = (model: string) => server.requests.filter((r) => r.model === model).length;
    expect([asked("m"), asked("gpt-4o")]).toEqual([2 * EPISODES, 1]);
    locked = false;
    const again = await normact([...args, ...cues], { env });
    expect(again.stderr).not.toContain("still to play");
    expect(again.code).toBe(0);
    expect([asked("m"), asked("gpt-4o")]).toEqual([2 * EPISODES, 1 + 2 * EPISODES]);
    expect(runsIn(out)).toHaveLength(4);
    const { runs } = JSON.parse(again.stdout);
    expect(runs.map((r: Row) => [r.model, r.cue, r.n])).toEqual([
      ["compatible/m", "none", EPISODES],
      ["openai/gpt-4o", "none", EPISODES],
      ["compatible/m", "evidence", EPISODES],
      ["openai/gpt-4o", "evidence", EPISODES],
    ]);
    // all there: once more is a repetition, with runs of its own
    await normact([...args, "--limit", "4"], { env });
    expect(runsIn(out)).toHaveLength(6);
  });
});

describe("--display json", () => {
  it("of a run that cannot go on: objects alone, the reason and, last, the command", async () => {
    const server = await provider(wrongKey("sk-x"));
    const args = play(server.url("compatible"), scratch(), "--display", "json");
    const { code, stderr } = await normact(args);
    expect(code).toBe(3);
    const events = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const errors = events.filter((e) => e.event === "error").map((e) => e.code);
    expect(errors).toEqual(["provider_refuses", "unfinished"]);
    expect(events.at(-1)).toMatchObject({ event: "command" });
    expect(events.at(-1).command).toMatch(/^normact eval .*--resume /);
  });
});

describe("an answer of more than a million characters", () => {
  it("is no plan; its beginning is kept, and scoring it again agrees", async () => {
    const plan = JSON.stringify([{ think: "x".repeat(1_200_000), action: "rest", parameters: {} }]);
    const server = await provider(answer(plan));
    const out = scratch();
    const args = [...play(server.url("compatible"), out), "--limit", "1", "--max-turns", "1"];
    const { code } = await normact(args);
    expect(code).toBe(0);
    const run = join(out, runsIn(out)[0]!);
    const { outcome, raw, rawLength, parseError } = samplesOf(run)[0].turns[0];
    expect({ outcome, rawLength, code: parseError.code }).toEqual({
      ...{ outcome: "invalid_output", rawLength: plan.length, code: "too_long" },
    });
    expect(parseError.message).toContain(plan.length.toLocaleString("en-US"));
    expect(plan.startsWith(raw)).toBe(true);
    expect(raw).toHaveLength(1_000_001);
    expect((await normact(["score", run, "--json"])).code).toBe(0);
  });
});

describe("a kill -9 between two turns", () => {
  it("loses no answer that was paid for: the run's sums are those of an undisturbed one", async () => {
    // a first turn that goes on, then nothing: the episode is killed in its second
    const server = await provider([answer(REST), silence]);
    const out = scratch();
    const prices = priceFile(scratch());
    const args = play(server.url("compatible"), out, "--limit", "1", "--prices", prices);
    const cached = [...args, "--cache", "on"];
    const env = { NORMACT_CACHE: scratch() };
    let stored = false;
    const killed = normact(cached, {
      env,
      started: async (child) => {
        // the second request follows once the first answer is with the caller; its file may take a moment longer
        while (server.requests.length < 2 || !stored) {
          const files = readdirSync(env.NORMACT_CACHE, { recursive: true }).map(String);
          stored = files.some((f) => /[0-9a-f]{64}\.json$/.test(f));
          await new Promise((r) => setTimeout(r, 5));
        }
        child.kill("SIGKILL");
      },
    });
    expect((await killed).code).toBeNull();
    server.play(answer("[]"));
    const resumed = await normact(cached, { env });
    expect(resumed.code).toBe(0);
    expect(server.requests).toHaveLength(3);
    const run = runOf(resumed);
    expect(run).toMatchObject({ calls: 2, cacheHits: 0, cost: 0.06 });
    const [sample] = samplesOf(join(out, runsIn(out)[0]!));
    const calls = sample.turns.map((t: Row) => [t.call.cached, t.call.earlier ?? false]);
    expect(calls).toEqual([
      [false, true],
      [false, false],
    ]);
    // another run of the same has paid for nothing
    const again = await normact([...cached, "--fresh"], { env });
    expect(runOf(again)).toMatchObject({ calls: 0, cacheHits: 2, cost: null });
    expect(server.requests).toHaveLength(3);
  });
});

describe("a local server that dies midway", () => {
  it("and comes back soon is waited for", async () => {
    // the second call is in flight when the door is shut
    const server = await provider([answer("[]"), silence, answer("[]")]);
    const front = await door(server.origin);
    const out = scratch();
    const playing = normact(play(front.url, out));
    while (server.requests.length < 2) await new Promise((r) => setTimeout(r, 5));
    front.shut();
    setTimeout(() => front.open(), 1500);
    const result = await playing;
    expect(result.code).toBe(0);
    expect(runOf(result)).toMatchObject({ n: EPISODES, scored: EPISODES });
    const attempts = samplesOf(join(out, runsIn(out)[0]!)).flatMap(
      (s) => s.turns[0].call.failedAttempts,
    );
    expect(attempts.length).toBeGreaterThan(0);
  });

  it("and stays away leaves the rest for later, unspoilt; the last line ends it once it is back", async () => {
    const server = await provider([answer("[]"), answer("[]"), silence]);
    const front = await door(server.origin);
    const out = scratch();
    const playing = normact(play(front.url, out, "--epochs", "3", "--concurrency", "6"));
    // an eighth request with six at a time: the two that were answered are finished
    while (server.requests.length < 8) await new Promise((r) => setTimeout(r, 5));
    front.shut();
    const gone = await playing;
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain(`cannot reach ${front.url}`);
    expect(gone.stderr).toContain("still to play: 10 episodes of 1 run");
    expect(gone.stderr).not.toMatch(/^\s+at /m);
    expect(runOf(gone).samples).toEqual({ n: 2, scored: 2, unscored: {} });
    server.play(answer("[]"));
    const asked = server.requests.length;
    await front.open();
    const all = await followUp(gone);
    expect(all.map((r) => r.code)).toEqual([3, 0]);
    expect(runOf(all[1]!)).toMatchObject({
      ...{ n: EPISODES, epochs: 3 },
      samples: { n: 12, scored: 12, unscored: {} },
    });
    expect(server.requests).toHaveLength(asked + 10);
  });

  it("and cuts every connection is noticed after twenty episodes; one line plays those again, too", async () => {
    const server = await provider([answer("[]"), reset]);
    const out = scratch();
    const gone = await normact(
      play(server.url("compatible"), out, "--epochs", "7", "--concurrency", "24"),
    );
    expect(gone.code).toBe(3);
    expect(gone.stderr).toContain("20 episodes in a row got no connection");
    expect(lastCommand(gone)).toContain("--retry-errors");
    server.play(answer("[]"));
    const all = await followUp(gone);
    expect(all.map((r) => r.code)).toEqual([3, 0]);
    expect(runOf(all[1]!).samples).toEqual({ n: 28, scored: 28, unscored: {} });
  });
});
