/** The text being read, with what makes looking ahead cheap however often it is done. */
export class Source {
  readonly length: number;
  private readonly newline: NextIndex;
  private readonly commentEnd: NextIndex;

  constructor(readonly text: string) {
    this.length = text.length;
    this.newline = new NextIndex(text, "\n");
    this.commentEnd = new NextIndex(text, "*/");
  }

  /** Where blanks and at most `comments` comments starting at `pos` end. */
  skipTrivia(pos: number, comments = Number.POSITIVE_INFINITY): number {
    let left = comments;
    for (let i = pos; ; ) {
      while (i < this.length && isBlank(this.text.charCodeAt(i))) i++;
      const after = left > 0 ? this.skipComment(i) : i;
      if (after === i) return i;
      left--;
      i = after;
    }
  }

  /** Line comments start with // or #, block comments are those of C; an open one takes the rest. */
  private skipComment(i: number): number {
    const char = this.text[i];
    if (char === "#") return this.newline.from(i);
    if (char !== "/") return i;
    const next = this.text[i + 1];
    if (next === "/") return this.newline.from(i);
    if (next === "*") return Math.min(this.length, this.commentEnd.from(i + 2) + 2);
    return i;
  }

  /** A closing code fence ends the text as far as structure goes. */
  endsAt(pos: number): boolean {
    if (pos >= this.length) return true;
    const char = this.text[pos] as string;
    return (char === "`" || char === "~") && this.text.startsWith(char.repeat(3), pos);
  }
}

/** `indexOf` that remembers its last answer, so that asking from every position stays linear. */
class NextIndex {
  private asked = 0;
  private found = -1;

  constructor(
    private readonly text: string,
    private readonly needle: string,
  ) {}

  from(pos: number): number {
    if (pos < this.asked || pos > this.found) {
      const at = this.text.indexOf(this.needle, pos);
      this.asked = pos;
      this.found = at < 0 ? this.text.length : at;
    }
    return this.found;
  }
}

/** White space of any script, byte-order mark, zero-width characters. */
export function isBlank(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return code === 0x85;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200d) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** Where the blanks that start at `pos` end. */
export function blankEnd(text: string, pos: number): number {
  let end = pos;
  while (end < text.length && isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Where the blanks that end at `pos` start, not before `from`. */
export function blankStart(text: string, pos: number, from = 0): number {
  let start = pos;
  while (start > from && isBlank(text.charCodeAt(start - 1))) start--;
  return start;
}

/** The text without blanks at its ends. */
export function trimBlank(text: string): string {
  const start = blankEnd(text, 0);
  return text.slice(start, blankStart(text, text.length, start));
}

const FENCE = /(?:```|~~~)[^\n`]{0,40}/y;

/** Is there nothing in [start, end) but blanks and one line of a code fence? */
export function isBlankOrFence(text: string, start: number, end: number): boolean {
  const first = blankEnd(text, start);
  if (first >= end) return true;
  FENCE.lastIndex = first;
  const fence = FENCE.exec(text.slice(0, Math.min(end, first + 60)));
  return fence !== null && blankEnd(text, first + fence[0].length) >= end;
}
