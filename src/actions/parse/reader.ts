import { isPlanKey, WRAPPER_KEYS } from "./aliases.js";
import { fold } from "./names.js";
import { ArrayNode, Keys, MAX_DEPTH, type Node, ObjectNode } from "./node.js";
import { readName, readScalar } from "./scalars.js";
import { Source } from "./source.js";
import { opensString, readString } from "./strings.js";

export type ReadResult =
  | {
      ok: true;
      node: ArrayNode | ObjectNode;
      end: number;
      /** false when the text ended before the last brackets, with every step complete */
      closed: boolean;
    }
  | {
      ok: false;
      /** `end`: the text ended first; `deep`: nested beyond reason */
      reason: "end" | "syntax" | "deep";
      /** where reading stopped */
      at: number;
      /** lists and objects open at that point */
      lists: number;
      objects: number;
      /** a key of the plan format was read */
      planKey: boolean;
      /** reading stopped where an object's key or its value was due */
      atSlot: boolean;
    };

interface Frame {
  object: boolean;
  start: number;
  /** its elements are those of `pending` from here on */
  base: number;
  /** the object's current key, null in an array or between pairs */
  key: string | null;
  /** what may come: the first element, one after a comma, a colon, a value, a comma or closer */
  due: "first" | "next" | "colon" | "value" | "separator";
  closer: string;
  /** the container was put in quotes without escaping what is in it: the quote that must follow */
  quote: string | null;
  /** the element just read, for the rules on commas left out */
  last: Node;
}

