/** Phrases that say where: "in the bedroom", "next to the bed", "over there" (R9 of docs/speech.md). */
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import type { Sentence } from "./speech-text.js";
import { FUNCTION_WORDS } from "./speech-words.js";

/** A preposition with its noun. */
const PLACE_PHRASE = patterns(`
  in|on|at|to|near|by the|your|my? front|top|back|bottom|middle|corner|center|end|foot|edge|head|side|left|right of @DET? @ADJ? *
  @PREPOSITION of? @DET @ADJ? @ADJ? *
  next|close|adjacent to @DET @ADJ? *
  next|close to *
  to|on|at the|your|my left|right|side|back|front|end|foot|edge|head|top|bottom|corner of|side|hand|$
  to|on|at your|my|the left|right
  behind|beside|near|by|beneath|under|above you|me|him|her|us
  @PREPOSITION !no|any|every|each|a|an * @ADJ? @ROOM|@FURNITURE
  @PREPOSITION @ROOM|bed|upstairs|table|sofa
  @PREPOSITION there|here
  where the|your|my|a * is|are|stands|was
  upstairs|downstairs|outside|inside|indoors $|in|of|and|on|the|your|my|with|near|by
`);

/** Words that only point. */
const DEICTIC = patterns(`
  over|right|just|in|up|down|out|under|back? there|here !is|are|to|for|with
  over|right|in|up|down|under there|here
  that|this way $
  where i am? point|pointing|pointed
`);

/** What follows "in", "on", "at" without being a place: "in a hurry", "on the house". */
const ABSTRACT: ReadonlySet<string> = new Set(
  `hurry trouble way order house mood minute moment second shape condition danger pain love luck charge control use stock season
  progress state rush mess fact case future past morning afternoon evening night work sale fire diet demand phone same risk
  line queue time mind menu verge point go air own favor mean meantime good best first last stake once all dream name beginning
  weekend week day hour ready age opinion view need fault safe job boat`.split(/\s+/),
);

/** May stand between "is" and the place: "is still lying in…". */
const LINKS: ReadonlySet<string> = new Set(
  `right still now over just lying sitting located hidden hiding down up back all currently resting stuck somewhere in out
  standing waiting placed left kept already also safely stored parked tucked visible found partly about only
  two three four five few several meters metres meter metre steps step feet foot centimeters centimetres cm paces halfway`.split(
    /\s+/,
  ),
);

export interface Place {
  /** index of the word after it */
  end: number;
  /** it only points: "there", "over here" */
  deictic: boolean;
}

/** The place phrase that starts at word `at`, or null. */
export function placeAt(s: Sentence, at: number): Place | null {
  const reading = plainly(s);
  const end = firstMatch(PLACE_PHRASE, reading, at);
  if (end >= 0) {
    const noun = s.words[end - 1]!;
    if (noun === "there" || noun === "here") return { end, deictic: true };
    const side =
      /^(left|right|back|front|top|bottom|side|of|hand|me|you|him|her|us|is|are|was)$/.test(noun);
    return ABSTRACT.has(noun) || (FUNCTION_WORDS.has(noun) && !side)
      ? null
      : { end, deictic: false };
  }
  const pointed = firstMatch(DEICTIC, reading, at);
  return pointed >= 0 ? { end: pointed, deictic: true } : null;
}

/** As `placeAt`, past up to four words such as "right", "lying", "still". */
export function placeAfter(s: Sentence, at: number): Place | null {
  for (let k = at; k < s.words.length && k <= at + 4; k++) {
    const place = placeAt(s, k);
    if (place) return place;
    if (!LINKS.has(s.words[k]!)) return null;
  }
  return null;
}

/** The place phrase within five words after `end`, or the one that ends at `start`. */
export function placeAround(s: Sentence, end: number, start: number): Place | null {
  for (let k = end; k < s.words.length && k < end + 5; k++) {
    const place = placeAt(s, k);
    if (place) return place;
  }
  for (let k = Math.max(0, start - 5); k < start - 1; k++) {
    const place = placeAt(s, k);
    if (place?.end === start) return { end, deictic: place.deictic };
  }
  return null;
}
