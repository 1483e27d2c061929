import { blankEnd, isBlank, type Source } from "./source.js";

/** Which characters close a string, by the character that opened it. */
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "“": "”“",
  "”": "”“",
  "„": "”“",
  "‘": "’‘",
  "’": "’‘",
  "＂": "＂",
};

/** May a string begin with this character? */
export function opensString(char: string | undefined): boolean {
  return char !== undefined && char in CLOSERS;
}

export type StringRead =
  | { ok: true; value: string; end: number }
  /** `open`: the text ended first */
  | { ok: false; at: number; open: boolean };

/**
 * Reads a string from its opening quote. In a value, a quote that nothing structural follows is part
 * of the text (models forget to escape); the words are kept exactly. Quotes within the text that do
 * not pair up leave more than one reading, and fail. Valid JSON strings are read as JSON does.
 */
export function readString(
  source: Source,
  start: number,
  where: "key" | "value" | "tuple",
): StringRead {
  const { text } = source;
  const closers = CLOSERS[text[start] as string] as string;
  const closer = closers.charCodeAt(0);
  const otherCloser = closers.charCodeAt(closers.length - 1);
  const inner = new InnerQuotes(text, start);
  let value = "";
  let from = start + 1;
  for (let i = start + 1; i < source.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) {
      const read = readEscape(text, i);
      value += text.slice(from, i) + read.value;
      from = read.end;
      i = read.end - 1;
    } else if (code === closer || code === otherCloser) {
      if (where === "key" || endsValue(source, i + 1, where)) {
        if (!inner.paired) return { ok: false, at: i, open: false };
        return { ok: true, value: value + text.slice(from, i), end: i + 1 };
      }
      inner.see(i);
    }
  }
  return { ok: false, at: source.length, open: true };
}

const BACKSLASH = 0x5c;

/** A full-width comma ends a string only where a key follows; Chinese prose is full of them. */
const WIDE_COMMA_THEN_KEY = /，\s*["'“‘＂]?[A-Za-z_]{1,40}["'”’＂]?\s*[:：]/y;

/** Does something structural follow a quote that may close a value? */
function endsValue(source: Source, pos: number, where: "value" | "tuple"): boolean {
  if (isAsciiWord(source.text.charCodeAt(pos))) return false;
  const at = source.skipTrivia(pos, 8);
  if (source.endsAt(at)) return true;
  const char = source.text[at] as string;
  if (char === "，") {
    WIDE_COMMA_THEN_KEY.lastIndex = at;
    return WIDE_COMMA_THEN_KEY.test(source.text);
  }
  return ",}]:｝］".includes(char) || (where === "tuple" && char === ")");
}

const SIMPLE: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "0": "\0",
  "\n": "",
};

/**
 * One escape sequence. JSON's, those of JavaScript and Python, and a backslash before punctuation
 * (Markdown), which goes; before any other letter or digit the backslash is text and stays.
 */
function readEscape(text: string, at: number): { value: string; end: number } {
  const char = text[at + 1];
  if (char === undefined) return { value: "\\", end: at + 1 };
  const digits = char === "u" ? 4 : char === "x" ? 2 : 0;
  if (digits > 0) {
    const hex = text.slice(at + 2, at + 2 + digits);
    if (hex.length === digits && /^[0-9a-fA-F]+$/.test(hex))
      return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 2 + digits };
    return { value: `\\${char}`, end: at + 2 };
  }
  const simple = SIMPLE[char];
  if (simple !== undefined) return { value: simple, end: at + 2 };
  return { value: /[A-Za-z0-9]/.test(char) ? `\\${char}` : char, end: at + 2 };
}

function isAsciiWord(code: number): boolean {
  const letter = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (letter >= 0x61 && letter <= 0x7a);
}

const WORD = /[\p{L}\p{N}]/u;

function isWord(code: number): boolean {
  if (code < 0x80) return isAsciiWord(code);
  if (code >= 0x2000 && code < 0x2070) return false; // typographic quotes, dashes, blanks
  return WORD.test(String.fromCharCode(code));
}

/** Keeps account of unescaped quotes inside a string: does every one that opens also close? */
class InnerQuotes {
  private open = false;
  private stray = false;

  constructor(
    private readonly text: string,
    private readonly start: number,
  ) {}

  get paired(): boolean {
    return !this.open && !this.stray;
  }

  /** Tells an inner quote's side by its neighbours: `say "hi" now`, `5" wide`, `don't`. */
  see(at: number): void {
    const { text } = this;
    const previous = text.charCodeAt(at - 1);
    const next = at + 1 < text.length ? text.charCodeAt(at + 1) : 0x20;
    const single = SINGLE.includes(text[at] as string);
    const afterWord = isWord(previous);
    const beforeWord = isWord(next);
    const afterGap = at - 1 === this.start || isBlank(previous);
    if (single && afterWord && beforeWord) return; // an apostrophe
    if (this.open) this.open = afterGap && beforeWord;
    else if (beforeWord && (!afterWord || !single)) this.open = true;
    else if (afterGap && !isBlank(next)) this.open = true;
    else this.stray ||= !isMark(single, previous, text[blankEnd(text, at + 1)]);
  }
}

/** May a quote that closes nothing be a mark of its own: `the students' books`, `a 5" screen`? */
function isMark(single: boolean, previous: number, next: string | undefined): boolean {
  if (opensString(next)) return false;
  return single ? isWord(previous) : previous >= 0x30 && previous <= 0x39;
}

const SINGLE = "'’‘";
