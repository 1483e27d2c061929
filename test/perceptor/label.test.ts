import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSet } from "../../src/perceptor/dataset/build.js";
import type { Item } from "../../src/perceptor/dataset/item.js";
import { readLabels } from "../../src/perceptor/label/file.js";
import { builtinLabeller, modelLabeller } from "../../src/perceptor/label/labeller.js";
import {
  type LabelPrompt,
  labelPromptOf,
  loadLabelPrompt,
} from "../../src/perceptor/label/prompt.js";
import { labelAll, labelsFile, replacedFile, todoOf } from "../../src/perceptor/label/run.js";
import { normact, scratch } from "../helpers/cli.js";
import { choose, failure, providerServer, respond, type SeenRequest } from "../servers/index.js";
import { GOOD, quickRuntime, tinySet } from "./helpers.js";

const never = { stop: new AbortController().signal, onStart() {}, onLabel() {} };
const prompt = loadLabelPrompt();
const pictureIn = (call: SeenRequest): string => (call.parts[0] as { base64: string }).base64;
const wordsIn = (call: SeenRequest): string => (call.parts[1] as { text: string }).text;

async function labelled(
  folder: string,
  items: Item[],
  url: string,
  p: LabelPrompt = prompt,
  hooks = never,
) {
  const runtime = quickRuntime(folder);
  const labeller = modelLabeller(runtime.client("compatible/labeller", { baseUrl: url }), p);
  try {
    return await labelAll(
      { folder, items, labeller, prompt: p, out: labelsFile(folder), concurrency: 16 },
      hooks,
    );
  } finally {
    await runtime.close();
  }
}

describe("labels of another labeller", () => {
  it("are kept beside the new ones, also after several tries", async () => {
    const folder = scratch();
    const items = await tinySet(folder, 2, 2);
    await using server = await providerServer(respond(() => GOOD));
    const paid = await labelled(folder, items, server.url("compatible"));
    const out = labelsFile(folder);
    const labeller = builtinLabeller(prompt);
    await labelAll({ folder, items, labeller, prompt, out, concurrency: 2 }, never);
    expect([...readLabels(out).values()].every((l) => l.labeller === labeller.name)).toBe(true);
    expect([...readLabels(replacedFile(out)).values()]).toEqual(paid);
    await labelAll({ folder, items, labeller, prompt, out, concurrency: 2 }, never);
    expect(readFileSync(replacedFile(out), "utf8").trim().split("\n")).toHaveLength(4);
  });

  it("are not replaced by the rules, which are the default, before somebody says so", async () => {
    const folder = scratch();
    const items = await tinySet(folder, 2, 2);
    await using server = await providerServer(respond(() => GOOD));
    const paid = await labelled(folder, items, server.url("compatible"));
    const args = ["perceptor", "label", "--data", folder];
    const refused = await normact(args);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("holds 4 labels by another labeller than the rules");
    expect([...readLabels(labelsFile(folder)).values()]).toEqual(paid);
    expect((await normact([...args, "--yes"])).code).toBe(0);
    expect([...readLabels(replacedFile(labelsFile(folder))).values()]).toEqual(paid);
  });
});

describe("labelling against a server that fails every tenth picture's first call", () => {
  it("ends complete, in order, with nothing asked twice that was answered", async () => {
    const folder = scratch();
    const items = await tinySet(folder, 11, 30);
    const answered = new Map<string, number>();
    const seen = new Map<string, number>();
    await using server = await providerServer(
      choose((call) => {
        const picture = pictureIn(call);
        const first = !seen.has(picture);
        if (first) seen.set(picture, seen.size);
        if (first && seen.get(picture)! % 10 === 3)
          return failure({ status: 500, message: "overloaded" });
        answered.set(picture, (answered.get(picture) ?? 0) + 1);
        return respond(() => GOOD);
      }),
    );
    const labels = await labelled(folder, items, server.url("compatible"));
    expect(labels.map((l) => l.id)).toEqual(items.map((i) => i.id));
    expect(labels.every((l) => l.status === "ok" && l.text === GOOD)).toBe(true);
    expect(answered.size).toBe(330);
    expect([...answered.values()].every((n) => n === 1)).toBe(true);
    const lines = readFileSync(labelsFile(folder), "utf8").trim().split("\n");
    expect(lines.map((l) => JSON.parse(l).id)).toEqual(items.map((i) => i.id));
    // once more: nothing is left to ask
    const before = server.requests.length;
    await labelled(folder, items, server.url("compatible"));
    expect(server.requests.length).toBe(before);
    // each was told its own rule, after its picture
    expect(wordsIn(server.requests[0]!)).toContain(prompt.rules[items[0]!.task]);
  });

  it("that is gone: what is there is kept, and the same command goes on", async () => {
    const folder = scratch();
    const items = await tinySet(folder, 2, 10);
    await using server = await providerServer(
      choose((call) =>
        call.n < 6 ? respond(() => GOOD) : failure({ status: 503, message: "gone" }),
      ),
    );
    await expect(labelled(folder, items, server.url("compatible"))).rejects.toMatchObject({
      code: "labels_incomplete",
      exitCode: 3,
    });
    const kept = readLabels(labelsFile(folder));
    expect(kept.size).toBeGreaterThanOrEqual(1);
    server.play(respond(() => GOOD));
    const before = server.requests.length;
    const labels = await labelled(folder, items, server.url("compatible"));
    expect(labels).toHaveLength(20);
    expect(server.requests.length - before).toBeLessThanOrEqual(20 - kept.size);
  });
});

