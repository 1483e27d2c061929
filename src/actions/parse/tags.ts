/** Marks between which a model thinks aloud. What stands there is never an answer. */

interface Family {
  open: string;
  close: string;
}

/** Patterns without anything unbounded, so that trying one costs little. */
const FAMILIES: readonly Family[] = [
  ...["think(?:ing)?|thoughts?", "reason(?:ing)?", "reflection", "scratchpad", "analysis"].map(xml),
  { open: "<\\|?begin_of_thought\\|?>", close: "<\\|?end_of_thought\\|?>" },
  { open: "<\\|START_THINKING\\|>", close: "<\\|END_THINKING\\|>" },
  {
    open: "<\\|channel\\|>\\s{0,4}(?:analysis|commentary)",
    close: "<\\|channel\\|>\\s{0,4}final(?:\\s{0,4}<\\|message\\|>)?",
  },
  { open: "◁think▷", close: "◁/think▷" },
  { open: "\\[THINK\\]", close: "\\[/THINK\\]" },
];

function xml(name: string): Family {
  const tag = (slash: string): string =>
    `(?:<|&lt;)\\s{0,4}${slash}\\s{0,4}(?:[a-z]{1,16}:)?(?:${name})(?:\\s[^<>&]{0,80})?(?:>|&gt;)`;
  return { open: tag(""), close: tag("/") };
}

/** Group 2k+1 matches family k opening, group 2k+2 closing. */
const PATTERN = FAMILIES.map(({ open, close }) => `(${open})|(${close})`).join("|");
const ANYWHERE = new RegExp(PATTERN, "gi");
const HERE = new RegExp(PATTERN, "iy");

/** Reasoning with more tags in it counts as never closed; keeps the time for any text short. */
const MAX_TAGS = 50_000;
const SHORTEST_TAG = "</think>".length;

export interface Tag {
  family: number;
  opens: boolean;
  start: number;
  end: number;
}

function toTag(match: RegExpExecArray | null): Tag | undefined {
  if (!match) return undefined;
  const group = match.findIndex((text, i) => i > 0 && text !== undefined) - 1;
  const end = match.index + match[0].length;
  const empty = /\/\s*(?:>|&gt;)$/.test(match[0]); // <think/>
  if (empty) return undefined;
  return { family: group >> 1, opens: group % 2 === 0, start: match.index, end };
}

/** A cheap look that spares most characters the patterns. */
export function mayBeTag(text: string, pos: number): boolean {
  const next = text.charCodeAt(pos + 1) | 0x20; // lower case
  switch (text[pos]) {
    case "<": // a letter, "/", "|" or a blank, roughly
      return (next >= 0x61 && next <= 0x7c) || next < 0x30;
    case "&":
      return next === 0x6c; // &lt;
    case "[":
      return next === 0x74 || next === 0x2f; // [THINK], [/THINK]
    default:
      return text[pos] === "◁";
  }
}

/** The tag that starts exactly at `pos`. */
export function tagAt(text: string, pos: number): Tag | undefined {
  HERE.lastIndex = pos;
  return toTag(HERE.exec(text));
}

/** The first tag from `pos` on. */
export function nextTag(text: string, pos: number): Tag | undefined {
  for (let from = pos; ; ) {
    ANYWHERE.lastIndex = from;
    const match = ANYWHERE.exec(text);
    if (!match) return undefined;
    const tag = toTag(match);
    if (tag) return tag;
    from = match.index + match[0].length;
  }
}

/**
 * Where the reasoning that `tag` opens ends: after its closing tag, tags of the same family nested;
 * undefined when it is never closed. A tag repeated with nothing between counts once (chat templates
 * write one, some models a second).
 */
export function reasoningEnd(text: string, tag: Tag): number | undefined {
  let depth = 1;
  let previous = tag;
  for (let tags = 0; tags < MAX_TAGS; tags++) {
    const next = nextTag(text, previous.end);
    if (!next) return undefined;
    if (next.family === tag.family) {
      if (!next.opens) depth--;
      else if (!previous.opens || text.slice(previous.end, next.start).trim() !== "") depth++;
      if (depth === 0) return next.end;
    }
    previous = next;
  }
  return undefined;
}

/**
 * End of the last closing tag in `text` that has no opening one there. Such a tag says that what
 * came before was reasoning whose opening tag the provider kept.
 */
export function orphanCloseIn(text: string): number | undefined {
  if (text.length < SHORTEST_TAG) return undefined;
  let depth = 0;
  let found: number | undefined;
  for (let tag = nextTag(text, 0); tag; tag = nextTag(text, tag.end)) {
    if (tag.opens) depth++;
    else if (depth > 0) depth--;
    else found = tag.end;
  }
  return found;
}
