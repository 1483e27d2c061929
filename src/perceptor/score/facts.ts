import type { VisibleObject } from "../../scenes/observe.js";
import type { Dimension, Episode } from "../../world/types.js";
import { MAX_SENTENCES, sentences } from "../check.js";
import { ABSENT, NORM_WORDS, THINGS, type ThingWords } from "./lexicon.js";

/** What rules find in one cue when they hold it against the truth. */
export interface CueFacts {
  episode: string;
  task: string;
  twin: boolean;
  /** a cue reached the planner */
  given: boolean;
  sentences: number;
  words: number;
  /** at least half of the kinds of things that the norm shows itself by are named; null on a twin, which has none */
  evidenceNamed: boolean | null;
  /** kinds of evidence and goal objects: named, and all there are */
  key: { named: number; of: number };
  /** kinds of things named: in view, and all */
  things: { inView: number; named: number };
  invented: string[];
  /** the kind of norm that the words speak of most; null: none, or two alike */
  dimension: Dimension | null;
  dimensionRight: boolean;
  /** share of the four checks that hold: evidence, kind of norm, nothing invented, at most two sentences */
  quality: number;
}

/**
 * Holds a cue against an episode by rules (lexicon.ts); no model is asked.
 * @param cue what the planner was told; null where it was told nothing
 */
export function cueFacts(
  cue: string | null,
  episode: Episode,
  visible: readonly VisibleObject[],
): CueFacts {
  const text = cue ?? "";
  const kindOf = new Map(episode.entities.map((e) => [e.id, e.kind]));
  const kinds = (ids: readonly string[]): string[] =>
    [...new Set(ids.map((id) => kindOf.get(id) ?? ""))].filter((k) => k !== "");
  const named = THINGS.filter((t) => names(text, t));
  const isNamed = (kind: string): boolean => named.some((t) => t.kinds.includes(kind));
  const inView = new Set(visible.map((v) => v.kind));
  const invented = named.filter((t) => !t.kinds.some((k) => inView.has(k))).map((t) => t.thing);
  const evidence = kinds(episode.evidence);
  const key = [...new Set([...evidence, ...kinds(episode.goalObjects)])];
  const evidenceNamed =
    evidence.length === 0 ? null : evidence.filter(isNamed).length * 2 >= evidence.length;
  const dimension = dimensionOf(text);
  const right = dimension === episode.dimension;
  const count = sentences(text).length;
  const given = text.trim() !== "";
  const checks = [evidenceNamed !== false, right, invented.length === 0, count <= MAX_SENTENCES];
  return {
    episode: episode.id,
    task: episode.task,
    twin: episode.twin,
    given,
    sentences: count,
    words: (text.match(/\S+/g) ?? []).length,
    evidenceNamed,
    key: { named: key.filter(isNamed).length, of: key.length },
    things: { inView: named.length - invented.length, named: named.length },
    invented,
    dimension,
    dimensionRight: right,
    quality: given ? checks.filter(Boolean).length / checks.length : 0,
  };
}

/** Is a thing named as being there? */
function names(text: string, { words }: ThingWords): boolean {
  for (const match of text.matchAll(new RegExp(words, "gi")))
    if (!ABSENT.test(text.slice(0, match.index))) return true;
  return false;
}

/** The dimension with the most of its word groups in a text; null where none is ahead of all others. */
export function dimensionOf(text: string): Dimension | null {
  const hits = (Object.entries(NORM_WORDS) as [Dimension, readonly RegExp[]][])
    .map(([dimension, words]) => ({ dimension, n: words.filter((w) => w.test(text)).length }))
    .sort((a, b) => b.n - a.n);
  const [first, second] = hits;
  return first && first.n > 0 && first.n > (second?.n ?? 0) ? first.dimension : null;
}
