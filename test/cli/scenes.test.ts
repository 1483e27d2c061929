import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decode, decodeIds16 } from "../../src/images/index.js";
import { normact, scratch } from "../helpers/cli.js";

const json = async (args: string[], input?: string) => {
  const { stdout, stderr, code } = await normact(args, input === undefined ? {} : { input });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
};

describe("scenes show and simulate", () => {
  it("give the truth, and its plans do what they should", async () => {
    const truth = await json(["scenes", "show", "queue_waiting/003", "--json"]);
    expect(truth).toMatchObject({ id: "queue_waiting/003", variant: "line" });
    expect(truth.goal).toMatch(/toy bear/);
    const known = new Set([...truth.entities, ...truth.regions].map((e: any) => e.id));
    for (const id of [
      truth.roles.item,
      truth.roles.counter,
      ...truth.roles.queue,
      ...truth.evidence,
    ])
      expect(known.has(id)).toBe(true);
    const visible = truth.visibleObjects.map((v: any) => v.id);
    for (const id of [...truth.evidence, ...truth.goalObjects]) expect(visible).toContain(id);
    for (const plan of truth.plans.aware) {
      const good = await json(
        ["simulate", truth.id, "--plan", "-", "--json"],
        JSON.stringify(plan),
      );
      expect(good).toMatchObject({
        taskSuccess: true,
        failure: null,
        norm: { ok: true, engaged: true },
      });
      expect(good.actionsExecuted).toBe(plan.length);
      expect(good.trace.map((e: any) => e.i)).toEqual(good.trace.map((_: unknown, i: number) => i));
    }
    const cut = await json(
      ["simulate", truth.id, "--plan", "-", "--json"],
      JSON.stringify(truth.plans.blind),
    );
    expect(cut).toMatchObject({ goal: { ok: true }, norm: { ok: false }, taskSuccess: false });
  });

  it("says of a twin what was paid for a norm that does not hold there", async () => {
    const show = ["scenes", "show", "giving_way/000", "--twin", "--json"];
    const { plans, twin } = await json(show);
    expect(twin).toBe(true);
    const simulate = (plan: unknown) =>
      json(["simulate", "giving_way/000", "--twin", "--plan", "-", "--json"], JSON.stringify(plan));
    const direct = await simulate(plans.blind);
    expect(direct).toMatchObject({ goal: { ok: true }, overcomplied: { overcomplied: false } });
    expect(direct.norm).toBeUndefined();
    const rest = { action: "rest", parameters: {} };
    const polite = await simulate([rest, rest, ...plans.blind]);
    expect(polite.overcomplied.overcomplied).toBe(true);
  });

  it("takes a plan with prose around it, and says what is wrong with one it cannot read", async () => {
    const chat =
      'Sure! Here is the plan:\n```json\n[{"think":"","action":"rest","parameters":{}}]\n```\nAnything else?';
    const result = await json(["simulate", "giving_way/000", "--plan", "-", "--json"], chat);
    expect(result.actionsExecuted).toBe(1);
    const bad = await normact(["simulate", "giving_way/000", "--plan", "-"], { input: "go left" });
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain("standard input");
  });

  it("tells which action of a plan failed and why", async () => {
    const result = await json(
      ["simulate", "giving_way/000", "--plan", "-", "--json"],
      '[{"action":"rest","parameters":{}},{"action":"eat_or_drink","parameters":{}}]',
    );
    expect(result.failure).toMatchObject({ action: 1, code: "hand_empty" });
  });
});

