/**
 * A small pattern language over words, so that a rule can be read as the phrase it stands for.
 *
 *   could|can      one of these words            @SEAT     a word of that class
 *   *              any word                      x?        x or nothing (x may be @CLASS or a|b)
 *   ~3             up to three words             !a|b      the next word is none of these
 *   $              end of the clause (sentence end or a comma); also as one choice of several: $|and|so
 *
 * Every pattern is short and its gaps are bounded, so matching at one place takes bounded time.
 */
import type { Sentence } from "./speech-text.js";
import { CLASSES } from "./speech-words.js";

interface Choice {
  any: boolean;
  /** the end of the clause is one of the choices */
  end: boolean;
  words: ReadonlySet<string>;
}

type Element = ({ type: "word" | "optional" | "not" } & Choice) | { type: "gap"; most: number };

type Pattern = readonly Element[];

function readChoice(source: string): Choice {
  const words = new Set<string>();
  for (const choice of source.split("|")) {
    if (!choice.startsWith("@")) words.add(choice);
    else {
      const members = CLASSES[choice.slice(1)];
      if (!members) throw new Error(`speech pattern: no word class ${choice}`);
      for (const word of members) words.add(word);
    }
  }
  return { any: source === "*", end: words.delete("$"), words };
}

function readElement(source: string): Element {
  if (source.startsWith("~")) return { type: "gap", most: Number(source.slice(1)) };
  if (source.startsWith("!")) return { type: "not", ...readChoice(source.slice(1)) };
  if (source.endsWith("?")) return { type: "optional", ...readChoice(source.slice(0, -1)) };
  return { type: "word", ...readChoice(source) };
}

/** One pattern from its source. */
function pattern(source: string): Pattern {
  return source.trim().split(/\s+/).map(readElement);
}

/** Several patterns, found by their first word so that a long list costs little. */
export class PatternList {
  private readonly byFirst = new Map<string, Pattern[]>();
  /** those that do not start with a plain word */
  private readonly loose: Pattern[] = [];

  constructor(patternsOfList: readonly Pattern[]) {
    for (const elements of patternsOfList) {
      const first = elements[0];
      if (first?.type !== "word" || first.any || first.end) {
        this.loose.push(elements);
        continue;
      }
      for (const word of first.words) {
        const list = this.byFirst.get(word);
        if (list) list.push(elements);
        else this.byFirst.set(word, [elements]);
      }
    }
  }

  /** The end of the first pattern that matches at `at`, or -1. */
  endAt(reading: Reading, at: number): number {
    const word = at === reading.baseAt ? reading.base : reading.sentence.words[at];
    for (const elements of this.byFirst.get(word ?? "") ?? []) {
      const end = run(elements, 0, reading, at);
      if (end >= 0) return end;
    }
    for (const elements of this.loose) {
      const end = run(elements, 0, reading, at);
      if (end >= 0) return end;
    }
    return -1;
  }
}

/** Patterns from a list, one a line; empty lines are skipped. */
export function patterns(source: string): PatternList {
  return new PatternList(
    source
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(pattern),
  );
}

/** Words of a sentence, the one at `baseAt` (if any) read in its base form `base`. */
export interface Reading {
  sentence: Sentence;
  baseAt: number;
  base: string;
}

export const plainly = (sentence: Sentence): Reading => ({ sentence, baseAt: -1, base: "" });

function run(elements: Pattern, e: number, reading: Reading, at: number): number {
  const element = elements[e];
  if (!element) return at;
  const { words, gap } = reading.sentence;
  if (element.type === "gap") {
    for (let k = 0; k <= element.most && at + k <= words.length; k++) {
      const end = run(elements, e + 1, reading, at + k);
      if (end >= 0) return end;
    }
    return -1;
  }
  const ended = element.end && (at >= words.length || gap[at] === true);
  const word = at === reading.baseAt ? reading.base : words[at];
  const hit = word !== undefined && (element.any || element.words.has(word));
  if (element.type === "not") return hit || ended ? -1 : run(elements, e + 1, reading, at);
  if (hit) {
    const end = run(elements, e + 1, reading, at + 1);
    if (end >= 0) return end;
  }
  return ended || element.type === "optional" ? run(elements, e + 1, reading, at) : -1;
}

/** The end of a match of the first list that has one at `at`, or -1. */
export function firstMatch(
  lists: PatternList | readonly PatternList[],
  reading: Reading,
  at: number,
): number {
  if (lists instanceof PatternList) return lists.endAt(reading, at);
  for (const list of lists) {
    const end = list.endAt(reading, at);
    if (end >= 0) return end;
  }
  return -1;
}

/** Patterns with a value each, found by their first word so that a long list costs little. */
export class PatternTable<T> {
  private readonly byFirst = new Map<string, { elements: Pattern; value: T; order: number }[]>();

  constructor(rows: readonly (readonly [source: string, value: T])[]) {
    rows.forEach(([source, value], order) => {
      const elements = pattern(source);
      const first = elements[0];
      if (first?.type !== "word" || first.any)
        throw new Error(`speech pattern: "${source}" must start with a word`);
      for (const word of first.words) {
        const row = { elements, value, order };
        const list = this.byFirst.get(word);
        if (list) list.push(row);
        else this.byFirst.set(word, [row]);
      }
    });
  }

  /** All rows that match at `at`, in the order of the table. */
  matches(sentence: Sentence, at: number): { end: number; value: T }[] {
    const found: { end: number; value: T }[] = [];
    const reading = plainly(sentence);
    for (const row of this.byFirst.get(sentence.words[at] ?? "") ?? []) {
      const end = run(row.elements, 0, reading, at);
      if (end >= 0) found.push({ end, value: row.value });
    }
    return found;
  }
}
