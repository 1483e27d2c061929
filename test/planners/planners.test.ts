import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { planSchema } from "../../src/actions/schemas.js";
import { NormactError, UsageError } from "../../src/core/errors.js";
import { humanPlanner } from "../../src/planners/human.js";
import {
  CALIBRATION,
  createPlanner,
  parsePlannerName,
  plannerNames,
} from "../../src/planners/registry.js";
import type { RecordedReply, ReplayKey } from "../../src/planners/replay.js";
import { oracleChoice } from "../../src/planners/scripted.js";
import type { PlannerInput } from "../../src/planners/types.js";
import { buildPrompt, promptText } from "../../src/prompts/build.js";
import type { Episode } from "../../src/world/types.js";
import { completion, fakeServer, json } from "../models/fake-server.js";
import { FIRST } from "../prompts/sample-input.js";

const rest = { think: "", action: "rest", parameters: {} };
const turn = (degree: number) => ({ think: "", action: "turn_in_degree", parameters: { degree } });
const EPISODE = {
  id: "queue_waiting/004",
  plans: {
    aware: [
      { name: "a", plan: [turn(1)] },
      { name: "b", plan: [turn(2)] },
    ],
    blind: [rest],
  },
} as unknown as Episode;

function input(more: Partial<PlannerInput> = {}): PlannerInput {
  const prompt = buildPrompt(FIRST);
  return {
    episodeId: EPISODE.id,
    turn: 0,
    cue: "none",
    prompt,
    promptText: promptText(prompt),
    visible: FIRST.visible,
    seed: 0,
    ...more,
  };
}

const privileged = { episode: EPISODE };

describe("scripted planners", () => {
  it("the oracle gives a norm-aware plan and is then done", async () => {
    const oracle = await createPlanner("scripted/oracle");
    expect(oracle.privileged).toBe(true);
    expect(oracle.needsPicture).toBe(false);
    const reply = await oracle.plan(input({ privileged }));
    expect(reply).toMatchObject({ outcome: "ok", usage: null, latencyMs: 0 });
    expect([JSON.stringify([turn(1)]), JSON.stringify([turn(2)])]).toContain(reply.raw);
    expect((await oracle.plan(input({ privileged, turn: 1 }))).raw).toBe("[]");
  });

  it("the oracle uses every plan of every variant, however variants and plans alternate", () => {
    for (const variants of [1, 2, 3]) {
      for (const plans of [1, 2, 3]) {
        for (let v = 0; v < variants; v++) {
          const used = new Set<number>();
          for (let n = v; n < 50; n += variants) {
            used.add(oracleChoice(`task/${String(n).padStart(3, "0")}`, plans));
          }
          expect([...used].sort(), `${variants} variants, ${plans} plans`).toEqual(
            Array.from({ length: plans }, (_, i) => i),
          );
        }
      }
    }
  });

  it("norm-blind gives the direct plan, idle gives none", async () => {
    const blind = await createPlanner("scripted/norm-blind");
    expect((await blind.plan(input({ privileged }))).raw).toBe(JSON.stringify([rest]));
    const idle = await createPlanner("scripted/idle");
    expect(idle.privileged).toBe(false);
    expect((await idle.plan(input())).raw).toBe("[]");
  });

  it("those that know the episode say so when it is not handed to them", async () => {
    for (const name of ["scripted/oracle", "scripted/norm-blind"]) {
      const planner = await createPlanner(name);
      await expect(planner.plan(input())).rejects.toThrow(NormactError);
    }
    const bare = { ...EPISODE, plans: { aware: [], blind: [] } } as unknown as Episode;
    const oracle = await createPlanner("scripted/oracle");
    await expect(oracle.plan(input({ privileged: { episode: bare } }))).rejects.toThrow(
      /no norm-aware plan/,
    );
  });
});

describe("scripted/random", () => {
  it("gives well-formed plans on things in view, the same for the same seed", async () => {
    const random = await createPlanner("scripted/random");
    const actions = new Set<string>();
    const raws = new Set<string>();
    for (let n = 0; n < 300; n++) {
      const at = input({ episodeId: `x/${n}`, turn: n % 3 });
      const { raw } = await random.plan(at);
      expect((await random.plan(at)).raw).toBe(raw);
      raws.add(raw);
      const plan = planSchema.parse(JSON.parse(raw)) as {
        action: string;
        parameters: Record<string, unknown>;
      }[];
      expect(plan.length).toBeGreaterThanOrEqual(1);
      expect(plan.length).toBeLessThanOrEqual(4);
      for (const step of plan) {
        actions.add(step.action);
        for (const [key, value] of Object.entries(step.parameters)) {
          if (key.endsWith("_id")) expect(FIRST.visible.map((v) => v.id)).toContain(value);
        }
      }
    }
    expect(actions.size).toBe(18);
    expect(raws.size).toBeGreaterThan(250);
  });

  it("differs with the seed, and needs nothing in view", async () => {
    const random = await createPlanner("scripted/random");
    const of = async (seed: number) => (await random.plan(input({ seed }))).raw;
    expect(await of(1)).not.toBe(await of(2));
    for (let seed = 0; seed < 100; seed++) {
      const { raw } = await random.plan(input({ seed, visible: [] }));
      planSchema.parse(JSON.parse(raw));
    }
  });
});

