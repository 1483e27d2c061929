import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { makeFolder, readBytes, readText, writeWhole } from "../../core/files.js";
import { JsonlWriter } from "../../core/jsonl.js";
import { takeLock } from "../../core/lock.js";
import { insideFolder } from "../../core/paths.js";
import { sentence } from "../../core/shown.js";
import { inLanes } from "../dataset/build.js";
import type { Item } from "../dataset/item.js";
import { type Label, readLabels } from "./file.js";
import type { Labeller } from "./labeller.js";
import { type LabelPrompt, labelPromptOf } from "./prompt.js";

export interface LabelPlan {
  folder: string;
  items: readonly Item[];
  labeller: Labeller;
  prompt: LabelPrompt;
  out: string;
  concurrency: number;
}

export interface LabelHooks {
  stop: AbortSignal;
  onStart(total: number, done: number): void;
  onLabel(label: Label): void;
}

/** Pictures that got no answer are gone through again this often before the command gives up on them. */
const ROUNDS = 3;
/** After so many failures without an answer between them nobody is at home. */
const GIVE_UP_AFTER = 8;

/** Why a picture is still to be labelled. */
export type TodoReason = "new" | "prompt" | "picture" | "labeller";

/**
 * What is still to be labelled: what has no label, and what was labelled for another prompt, another picture or by
 * another labeller. Equal prompts give equal versions, so a changed rule touches its own task alone.
 */
export function todoOf(
  plan: Pick<LabelPlan, "items" | "labeller" | "prompt">,
  have: ReadonlyMap<string, Label>,
) {
  const todo: { item: Item; reason: TodoReason }[] = [];
  for (const item of plan.items) {
    const label = have.get(item.id);
    if (!label) todo.push({ item, reason: "new" });
    else if (label.image !== item.image) todo.push({ item, reason: "picture" });
    else if (label.promptVersion !== labelPromptOf(item, plan.prompt).version)
      todo.push({ item, reason: "prompt" });
    else if (label.labeller !== plan.labeller.name) todo.push({ item, reason: "labeller" });
  }
  return todo;
}

/** A picture's bytes, as they are sent. */
export const pictureOf =
  (folder: string, item: Item): (() => Uint8Array) =>
  () =>
    readBytes(insideFolder(folder, item.file));

/**
 * Labels what is still to be labelled, each label durable before it is counted. At the end the file stands in the
 * set's order.
 * @returns all labels, in the set's order
 * @throws NormactError labels_incomplete (3, or 130 when stopped); labels_busy (2)
 */
export async function labelAll(plan: LabelPlan, hooks: LabelHooks): Promise<Label[]> {
  const { out, items, labeller } = plan;
  makeFolder(dirname(out));
  const release = takeLock(`${out}.lock`);
  if (!release) throw new NormactError("labels_busy", `another process is writing ${out}`, 2);
  try {
    const have = readLabels(out);
    let todo = todoOf(plan, have).map((t) => t.item);
    const wanted = todo.length;
    keepReplaced(
      out,
      todo.flatMap((i) => have.get(i.id) ?? []),
    );
    hooks.onStart(items.length, items.length - wanted);
    const writer = new JsonlWriter(out);
    const failures: NormactError[] = [];
    const giveUp = new AbortController();
    const stopped = AbortSignal.any([hooks.stop, giveUp.signal]);
    let inARow = 0;
    try {
      for (let round = 0; round < ROUNDS && todo.length > 0 && !stopped.aborted; round++) {
        await inLanes(todo, plan.concurrency, stopped, async (item) => {
          try {
            const label = await labeller.label(item, pictureOf(plan.folder, item));
            await writer.appendShared(label);
            have.set(item.id, label);
            hooks.onLabel(label);
            inARow = 0;
          } catch (error) {
            const { code } = error as NormactError;
            if (code !== "no_label" && code !== "labeller_refuses") throw error;
            failures.push(error as NormactError);
            if (code === "labeller_refuses" || ++inARow >= GIVE_UP_AFTER) giveUp.abort();
          }
        });
        todo = todoOf(plan, have).map((t) => t.item);
      }
    } finally {
      writer.close();
    }
    const inSet = new Set(items.map((i) => i.id));
    const rows = [
      ...items.flatMap((i) => have.get(i.id) ?? []),
      ...[...have.values()].filter((l) => !inSet.has(l.id)),
    ];
    writeWhole(out, rows.map((l) => `${JSON.stringify(l)}\n`).join(""));
    if (todo.length > 0)
      throw new NormactError(
        "labels_incomplete",
        `${todo.length} of ${items.length} labels are missing.${failures[0] ? ` The first failure: ${sentence(failures[0].message)}` : ""} What is there is kept; the same command goes on:`,
        hooks.stop.aborted ? 130 : 3,
      );
    return rows.filter((l) => inSet.has(l.id));
  } finally {
    release();
  }
}

/** Labels that new ones are about to replace: they may have been paid for, or be the better ones. */
export const replacedFile = (out: string): string =>
  `${out.replace(/\.jsonl$/, "")}.replaced.jsonl`;

function keepReplaced(out: string, labels: readonly Label[]): void {
  if (labels.length === 0) return;
  const file = replacedFile(out);
  const known = new Set(existsSync(file) ? readText(file).split("\n") : []);
  const lines = labels.map((l) => JSON.stringify(l)).filter((line) => !known.has(line));
  writeWhole(
    file,
    [...known, ...lines]
      .filter((l) => l !== "")
      .join("\n")
      .concat("\n"),
  );
}

/** Where a set's labels lie unless said otherwise. */
export const labelsFile = (folder: string): string => join(folder, "labels.jsonl");

/** @throws NormactError no_labels (2) */
export function labelsOf(file: string): Map<string, Label> {
  if (!existsSync(file))
    throw new NormactError(
      "no_labels",
      `${file} is missing; write labels with: normact perceptor label`,
      2,
    );
  return readLabels(file);
}
