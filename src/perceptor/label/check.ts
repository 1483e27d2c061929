import { callsApi, looksLikeRefusal, namesTask, sentences } from "../check.js";

/** Why a label cannot be used as it is. */
export const LABEL_FLAGS = {
  empty: "it was empty",
  refused: "it refused",
  truncated: "it was cut off",
  one_sentence: "it had one sentence instead of two",
  too_many_sentences: "it had more than two sentences",
  not_english: "it was not in English",
  too_long: "it was too long",
  task_id: "it named the task's id",
  api_call: "it named an action of the planner's API",
} as const;
export type LabelFlag = keyof typeof LABEL_FLAGS;

/** Longer than this two sentences are not, characters. */
const MAX_LENGTH = 700;

/** What is wrong with a label (two English sentences are wanted); an empty list when nothing is. */
export function checkLabel(text: string): LabelFlag[] {
  const plain = text.trim();
  if (plain === "") return ["empty"];
  if (looksLikeRefusal(plain)) return ["refused"];
  const flags: LabelFlag[] = [];
  const count = sentences(plain).length;
  if (count < 2) flags.push("one_sentence");
  if (count > 2) flags.push("too_many_sentences");
  if (!looksEnglish(plain)) flags.push("not_english");
  if (plain.length > MAX_LENGTH) flags.push("too_long");
  if (namesTask(plain)) flags.push("task_id");
  if (callsApi(plain)) flags.push("api_call");
  return flags;
}

const COMMON = new Set(
  "a an and are as at be by for from have i in is it its me my not of on one or should so that the their there they this to who with".split(
    " ",
  ),
);

/** Latin letters throughout, and the small words of which English cannot do without. */
export function looksEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return false;
  const latin = letters.filter((l) => /\p{Script=Latin}/u.test(l)).length;
  if (latin / letters.length < 0.9) return false;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return words.filter((w) => COMMON.has(w)).length / Math.max(1, words.length) >= 0.15;
}
