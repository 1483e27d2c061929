import type { Node } from "./node.js";
import type { Source } from "./source.js";

/** JSON's, Python's and JavaScript's words for the constants; `undefined` means "not given". */
const WORDS = new Map<string, Node>([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
  ["null", null],
  ["Null", null],
  ["NULL", null],
  ["None", null],
  ["nil", null],
  ["undefined", null],
  ["NaN", Number.NaN],
  ["nan", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["inf", Number.POSITIVE_INFINITY],
  ["+Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
]);

const TOKEN = /[\w.+-]+/y;
const DECIMAL = /^[+-]?(?:\d+(?:_\d+)*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEX = /^0[xX][0-9a-fA-F]+$/;

/** Reads a number or constant; undefined when the token at `pos` is none. */
export function readScalar(source: Source, pos: number): { value: Node; end: number } | undefined {
  TOKEN.lastIndex = pos;
  const token = TOKEN.exec(source.text)?.[0];
  if (token === undefined) return undefined;
  const end = pos + token.length;
  const word = token.length <= 9 ? WORDS.get(token) : undefined;
  if (word !== undefined) return { value: word, end };
  if (DECIMAL.test(token)) return { value: Number(token.replaceAll("_", "")), end };
  if (HEX.test(token)) return { value: Number(token), end };
  return undefined;
}

const NAME = /[A-Za-z_$][\w$-]*/y;

/** Reads a key that stands without quotes. */
export function readName(source: Source, pos: number): { value: string; end: number } | undefined {
  NAME.lastIndex = pos;
  const name = NAME.exec(source.text)?.[0];
  return name === undefined ? undefined : { value: name, end: pos + name.length };
}
