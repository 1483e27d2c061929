import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hash32 } from "../../src/core/rng.js";
import { type EpisodeRecord, episodeSchema } from "../../src/grid-eval/records.js";
import { GridStore, gridRuns } from "../../src/grid-eval/store.js";
import { normact, scratch } from "../helpers/cli.js";
import { type ModelCall, modelServer } from "../helpers/model-server.js";

/** A model whose answer follows from the prompt alone, so that equal prompts get equal answers. */
function steady({ text }: ModelCall): string {
  const action = ["Up", "Down", "Left", "Right", "WAIT"][hash32(text) % 5];
  const learning = text.includes('"belief"');
  return JSON.stringify({
    reasoning: `because of ${hash32(text) % 97}`,
    action,
    ...(learning ? { belief: `rule ${hash32(text) % 3}`, confidence: 0.5 } : {}),
  });
}

const stepOf = (call: ModelCall): number => Number(/# Step (\d+)/.exec(call.text)?.[1]);

function command(url: string, out: string, ...more: string[]): string[] {
  const model = ["--model", "compatible/test", "--base-url", url, "--cache", "off"];
  return ["grid", "eval", ...model, "--out", out, "--json", ...more];
}

function only(out: string): GridStore {
  const runs = gridRuns(out);
  expect(runs).toHaveLength(1);
  return GridStore.open(out, runs[0]!);
}

/** What a run decided and came to, without how long the calls took. */
function essence(store: GridStore): unknown {
  const { answers, steps } = store.log();
  const decided = [...answers].map(([id, lines]) => [
    id,
    [...lines.values()].map(({ call, ...line }) => ({ ...line, raw: call?.raw })),
  ]);
  const byId = (a: unknown[], b: unknown[]): number => String(a[0]).localeCompare(String(b[0]));
  return {
    decided: decided.sort(byId),
    steps: [...steps].sort(byId),
    episodes: [...store.episodes()].sort(byId),
  };
}

describe("a newcomer with a model", () => {
  it("asks once a turn on the map, and not while it is being served", async () => {
    const server = await modelServer(steady);
    const out = scratch();
    const part = ["--norms", "l-shape-left", "--observation", "text"];
    const phases = ["--phases", "interaction,seen"];
    const result = await normact(command(server.url, out, ...part, ...phases));
    expect(result.stderr).toMatch(/calls: \d+/);
    expect(result.code).toBe(0);
    const records = [...only(out).episodes().values()];
    expect(records).toHaveLength(4);
    const { calls } = JSON.parse(result.stdout).runs[0];
    expect(calls).toMatchObject({
      answers: server.calls.length,
      cached: 0,
      unpriced: calls.answers,
    });
    const asked = records.reduce((n, r) => n + r.turns - r.automatic, 0);
    expect(server.calls).toHaveLength(asked);
    const lesson = records.find((r) => r.phase === "interaction") as EpisodeRecord;
    expect(lesson.turns).toBeLessThanOrEqual(200);
    expect(lesson.belief?.text).toMatch(/^rule \d$/);
    // tests get the frozen belief and are not asked for another one
    const tests = server.calls.filter((c) => c.text.includes("as you learned it before"));
    expect(tests.length).toBeGreaterThan(0);
    for (const call of tests) {
      expect(call.text).toContain(lesson.belief!.text);
      expect(call.text).not.toContain('"belief"');
    }
  });

  it("goes on after kill -9 as if nothing had happened, and pays for no answer twice", async () => {
    const args = ["--norms", "bend-right-1", "--phases", "interaction", "--observation", "text"];
    const quiet = await modelServer(steady);
    const undisturbed = scratch();
    expect((await normact(command(quiet.url, undisturbed, ...args))).code).toBe(0);

    let kill: (() => void) | null = null;
    const server = await modelServer((call, n) => {
      if (n === 60) kill?.();
      return steady(call);
    });
    const out = scratch();
    const broken = await normact(command(server.url, out, ...args), {
      started: (child) => {
        kill = () => child.kill("SIGKILL");
      },
    });
    expect(broken.code).toBe(null);
    const answered = only(out).log().answers.values().next().value!;
    expect(answered.size).toBeGreaterThanOrEqual(50);
    const again = await normact(command(server.url, out, ...args));
    expect(again.code).toBe(0);
    expect(again.stderr).toContain("going on with");
    expect(essence(only(out))).toEqual(essence(only(undisturbed)));
    // the one call that was in flight is the only one that may have been made twice
    expect(server.calls.length - quiet.calls.length).toBeLessThanOrEqual(1);
    const turns = server.calls.map(stepOf);
    expect(turns.length - new Set(turns).size).toBeLessThanOrEqual(1);
  });

  it("takes prose for WAIT and counts it, and says what else went wrong", async () => {
    const server = await modelServer((_call, n) =>
      n % 2 === 0
        ? "I would like to go up, I think."
        : '```json\n{"reasoning": "r", "action": "down", "belief": "b", "confidence": "70%"}\n```',
    );
    const out = scratch();
    const args = ["--norms", "all-exit-left", "--phases", "interaction", "--observation", "image"];
    const result = await normact(command(server.url, out, ...args));
    expect(result.code).toBe(0);
    const [lesson] = [...only(out).episodes().values()];
    const { ok, unparsable } = lesson!.answers as { ok: number; unparsable: number };
    expect(Math.abs(ok - unparsable)).toBeLessThanOrEqual(1);
    expect(lesson!.belief).toEqual({ text: "b", confidence: 0.7 });
    const lines = readFileSync(join(only(out).folder, "steps.jsonl"), "utf8");
    expect(lines).toContain('"outcome":"unparsable"');
    const image = server.calls[3]!;
    expect(JSON.stringify(image.body)).toContain("image_url");
    expect(image.text).not.toMatch(/person \d/);
  });

  it("is tested later, on the belief of the run that has the interaction phase", async () => {
    const server = await modelServer(steady);
    const out = scratch();
    const args = ["--norms", "edge-left", "--observation", "text"];
    const early = await normact(command(server.url, out, ...args, "--phases", "test"));
    expect(early.code).toBe(2);
    expect(early.stderr).toContain("--phases interaction");
    expect(gridRuns(out)).toHaveLength(0);
    await normact(command(server.url, out, ...args, "--phases", "interaction"));
    const before = server.calls.length;
    const tested = await normact(command(server.url, out, ...args, "--phases", "unseen"));
    expect(tested.code).toBe(0);
    const records = [...only(out).episodes().values()];
    expect(records.map((r) => r.phase).filter((p) => p === "unseen")).toHaveLength(3);
    expect(server.calls.length).toBeGreaterThan(before);
    for (const record of records) expect(episodeSchema.safeParse(record).success).toBe(true);
  });

  it("tells a known-norm newcomer the norm and lets it have no interaction phase", async () => {
    const server = await modelServer(steady);
    const out = scratch();
    const args = ["--norms", "move-1-wait-1", "--observation", "text", "--known-norm"];
    const result = await normact(command(server.url, out, ...args, "--phases", "interaction,seen"));
    expect(result.code).toBe(0);
    expect([...only(out).episodes().values()].map((r) => r.phase)).not.toContain("interaction");
    expect(server.calls[0]!.text).toContain("It is told to you below");
    expect(server.calls[0]!.text).not.toContain("nobody has told you");
    // each remembered step says which shirt one wore
    expect(server.calls[3]!.text).toMatch(/- Step 1: you, (orange|green|blue), at \(/);
    expect(server.calls[0]!.text).toContain("After every single step comes a turn of standing");
  });

  it("stops where the provider fails, keeps what was answered and says how to go on", async () => {
    let broken = true;
    const server = await modelServer((call, n) =>
      broken && n > 5
        ? (response) => {
            response.statusCode = 401;
            response.setHeader("content-type", "application/json");
            response.end('{"error": {"message": "no such key", "code": "invalid_api_key"}}');
          }
        : steady(call),
    );
    const out = scratch();
    const args = ["--norms", "edge-right", "--phases", "interaction", "--observation", "text"];
    const failed = await normact(command(server.url, out, ...args));
    expect(failed.code).toBe(3);
    expect(failed.stderr.trim().split("\n").at(-1)).toMatch(
      /^normact grid eval --model compatible/,
    );
    expect(only(out).log().answers.values().next().value!.size).toBe(5);
    broken = false;
    expect((await normact(command(server.url, out, ...args))).code).toBe(0);
  });

  it("prints a whole request, the calls and the price, and sends nothing", async () => {
    const server = await modelServer(steady);
    const args = ["--limit", "2", "--dry-run"];
    const result = await normact(command(server.url, scratch(), ...args));
    expect(result.code).toBe(0);
    expect(server.calls).toHaveLength(0);
    const run = JSON.parse(result.stdout);
    expect(run.calls.most).toBe(2 * (200 + 6 * 100));
    expect(JSON.stringify(run.request.body)).toContain("Your latest steps");
    expect(JSON.stringify(run.request.body)).toMatch(
      /base64,<\d+ bytes, \d+×\d+, sha256 [0-9a-f]{64}>/,
    );
  });
});
