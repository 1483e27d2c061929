/** Raised with every change of how texts are cut. */
export const CHUNK_RULE_VERSION = 1;

export interface ChunkOptions {
  /** UTF-16 units; 800 in the paper (appendix C) */
  longest?: number;
  /** how much of a chunk's end the next one repeats, at most; 100 in the paper */
  overlap?: number;
}

/** A chunk and where it stands in its text, in UTF-16 units. */
export interface Chunk {
  text: string;
  start: number;
}

const LEVELS = ["paragraph", "sentence", "word", "grapheme"] as const;
type Level = (typeof LEVELS)[number];

/**
 * Cuts a text into chunks of at most `longest` units. A cut is made at the end of a paragraph, else of a sentence,
 * else of a word, else between two graphemes; never inside a surrogate pair. Each chunk after the first begins up
 * to `overlap` units before the last one's end, at the border of a sentence, word or grapheme. The chunks cover
 * the text, and the same text gives the same chunks.
 */
export function chunkText(
  text: string,
  { longest = 800, overlap = 100 }: ChunkOptions = {},
): Chunk[] {
  if (!(longest >= 2) || !(overlap >= 0) || overlap >= longest)
    throw new RangeError(`chunks of ${longest} with an overlap of ${overlap} cannot be made`);
  if (text.length <= longest) return text === "" ? [] : [{ text, start: 0 }];
  const chunks: Chunk[] = [];
  for (let start = 0; ; ) {
    if (text.length - start <= longest) {
      chunks.push({ text: text.slice(start), start });
      return chunks;
    }
    const end = start + cutOf(text.slice(start, start + longest + LOOK_AHEAD), longest);
    chunks.push({ text: text.slice(start, end), start });
    const next = overlap === 0 ? end : end - overlapOf(text.slice(start, end), overlap);
    // a chunk as short as its overlap would never end
    start = next > start ? next : end;
  }
}

/** what stands behind the limit decides whether a border there is one; a little of it is enough */
const LOOK_AHEAD = 64;

/** The best place to cut a text at or before `longest`. */
function cutOf(text: string, longest: number): number {
  for (const level of LEVELS) {
    // a cut in the first half would make crumbs: then a finer border does better
    const least = level === "paragraph" || level === "sentence" ? longest / 2 : 1;
    const cut = borders(text, level)
      .filter((b) => b <= longest && b >= least)
      .at(-1);
    if (cut !== undefined) return cut;
  }
  return wholePair(text, longest);
}

/** How much of a chunk's end is said again: from the earliest border that lies within the overlap. */
function overlapOf(chunk: string, overlap: number): number {
  const from = chunk.length - overlap;
  for (const level of ["sentence", "word", "grapheme"] as const) {
    const border = borders(chunk, level).find((b) => b >= from && b < chunk.length && b > 0);
    if (border !== undefined) return chunk.length - border;
  }
  return 0;
}

const segmenters: Partial<Record<Level, Intl.Segmenter>> = {};

/** Positions behind each paragraph, sentence, word or grapheme, ascending. */
function borders(text: string, level: Level): number[] {
  if (level === "paragraph")
    return Array.from(text.matchAll(/\n[^\S\n]*\n\s*/g), (m) => m.index + m[0].length);
  segmenters[level] ??= new Intl.Segmenter("en", { granularity: level });
  return Array.from(segmenters[level].segment(text), (s) => s.index + s.segment.length);
}

/** A grapheme longer than a chunk (a letter under a heap of accents) is cut, but no surrogate pair is. */
function wholePair(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
