/** Telling where a thing is (R9 of docs/speech.md). */
import { clauseStart, negatedBefore } from "./speech-clause.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import type { Hit } from "./speech-requests.js";
import type { Sentence } from "./speech-text.js";
import { type Place, placeAfter, placeAround, placeAt } from "./speech-where.js";
import { CLASSES, DETERMINERS, FUNCTION_WORDS, LEADERS, VERBS } from "./speech-words.js";

/** A report: whether the place is only pointed at, and whether it only says that there is something. */
export interface Report extends Hit {
  deictic: boolean;
  aside: boolean;
}

const classOf = (name: string): ReadonlySet<string> => new Set(CLASSES[name]);
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const PERSONS = classOf("PERSON");
const ADJECTIVES = classOf("ADJ");
const THINGS = classOf("THING");
const PREPOSITIONS = classOf("PREPOSITION");
const EATABLE = new Set([...classOf("DRINK"), ...classOf("FOOD")]);
/** Nouns whose place nobody reports: seats (offering them has its own rule) and things without a place. */
const PLACELESS = words(
  "seat seats spot place space rest weather time day problem question way view match game party queue line hurry order",
);

const isThing = (noun: string): boolean => !PERSONS.has(noun) && !PLACELESS.has(noun);

// ---------------------------------------------------------------- "the ball is in the bedroom"

/** Verbs that place their subject. */
const PLACING = words(
  `is are was were lies lying sits sitting rolled fell landed went ended bounced dropped got stuck stands rests remains stays be
  hidden flew slid slipped wound belongs located found been hiding hides seen`,
);
/** Stand between the thing and the verb. */
const BETWEEN = words(
  `has have had been be must should might may could can probably seems seem appears appear to is are still now also just
  definitely certainly likely up out all actually only down over`,
);
const BEFORE_BE = words("must should might may could to has have");

/** Words that leave open whether it is so; "from where I stand" does not. */
const OPEN = words(
  `if whether where when who what why how unless hope wish imagine until while once no nothing nobody check make suppose
  pretend`,
);

/** "if the ball is…", "I hope it is…", "I don't think…": nothing is reported. */
function doubtful(s: Sentence, at: number): boolean {
  for (let k = at; k >= 0 && k > at - 9; k--) {
    const word = s.words[k]!;
    if (OPEN.has(word)) return !(word === "where" && s.words[k - 1] === "from");
    if (word === "told" && s.words[k - 1] === "was") return true;
    if (word === "not" && /^(think|believe|see|know|say)$/.test(s.words[k + 1] ?? "")) return true;
    if (s.gap[k]) return false;
  }
  return false;
}

/** Do the words up to `k` hold an article and a noun, with at most a "you lost" after them? */
function namedThing(s: Sentence, k: number): boolean {
  for (let d = k - 1; d >= 0 && d > k - 9; d--) {
    const article = DETERMINERS.has(s.words[d]!) || /^(two|three|both)$/.test(s.words[d]!);
    const relative = s.words[d] === "that" && PERSONS.has(s.words[d + 1]!);
    if (!article || relative) {
      if (s.gap[d]) return false;
      continue;
    }
    const named = s.words.slice(d + 1, k + 1);
    const plain = named.findIndex((word) => !ADJECTIVES.has(word));
    // "your football", "the other": the last word is the noun, whatever it may be elsewhere
    const noun = plain < 0 ? named.length - 1 : plain;
    if (noun < 0 || !isThing(named[noun]!)) return false;
    const tail = named.slice(noun + 1);
    if (tail.some((word) => /^(you|i|we|he|she|that|which|it)$/.test(word))) return true;
    return tail.every((word) => !FUNCTION_WORDS.has(word) && !VERBS.has(word));
  }
  return false;
}

/** Is what stands before the verb at `at` a thing that may have a place? */
function thingBefore(s: Sentence, at: number): boolean {
  let k = at - 1;
  while (k >= 0 && BETWEEN.has(s.words[k]!) && !s.gap[k + 1]) k--;
  if (k < 0 || s.gap[k + 1] || doubtful(s, k)) return false;
  const noun = s.words[k]!;
  const before = s.words[k - 1] ?? "";
  if (/^(it|they|this|these|those|one|mine|yours|everything)$/.test(noun)) return true;
  if (noun === "that" || noun === "which") {
    // "the ball that is in the bedroom" only says which ball
    return k === 0 || s.gap[k] === true || /^(think|see|believe|say|know|and|but)$/.test(before);
  }
  if (!isThing(noun)) return false;
  const opens = k === 0 || s.gap[k] === true || LEADERS.has(before);
  if (THINGS.has(noun) || (opens && !FUNCTION_WORDS.has(noun) && !VERBS.has(noun))) return true;
  return namedThing(s, k);
}

