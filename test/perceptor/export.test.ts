import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { writeWhole } from "../../src/core/files.js";
import { JsonlWriter } from "../../src/core/jsonl.js";
import { decode, encodeJpeg } from "../../src/images/index.js";
import { openSet } from "../../src/perceptor/dataset/build.js";
import { ownSet } from "../../src/perceptor/dataset/own.js";
import { exportTraining } from "../../src/perceptor/export/index.js";
import { readLabels } from "../../src/perceptor/label/file.js";
import { builtinLabeller } from "../../src/perceptor/label/labeller.js";
import { loadLabelPrompt } from "../../src/perceptor/label/prompt.js";
import { labelAll, labelsFile } from "../../src/perceptor/label/run.js";
import { cuePrompt } from "../../src/perceptor/prompt-files.js";
import { labelHash, reviewsFile } from "../../src/perceptor/review/file.js";
import {
  servingNotes,
  TRAINER_CONFIGS,
  withoutValidation,
} from "../../src/perceptor/training/configs.js";
import { scratch } from "../helpers/cli.js";
import { tinySet } from "./helpers.js";

const prompt = loadLabelPrompt();
const hooks = { stop: new AbortController().signal, onStart() {}, onLabel() {} };

async function labelledSet(tasks = 3, perTask = 20): Promise<string> {
  const folder = scratch();
  const items = await tinySet(folder, tasks, perTask);
  await labelAll(
    {
      folder,
      items,
      labeller: builtinLabeller(prompt),
      prompt,
      out: labelsFile(folder),
      concurrency: 8,
    },
    hooks,
  );
  return folder;
}

function exported(
  set: string,
  modes: ("paper" | "goal-conditioned")[] = ["paper", "goal-conditioned"],
) {
  const out = join(scratch(), "export");
  const chosen = exportTraining(
    {
      set,
      labels: labelsFile(set),
      reviews: reviewsFile(set),
      out,
      modes,
      validation: 0.1,
      seed: 0,
    },
    () => {},
  );
  return { out, chosen };
}

const jsonl = (file: string): unknown[] =>
  readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((l) => JSON.parse(l));

