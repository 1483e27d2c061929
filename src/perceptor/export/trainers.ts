import { cuePrompt } from "../prompt-files.js";
import type { ExportRow, Placed, Split } from "./rows.js";

/** With the goal in the training prompt or, as in the paper, without it. */
export const MODES = ["paper", "goal-conditioned"] as const;
export type Mode = (typeof MODES)[number];

export const TRAINERS = ["ms-swift", "llama-factory", "qwen", "trl"] as const;
export type Trainer = (typeof TRAINERS)[number];

/** One example as every trainer's file is made from: a picture, the words beside it, the words wanted. */
export interface Example {
  /** from the export's folder */
  image: string;
  prompt: string;
  answer: string;
}

/** Examples of a split. In the mode `paper` a picture's goal is no part of what the model is given. */
export function examples(placed: readonly Placed[], split: Split, mode: Mode): Example[] {
  return placed
    .filter((p) => p.split === split)
    .map(({ row }) => ({
      image: `${split}/${row.file_name}`,
      prompt: promptFor(row, mode),
      answer: row.cue,
    }));
}

const promptFor = (row: ExportRow, mode: Mode): string =>
  cuePrompt(mode === "goal-conditioned" ? row.goal : null);

/** Files of a trainer, by name. */
export type Files = Record<string, string>;

const lines = (rows: readonly unknown[]): string =>
  rows.map((r) => `${JSON.stringify(r)}\n`).join("");
const list = (rows: readonly unknown[]): string => `${JSON.stringify(rows, null, 1)}\n`;

/** Files of a trainer; a split without examples has none, since loaders refuse an empty file. */
export function trainerFiles(trainer: Trainer, train: Example[], validation: Example[]): Files {
  const files = TRAINER_FILES[trainer](train, validation);
  if (validation.length > 0) return files;
  return Object.fromEntries(
    Object.entries(files).filter(([name]) => !name.startsWith("validation.")),
  );
}

/** Writes a trainer's own files for both splits (field names: the trainers' manuals, autumn 2026). */
const TRAINER_FILES: Record<Trainer, (train: Example[], validation: Example[]) => Files> = {
  "ms-swift": (train, validation) => ({
    "train.jsonl": lines(train.map(messagesRow)),
    "validation.jsonl": lines(validation.map(messagesRow)),
  }),
  "llama-factory": (train, validation) => ({
    "train.json": list(train.map(messagesRow)),
    "validation.json": list(validation.map(messagesRow)),
    "dataset_info.json": `${JSON.stringify(
      {
        normact_perceptor_train: datasetInfo("train.json"),
        ...(validation.length > 0
          ? { normact_perceptor_validation: datasetInfo("validation.json") }
          : {}),
      },
      null,
      2,
    )}\n`,
  }),
  qwen: (train, validation) => ({
    "train.json": list(train.map(conversationRow)),
    "validation.json": list(validation.map(conversationRow)),
  }),
  trl: (train, validation) => ({
    "train.jsonl": lines(train.map(trlRow)),
    "validation.jsonl": lines(validation.map(trlRow)),
  }),
};

/** ms-swift's standard form, and LLaMA-Factory's `sharegpt` with OpenAI's tags. */
const messagesRow = ({ image, prompt, answer }: Example) => ({
  messages: [
    { role: "user", content: `<image>${prompt}` },
    { role: "assistant", content: answer },
  ],
  images: [image],
});

const datasetInfo = (file_name: string) => ({
  file_name,
  formatting: "sharegpt",
  columns: { messages: "messages", images: "images" },
  tags: {
    role_tag: "role",
    content_tag: "content",
    user_tag: "user",
    assistant_tag: "assistant",
  },
});

/** The form of Qwen's own recipe (`qwen-vl-finetune`). */
const conversationRow = ({ image, prompt, answer }: Example) => ({
  image,
  conversations: [
    { from: "human", value: `<image>\n${prompt}` },
    { from: "gpt", value: answer },
  ],
});

/**
 * TRL's prompt and completion for models that see: pictures in a column of their own. Its other form, one list of
 * messages, would train on the words of the prompt and the places of the picture too.
 */
const trlRow = ({ image, prompt, answer }: Example) => ({
  images: [image],
  prompt: [
    {
      role: "user",
      content: [
        { type: "image", text: null },
        { type: "text", text: prompt },
      ],
    },
  ],
  completion: [{ role: "assistant", content: [{ type: "text", text: answer }] }],
});