function placed(s: Sentence, at: number): Place | null {
  const verb = s.words[at]!;
  const turnedUp = verb === "turned" && s.words[at + 1] === "up";
  if (!(PLACING.has(verb) || turnedUp) || s.words[at + 1] === "not") return null;
  if (verb === "be" && !BEFORE_BE.has(s.words[at - 1] ?? "")) return null;
  const place = placeAfter(s, at + 1);
  return place && thingBefore(s, at) && !negatedBefore(s, at, 2) ? place : null;
}

// ---------------------------------------------------------------- "there is your ball", "that's your ball over there"

const THERE_IS = patterns("there|here is|are @DET|two|both|all @ADJ? @ADJ? *");
const THERE_IS_SOMETHING = patterns("there is something|one ~4 ball|toy|bear|it|keys|bag");
const THERE_IT_IS = patterns(`
  there|here it|they is|are
  there|here go|goes your|the|it
  there|here that|this is your|the|my @ADJ? *
`);
const THAT_IS_THERE = patterns(
  "that|this is your|the|my @ADJ? @ADJ? * over|right|in|just? there|here",
);
const THAT_IS = patterns("that|this is your|the|my @ADJ? *");
const IS_NOT_THAT = patterns("is not that|this|it your|the|my @ADJ? *");
const WHERE_IT_IS = patterns(`
  that|this|here|there is where ~4 is|are|was
  bedroom|room|box|drawer|kitchen has your|the *
`);
const DEFINITE = words("your the my his her our that these those this");

function existential(s: Sentence, at: number): Place | null {
  const end = (list: ReturnType<typeof patterns>): number => firstMatch(list, plainly(s), at);
  const told = end(IS_NOT_THAT);
  if (told >= 0) return placeAround(s, told, at);
  if (s.question && s.words[at + 1] !== "is") return null;
  const there = end(THAT_IS_THERE);
  if (there >= 0) return { end: there, deictic: true };
  const cleft = end(WHERE_IT_IS);
  if (cleft >= 0) return doubtful(s, at) ? null : { end: cleft, deictic: false };
  const it = end(THERE_IT_IS);
  const parted = s.gap[at + 1] && /^(it|they)$/.test(s.words[at + 1]!);
  if (it >= 0 && !parted) return placeAround(s, it, at) ?? { end: it, deictic: true };
  const that = end(THAT_IS);
  if (that >= 0) return isThing(s.words[that - 1]!) ? placeAround(s, that, s.words.length) : null;
  const something = end(THERE_IS_SOMETHING);
  if (something >= 0) return placeAround(s, something, at);
  return thereIs(s, at, end(THERE_IS));
}

/** "there is a ball in that room", or "there is your ball" with nothing more. */
function thereIs(s: Sentence, at: number, end: number): Place | null {
  if (end < 0 || doubtful(s, at)) return null;
  const noun = s.words[end - 1]!;
  if (!isThing(noun) || (FUNCTION_WORDS.has(noun) && noun !== "one")) return null;
  const place = placeAround(s, end, at);
  if (place) return place;
  // "here's your juice" hands it over
  const handed = s.words[at] === "here" && EATABLE.has(noun);
  return DEFINITE.has(s.words[at + 2] ?? "") && !handed && (at <= 6 || clauseStart(s, at))
    ? { end, deictic: true }
    : null;
}

const SUBJECT_BEHIND = patterns(`
  is|are|lies|sits your|the|my|a|an|his|her @ADJ? *
  is|was where @DET @ADJ? *
`);
const OVER_THERE = patterns("over|right|in? there|here");

/** "in the bedroom is your ball", "over there is your ball" */
function inverted(s: Sentence, at: number): Place | null {
  if (!clauseStart(s, at)) return null;
  const pointed = firstMatch(OVER_THERE, plainly(s), at);
  const first = placeAt(s, at) ?? (pointed > at + 1 ? { end: pointed, deictic: true } : null);
  // "in the bedroom, near the window, is …"
  const more = first && placeAt(s, first.end);
  const place = more ? { end: more.end, deictic: first.deictic && more.deictic } : first;
  const end = place ? firstMatch(SUBJECT_BEHIND, plainly(s), place.end) : -1;
  return place && end >= 0 && isThing(s.words[end - 1]!) ? { end, deictic: place.deictic } : null;
}