/** A string that should have been an object: `"{"object_id": …`. Never part of valid JSON. */
const QUOTED_CONTAINER = /["“]\s*(?=(?:\[\s*)?\{\s*["“][A-Za-z_ ]{1,40}["”]\s*:)/y;
/** Nothing but closers up to the end. */
const ONLY_CLOSERS = /[\s\]})]*(?:(?:```|~~~)\s*)?$/y;

/**
 * Reads one array or object that starts at `start`. What is valid JSON is read as JSON; what is not is
 * repaired token by token where it has one reading only, and fails otherwise. Never recursive, never
 * looks at a character more than a few times, so depth and length cannot hurt.
 */
export function readContainer(source: Source, start: number): ReadResult {
  return new Reader(source, start).read();
}

/** Reads a whole text as one array, object or tuple; undefined when it is not exactly that. */
export function readWhole(text: string): ArrayNode | ObjectNode | undefined {
  const source = new Source(text);
  const start = source.skipTrivia(0);
  if (!/^[[{(［｛]/.test(text.slice(start, start + 1))) return undefined;
  const result = readContainer(source, start);
  if (!result.ok || !result.closed) return undefined;
  return source.skipTrivia(result.end) >= source.length ? result.node : undefined;
}

class Reader {
  private readonly stack: Frame[] = [];
  /** keys and values of all open containers, up to `used`; copied out when one closes */
  private readonly pendingKeys: string[] = [];
  private readonly pending: Node[] = [];
  private used = 0;
  /** the keys of the last object read, by their number */
  private readonly recentKeys: (Keys | undefined)[] = [];
  private planKey = false;
  private done: ReadResult | undefined;

  constructor(
    private readonly source: Source,
    private pos: number,
  ) {}

  read(): ReadResult {
    this.open(null);
    while (!this.done) this.step();
    return this.done;
  }

  private get top(): Frame {
    return this.stack[this.stack.length - 1] as Frame;
  }

  /** One token and the blanks before it. */
  private step(): void {
    this.pos = this.source.skipTrivia(this.pos);
    if (this.source.endsAt(this.pos)) {
      this.endOfText();
      return;
    }
    const char = narrow(this.source.text[this.pos] as string);
    const frame = this.top;
    if (char === "]" || char === "}" || char === ")") this.close(char);
    else if (frame.due === "separator" && char === ",") {
      frame.due = "next";
      frame.key = null;
      this.pos++;
    } else if (frame.due === "separator" && !this.commaLeftOut(char)) this.fail("syntax");
    else if (frame.due === "colon") {
      if (char !== ":") this.fail("syntax");
      else {
        frame.due = "value";
        this.pos++;
      }
    } else if (frame.object && frame.due !== "value") this.readKey(char);
    else this.readValue(char);
  }

  /** After a container (or, in an object, anything but a string) the next element needs no comma. */
  private commaLeftOut(char: string): boolean {
    const { object, last } = this.top;
    const afterContainer = last !== null && typeof last === "object";
    if (!object) return afterContainer && (char === "{" || char === "[");
    return typeof last !== "string" && opensString(char);
  }

  private readKey(char: string): void {
    const frame = this.top;
    let key: string;
    if (opensString(char)) {
      const read = readString(this.source, this.pos, "key");
      if (!read.ok) {
        this.pos = read.at;
        this.fail(read.open ? "end" : "syntax");
        return;
      }
      key = read.value;
      this.pos = read.end;
      this.planKey ||= isPlanKey(key);
    } else {
      const read = readName(this.source, this.pos);
      if (!read) {
        this.fail("syntax");
        return;
      }
      key = read.value;
      this.pos = this.source.skipTrivia(read.end);
      // A word is a key only before a colon: "{action}" may stand in prose.
      this.planKey ||= narrow(this.source.text[this.pos] ?? "") === ":" && isPlanKey(key);
    }
    frame.key = key;
    frame.due = "colon";
  }

  private readValue(char: string): void {
    const { source } = this;
    QUOTED_CONTAINER.lastIndex = this.pos;
    const quoted = char === '"' || char === "“" ? QUOTED_CONTAINER.exec(source.text) : null;
    if (quoted) {
      this.pos += quoted[0].length;
      this.open(char === '"' ? '"' : "”");
    } else if (char === "{" || char === "[" || char === "(") this.open(null);
    else if (opensString(char)) {
      const where = this.top.closer === ")" ? "tuple" : "value";
      const read = readString(source, this.pos, where);
      if (read.ok) this.take(read.value, read.end);
      else {
        this.pos = read.at;
        this.fail(read.open ? "end" : "syntax");
      }
    } else {
      const read = readScalar(source, this.pos);
      if (read) this.take(read.value, read.end);
      else this.fail("syntax");
    }
  }

  private open(quote: string | null): void {
    if (this.stack.length >= MAX_DEPTH) {
      this.fail("deep");
      return;
    }
    const char = narrow(this.source.text[this.pos] as string);
    const closer = char === "{" ? "}" : char === "[" ? "]" : ")";
    this.stack.push({
      object: char === "{",
      start: this.pos,
      base: this.used,
      key: null,
      due: "first",
      closer,
      quote,
      last: null,
    });
    this.pos++;
  }

  /** Adds a complete value to the innermost container. */
  private take(value: Node, end: number): void {
    this.pendingKeys[this.used] = this.top.key ?? "";
    this.pending[this.used++] = value;
    this.top.last = value;
    this.top.due = "separator";
    this.pos = end;
  }

  private close(char: string): void {
    const frame = this.top;
    if (frame.due === "colon" || frame.due === "value") {
      this.fail("syntax");
    } else if (char !== frame.closer) {
      // Wrong closers mean nothing more once only closers follow: the plan was finished.
      ONLY_CLOSERS.lastIndex = this.pos;
      if (!ONLY_CLOSERS.test(this.source.text)) this.fail("syntax");
      else {
        this.pos = this.source.length;
        while (!this.done) this.pop();
      }
    } else {
      this.pos++;
      if (frame.quote !== null && !this.closingQuote(frame.quote)) this.fail("syntax");
      else this.pop();
    }
  }

  private closingQuote(quote: string): boolean {
    const at = this.source.skipTrivia(this.pos);
    if (this.source.text[at] !== quote) return false;
    this.pos = at + 1;
    return true;
  }

  private pop(): void {
    const { object, start, base } = this.stack.pop() as Frame;
    const values = this.pending.slice(base, this.used);
    const node = object
      ? new ObjectNode(this.keysFrom(base), values, start, this.pos)
      : new ArrayNode(values, start, this.pos);
    this.used = base;
    if (this.stack.length > 0) this.take(node, this.pos);
    else this.done = { ok: true, node, end: this.pos, closed: true };
  }

  private keysFrom(base: number): Keys {
    const count = this.used - base;
    const recent = this.recentKeys[count];
    if (recent?.names.every((name, i) => name === this.pendingKeys[base + i])) return recent;
    const keys = new Keys(this.pendingKeys.slice(base, this.used));
    if (count < 16) this.recentKeys[count] = keys;
    return keys;
  }

  /** Only the brackets around complete steps may be missing; an open step may lack anything. */
  private endOfText(): void {
    if (!this.stack.every((frame, i) => this.mayEnd(frame, i === this.stack.length - 1))) {
      this.fail("end");
      return;
    }
    while (!this.done) this.pop();
    if (this.done.ok) this.done.closed = false;
  }

  private mayEnd({ object, key, due, last, quote }: Frame, innermost: boolean): boolean {
    if (quote !== null || (innermost && due !== "separator")) return false;
    if (!object) return !innermost || last instanceof ObjectNode;
    if (key === null || !WRAPPER_KEYS.has(fold(key))) return false;
    return !innermost || last instanceof ArrayNode;
  }

  private fail(reason: "end" | "syntax" | "deep"): void {
    const frame = this.stack[this.stack.length - 1];
    const { last } = frame ?? {};
    // A pair in a list: the brace before it is missing.
    if (typeof last === "string" && narrow(this.source.text[this.pos] ?? "") === ":")
      this.planKey ||= isPlanKey(last);
    const atSlot = frame?.object === true && frame.due !== "separator";
    const objects = this.stack.filter(({ object }) => object).length;
    this.done = {
      ok: false,
      reason,
      at: this.pos,
      lists: this.stack.length - objects,
      objects,
      planKey: this.planKey,
      atSlot,
    };
  }
}

const WIDE_CHARS = "［］｛｝（），：";
const NARROW_CHARS = "[]{}(),:";

/** Full-width punctuation as the ASCII it stands for. */
function narrow(char: string): string {
  const i = char >= "（" ? WIDE_CHARS.indexOf(char) : -1;
  return i < 0 ? char : (NARROW_CHARS[i] as string);
}