describe("scenes render", () => {
  it("writes pictures of one size, ids that agree with the labels, and the visible list", async () => {
    const dir = scratch();
    expect((await normact(["scenes", "render", "road_crossing/001", "--out", dir])).code).toBe(0);
    const read = (name: string) => readFileSync(join(dir, name));
    const observation = await decode(read("observation.png"));
    expect([observation.width, observation.height]).toEqual([1280, 480]);
    const { ids, width } = await decodeIds16(read("ids.png"));
    expect(width).toBe(640);
    const counts = new Map<number, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    const labels = JSON.parse(read("labels.json").toString());
    const { visibleObjects } = await json(["scenes", "show", "road_crossing/001", "--json"]);
    expect(labels.map((l: any) => l.id).sort()).toEqual(
      visibleObjects.map((v: any) => v.id).sort(),
    );
    for (const { id, anchor } of labels) {
      expect(ids[anchor[1] * 640 + anchor[0]]).toBe(Number(id));
      expect(counts.get(Number(id))).toBeGreaterThanOrEqual(60);
    }
    const rgb = await decode(read("rgb.png"));
    const left = observation.data.subarray(0, 640 * 3);
    expect(Buffer.from(left).equals(Buffer.from(rgb.data.subarray(0, 640 * 3)))).toBe(true);
  });

  it("needs what led to a later turn", async () => {
    const bare = await normact([
      "scenes",
      "render",
      "giving_way/000",
      "--turn",
      "1",
      "--out",
      scratch(),
    ]);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain("--plan");
    const dir = scratch();
    const plan = join(dir, "plan.json");
    writeFileSync(plan, '[{"action":"turn_in_degree","parameters":{"degree":180}}]');
    const turned = join(dir, "turned");
    expect(
      (
        await normact([
          "scenes",
          "render",
          "giving_way/000",
          "--turn",
          "1",
          "--plan",
          plan,
          "--out",
          turned,
        ])
      ).code,
    ).toBe(0);
    const first = join(dir, "first");
    await normact(["scenes", "render", "giving_way/000", "--out", first]);
    expect(readFileSync(join(turned, "rgb.png")).equals(readFileSync(join(first, "rgb.png")))).toBe(
      false,
    );
    const { stdout } = await normact(["prompt", "giving_way/000", "--turn", "1", "--plan", plan]);
    expect(stdout).toContain("turn_in_degree");
  });
});

describe("scenes export", () => {
  it("writes an ImageFolder that eval takes, and names a picture that was altered or is missing", async () => {
    const dir = scratch();
    const set = join(dir, "set");
    const written = await normact([
      "scenes",
      "export",
      set,
      "--tasks",
      "giving_way",
      "--limit",
      "2",
    ]);
    expect(written.code).toBe(0);
    const rows = readFileSync(join(set, "test", "metadata.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(rows).toHaveLength(2);
    // nothing a planner may not know stands beside the pictures
    for (const word of ["variant", "dimension", "roles", "owner", "plans", "evidence"])
      expect(Object.keys(rows[0])).not.toContain(word);
    const run = (out: string) =>
      normact([
        "eval",
        "--model",
        "scripted/oracle",
        "--dataset",
        set,
        "--out",
        join(dir, out),
        "--json",
      ]);
    const good = await run("a");
    expect(good.stderr).not.toContain("normact:");
    expect(JSON.parse(good.stdout).runs[0]).toMatchObject({ n: 2, outcomes: { both: 2 } });
    const picture = join(set, "test", rows[1].file_name);
    const bytes = readFileSync(picture);
    bytes[bytes.length - 20]! ^= 1;
    writeFileSync(picture, bytes);
    const altered = await run("b");
    expect(altered.code).toBe(2);
    expect(altered.stderr).toContain(rows[1].file_name);
    rmSync(picture);
    expect((await run("c")).stderr).toMatch(/observation.*is missing/);
  });
});

describe("the rest of the commands", () => {
  it("list a line an episode", async () => {
    const { stdout } = await normact(["scenes", "list", "--json", "--tasks", "giving_way"]);
    const rows = stdout
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(rows).toHaveLength(50);
    expect(rows[4]).toMatchObject({
      id: "giving_way/004",
      task: "giving_way",
      dimension: "etiquette",
      seed: 0,
    });
    expect(["ask", "leaves", "detour"]).toContain(rows[4].variant);
  });

  it("recognise speech and read plans", async () => {
    expect(await json(["speech", "Excuse me, may I get through?", "--json"])).toEqual({
      text: "Excuse me, may I get through?",
      intents: ["ask_way"],
    });
    expect(await json(["actions", "parse", "-"], "[]")).toEqual({ ok: true, actions: [] });
    const bad = await normact(["actions", "parse", "-"], { input: "hello" });
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, error: { code: "no_plan" } });
    expect(bad.code).toBe(1);
    expect((await json(["actions", "schema"])).$schema).toContain("2020-12");
  });

  it("draw a readable card with a map", async () => {
    const { stdout } = await normact(["scenes", "show", "road_crossing/000"]);
    expect(stdout).toContain("north is up");
    expect(stdout).toContain("trash bin");
  });
});
