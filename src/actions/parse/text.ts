import { trimBlank } from "./source.js";

/** What gateways and models wrap a whole answer in. */

/** The text inside a code fence that encloses all of it; the text itself when there is none. */
export function unfence(text: string): string {
  const open = /^(```|~~~)[^\n`]{0,40}\n/.exec(text);
  if (!open) return text;
  const body = text.slice(open[0].length);
  const close = body.lastIndexOf(open[1] as string);
  const inner = close >= 0 && trimBlank(body.slice(close + 3)) === "" ? body.slice(0, close) : body;
  return trimBlank(inner);
}

/** The string that `text` is as JSON; undefined when it is no JSON string. */
export function jsonString(text: string): string | undefined {
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(quot|apos|amp|lt|gt|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: "&",
  lt: "<",
  gt: ">",
  nbsp: " ",
};

/** Did a gateway escape the quotes of something in brackets as HTML? */
export function hasQuoteEntities(text: string): boolean {
  if (!/[[{]|&#(?:91|123|x5b|x7b);/i.test(text)) return false;
  return /&(?:quot|apos|#0?34|#0?39|#x22|#x27);/i.test(text);
}

/** HTML entities undone, one level. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/** Backslash escapes undone, one level: the content of a JSON string whose quotes got lost. */
export function decodeEscapes(text: string): string {
  return text.replace(ESCAPE, (_whole, hex, char) =>
    hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (ESCAPED[char] ?? char),
  );
}
