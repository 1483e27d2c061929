import type { Node } from "./node.js";
import { type ReadResult, readContainer } from "./reader.js";
import { type Shape, shapeOf } from "./shape.js";
import { blankEnd, blankStart, isBlankOrFence, Source } from "./source.js";
import { isStep } from "./step.js";
import { mayBeTag, nextTag, orphanCloseIn, reasoningEnd, type Tag, tagAt } from "./tags.js";

/** Everything in an answer that may be a plan, or was meant as one. */
export interface Scan {
  /** lists of steps, in the order of the text */
  plans: (readonly Node[])[];
  /** an empty plan that stands for itself */
  done: boolean;
  /** a plan that cannot be read; nothing after it was looked at */
  broken: { code: "malformed" | "truncated"; at: number } | null;
  /** a plan's form quoted with `...` or `<...>` in its slots */
  template: boolean;
  /** the text seems to be escaped as a whole */
  encoded: boolean;
  /** pieces of a plan stand outside of any: brackets closed that nothing opened */
  debris: boolean;
  /** the only thing in the answer, when that is no plan */
  alone: Shape | null;
}

/** An answer with more brackets and tags to look at is none; keeps the time for any text short. */
const MAX_PIECES = 50_000;
/** What may stand between the steps of a plan that lacks its brackets. */
const SEPARATORS =
  /^(?:[\s,;:.)*#•-]|```\w*|~~~\w*|<\/?tool_call>|(?:step|action)\s?\d{1,3}|\d{1,3}\s?[.):])*$/i;
/** A separator is short, unless it is blank. */
const MAX_SEPARATOR = 400;
const ESCAPED_START = /(?:\[\s*)?\{\s*(?:\\["']|&(?:quot|apos|#))/y;
const OPENING = "[{［｛";
const CLOSING = "]}］｝";
const OPEN_START = /(?:[[［]\s*)?[{｛]\s*["'“]/y;
const LIST_OF_OBJECTS = /[[［]\s*[{｛]/y;

/** Scans an answer from left to right, once. */
export function scanAnswer(text: string): Scan {
  return new Scanner(text).scan();
}

class Scanner {
  private readonly source: Source;
  private found = emptyScan();
  /** reading is done up to here */
  private pos = 0;
  /** what counts starts here: after the last reasoning whose opening tag is missing */
  private from = 0;
  /** brackets of prose that are still open: square, curly */
  private lists = 0;
  private objects = 0;
  /** end of the last plan and of the closers that directly follow it */
  private planEnd = -1;
  private excess = false;
  /** the last plan is a row of single steps, and may go on */
  private row: Node[] | null = null;
  private pieces = 0;
  /** something other than reasoning and blanks was seen since `from` */
  private prose = false;
  private only: { shape: Shape; start: number; end: number } | null = null;

  constructor(private readonly text: string) {
    this.source = new Source(text);
  }

  scan(): Scan {
    const { text } = this;
    while (!this.found.broken) {
      this.pos = nextEvent(text, this.pos);
      if (this.pos >= text.length || !this.event(text[this.pos] as string)) break;
    }
    const { only } = this;
    if (only && this.startsAnswer(only.start) && this.endsAnswer(only.end))
      this.found.alone = only.shape;
    return this.found;
  }

  /** Deals with what stands at `pos` and goes past it; false when the rest is reasoning. */
  private event(char: string): boolean {
    if (CLOSING.includes(char)) {
      this.closer(char === "}" || char === "｝");
      return true;
    }
    if (++this.pieces > MAX_PIECES) {
      this.found.broken = { code: "malformed", at: this.pos };
      return true;
    }
    const tag = mayBeTag(this.text, this.pos) ? tagAt(this.text, this.pos) : undefined;
    if (tag?.opens) return this.reasoning(tag);
    if (tag) this.restart(tag.end);
    else if (OPENING.includes(char)) this.piece();
    else this.pos++;
    return true;
  }

  private reasoning(tag: Tag): boolean {
    const end = reasoningEnd(this.text, tag);
    if (end === undefined) return false;
    this.prose ||= !isBlankOrFence(this.text, this.from, tag.start);
    if (!this.prose) this.from = end;
    this.pos = end;
    return true;
  }

  /** Everything so far was reasoning. */
  private restart(at: number): void {
    this.found = emptyScan();
    this.pos = at;
    this.from = at;
    this.lists = 0;
    this.objects = 0;
    this.planEnd = -1;
    this.excess = false;
    this.row = null;
    this.only = null;
    this.prose = false;
  }

  private startsAnswer(start: number): boolean {
    return isBlankOrFence(this.text, this.from, start);
  }

  private endsAnswer(end: number): boolean {
    return isBlankOrFence(this.text, end, this.text.length);
  }

  private piece(): void {
    const start = this.pos;
    const read = readContainer(this.source, start);
    if (!read.ok) this.failed(start, read);
    else {
      const shape = shapeOf(read.node);
      this.pos = read.end;
      if (!read.closed && shape.kind !== "steps" && shape.kind !== "several")
        this.found.broken = { code: "truncated", at: start };
      else this.take(shape, start, read);
    }
  }

  private take(shape: Shape, start: number, read: ReadResult & { ok: true }): void {
    this.only = this.only
      ? { ...this.only, shape: { kind: "none", hint: null } }
      : { shape, start, end: read.end };
    if (shape.kind === "empty") {
      this.found.done ||= shape.named || this.standsForItself(start, read.end);
      return;
    }
    if (shape.kind === "none") return;
    if (this.excess) this.found.debris = true;
    const single = isStep(read.node) && shape.kind === "steps";
    // A step within brackets that could not be read is a part of something else.
    if (single && this.lists + this.objects > 0) this.found.debris = true;
    if (single) this.takeSingle(read.node, start);
    else {
      this.row = null;
      if (shape.kind === "steps") this.found.plans.push(shape.items);
      else for (const plan of shape.plans) this.found.plans.push(plan);
    }
    this.planEnd = read.end;
  }

  private takeSingle(node: Node, start: number): void {
    if (this.row && this.areSeparators(this.planEnd, start)) this.row.push(node);
    else {
      this.row = [node];
      this.found.plans.push(this.row);
    }
  }

  private areSeparators(start: number, end: number): boolean {
    if (end - start > MAX_SEPARATOR) return blankEnd(this.text, start) >= end;
    return SEPARATORS.test(this.text.slice(start, end));
  }

  /** `[]` on a line of its own, or at the very end, is an answer; within a sentence it is prose. */
  private standsForItself(start: number, end: number): boolean {
    if (this.endsAnswer(end)) return true;
    const { text } = this;
    const before = text.slice(blankStart(text, start, this.from), start);
    const after = text.slice(end, blankEnd(text, end));
    return (before.includes("\n") || before.length === start - this.from) && after.includes("\n");
  }

  private closer(curly: boolean): void {
    const at = this.pos++;
    if (this.found.debris) return;
    if (curly ? this.objects > 0 : this.lists > 0) {
      if (curly) this.objects--;
      else this.lists--;
      return;
    }
    const before = blankStart(this.text, at, Math.max(this.planEnd, 0));
    if (before === this.planEnd) {
      this.excess = true;
      this.planEnd = at + 1;
    } else if (curly) this.found.debris = true;
    else this.found.debris = '"}'.includes(this.text[before - 1] ?? " ");
  }

  // ---------------------------------------------------------------- what cannot be read

  private failed(start: number, read: ReadResult & { ok: false }): void {
    const at = Math.max(read.at, start + 1);
    const orphan = this.orphanClose(start, at);
    if (orphan !== undefined) this.restart(orphan);
    else if (matches(ESCAPED_START, this.text, start)) {
      this.found.encoded = true;
      this.pos = at;
    } else if (!this.meantAsPlan(start, read)) {
      this.pos = at;
      this.lists += read.lists;
      this.objects += read.objects;
    } else if (this.isTemplate(read)) this.skipTemplate(start, read);
    else this.breakAt(start, at, read);
  }

  private breakAt(start: number, at: number, read: ReadResult & { ok: false }): void {
    const tag = nextTag(this.text, at);
    if (tag && !tag.opens) this.restart(tag.end);
    else this.found.broken = { code: read.reason === "end" ? "truncated" : "malformed", at: start };
  }

  /** The closing tag of reasoning inside what failed, if the answer can be seen to begin after it. */
  private orphanClose(start: number, at: number): number | undefined {
    const length = orphanCloseIn(this.text.slice(start, at));
    if (length === undefined) return undefined;
    const end = start + length;
    return /^[^\S\n]*(?:[\n[{"]|```|$)/.test(this.text.slice(end, end + 80)) ? end : undefined;
  }

  private meantAsPlan(start: number, read: ReadResult & { ok: false }): boolean {
    if (read.planKey || read.reason === "deep") return true;
    if (matches(LIST_OF_OBJECTS, this.text, start)) return true;
    if (read.reason !== "end") return false;
    return matches(OPEN_START, this.text, start) || this.startsAnswer(start);
  }

  private isTemplate(read: ReadResult & { ok: false }): boolean {
    if (read.reason !== "syntax" || !read.atSlot) return false;
    return /[.…<]/.test(this.text[read.at] ?? "") && tagAt(this.text, read.at) === undefined;
  }

  /** Goes on after the template's last bracket; one that does not end is a broken plan. */
  private skipTemplate(start: number, read: ReadResult & { ok: false }): void {
    this.found.template = true;
    let open = read.lists + read.objects;
    const bracket = /[[\]{}]/g;
    bracket.lastIndex = read.at;
    while (open > 0) {
      const match = bracket.exec(this.text);
      if (!match) {
        this.found.broken = { code: "malformed", at: start };
        return;
      }
      open += "[{".includes(match[0]) ? 1 : -1;
    }
    this.pos = bracket.lastIndex;
  }
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Where the next bracket, or what may be a tag of reasoning, stands; the end if none. */
function nextEvent(text: string, pos: number): number {
  for (let i = pos; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d) return i;
    if ((code === 0x3c || code === 0x26 || code === 0x25c1) && mayBeTag(text, i)) return i;
    if (code === 0xff3b || code === 0xff3d || code === 0xff5b || code === 0xff5d) return i;
  }
  return text.length;
}

function emptyScan(): Scan {
  return {
    plans: [],
    done: false,
    broken: null,
    template: false,
    encoded: false,
    debris: false,
    alone: null,
  };
}