describe("the ImageFolder", () => {
  it("has one object a line, each file there, the fields of the design, and groups on one side", async () => {
    const { out } = exported(await labelledSet());
    const Row = z.strictObject({
      file_name: z.string().regex(/^[^/]+\.png$/),
      id: z.string(),
      task: z.string(),
      dimension: z.string(),
      goal: z.string(),
      rule: z.string(),
      cue: z.string().min(20),
      generator: z.string(),
      label_model: z.string(),
      prompt_version: z.string().regex(/^[0-9a-f]{12}$/),
      split_group: z.string(),
    });
    const sides = new Map<string, string>();
    const counts: Record<string, number> = {};
    for (const split of ["train", "validation"]) {
      const rows = jsonl(join(out, split, "metadata.jsonl")).map((r) => Row.parse(r));
      counts[split] = rows.length;
      for (const row of rows) {
        expect(statSync(join(out, split, row.file_name)).size).toBeGreaterThan(0);
        expect(sides.get(row.split_group) ?? split).toBe(split);
        sides.set(row.split_group, split);
      }
      expect(readdirSync(join(out, split)).length).toBe(rows.length + 1);
    }
    expect(counts).toEqual({ train: 54, validation: 6 });
    const card = readFileSync(join(out, "README.md"), "utf8");
    const header = parse(card.split("---")[1]!);
    expect(header.configs[0].data_files).toEqual([
      { split: "train", path: "train/**" },
      { split: "validation", path: "validation/**" },
    ]);
  });

  it("same input, same bytes; a folder of somebody else's is not touched", async () => {
    const set = await labelledSet(2, 4);
    const a = exported(set).out;
    const b = exported(set).out;
    for (const file of ["train/metadata.jsonl", "trainers/paper/qwen/train.json", "README.md"])
      expect(readFileSync(join(a, file), "utf8")).toBe(readFileSync(join(b, file), "utf8"));
    const foreign = scratch();
    writeWhole(join(foreign, "thesis.txt"), "mine");
    expect(() =>
      exportTraining(
        {
          set,
          labels: labelsFile(set),
          reviews: reviewsFile(set),
          out: foreign,
          modes: ["paper"],
          validation: 0.1,
          seed: 0,
        },
        () => {},
      ),
    ).toThrow(/thesis.txt/);
    expect(existsSync(join(foreign, "thesis.txt"))).toBe(true);
  });

  it("leaves out rejected and unreviewed flagged labels, takes edits, and drops reviews of labels written anew", async () => {
    const set = await labelledSet(1, 6);
    const labels = [...readLabels(labelsFile(set)).values()];
    const log = new JsonlWriter(labelsFile(set));
    log.append({ ...labels[0]!, status: "flagged", flags: ["one_sentence"] });
    log.append({ ...labels[1]!, status: "flagged", flags: ["one_sentence"] });
    log.close();
    const reviews = new JsonlWriter(reviewsFile(set));
    const say = (i: number, verdict: string, text: string, label = labelHash(labels[i]!)) =>
      reviews.append({ schemaVersion: 1, id: labels[i]!.id, verdict, text, label, at: "now" });
    say(1, "accept", labels[1]!.text!);
    say(2, "reject", "");
    say(3, "edit", "I see a new text. It should count.");
    say(4, "reject", "", "0123456789abcdef");
    reviews.close();
    const { chosen, out } = exported(set, ["paper"]);
    expect(chosen.leftOut).toEqual({
      unlabelled: [],
      flagged: [labels[0]!.id],
      rejected: [labels[2]!.id],
      stale: [],
    });
    expect(chosen.staleReviews).toBe(1);
    const cues = chosen.placed.map((p) => p.row.cue);
    expect(cues).toContain("I see a new text. It should count.");
    expect(chosen.placed.map((p) => p.item.id)).toContain(labels[4]!.id);
    expect(existsSync(join(out, "trainers", "goal-conditioned"))).toBe(false);
  });
});

