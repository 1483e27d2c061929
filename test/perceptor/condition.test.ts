import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeWhole } from "../../src/core/files.js";
import { decode, encodePng } from "../../src/images/index.js";
import { generatedCondition, pictureHash } from "../../src/perceptor/condition.js";
import { cuePrompt } from "../../src/perceptor/prompt-files.js";
import { commandSource, words } from "../../src/perceptor/sources/command.js";
import { cueSource } from "../../src/perceptor/sources/index.js";
import { modelSource } from "../../src/perceptor/sources/model.js";
import { recordedSource } from "../../src/perceptor/sources/recorded.js";
import { defaultCuePack } from "../../src/prompts/index.js";
import { scratch } from "../helpers/cli.js";
import { answer, failure, providerServer, respond } from "../servers/index.js";
import { GOOD, quickRuntime } from "./helpers.js";

const pack = defaultCuePack();
const episode = {
  id: "turning_off_faucets/000",
  task: "turning_off_faucets",
  twin: false,
  slots: {},
};
const goal = "Your hands are dirty. Wash them.";
const picture = async (): Promise<Uint8Array> => encodePng(new Uint8Array(8 * 8 * 3).fill(7), 8, 8);
const context = (turn = 0) => ({
  pack,
  episode,
  turn,
  visible: [
    {
      id: "12",
      name: "faucet",
      kind: "faucet",
      location: [1, 2, 3] as const,
      distance: 90,
      state: "on",
      posture: null,
      facing: null,
    },
  ],
  rgb: picture,
});

describe("a model as perceptor", () => {
  it("is sent the picture first, as a data URI, then the words with the goal; temperature 0; nothing of the scene", async () => {
    await using server = await providerServer(answer(GOOD));
    const runtime = quickRuntime(scratch());
    const source = modelSource(
      runtime.client("compatible/normperceptor", { baseUrl: server.url("compatible") }),
    );
    const said = await generatedCondition({ source }).compose(context());
    expect(said).toMatchObject({ goal, cue: GOOD });
    const [request] = server.requests;
    expect(server.requests).toHaveLength(1);
    expect(request!.parts.map((p) => p.type)).toEqual(["image", "text"]);
    expect(request!.parts[1]).toEqual({ type: "text", text: cuePrompt(goal) });
    expect(request!.rawBody).toContain("data:image/png;base64,");
    expect(request!.body.temperature).toBe(0);
    // the object list, the id and the task stay here
    expect(request!.rawBody).not.toMatch(/faucet|turning_off|"12"/);
    const sent = request!.parts[0] as { base64: string };
    expect(await pictureHash(Buffer.from(sent.base64, "base64"))).toBe(
      await pictureHash(await picture()),
    );
    await runtime.close();
  });

  it.each(["openai", "google", "anthropic"] as const)(
    "%s: picture before words",
    async (provider) => {
      await using server = await providerServer(answer(GOOD));
      const runtime = quickRuntime(scratch());
      const source = modelSource(
        runtime.client(`${provider}/some-model`, { baseUrl: server.url(provider) }),
      );
      const { text } = await source.write({ goal, png: await picture() });
      expect(text).toBe(GOOD);
      expect(server.requests[0]!.parts.map((p) => p.type)).toEqual(["image", "text"]);
      await runtime.close();
    },
  );

  it("makes one cue of the first view for all turns; with everyTurn one of each", async () => {
    await using server = await providerServer(
      respond((call) => `I see view ${call.n}. I should wait.`),
    );
    const runtime = quickRuntime(scratch());
    const source = modelSource(
      runtime.client("compatible/m", { baseUrl: server.url("compatible") }),
    );
    const once = generatedCondition({ source });
    const first = await once.compose(context(0));
    const later = await once.compose({
      ...context(1),
      rgb: async () => encodePng(new Uint8Array(192).fill(9), 8, 8),
    });
    expect(later.cue).toBe(first.cue);
    expect(server.requests).toHaveLength(1);
    const each = generatedCondition({ source, everyTurn: true });
    await each.compose({
      ...context(1),
      rgb: async () => encodePng(new Uint8Array(192).fill(9), 8, 8),
    });
    expect(server.requests).toHaveLength(2);
    expect(once.settings).not.toEqual(each.settings);
    await runtime.close();
  });

  it("logs what a cue took once: who finds it made pays nothing", async () => {
    await using server = await providerServer(answer(GOOD));
    const runtime = quickRuntime(scratch());
    const client = runtime.client("compatible/m", { baseUrl: server.url("compatible") });
    const condition = generatedCondition({ source: modelSource(client) });
    const [paid, shared] = [await condition.compose(context()), await condition.compose(context())];
    expect(paid.log).toMatchObject({ cached: false, call: { cached: false, cost: null } });
    expect(shared.log).toMatchObject({ cached: true, call: { cached: true, cost: 0 } });
    const preview = await condition.previewCue!(context());
    expect(preview).toMatchObject({ model: "compatible/m", endpoint: client.endpoint });
    expect(preview.tokens.input).toBeGreaterThan(10);
    expect(server.requests).toHaveLength(1);
    await runtime.close();
  });

  it("what a run paid for a cue in an earlier process stays its own, another run's is a hit", async () => {
    await using server = await providerServer(answer(GOOD));
    const folder = scratch();
    const logged = async (run: string) => {
      const runtime = quickRuntime(folder);
      const client = runtime.client("compatible/m", { baseUrl: server.url("compatible") });
      const asker = { run, label: "cue of turning_off_faucets/000 turn 0" };
      const condition = generatedCondition({ source: modelSource(client) });
      const { log } = await condition.compose({ ...context(), asker });
      await runtime.close();
      return log;
    };
    await logged("one");
    expect(await logged("one")).toMatchObject({ call: { cached: false } });
    expect(await logged("two")).toMatchObject({ call: { cached: true, cost: 0 } });
    expect(server.requests).toHaveLength(1);
  });

  it("keeps raw and sent in the log, and says nothing to the planner after a refusal", async () => {
    await using server = await providerServer(answer({ refusal: "I can't help with that." }));
    const runtime = quickRuntime(scratch());
    const source = modelSource(runtime.client("openai/m", { baseUrl: server.url("openai") }));
    const said = await generatedCondition({ source }).compose(context());
    expect(said.cue).toBeNull();
    expect(said.log).toMatchObject({ perceptor: "openai/m", sent: null, flags: ["refused"] });
    await runtime.close();
  });

  it("stops a run that can be gone on with when no cue can be had", async () => {
    await using server = await providerServer(
      failure({ status: 400, message: "no such picture format" }),
    );
    const runtime = quickRuntime(scratch());
    const source = modelSource(
      runtime.client("compatible/m", { baseUrl: server.url("compatible") }),
    );
    await expect(generatedCondition({ source }).compose(context())).rejects.toMatchObject({
      code: "no_cue",
      exitCode: 3,
    });
    await runtime.close();
  });
});

