import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";
import { REST, type Row, runsIn, samplesOf } from "../helpers/engine.js";

const line = (episode: string, turn: number, text: string, more: object = {}): string =>
  JSON.stringify({ episode, turn, text, ...more });

it("answers made elsewhere: several turns and cues; what cannot be used is told by line", async () => {
  const dir = scratch();
  const file = join(dir, "answers.jsonl");
  writeFileSync(
    file,
    [
      line("road_crossing/000", 0, REST, { cue: "none" }),
      line("road_crossing/000", 2, "[]", { cue: "none" }),
      line("road_crossing/000", 1, "no plan at all", { cue: "none" }),
      '{"episode":"road_cros',
      line("road_crossing/999", 0, "[]"),
      line("road_crossing/001", 0, "first"),
      line("road_crossing/001", 0, "[]"),
      "",
      line("road_crossing/001", 1, "[]"),
      line("road_crossing/002", 1, "[]"),
      line("road_crossing/002", 3, "[]"),
      line("queue_waiting/000", 0, REST, { cue: "evidence" }),
      line("queue_waiting/000", 0, "[]", { cue: "evidense" }),
      '{"episode":"queue_waiting/000","turn":0}',
    ].join("\n"),
  );
  const out = join(dir, "runs");
  const args = ["score", "--responses", file, "--model-name", "mine", "--out", out, "--json"];
  const { code, stdout, stderr } = await normact(args);
  const told = stderr.split("\n").filter((l) => l.startsWith(`${file}:`));
  expect(told.map((l) => Number(/:(\d+): /.exec(l)?.[1]))).toEqual([4, 5, 7, 9, 10, 11, 13, 14]);
  const of = (n: number) => told.find((l) => l.startsWith(`${file}:${n}:`));
  expect(of(4)).toContain("not JSON");
  expect(of(5)).toContain('unknown episode "road_crossing/999"');
  expect(of(7)).toContain("stood in line 6 already; this one counts");
  expect(of(9)).toContain("was over before");
  expect(of(10)).toContain("there is no turn 0");
  expect(of(13)).toContain('Did you mean "evidence"');
  expect(of(14)).toContain("text");
  expect(code).toBe(1);

  const { runs } = JSON.parse(stdout);
  expect(runs.map((r: Row) => [r.model, r.cue, r.n])).toEqual([
    ["mine", "none", 2],
    ["mine", "evidence", 1],
  ]);
  const none = samplesOf(join(out, runs[0].runId));
  expect(none.map((s) => [s.id, s.turns.map((t: Row) => t.outcome)])).toEqual([
    ["road_crossing/000", ["ok", "invalid_output", "ok"]],
    ["road_crossing/001", ["ok"]],
  ]);
  // no next turn in the file: the episode ends there
  expect(samplesOf(join(out, runs[1].runId))[0].turns).toHaveLength(1);
  const again = await normact(["score", runs[0].runId, "--out", out, "--execute", "--json"]);
  expect(JSON.parse(again.stdout).runs[0]).toEqual(runs[0]);
  expect(readFileSync(join(out, runs[0].runId, "run.json"), "utf8")).not.toContain(dir);
});

it("answers as some editors save them: a mark before the first line, two characters at each end", async () => {
  const dir = scratch();
  const file = join(dir, "answers.jsonl");
  const lines = ["road_crossing/000", "road_crossing/001"].map((id) => line(id, 0, REST));
  writeFileSync(file, `\uFEFF${lines.join("\r\n")}\r\n`);
  const out = join(dir, "runs");
  const { code, stdout } = await normact(["score", "--responses", file, "--out", out, "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).runs[0].n).toBe(2);
});

it("a file with no answer that can be used is refused, and leaves no run", async () => {
  const dir = scratch();
  const file = join(dir, "answers.jsonl");
  writeFileSync(file, "garbage\n");
  const run = (...more: string[]) => normact(["score", "--responses", ...more, "--out", dir]);
  const bad = await run(file);
  expect(bad).toMatchObject({ code: 2, stdout: "" });
  expect(bad.stderr).toContain("Line 1: not JSON");
  const missing = await run(join(dir, "nothing.jsonl"));
  expect(missing.stderr).toContain("nothing.jsonl");
  expect(missing.code).not.toBe(0);
  expect(runsIn(dir)).toEqual(["answers.jsonl"]);
});
