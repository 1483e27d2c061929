import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import { pagesOf } from "../../src/images/svg.js";
import { normact, root, scratch } from "../helpers/cli.js";
import { TEST_MAP, xmlFault } from "./helpers.js";

const ok = async (args: string[], input?: string): Promise<string> => {
  const { stdout, stderr, code } = await normact(args, input === undefined ? {} : { input });
  expect(code, stderr).toBe(0);
  return stdout + stderr;
};
const refused = async (args: string[], message: RegExp, input?: string): Promise<void> => {
  const { stderr, code } = await normact(args, input === undefined ? {} : { input });
  expect(stderr).toMatch(message);
  expect(code).toBe(2);
};

describe("grid render", () => {
  it("writes SVG and PNG, from above and isometric, of built-in layouts and of files", async () => {
    const dir = scratch();
    const map = join(dir, "attic.txt");
    writeFileSync(map, TEST_MAP.replace("ID", "attic"));
    await ok(["grid", "render", "bank", "--out", join(dir, "bank.svg"), "--no-zones"]);
    expect(xmlFault(readFileSync(join(dir, "bank.svg"), "utf8"))).toBeNull();
    await ok([
      "grid",
      "render",
      "bank",
      "--size",
      "20",
      "--no-rulers",
      "--out",
      join(dir, "bank.png"),
    ]);
    expect(await pagesOf(readFileSync(join(dir, "bank.png")))).toMatchObject({
      format: "png",
      width: 300,
      height: 220,
    });
    await ok(["grid", "render", map, "--iso", "--out", join(dir, "attic.png")]);
    expect(await pagesOf(readFileSync(join(dir, "attic.png")))).toMatchObject({
      format: "png",
      width: 868,
    });
  });

  it("tells what is wrong with a request", async () => {
    const out = join(scratch(), "x.png");
    await refused(["grid", "render", "bnk", "--out", out], /Did you mean "bank"/);
    await refused(["grid", "render", "bank", "--out", "x.bmp"], /must end in \.png or \.svg/);
    await refused(["grid", "render", "bank", "--size", "10", "--out", out], /16 pixels/);
    await refused(["grid", "render", "bank"], /--out/);
    expect(existsSync(out)).toBe(false);
  });
});

describe("grid replay", () => {
  it("turns a rollout into a page, moving pictures, frames and PNG files", async () => {
    const dir = scratch();
    const rollout = (
      await normact([
        "grid",
        "rollout",
        "--norm",
        "edge-left",
        "--seed",
        "3",
        "--steps",
        "9",
        "--json",
      ])
    ).stdout;
    const file = join(dir, "rollout.jsonl");
    writeFileSync(file, rollout);
    await ok(["grid", "replay", file, "--out", join(dir, "a.html")]);
    expect(readFileSync(join(dir, "a.html"), "utf8")).toContain("edge-left");
    await ok(["grid", "replay", "-", "--out", join(dir, "a.gif"), "--cell", "16"], rollout);
    expect(await pagesOf(readFileSync(join(dir, "a.gif")))).toMatchObject({
      format: "gif",
      pages: 10,
    });
    await ok([
      "grid",
      "replay",
      file,
      "--out",
      join(dir, "a.webp"),
      "--cell",
      "16",
      "--from",
      "3",
      "--to",
      "6",
    ]);
    expect(await pagesOf(readFileSync(join(dir, "a.webp")))).toMatchObject({
      format: "webp",
      pages: 4,
    });
    await ok(["grid", "replay", file, "--out", join(dir, "a.jsonl")]);
    await ok(["grid", "replay", join(dir, "a.jsonl"), "--out", join(dir, "again.jsonl")]);
    expect(readFileSync(join(dir, "again.jsonl"), "utf8")).toBe(
      readFileSync(join(dir, "a.jsonl"), "utf8"),
    );
    await ok(["grid", "replay", file, "--out", join(dir, "frames"), "--cell", "16", "--to", "3"]);
    expect(readdirSync(join(dir, "frames"))).toEqual([
      "step-0001.png",
      "step-0002.png",
      "step-0003.png",
    ]);
  });

  it("plays a scenario of the benchmark by its id, and suggests one for a mistyped id", async () => {
    const dir = scratch();
    const entry = readFileSync(join(root, "scenes", "gridworld", "benchmark.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .find((e) => e.scenario.phase === "unseen");
    const { id, layout } = entry.scenario;
    const out = join(dir, "s.jsonl");
    const said = await ok(["grid", "replay", id, "--newcomer", "norm-blind", "--out", out]);
    expect(said).toContain(`${entry.rollouts["norm-blind"].steps + 1} frames of ${layout}`);
    await refused(["grid", "replay", `${id}9`, "--out", out], new RegExp(`Did you mean "${id}"`));
  });

  it("plays a scenario from its file, on a layout of one's own too", async () => {
    const dir = scratch();
    const scenario = freeScenario({ norm: "move-1-wait-1", layout: "cafe", seed: 1, steps: 6 });
    writeFileSync(join(dir, "scenario.json"), JSON.stringify(scenario));
    const said = await ok([
      "grid",
      "replay",
      join(dir, "scenario.json"),
      "--newcomer",
      "idle",
      "--out",
      join(dir, "s.jsonl"),
    ]);
    expect(said).toContain("7 frames of cafe");
    expect(readFileSync(join(dir, "s.jsonl"), "utf8")).toContain("newcomer idle");
    writeFileSync(join(dir, "attic.txt"), TEST_MAP.replace("ID", "attic"));
    const frames = [
      '{"type":"frames","schemaVersion":1,"layout":"attic"}',
      '{"type":"frame","turn":1,"people":[]}',
    ].join("\n");
    await ok(
      ["grid", "replay", "-", "--layout", join(dir, "attic.txt"), "--out", join(dir, "attic.html")],
      frames,
    );
    await refused(
      ["grid", "replay", "-", "--out", join(dir, "attic.html")],
      /there is no layout "attic"/,
      frames,
    );
  });

  it("tells what is wrong with a request", async () => {
    const out = join(scratch(), "x.html");
    await refused(
      ["grid", "replay", "nowhere.jsonl", "--out", out],
      /neither a file nor a scenario/,
    );
    await refused(["grid", "replay", "-", "--out", "x.bmp"], /must end in/, "");
    await refused(["grid", "replay", "-", "--out", out], /standard input: is empty/, "");
    await refused(["grid", "replay", "-", "--out", out], /line 1: is no JSON/, "{");
    await refused(["grid", "replay", "-", "--newcomer", "me", "--out", out], /allowed: oracle/, "");
    expect(existsSync(out)).toBe(false);
  });
});
