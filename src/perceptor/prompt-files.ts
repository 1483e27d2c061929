import { join } from "node:path";
import { readText } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { packageRoot } from "../core/paths.js";

/** The folder with the perceptor's prompts, training configurations and cards. */
export const perceptorFolder = (): string => join(packageRoot(), "perceptor");

/** The version of a prompt: the first 12 digits of its hash. Another word, another version. */
export const promptVersion = (text: string): string => sha256(text).slice(0, 12);

let instruction: string | undefined;

/** What a perceptor is asked, in training and at work (`perceptor/cue-prompt.txt`). */
export function cueInstruction(): string {
  instruction ??= readText(join(perceptorFolder(), "cue-prompt.txt")).trim();
  return instruction;
}

/**
 * The words that go with the picture. The goal is appended as the task's context (NormAct, appendix G: no part
 * of the paper's training, but of its use).
 */
export function cuePrompt(goal: string | null): string {
  return goal === null ? cueInstruction() : `${cueInstruction()}\nTask: ${goal}`;
}
