/** Which things and places a few words name. */
import { can } from "../assets.js";
import type { Entity, Region } from "../types.js";

/** A word without its plural or possessive ending, so that "Ann's" is "ann" and "books" is "book". */
export function stem(word: string): string {
  const plain = word
    .toLowerCase()
    .replace(/[’']s?$/, "")
    .replace(/[^a-z0-9]/g, "");
  return plain.length > 3 ? plain.replace(/([^s])s$/, "$1") : plain;
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[\s_-]+/)
    .map(stem)
    .filter((w) => w.length > 0);

/** Words for whole classes of things, beside their names. */
const CLASS_WORDS: readonly [(e: Entity) => boolean, readonly string[]][] = [
  [(e) => can(e, "vessel"), ["drink", "beverage", "refreshment"]],
  [(e) => can(e, "edible") && !can(e, "vessel"), ["food", "snack"]],
  [(e) => can(e, "sittable"), ["seat", "place"]],
  [(e) => can(e, "faucet"), ["tap", "water"]],
  [(e) => can(e, "dish"), ["dish"]],
  [(e) => e.kind === "soda_can", ["cola", "coke", "lemonade"]],
  [(e) => /^(toy_|ball$)/.test(e.kind), ["toy"]],
  [(e) => /bear/.test(e.kind), ["teddy", "teddybear"]],
  [(e) => e.kind === "sofa", ["couch"]],
  [(e) => e.kind === "tv", ["tv", "telly"]],
];

/** All words that name a thing: its name, its kind, its class. */
export function entityWords(e: Entity): Set<string> {
  const words = [...wordsOf(e.name), ...wordsOf(e.kind)];
  for (const [fits, extra] of CLASS_WORDS) if (fits(e)) words.push(...extra);
  return new Set(words);
}

/** All words that name a region: its label, and "room" for rooms. */
export function regionWords(r: Region): Set<string> {
  const words = wordsOf(r.label ?? "");
  if (r.kind === "private_room" || r.kind === "room") words.push("room");
  if (r.kind === "private_room") words.push("bedroom");
  return new Set(words);
}

/** Something with an id that words may name. */
export interface Nameable {
  id: string;
  words: ReadonlySet<string>;
}

/** A thing or a place that leave may be asked for. */
export interface Askable extends Nameable {
  owner: string | undefined;
}

/** All that leave may be asked for: every thing, every region, no people. */
export function askables(entities: Iterable<Entity>, regions: readonly Region[]): Askable[] {
  const things = [...entities].filter((e) => !e.person);
  return [
    ...things.map((e) => ({ id: e.id, owner: e.owner, words: entityWords(e) })),
    ...regions.map((r) => ({ id: r.id, owner: r.owner, words: regionWords(r) })),
  ];
}

/**
 * The ids that some words name. Who is named by most of the words comes first and uses them up, so
 * "juice bottle and book" names the juice bottle and the book, not every bottle.
 */
export function named(words: readonly string[], candidates: readonly Nameable[]): string[] {
  const left = new Set(words.map(stem));
  const found: string[] = [];
  for (;;) {
    const scored = candidates.map((c) => ({ c, hits: [...left].filter((w) => c.words.has(w)) }));
    const most = Math.max(0, ...scored.map(({ hits }) => hits.length));
    if (most === 0) return found;
    for (const { c, hits } of scored) {
      if (hits.length < most) continue;
      found.push(c.id);
      for (const word of hits) left.delete(word);
    }
  }
}
