import { z } from "zod";
import assets from "../world/assets.generated.js";
import type { Entity, Episode } from "../world/types.js";
import { buildPrompt, promptText } from "./build.js";
import { goalText } from "./goal.js";
import wordData from "./lint-words.generated.js";
import { type CuePack, fillSlots, type TaskCues } from "./pack.js";
import { examplesSection, HEADINGS } from "./sections.js";
import type { ObjectList, PromptInput, VisibleObject } from "./types.js";

const phrases = z.array(z.string().min(1));
const lintWords = z.strictObject({
  schemaVersion: z.literal(1),
  general: phrases,
  tasks: z.record(z.string(), z.strictObject({ words: phrases, prose: phrases, acts: phrases })),
  prescriptions: phrases,
  questions: z.strictObject({ phrases, tasks: z.array(z.string()) }),
  exampleWords: phrases,
});
export type LintWords = z.infer<typeof lintWords>;

/** The word lists of `cues/lint-words.yaml`. */
export function defaultLintWords(): LintWords {
  return lintWords.parse(wordData);
}

export const LINT_CHECKS = {
  none_prompt: 'a prompt of the condition "none" holds no word of the norm',
  template: "the words that all prompts share hold no word of any task's norm",
  examples: "the examples of the prompt use no object and no task of the benchmark",
  category: "a category cue names a domain and no act",
  evidence:
    "an evidence cue prescribes nothing, and repeats nothing that the specific cue prescribes",
} as const;
export type LintCheck = keyof typeof LINT_CHECKS;

export interface LintFinding {
  check: LintCheck;
  task: string | null;
  /** which text: "prompt of road_crossing/000 (names)", "examples", "road_crossing evidence" */
  where: string;
  /** the entry of the word list that was met, or the words that two cues share */
  word: string;
  /** the words around it */
  excerpt: string;
}

export interface LintReport {
  findings: LintFinding[];
  /** how many texts each check has read */
  read: Record<LintCheck, number>;
}

/**
 * Looks for words that would give the norm away (`normact cues lint`).
 * @param episodes some of every task; all their entities count as visible
 */
export function lintCues(
  pack: CuePack,
  episodes: readonly Episode[],
  words: LintWords = defaultLintWords(),
): LintReport {
  const findings: LintFinding[] = [];
  const read = { none_prompt: 0, template: 0, examples: 0, category: 0, evidence: 0 };
  const take = (check: LintCheck, found: Omit<LintFinding, "check">[]): void => {
    read[check]++;
    findings.push(...found.map((f) => ({ check, ...f })));
  };
  for (const episode of episodes) {
    for (const list of ["names", "full"] as const) {
      take("none_prompt", nonePrompt(pack, episode, list, words));
    }
  }
  take("template", templateWords(words));
  take("examples", exampleWords(words));
  for (const [task, cues] of Object.entries(pack.tasks)) {
    const acts = words.tasks[task]?.acts;
    if (!acts) {
      const excerpt = "add an entry for this task to cues/lint-words.yaml";
      take("category", [{ task, where: task, word: "(no word list)", excerpt }]);
      continue;
    }
    take("category", search(cues.category, acts, task, `${task} category`));
    take("evidence", evidenceFindings(task, cues, acts, words));
  }
  return { findings, read };
}

function nonePrompt(
  pack: CuePack,
  episode: Episode,
  objectList: ObjectList,
  words: LintWords,
): Omit<LintFinding, "check">[] {
  const { task } = episode;
  const list = words.tasks[task] ?? { words: [], prose: [] };
  const text = promptText(buildPrompt(noneInput(pack, episode, objectList)));
  const where = `prompt of ${episode.id} (${objectList})`;
  const { prose, objects } = splitObjects(text);
  return [
    ...search(prose, [...words.general, ...list.words, ...list.prose], task, where),
    ...search(objects, [...words.general, ...list.words], task, where),
  ];
}

/** The object list is looked at by itself: what is in view has to have a name. */
function splitObjects(text: string): { prose: string; objects: string } {
  const start = text.indexOf(HEADINGS.objects);
  const end = text.indexOf(HEADINGS.task);
  return { prose: text.slice(0, start) + text.slice(end), objects: text.slice(start, end) };
}

