import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { normact, root, scratch } from "../helpers/cli.js";

describe("typos are told with what is allowed and the closest match, exit 2", () => {
  it.each([
    [["eval", "--tasks", "queue_wating"], 'Did you mean "queue_waiting"?', "road_crossing"],
    [["eval", "--cue", "evidense"], 'Did you mean "evidence"?', "specific"],
    [["eval", "--episodes", "road_crossing/01"], "road_crossing/01", ""],
    [["eval", "--model", "scripted/oracl"], 'Did you mean "scripted/oracle"?', "openai/MODEL"],
    [["scenes", "show", "giving_wya/003"], 'Did you mean "giving_way/003"?', ""],
    [["prompt", "road_crossing/000", "--cue", "specifc"], 'Did you mean "specific"?', "none"],
    [
      ["scenes", "build", "--tasks", "nope", "--out", "/tmp/x"],
      'unknown task "nope"',
      "queue_waiting",
    ],
    [["eval", "--limit", "0"], "whole number", ""],
    [["eval", "--object-list", "all"], "names, ids, full", ""],
    [["evla"], "eval", ""],
    [["eval", "--cue", "rags"], 'Did you mean "rag"?', "evidence"],
    [["eval", "--cue", "rag", "--rag-k", "0"], "whole number", ""],
  ])("%j", async (args, message, allowed) => {
    const { code, stdout, stderr } = await normact(args);
    expect(stderr).toContain(message);
    expect(stderr).toContain(allowed);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

describe("files and folders", () => {
  it("names a plan file that is not there", async () => {
    const { code, stderr } = await normact([
      "simulate",
      "road_crossing/000",
      "--plan",
      "/nowhere/plan.json",
    ]);
    expect(stderr).toContain("/nowhere/plan.json");
    expect(code).toBe(2);
  });

  it("names an output folder that cannot be made", async () => {
    const dir = scratch();
    writeFileSync(join(dir, "file"), "");
    const { code, stderr } = await normact([
      "eval",
      "--limit",
      "1",
      "--out",
      join(dir, "file", "runs"),
    ]);
    expect(stderr).toContain(join(dir, "file", "runs"));
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });

  it("names an output folder without rights", async () => {
    // root may write anywhere but where the kernel says no
    const closed = process.getuid?.() === 0 ? "/sys" : join(scratch(), "closed");
    if (closed !== "/sys") mkdirSync(closed, { mode: 0o500 });
    const { code, stderr } = await normact(["eval", "--limit", "1", "--out", join(closed, "runs")]);
    expect(stderr).toMatch(/cannot create .*runs: (no permission|the file system is read-only)/);
    expect(code).toBe(1);
  });

  it("does not replace the shipped set by a smaller one unasked", async () => {
    const { code, stderr } = await normact(["scenes", "build", "--instances", "1"]);
    expect(stderr).toContain("--out");
    expect(code).toBe(2);
  });
});

describe("help", () => {
  it("loads no heavy library", async () => {
    const hook = pathToFileURL(join(root, "test", "helpers", "log-imports.mjs")).href;
    const { stdout, stderr, code } = await normact(["--help"], {
      env: { NODE_OPTIONS: `--import=${hook}` },
    });
    expect(code).toBe(0);
    expect(stdout).toContain("normact eval --cue evidence");
    expect(stderr).toContain("node_modules/commander");
    for (const heavy of ["sharp", "openai", "zod", "yaml"])
      expect(stderr).not.toContain(`node_modules/${heavy}/`);
    for (const room of ["render", "world", "tasks", "eval", "scenes"])
      expect(stderr).not.toContain(`dist/${room}/`);
  });

  it("has an example for every command", async () => {
    for (const command of [
      ["eval"],
      ["score"],
      ["simulate"],
      ["prompt"],
      ["scenes", "build"],
      ["scenes", "check"],
      ["scenes", "list"],
      ["scenes", "show"],
      ["scenes", "render"],
      ["scenes", "export"],
      ["actions", "parse"],
      ["speech"],
      ["cues", "lint"],
    ]) {
      const { stdout, code } = await normact([...command, "--help"]);
      expect(code, command.join(" ")).toBe(0);
      expect(stdout, command.join(" ")).toMatch(/Examples?:\s+\$ normact|\$ .*normact/);
    }
  });
});
