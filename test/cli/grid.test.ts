import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { normact, root, scratch } from "../helpers/cli.js";

const lines = (text: string): any[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("grid norms and layouts", () => {
  it("lists fifty norms, each with what a judge needs", async () => {
    const { stdout, code } = await normact(["grid", "norms", "--json"]);
    const norms = lines(stdout);
    expect([code, norms.length, norms[25].id, norms[25].number]).toEqual([
      0,
      50,
      "bend-left-1",
      26,
    ]);
    for (const norm of norms)
      expect(Object.keys(norm)).toEqual(
        expect.arrayContaining(["id", "family", "taskKind", "description", "heldOut"]),
      );
    const one = await normact(["grid", "norms", "move-1-wait-1"]);
    expect(one.stdout).toContain("procedure");
  });

  it("checks all layouts, shows one, and says what is wrong with a file", async () => {
    const all = await normact(["grid", "layouts", "check", "--json"]);
    expect(lines(all.stdout).map((r) => r.ok)).toEqual(Array(10).fill(true));
    const show = await normact(["grid", "layouts", "show", "cafe", "--norm", "bend-right-1"]);
    expect(show.stdout).toContain("#.......01....#");
    const file = join(scratch(), "hall.txt");
    const cafe = readFileSync(join(root, "scenes/gridworld/layouts/cafe.txt"), "utf8");
    writeFileSync(
      file,
      cafe.replace("id: cafe", "id: hall").replace("A..........XX.#", "A.........XXX.#"),
    );
    const failed = await normact(["grid", "layouts", "check", file]);
    expect([failed.code, failed.stderr]).toEqual([1, "0 of 1 layouts pass\n"]);
    expect(failed.stdout).toMatch(/FAIL hall[\s\S]*error line-floor: /);
    const rules = await normact(["grid", "layouts", "check", "--rules"]);
    expect(rules.stdout).toContain("zone-q");
  });
});

describe("grid rollout", () => {
  const args = [
    "grid",
    "rollout",
    "--norm",
    "bend-right-1",
    "--layout",
    "pharmacy",
    "--seed",
    "5",
    "--steps",
    "60",
  ];

  it("gives the same bytes in every process", async () => {
    const more = [...args, "--json", "--blind-slots", "2", "--newcomer", "random"];
    const [one, two] = await Promise.all([normact(more), normact(more)]);
    expect(one.code).toBe(0);
    expect(one.stdout).toBe(two.stdout);
    const [header, ...steps] = lines(one.stdout);
    expect(header).toMatchObject({ type: "header", norm: "bend-right-1", width: 15, height: 11 });
    expect(steps.length).toBe(60);
    expect(Object.keys(steps[59])).toEqual(["type", "t", "agents", "events"]);
    expect(Object.keys(steps[59].agents[0])).toEqual([
      "id",
      "slot",
      "group",
      "x",
      "action",
      "target",
      "next",
      "sanction",
      "displaced",
      "blamed",
      "reward",
      "leg",
      "active",
    ]);
  });

  it("takes group, number of people, rules and a habit", async () => {
    const { stdout } = await normact([
      ...args,
      "--json",
      "--agents",
      "16",
      "--group",
      "blue",
      "--blind-slots",
      "0",
      "--rules",
      "literal",
      "--distractor",
      "move-3-wait-1",
      "--newcomer",
      "idle",
    ]);
    const [header, ...steps] = lines(stdout);
    expect(header).toMatchObject({ rules: "literal", habit: "move-3-wait-1" });
    expect(header.slots.length).toBe(16);
    expect(steps.at(-1).agents.find((a: any) => a.slot === 0).group).toBe("blue");
    expect(steps.flatMap((s: any) => s.agents).some((a: any) => a.sanction)).toBe(false);
  });

  it("plays on a layout file, and sums up without --json", async () => {
    const file = join(scratch(), "hall.txt");
    const cafe = readFileSync(join(root, "scenes/gridworld/layouts/cafe.txt"), "utf8");
    writeFileSync(file, cafe.replace("id: cafe", "id: hall"));
    const { stdout, code } = await normact([
      "grid",
      "rollout",
      "--norm",
      "all-exit-left",
      "--layout",
      file,
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: "all-exit-left/free/hall/0", steps: 200 });
  });

  it("answers mistakes with what is allowed", async () => {
    const wrong = async (...more: string[]) => {
      const { code, stderr } = await normact(["grid", "rollout", ...more]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await wrong("--norm", "clockwise")).toContain('Did you mean "clockwise-circulation"');
    expect(await wrong("--norm", "all-exit-left", "--layout", "caffe")).toContain(
      'Did you mean "cafe"',
    );
    expect(await wrong("--norm", "all-exit-left", "--distractor", "all-exit-right")).toContain(
      "cannot keep",
    );
    expect(await wrong("--norm", "all-exit-left", "--agents", "50")).toContain(
      "not between 1 and 40",
    );
    expect(await wrong("--norm", "all-exit-left", "--group", "red")).toContain(
      "orange, green, blue",
    );
    expect(await wrong()).toContain("--norm");
  });
});

describe("grid build and check", () => {
  it("write a norm's scenarios and prove them again; a changed line is told", async () => {
    const out = scratch();
    const built = await normact([
      "grid",
      "build",
      "--norms",
      "square-left",
      "--out",
      out,
      "--json",
    ]);
    expect(JSON.parse(built.stdout)).toMatchObject({ scenarios: 7, norms: 1 });
    const check = await normact(["grid", "check", "--set", out, "--json"]);
    expect(JSON.parse(check.stdout)).toMatchObject({
      scenarios: 7,
      faults: [],
      tests: 6,
      oracleJoint: 1,
      blindTask: 1,
      blindJoint: 0,
      awareSanctions: 0,
    });
    const shipped = readFileSync(join(root, "scenes/gridworld/benchmark.jsonl"), "utf8").split(
      "\n",
    );
    const own = readFileSync(join(out, "benchmark.jsonl"), "utf8").trim().split("\n");
    for (const line of own) expect(shipped).toContain(line);
    writeFileSync(join(out, "benchmark.jsonl"), own.slice(1).join("\n"));
    const broken = await normact(["grid", "check", "--set", out]);
    expect([broken.code, broken.stderr]).toEqual([
      2,
      expect.stringContaining("does not have the hash"),
    ]);
  });

  it("never replace the shipped benchmark by a part of it", async () => {
    const { code, stderr } = await normact(["grid", "build", "--norms", "square-left"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("--out DIR")]);
  });
});