describe("answers that cannot be used", () => {
  it.each([
    ["One here. Two now. Three then. Four more. Five done.", "too_many_sentences"],
    ["我看到水龙头开着。我应该把它关上。", "not_english"],
    ["I'm sorry, I can't help with this image.", "refused"],
    ["   ", "empty"],
  ])(
    "%s: asked again with the reason, three times in all, then kept and flagged",
    async (bad, flag) => {
      const folder = scratch();
      const items = (await tinySet(folder, 1, 2)).slice(0, 1);
      await using server = await providerServer(respond(() => bad));
      const [label] = await labelled(folder, items, server.url("compatible"));
      expect(label).toMatchObject({ status: "flagged", attempts: 3, earlier: [{}, {}] });
      expect(label!.flags).toContain(flag);
      expect(label!.text ?? "").toBe(bad.trim());
      expect(server.requests).toHaveLength(3);
      expect(wordsIn(server.requests[1]!)).toMatch(/could not be used/);
    },
  );

  it("a second answer that is good is taken, and the first one kept beside it", async () => {
    const folder = scratch();
    const items = (await tinySet(folder, 1, 2)).slice(0, 1);
    await using server = await providerServer([
      respond(() => "Only one sentence."),
      respond(() => GOOD),
    ]);
    const [label] = await labelled(folder, items, server.url("compatible"));
    expect(label).toMatchObject({ status: "ok", text: GOOD, attempts: 2 });
    expect(label!.earlier).toEqual([{ text: "Only one sentence.", flags: ["one_sentence"] }]);
  });
});

describe("a changed prompt", () => {
  it("touches only what it changes", async () => {
    const folder = scratch();
    const items = await tinySet(folder, 3, 4);
    await using server = await providerServer(respond(() => GOOD));
    await labelled(folder, items, server.url("compatible"));
    const task = items[0]!.task;
    const other: LabelPrompt = {
      ...prompt,
      rules: { ...prompt.rules, [task]: "Another rule for this one." },
    };
    const before = server.requests.length;
    const labels = await labelled(folder, items, server.url("compatible"), other);
    const asked = server.requests.slice(before);
    expect(asked).toHaveLength(4);
    expect(asked.every((call) => wordsIn(call).includes("Another rule"))).toBe(true);
    expect(
      new Set(labels.filter((l) => l.rule === "Another rule for this one.").map((l) => l.id)),
    ).toEqual(new Set(items.filter((i) => i.task === task).map((i) => i.id)));
    // other words of the prompt itself touch all
    const runtime = quickRuntime(folder);
    const labeller = modelLabeller(
      runtime.client("compatible/labeller", { baseUrl: server.url("compatible") }),
      other,
    );
    const reworded = { ...other, prompt: `Look well. ${other.prompt}` };
    const todo = todoOf({ items, labeller, prompt: reworded }, readLabels(labelsFile(folder)));
    expect(todo.map((t) => t.reason)).toEqual(items.map(() => "prompt"));
    await runtime.close();
  });

  it("a rule of the picture's own comes before the task's", async () => {
    const [item] = await tinySet(scratch(), 1, 1);
    const own = labelPromptOf({ ...item!, rule: "Take off your shoes." }, prompt);
    expect(own.text).toContain("Take off your shoes.");
    expect(own.version).not.toBe(labelPromptOf(item!, prompt).version);
  });
});

it("built-in labels are two English sentences: what is in view, evidence first, and the rule", async () => {
  const folder = scratch();
  await tinySet(folder, 11, 1);
  const { items } = openSet(folder);
  const labels = await labelAll(
    {
      folder,
      items,
      labeller: builtinLabeller(prompt),
      prompt,
      out: join(folder, "l.jsonl"),
      concurrency: 4,
    },
    never,
  );
  expect(labels.every((l) => l.status === "ok")).toBe(true);
  expect(labels[0]!.text).toMatch(/^I see .*faucet/);
});