describe("trainers' own forms", () => {
  const image = z.string().regex(/^(train|validation)\/[^/]+\.png$/);
  const messages = z.strictObject({
    messages: z.tuple([
      z.strictObject({
        role: z.literal("user"),
        content: z.string().regex(/^<image>(?!.*<image>)/s),
      }),
      z.strictObject({
        role: z.literal("assistant"),
        content: z.string().regex(/^(?!.*<image>)/s),
      }),
    ]),
    images: z.tuple([image]),
  });
  const conversation = z.strictObject({
    image,
    conversations: z.tuple([
      z.strictObject({
        from: z.literal("human"),
        value: z.string().regex(/^<image>\n(?!.*<image>)/s),
      }),
      z.strictObject({ from: z.literal("gpt"), value: z.string().regex(/^(?!.*<image>)/s) }),
    ]),
  });
  const part = z.union([
    z.strictObject({ type: z.literal("image"), text: z.null() }),
    z.strictObject({ type: z.literal("text"), text: z.string() }),
  ]);
  const trl = z.strictObject({
    images: z.tuple([image]),
    prompt: z.tuple([z.strictObject({ role: z.literal("user"), content: z.tuple([part, part]) })]),
    completion: z.tuple([
      z.strictObject({ role: z.literal("assistant"), content: z.tuple([part]) }),
    ]),
  });
  const info = z.strictObject({
    file_name: z.string(),
    formatting: z.literal("sharegpt"),
    columns: z.strictObject({ messages: z.literal("messages"), images: z.literal("images") }),
    tags: z.strictObject({
      role_tag: z.literal("role"),
      content_tag: z.literal("content"),
      user_tag: z.literal("user"),
      assistant_tag: z.literal("assistant"),
    }),
  });

  it("hold for every line of every file, in both modes, and each picture is there", async () => {
    const { out } = exported(await labelledSet(3, 10));
    for (const mode of ["paper", "goal-conditioned"] as const) {
      const at = (...names: string[]): string => join(out, "trainers", mode, ...names);
      const rows = [
        ...["train", "validation"].flatMap((s) =>
          jsonl(at("ms-swift", `${s}.jsonl`)).map((r) => messages.parse(r).images[0]),
        ),
        ...["train", "validation"].flatMap((s) =>
          jsonl(at("trl", `${s}.jsonl`)).map((r) => trl.parse(r).images[0]),
        ),
        ...["train", "validation"].flatMap((s) =>
          z
            .array(conversation)
            .parse(JSON.parse(readFileSync(at("qwen", `${s}.json`), "utf8")))
            .map((r) => r.image),
        ),
        ...["train", "validation"].flatMap((s) =>
          z
            .array(messages)
            .parse(JSON.parse(readFileSync(at("llama-factory", `${s}.json`), "utf8")))
            .map((r) => r.images[0]),
        ),
      ];
      expect(rows).toHaveLength(4 * 30);
      for (const file of rows) expect(existsSync(join(out, file))).toBe(true);
      const registered = z
        .record(z.string(), info)
        .parse(JSON.parse(readFileSync(at("llama-factory", "dataset_info.json"), "utf8")));
      for (const { file_name } of Object.values(registered))
        expect(existsSync(at("llama-factory", file_name))).toBe(true);
      const [first] = jsonl(at("ms-swift", "train.jsonl")).map(
        (r) => messages.parse(r).messages[0].content,
      );
      const goal = /The goal of /.test(first!);
      expect(goal).toBe(mode === "goal-conditioned");
      if (mode === "paper") expect(first).toBe(`<image>${cuePrompt(null)}`);
    }
  });

  it("configurations name the paper's settings, the files that are there and one pixel budget", () => {
    const input = {
      mode: "paper" as const,
      folder: "/data/set",
      model: "Qwen/Qwen3-VL-2B-Instruct",
      examples: 990,
    };
    const swift = TRAINER_CONFIGS["ms-swift"](input)["ms-swift.sh"]!;
    for (const flag of [
      "--num_train_epochs 60",
      "--per_device_train_batch_size 4",
      "--learning_rate 1.0e-4",
      "--lora_rank 8",
      "--lora_alpha 32",
      "--freeze_vit true",
      "--tuner_type lora",
      // 5 % of 60 epochs of 248 batches
      "--warmup_steps 744",
      "IMAGE_MAX_TOKEN_NUM=300",
    ])
      expect(swift).toContain(flag);
    const factory = parse(TRAINER_CONFIGS["llama-factory"](input)["llama-factory.yaml"]!);
    expect(factory).toMatchObject({
      template: "qwen3_vl_nothink",
      num_train_epochs: 60,
      per_device_train_batch_size: 4,
      learning_rate: 1e-4,
      lora_rank: 8,
      image_max_pixels: 307200,
      dataset: "normact_perceptor_train",
    });
    expect(TRAINER_CONFIGS.qwen(input)["qwen.sh"]).toContain("--max_pixels 307200");
    expect(TRAINER_CONFIGS.trl(input)["trl.py"]).toContain('"longest_edge": 307200');
    for (const files of Object.values(TRAINER_CONFIGS).map((make) => make(input)))
      for (const content of Object.values(files))
        expect(withoutValidation(content)).not.toMatch(/eval_dataset|val_dataset|eval_strategy/);
    const serving = servingNotes(input);
    for (const word of [
      "vllm serve",
      "307200",
      "--mmproj",
      "--image-max-tokens 300",
      "ollama create",
    ])
      expect(serving).toContain(word);
  });
});