describe("human/terminal", () => {
  function terminal(typed: string) {
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    stdin.end(typed);
    const printed: Buffer[] = [];
    stdout.on("data", (chunk: Buffer) => printed.push(chunk));
    return {
      io: { input: stdin, output: stdout },
      printed: () => Buffer.concat(printed).toString(),
    };
  }

  it("prints the prompt and takes a plan at the line that closes it", async () => {
    const { io, printed } = terminal('[{"action":\n"rest"}]\n[]\n');
    const human = humanPlanner(io);
    const first = await human.plan(input());
    expect(first.raw).toBe('[{"action":\n"rest"}]');
    expect(first.outcome).toBe("ok");
    expect((await human.plan(input({ turn: 1 }))).raw).toBe("[]");
    expect(printed()).toContain(input().promptText);
    expect(printed()).toContain("queue_waiting/004, reply 2");
    human.close!();
  });

  it("an empty line hands over what there is; the end of the pipe is no answer", async () => {
    const { io } = terminal("\n\nnot json\nat all\n\n```json\n[1,\n");
    const human = humanPlanner(io);
    expect((await human.plan(input())).raw).toBe("not json\nat all");
    expect((await human.plan(input())).raw).toBe("```json\n[1,");
    expect(await human.plan(input())).toMatchObject({
      raw: "",
      outcome: "cancelled",
      error: { code: "input_ended", fatal: true },
    });
    human.close!();
  });

  it("waits for lines that come later", async () => {
    const stdin = new PassThrough();
    const human = humanPlanner({ input: stdin, output: new PassThrough() });
    const reply = human.plan(input());
    setTimeout(() => stdin.write('[{"action":"rest",'), 10);
    setTimeout(() => stdin.write('"parameters":{}}]\n'), 30);
    expect((await reply).raw).toBe('[{"action":"rest","parameters":{}}]');
    human.close!();
  });

  it("shows the picture where it can", async () => {
    const { io, printed } = terminal("[]\n");
    const seen: number[] = [];
    const human = humanPlanner({
      ...io,
      showPicture: async (png) => {
        seen.push(png.length);
        return "/some/where.png";
      },
    });
    expect(human.needsPicture).toBe(true);
    await human.plan(input({ image: async () => new Uint8Array(5) }));
    expect(seen).toEqual([5]);
    expect(printed()).toContain("The picture: /some/where.png");
  });

  it("without a terminal is a usage error", async () => {
    await expect(createPlanner("human/terminal")).rejects.toThrow(UsageError);
  });
});

describe("replay", () => {
  const recorded = (
    raw: string | null,
    outcome: RecordedReply["outcome"] = "ok",
  ): RecordedReply => ({
    raw,
    outcome,
    usage: { input: 5, cachedInput: 0, output: 2, reasoning: null },
    model: "gpt-x",
  });
  const log: Record<string, RecordedReply> = {
    "queue_waiting/004 0 none": recorded("[1]"),
    "queue_waiting/004 1 none": recorded("nonsense", "invalid_output"),
    "queue_waiting/004 2 none": recorded(null, "refused"),
  };
  const reader = async (run: string) => {
    if (run !== "r1") throw new UsageError("unknown_run", `no run ${run}`);
    return ({ episodeId, turn, cue }: ReplayKey) => log[`${episodeId} ${turn} ${cue}`] ?? null;
  };

  it("answers by episode, turn and cue, word for word", async () => {
    const planner = await createPlanner("replay/r1", { replay: reader });
    expect(await planner.plan(input())).toMatchObject({
      raw: "[1]",
      outcome: "ok",
      model: "gpt-x",
      usage: { input: 5 },
    });
    expect(await planner.plan(input({ turn: 1 }))).toMatchObject({
      raw: "nonsense",
      outcome: "ok",
    });
    expect(await planner.plan(input({ turn: 2 }))).toMatchObject({ raw: "", outcome: "refused" });
  });

  it("names what is not in the run", async () => {
    const planner = await createPlanner("replay/r1", { replay: reader });
    await expect(planner.plan(input({ cue: "specific" }))).rejects.toThrow(
      /run r1 has no answer for queue_waiting\/004, turn 0, cue specific/,
    );
    await expect(createPlanner("replay/r2", { replay: reader })).rejects.toThrow(/no run r2/);
    await expect(createPlanner("replay/r1")).rejects.toThrow(UsageError);
  });
});