function noneInput(pack: CuePack, episode: Episode, objectList: ObjectList): PromptInput {
  return {
    time: episode.time,
    goal: goalText(pack, episode),
    cue: null,
    visible: episode.entities.map((e) => asVisible(e)),
    objectList,
    hands: { right: null, left: null },
    turn: 0,
    maxTurns: 3,
    history: [],
    image: {},
  };
}

function asVisible(e: Entity): VisibleObject {
  const { id, name, location, kind, state } = e;
  const posture = e.person ? e.person.posture : null;
  return { id, name, location, kind, distance: 0, state, posture, facing: e.person ? e.yaw : null };
}

function templateWords(words: LintWords): Omit<LintFinding, "check">[] {
  const text = promptText(
    buildPrompt({
      time: "2026-01-01 12:00",
      goal: "",
      cue: null,
      visible: [],
      objectList: "full",
      hands: { right: null, left: null },
      turn: 0,
      maxTurns: 3,
      history: [],
      image: {},
    }),
  );
  const found = search(text, words.general, null, "template");
  for (const [task, list] of Object.entries(words.tasks)) {
    found.push(...search(text, [...list.words, ...list.prose], task, "template"));
  }
  return found;
}

function exampleWords(words: LintWords): Omit<LintFinding, "check">[] {
  const rows = assets as Record<string, { name: string }>;
  const things = Object.entries(rows).flatMap(([kind, { name }]) => [
    name,
    kind.replace(/_/g, " "),
  ]);
  // The names of the API's actions are no words of the example's own.
  const text = examplesSection().replace(/"action": "\w+"|"\w+":/g, "");
  return search(text, [...new Set(things), ...words.exampleWords], null, "examples");
}

/** How many words in a row two cues may share before one counts as repeating the other. */
const SHARED_WORDS = 4;

function evidenceFindings(
  task: string,
  cues: TaskCues,
  acts: readonly string[],
  words: LintWords,
): Omit<LintFinding, "check">[] {
  const where = `${task} evidence`;
  const text = words.questions.tasks.includes(task)
    ? withoutQuestions(cues.evidence, words.questions.phrases)
    : cues.evidence;
  const found = search(text, [...words.prescriptions, ...acts], task, where);
  const specific = wordsOf(cues.specific).join(" ");
  const evidence = wordsOf(cues.evidence);
  for (let i = 0; i + SHARED_WORDS <= evidence.length; i++) {
    const run = evidence.slice(i, i + SHARED_WORDS).join(" ");
    if (` ${specific} `.includes(` ${run} `)) {
      found.push({
        task,
        where,
        word: `shares "${run}" with the specific cue`,
        excerpt: cues.evidence,
      });
    }
  }
  return found;
}

function withoutQuestions(text: string, questions: readonly string[]): string {
  return questions.reduce(
    (rest, q) => rest.replace(new RegExp(`${pattern(q)}[^.!?]*`, "giu"), ""),
    text,
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];

function search(
  text: string,
  list: readonly string[],
  task: string | null,
  where: string,
): Omit<LintFinding, "check">[] {
  const found: Omit<LintFinding, "check">[] = [];
  for (const word of list) {
    const match = new RegExp(pattern(word), "iu").exec(text);
    if (!match) continue;
    const from = Math.max(0, match.index - 30);
    const excerpt = text.slice(from, match.index + match[0].length + 30).replace(/\s+/g, " ");
    found.push({ task, where, word, excerpt: excerpt.trim() });
  }
  return found;
}

/** "turn off" → those words in a row, whole; "interrupt*" → any ending. */
function pattern(phrase: string): string {
  const escaped = phrase
    .trim()
    .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replace(/\*/g, "[\\p{L}\\p{N}]*")
    .replace(/\s+/g, "\\s+");
  return `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`;
}

/** The cue texts of a task with an episode's values, for showing. */
export function filledCues(pack: CuePack, episode: Episode): TaskCues {
  const cues = pack.tasks[episode.task]!;
  return {
    goal: fillSlots(cues.goal, episode),
    category: fillSlots(cues.category, episode),
    specific: fillSlots(cues.specific, episode),
    evidence: fillSlots(cues.evidence, episode),
  };
}