// ---------------------------------------------------------------- "I saw your ball in the bedroom"

const PERCEIVED = patterns(`
  see|saw|seen|found|find|spotted|spot|noticed|notice|located|left|dropped|put|placed|forgot|discovered|spy|set|kicked|threw|stored|keep|kept @THE|a|an|some @ADJ? @ADJ? *
  see|saw|seen|found|find|spotted|spot|noticed|located|left|dropped|put|placed|forgot|discovered it|them|one|that|something
`);
/** Present and past alike: a report only of the listener ("you can find it"), or as what somebody did. */
const PUTTING = words("find put set keep place leave");
const LONG_AGO = words("yesterday ago once years earlier");

function perceived(s: Sentence, at: number): Place | null {
  const end = firstMatch(PERCEIVED, plainly(s), at);
  if (end < 0 || !isThing(s.words[end - 1]!)) return null;
  const verb = s.words[at]!;
  const before = s.words[at - 1] ?? "";
  const earlier = s.words[at - 2] ?? "";
  // "to see", "I'll put", "let me find", "please find", "can't see"
  if (
    /^(to|not|will|let|never|would|should|did|and|me|us|could)$/.test(before) &&
    earlier !== "you"
  )
    return null;
  // "did you see", "if you left", "he found it?"
  if (before === "you" && /^(did|have|can|could|do|had|if|would|will)$/.test(earlier)) return null;
  if (s.question && /^(he|she|they)$/.test(before)) return null;
  if (at === 0 && /^(see|find|put|keep|notice|spot)$/.test(verb) && !s.question) return null;
  const did = verb === "put" && /^(i|we|someone|somebody|he|she|they)$/.test(before);
  if (PUTTING.has(verb) && !did && before !== "you" && earlier !== "you") return null;
  if (negatedBefore(s, at, 3) || doubtful(s, at)) return null;
  return s.words.slice(at, at + 14).some((word) => LONG_AGO.has(word)) ? null : placeAfter(s, end);
}

// ---------------------------------------------------------------- nothing but a place

const NAMED = patterns("the|your|my|a|his|her? @ADJ? @THING");

/** "in the bedroom, by the bed", "your ball, over there": the whole sentence is a place. */
function placeAlone(s: Sentence): Place | null {
  // "over there, see?" asks nothing
  const tagged = /^(see|look|right)$/.test(s.words.at(-1)!) && s.gap.at(-1) === true;
  if ((s.question && !tagged) || s.words.length > 12) return null;
  const last = s.words.length - (tagged ? 1 : 0);
  const end = firstMatch(NAMED, plainly(s), 0);
  const named = end > 0 && isThing(s.words[end - 1]!) && !PREPOSITIONS.has(s.words[0]!);
  let deictic = true;
  let found = false;
  for (let at = named ? end : 0; at < last; ) {
    const lead =
      !found && /^(right|just|over|see|look|and|lying|sitting)$/.test(s.words[at]!) ? 1 : 0;
    const place = placeAt(s, at + lead) ?? placeAt(s, at);
    // a lone "there" or "here" may mean anything
    const lone = place?.deictic === true && place.end - at < 2;
    if (!place || (!named && lone && place.end === last && !found)) return null;
    deictic &&= place.deictic;
    found = true;
    at = place.end;
  }
  return found ? { end: s.words.length, deictic } : null;
}

const SOME_ARE = patterns("there|here is|are some|a|an|any|two|several");

/** R9: the reports of one sentence. */
export function reportsIn(s: Sentence): Report[] {
  const found: Report[] = [];
  const add = (start: number, place: Place | null): void => {
    if (!place) return;
    let { end, deictic } = place;
    for (let more = 0; more < 3; more++) {
      const next = placeAt(s, end);
      if (!next) break;
      end = next.end;
      deictic &&= next.deictic;
    }
    const aside = firstMatch(SOME_ARE, plainly(s), start) >= 0;
    found.push({
      intent: "report_location",
      start: Math.max(0, start),
      verb: Math.max(0, start),
      end,
      deictic,
      aside,
    });
  };
  add(0, placeAlone(s));
  for (let i = 0; i < s.words.length; i++) {
    add(i - 4, placed(s, i));
    add(i, existential(s, i) ?? inverted(s, i));
    add(i, perceived(s, i));
  }
  return found;
}