describe("pictures of one's own", () => {
  const photo = async (folder: string, name: string, w: number, h: number): Promise<void> =>
    writeWhole(join(folder, name), await encodeJpeg(new Uint8Array(w * h * 3).fill(120), w, h));

  it("go through the same label and export", async () => {
    const images = scratch();
    await photo(images, "hall 1.jpg", 1600, 900);
    await photo(images, "quai.jpeg", 60, 40);
    const csv = join(images, "goals.csv");
    writeWhole(
      csv,
      'file,goal,task,rule\nhall 1.jpg,"Fetch the parcel, please.",queue_waiting,\nquai.jpeg,Get home.,shoes,Take your shoes off indoors.\n',
    );
    const folder = join(scratch(), "own");
    const { info, notes } = await ownSet({ folder, images, csv }, { onStart() {}, onPicture() {} });
    expect(info).toMatchObject({ images: 2, origin: "own" });
    expect(notes[0]).toMatch(/group/);
    const { items } = openSet(folder);
    expect(items[0]).toMatchObject({
      id: "hall_1",
      width: 1280,
      height: 720,
      dimension: "public_rules",
      goal: "Fetch the parcel, please.",
    });
    expect((await decode(readFileSync(join(folder, items[0]!.file)))).width).toBe(1280);
    await labelAll(
      {
        folder,
        items,
        labeller: builtinLabeller(prompt),
        prompt,
        out: labelsFile(folder),
        concurrency: 2,
      },
      hooks,
    );
    const { chosen, out } = exported(folder, ["paper"]);
    // too few for validation: the card names no split that is not there
    const header = parse(readFileSync(join(out, "README.md"), "utf8").split("---")[1]!);
    expect(header.configs[0].data_files).toEqual([{ split: "train", path: "train/**" }]);
    expect(existsSync(join(out, "validation"))).toBe(false);
    // loaders refuse an empty file
    const factory = join(out, "trainers", "paper", "llama-factory");
    expect(readdirSync(factory).sort()).toEqual(["dataset_info.json", "train.json"]);
    expect(
      Object.keys(JSON.parse(readFileSync(join(factory, "dataset_info.json"), "utf8"))),
    ).toEqual(["normact_perceptor_train"]);
    expect(chosen.placed.map((p) => p.row.rule)).toEqual([
      prompt.rules.queue_waiting,
      "Take your shoes off indoors.",
    ]);
  });

  it("names that are alike in plain letters stay apart, and broken pictures leave nothing behind", async () => {
    const images = scratch();
    for (const name of ["食堂.jpg", "廊下.jpg", "Küche.jpg"]) await photo(images, name, 40, 30);
    const csv = join(images, "goals.csv");
    const row = (file: string): string => `${file},Eat lunch.,queue_waiting\n`;
    const plain = `file,goal,task\n${["食堂.jpg", "廊下.jpg", "Küche.jpg"].map(row).join("")}`;
    writeWhole(csv, plain);
    const folder = join(scratch(), "own");
    await ownSet({ folder, images, csv }, { onStart() {}, onPicture() {} });
    const ids = openSet(folder).items.map((i) => i.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe("Kuche");
    writeWhole(join(images, "a.jpg"), "no picture");
    writeWhole(join(images, "b.png"), "");
    writeWhole(csv, `${plain}${row("a.jpg")}${row("b.png")}`);
    const fresh = join(scratch(), "fresh");
    await expect(
      ownSet({ folder: fresh, images, csv }, { onStart() {}, onPicture() {} }),
    ).rejects.toThrow(/line 5: a\.jpg.*line 6: b\.png/);
    expect(existsSync(fresh)).toBe(false);
  });

  it("a table's faults are told at once, with their lines, and nothing is written", async () => {
    const images = scratch();
    await photo(images, "a.jpg", 8, 8);
    const csv = join(images, "goals.csv");
    writeWhole(
      csv,
      "file,goal,task\na.jpg,Go.,queue_waiting\n../x.jpg,Go.,queue_waiting\nb.jpg,,queue_waiting\na.jpg,Go.,no_such_task\n",
    );
    const folder = join(scratch(), "own");
    const attempt = ownSet({ folder, images, csv }, { onStart() {}, onPicture() {} });
    await expect(attempt).rejects.toThrow(
      /line 3: .*outside.*line 4: b.jpg is not in.*line 4: no goal.*line 5: "no_such_task".*line 5: the id "a" stands on line 2/s,
    );
    expect(existsSync(folder)).toBe(false);
  });
});
