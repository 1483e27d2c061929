import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { NormactError } from "../../core/errors.js";
import { readText } from "../../core/files.js";
import type { Item } from "../dataset/item.js";
import { perceptorFolder, promptVersion } from "../prompt-files.js";

const LabelPromptSchema = z.strictObject({
  schemaVersion: z.literal(1),
  prompt: z.string().min(1).includes("{rule}", { error: 'must hold "{rule}"' }),
  again: z.string().min(1).includes("{why}", { error: 'must hold "{why}"' }),
  rules: z.record(z.string(), z.string().min(1)),
});

/** The words in which labels are asked for, and the rule of each task. */
export type LabelPrompt = z.infer<typeof LabelPromptSchema>;

/** @throws NormactError bad_label_prompt naming file and place */
export function loadLabelPrompt(file = join(perceptorFolder(), "label-prompt.yaml")): LabelPrompt {
  let data: unknown;
  const text = readText(file);
  try {
    data = parse(text);
  } catch (error) {
    throw new NormactError("bad_label_prompt", `${file}: ${(error as Error).message}`, 2);
  }
  const parsed = LabelPromptSchema.safeParse(data);
  if (!parsed.success)
    throw new NormactError("bad_label_prompt", `${file}: ${z.prettifyError(parsed.error)}`, 2);
  return parsed.data;
}

/** The rule that a picture shows. @throws NormactError no_rule when nothing names one */
export function ruleOf(item: Item, prompt: LabelPrompt): string {
  const rule = item.rule ?? prompt.rules[item.task];
  if (rule === undefined)
    throw new NormactError(
      "no_rule",
      `${item.id}: the label prompt has no rule for the task "${item.task}"; add one to its rules`,
      2,
    );
  return rule;
}

/** The prompt for a picture, and its version: the hash of these very words. */
export function labelPromptOf(item: Item, prompt: LabelPrompt): { text: string; version: string } {
  const text = prompt.prompt.replaceAll("{rule}", ruleOf(item, prompt));
  return { text, version: promptVersion(text) };
}

/** The prompt for another try, after an answer that could not be used. */
export const againPrompt = (text: string, prompt: LabelPrompt, why: string): string =>
  `${text}\n${prompt.again.replaceAll("{why}", why)}`;
