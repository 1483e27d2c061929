import type { SeenThing } from "./types.js";

/** "a man", "an armchair", "my father", "bread". */
export function someOf(thing: SeenThing): string {
  const name = thing.name.toLowerCase();
  if (OWN.test(name)) return `my ${name}`;
  if (UNCOUNTED.test(name)) return name;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

/** "the man", "my father". */
export function theOne(thing: SeenThing): string {
  const name = thing.name.toLowerCase();
  return OWN.test(name) ? `my ${name}` : `the ${name}`;
}

const OWN = /^(mother|father|sister|brother|aunt|uncle|cousin|son|daughter|grand\w+|friend)$/;
const UNCOUNTED = /^(bread|soap|milk|water|juice)$/;

/** "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

/** "two", "seven" as "several". */
export const countWord = (n: number): string => NUMBERS[n] ?? "several";

/** A distance as one would guess it: "close by", "about four metres away". */
export function farness(cm: number): string {
  const metres = Math.round(cm / 100);
  if (metres <= 1) return "close by";
  return metres <= 6 ? `about ${countWord(metres)} metres away` : "some way off";
}

/** First letter as a capital, one full stop at the end. */
export function sentence(text: string): string {
  const trimmed = text.trim().replace(/[.\s]+$/, "");
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}.`;
}