describe("a program as perceptor", () => {
  const script = (body: string): string => {
    const file = join(scratch(), "say it.mjs");
    writeWhole(
      file,
      `let s="";process.stdin.on("data",d=>s+=d).on("end",()=>{const q=JSON.parse(s);${body}});`,
    );
    return `${process.execPath} "${file}"`;
  };

  it("is given goal and picture on stdin, and answers on stdout", async () => {
    const source = commandSource(
      script(
        `console.log(JSON.stringify({cue: Object.keys(q).sort().join(" ")+". "+q.goal, model:"mine"}))`,
      ),
    );
    const said = await source.write({ goal: "Wash.", png: await picture() });
    expect(said).toMatchObject({
      text: "goal image schemaVersion. Wash.",
      model: "mine",
      outcome: "ok",
    });
  });

  it.each([
    [`process.stderr.write("no GPU"); process.exitCode = 4`, /ended with 4: no GPU/],
    [`console.log("hello")`, /answered no JSON: hello/],
    [`console.log("{}")`, /must answer/],
  ])("%s", async (body, message) => {
    await expect(
      commandSource(script(body)).write({ goal: "g", png: await picture() }),
    ).rejects.toThrow(message);
  });

  it("that is not there is named", async () => {
    await expect(
      commandSource("/nowhere/at-all").write({ goal: "g", png: await picture() }),
    ).rejects.toThrow(/cannot be started/);
    expect(words(`a "b c" 'd e' f`)).toEqual(["a", "b c", "d e", "f"]);
  });
});

describe("a cue file as perceptor", () => {
  const row = async (more: Record<string, unknown> = {}) => ({
    schemaVersion: 1,
    episode: episode.id,
    twin: false,
    image: await pictureHash(await picture()),
    goal,
    cue: GOOD,
    outcome: "ok",
    flags: [],
    perceptor: "compatible/normperceptor",
    model: "normperceptor",
    settings: { temperature: 0 },
    usage: null,
    ...more,
  });
  const file = async (more: Record<string, unknown> = {}): Promise<string> => {
    const path = join(scratch(), "cues.jsonl");
    writeWhole(path, `${JSON.stringify(await row(more))}\n{"torn`);
    return path;
  };

  it("replays what was made for this episode, picture and goal", async () => {
    const source = recordedSource(await file());
    expect(await generatedCondition({ source }).compose(context())).toMatchObject({ cue: GOOD });
    expect(source.tableName).toBe("generated");
    expect(recordedSource(await file({ perceptor: "builtin/scene-rules" })).tableName).toBe(
      "scene-graph rules",
    );
  });

  it("refuses cues of another picture or goal, and names what is missing with the command that makes it", async () => {
    for (const more of [{ image: "0".repeat(64) }, { goal: "Eat." }]) {
      const source = recordedSource(await file(more));
      await expect(generatedCondition({ source }).compose(context())).rejects.toMatchObject({
        code: "cue_of_another_picture",
      });
    }
    const other = recordedSource(await file({ episode: "giving_way/001" }));
    await expect(generatedCondition({ source: other }).compose(context())).rejects.toThrow(
      /holds 1 cue.*turning_off_faucets\/000.*\nnormact perceptor cue --perceptor compatible\/normperceptor/s,
    );
    expect(
      other.missing([
        { id: "giving_way/001", twin: false },
        { id: "giving_way/001", twin: true },
      ]),
    ).toEqual(["giving_way/001~twin"]);
  });

  it("names the record that is none", async () => {
    const path = await file({ outcome: "maybe" });
    expect(() => recordedSource(path)).toThrow(/record 1/);
  });
});

it("an unknown perceptor is told what there is", async () => {
  const services = { runtime: () => Promise.reject(new Error("no runtime is needed")) };
  await expect(cueSource("builtin/scene-rule", services)).rejects.toThrow(
    /Did you mean "builtin\/scene-rules"/,
  );
  await expect(cueSource("openai/", services)).rejects.toThrow(/unknown perceptor/);
  expect((await cueSource("builtin/scene-rules", services)).tableName).toBe("scene-graph rules");
  expect((await decode(await picture())).width).toBe(8);
});