describe("openai/<model>", () => {
  it("sends the prompt's parts in order with the picture where it stands", async () => {
    await using server = await fakeServer(json(200, completion({ content: "[]" })));
    const planner = await createPlanner("openai/org/model-7b", {
      baseUrl: server.url,
      env: {},
      temperature: 0,
      maxTokens: 900,
    });
    expect(planner).toMatchObject({
      name: "openai/org/model-7b",
      needsPicture: true,
      privileged: false,
      endpoint: server.url,
    });
    const at = input({ image: async () => Uint8Array.from([1, 2, 3]) });
    const reply = await planner.plan(at);
    expect(reply).toMatchObject({
      raw: "[]",
      outcome: "ok",
      model: "served-model",
      usage: { input: 120 },
    });
    const [before, , after] = at.prompt as { text: string }[];
    expect(server.seen[0]!.body).toEqual({
      model: "org/model-7b",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: before!.text },
            { type: "image_url", image_url: { url: "data:image/png;base64,AQID", detail: "high" } },
            { type: "text", text: after!.text },
          ],
        },
      ],
      temperature: 0,
      max_tokens: 900,
    });
  });

  it("a call that fails is a reply, not an exception", async () => {
    await using server = await fakeServer(
      json(401, { error: { message: "no", type: "x", code: null } }),
    );
    const planner = await createPlanner("openai/m", { baseUrl: server.url, env: {} });
    const reply = await planner.plan(input({ prompt: buildPrompt({ ...FIRST, image: null }) }));
    expect(reply).toMatchObject({
      raw: "",
      outcome: "provider_error",
      error: { status: 401, fatal: true },
    });
  });

  it("without a key and a server of one's own is a usage error that names the variable", async () => {
    await expect(createPlanner("openai/gpt-5.4", { env: {} })).rejects.toThrow(/OPENAI_API_KEY/);
  });
});

describe("names", () => {
  it("are provider/model", () => {
    expect(plannerNames()).toEqual([
      "scripted/oracle",
      "scripted/norm-blind",
      "scripted/idle",
      "scripted/random",
      "builtin/keyword",
      "human/terminal",
      "replay/RUN",
      "openai/MODEL",
      "google/MODEL",
      "anthropic/MODEL",
      "compatible/MODEL",
    ]);
    expect(parsePlannerName("openai/org/model:7b")).toEqual({
      provider: "openai",
      model: "org/model:7b",
    });
    for (const name of CALIBRATION) expect(parsePlannerName(name)).toBeTruthy();
  });

  it.each([
    ["scripted/orcale", "scripted/oracle"],
    ["scripted/normblind", "scripted/norm-blind"],
    ["builtin/keywords", "builtin/keyword"],
    ["keyword", "builtin/keyword"],
    ["oracle", "scripted/oracle"],
    ["opnai/gpt-5.4", "openai/gpt-5.4"],
    ["gpt-5.4", "openai/gpt-5.4"],
    ["gemini-2.5-pro", "google/gemini-2.5-pro"],
    ["claude-opus-5", "anthropic/claude-opus-5"],
    ["antropic/claude-opus-5", "anthropic/claude-opus-5"],
  ])("%s: did you mean %s", (given, meant) => {
    expect(() => parsePlannerName(given)).toThrow(UsageError);
    expect(() => parsePlannerName(given)).toThrow(`Did you mean "${meant}"?`);
  });

  it("without anything near: what is allowed", () => {
    for (const name of ["", "/", "openai/", "openai/ ", "zzzzzzzzzzz", "scripted/zzzzzzzzzz"]) {
      expect(() => parsePlannerName(name), name).toThrow(
        /A model is named provider\/model: scripted\/oracle/,
      );
    }
  });

  it("every planner says what it is", async () => {
    for (const name of [...CALIBRATION, "scripted/random"]) {
      const planner = await createPlanner(name);
      expect(planner.name).toBe(name);
      expect(planner.label.length).toBeGreaterThan(10);
    }
    expect((await createPlanner("builtin/keyword")).label).toContain("baseline");
  });
});
