/** Asking the way (R8 of docs/speech.md). */
import { clauseStart, negatedBefore, reported } from "./speech-clause.js";
import {
  CUE,
  EATING,
  GUIDE,
  LOST,
  ROUTE,
  WHERE,
  WHERE_IT,
  WHERE_PLACE,
} from "./speech-direction-phrases.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import type { Sentence } from "./speech-text.js";
import { CLASSES } from "./speech-words.js";

const PLACES: ReadonlySet<string> = new Set(CLASSES.PLACE);

const I_KNOW = patterns(
  "i|he|she|they|we|already|everyone|knows|who already|also|do|still? know|knows",
);

/** May this "where", "know", "way" ask something? Not after "I know", "he asked", "found", "is". */
function mayAsk(s: Sentence, at: number): boolean {
  if (reported(s, at) || !guidingAsked(s, at)) return false;
  const before = s.gap[at] ? "" : (s.words[at - 1] ?? "");
  if (askedElsewhere(s, at)) return false;
  if (
    /^(is|was|that|place|spot|town|city|knows|found|remember|remembered|forgot|to)$/.test(before) &&
    s.words[at]?.startsWith("where")
  ) {
    return false;
  }
  for (let k = at; k >= 0 && k > at - 4; k--) {
    const known = s.words[k] === "know" || s.words[k] === "knows";
    if (!known) continue;
    const who = s.words[k - 1] ?? "";
    if (who === "you")
      return (
        /^(do|would|might|could|if|whether|did|maybe)$/.test(s.words[k - 2] ?? "do") || s.question
      );
    if (who === "not") return s.words[k - 3] !== "you" || s.question;
    if (
      who === "to" &&
      s.words.slice(Math.max(0, k - 5), k).some((word) => /^(he|she|they)$/.test(word))
    )
      return false;
    return (
      who === "to" ||
      who === "me" ||
      who === "us" ||
      k === 0 ||
      s.gap[k] === true ||
      who === "anyone" ||
      (who === "i" && s.words[k - 2] === "may")
    );
  }
  return true;
}

const ELSEWHERE = patterns(
  "ask|asking @PERSON|the? else\nask|asking him|her|them\nask|asking the|my|a|another ~1 @PERSON",
);

/** "I'll ask somebody else where it is": the question is not for the listener. */
function askedElsewhere(s: Sentence, at: number): boolean {
  for (let k = at - 1; k >= 0 && k > at - 6 && !s.gap[k + 1]; k--) {
    const end = firstMatch(ELSEWHERE, plainly(s), k);
    if (end >= 0 && end <= at) return s.words[k - 1] !== "you";
  }
  return false;
}

const GUIDING =
  /^(tell|telling|show|showing|give|giving|explain|explaining|point|direct|guide|lead|take|walk|describe)$/;

/** "tell me", "show me" asked of the listener: not "don't tell me", "he will show me", "did you tell me". */
function guidingAsked(s: Sentence, at: number): boolean {
  for (let k = at; k >= 0 && k >= at - 3; k--) {
    if (!GUIDING.test(s.words[k]!)) continue;
    if (clauseStart(s, k)) return true;
    if (negatedBefore(s, k, 6) && !s.question) return false;
    const before = s.words[k - 1] ?? "";
    const earlier = s.words[k - 2] ?? "";
    if (s.words.slice(Math.max(0, k - 4), k).some((word) => PAST_ASKING.has(word))) return false;
    if (before === "you") return /^(can|could|would|will|might|may|if|please|do)$/.test(earlier);
    if (before === "to")
      return !/^(him|her|me|them|us|refused|wanted|tried|failed|going)$/.test(earlier);
    if (before === "i" && /^(should|shall|did|can|must)$/.test(earlier)) return false;
    if (/^(he|she|they|it|i|we|who)$/.test(earlier) || /^(should|for|they|he|she)$/.test(before))
      return false;
    return true;
  }
  return true;
}

/** "I asked if you could …", "should I …" */
const PAST_ASKING = new Set(["asked", "wondered", "said", "begged", "told"]);

const DENIED = patterns(
  "not|no|never|without need|want|have|looking|asking|lost|to|searching|necessary|require|trying",
);
/** Denies the asking itself, however many words stand between: "I didn't mean to ask you for …". */
const DENIED_ASKING = patterns(
  "not|never be? going|mean|meaning|intend|intending|plan|planning|want|wish|like|care|dare|need|have|here|about? to? ask|asking|request",
);

function denied(s: Sentence, at: number): boolean {
  for (let k = at - 1; k >= 0 && k > at - 9; k--) {
    if (/^(but|and|so|because)$/.test(s.words[k]!)) break;
    if (at - k < 5 && firstMatch(DENIED, plainly(s), k) >= 0) return true;
    if (firstMatch(DENIED_ASKING, plainly(s), k) >= 0) return true;
    if (s.gap[k + 1]) return false;
  }
  return (
    s.words[at - 1] === "not" && /^(need|want|lost|looking|searching)$/.test(s.words[at] ?? "")
  );
}

/** Does the sentence speak of a place one might ask the way to? */
export const speaksOfPlace = (s: Sentence): boolean => s.words.some((word) => PLACES.has(word));

/** Somebody else's or the speaker's own telling: "I can recommend", "let me show you the way". */
function telling(s: Sentence, at: number): boolean {
  const before = s.words[at - 1] ?? "";
  const modal = s.words[at - 2] ?? "";
  if (/^(he|she|they|it|who)$/.test(before)) return true;
  if (before === "i" || before === "we")
    return (
      !/^(can|may|could|should|shall|did)$/.test(modal) &&
      /^(recommend|suggest|show|point|tell|direct|guide)$/.test(s.words[at]!)
    );
  if (/^(will|can|could|would|not)$/.test(before) && /^(i|he|she|they|we|let|it|that)$/.test(modal))
    return /^(recommend|suggest|show|point|tell|guide|lead|take|direct|give|walk)$/.test(
      s.words[at]!,
    );
  return /^(show|give|tell|guide|lead|take)$/.test(s.words[at]!) && s.words[at + 1] === "you";
}

/** What may be eaten at or gone to: places that are not rooms of a home. */
const TOWN = new Set([...PLACES].filter((word) => !new Set(CLASSES.ROOM).has(word)));
const NO_QUESTION_OF_WAY = new Set(
  "did was were been like liked want wanted went ate eaten own work works going shall why when who open closed visited bought i'd see saw your ball bear toy".split(
    " ",
  ),
);

/**
 * R8, the net under the patterns: a question (or "tell me", "show me") that speaks of somewhere to eat or
 * go to and holds a word of way, nearness or advice, and none of visiting, owning or liking.
 */
export function asksAfterPlace(s: Sentence): boolean {
  const order = /^(tell|show|point|recommend|suggest|direct|guide)$/.test(s.words[0] ?? "");
  if (!s.question && !order) return false;
  if (s.words.some((word) => NO_QUESTION_OF_WAY.has(word))) return false;
  const reading = plainly(s);
  let place = false;
  let cue = false;
  for (let i = 0; i < s.words.length; i++) {
    if (reported(s, i) || denied(s, i)) return false;
    place ||= TOWN.has(s.words[i]!) || firstMatch(EATING, reading, i) >= 0;
    cue ||= firstMatch(CUE, reading, i) >= 0;
  }
  return place && cue;
}

/** R8: where a sentence asks the way, or -1. `place`: a place has been spoken of before. */
export function directionsIn(s: Sentence, place: boolean): number {
  const reading = plainly(s);
  const known = place || speaksOfPlace(s);
  for (let i = 0; i < s.words.length; i++) {
    if (denied(s, i)) continue;
    if (known && firstMatch(WHERE_IT, reading, i) >= 0 && mayAsk(s, i)) return i;
    if (
      firstMatch(WHERE, reading, i) >= 0 &&
      firstMatch(WHERE_PLACE, reading, i) >= 0 &&
      mayAsk(s, i)
    )
      return i;
    if (firstMatch(ROUTE, reading, i) >= 0 && mayAsk(s, i) && routeAsked(s, i)) return i;
    if (
      firstMatch(GUIDE, reading, i) >= 0 &&
      !telling(s, i) &&
      guidingAsked(s, i) &&
      !reported(s, i) &&
      !listenerIs(s, i)
    )
      return i;
    if (firstMatch(LOST, reading, i) >= 0 && lostHolds(s, i)) return i;
  }
  return -1;
}

/** "are you looking for the station?", "you need to find" are not the speaker's search. */
function listenerIs(s: Sentence, at: number): boolean {
  if (
    !/^(looking|searching|hunting|look|search|trying|need|want|like|hoping|have|wish|supposed|find)$/.test(
      s.words[at]!,
    )
  )
    return false;
  if (s.words[at] === "have" && s.question && s.words[at - 2] === "do") return false;
  for (let k = at - 1; k >= 0 && k > at - 4 && !s.gap[k + 1]; k--)
    if (/^(you|he|she|they|is)$/.test(s.words[k]!)) return true;
  return /^(let's|will|not)$/.test(s.words[at - 1] ?? "");
}

/** Of the route phrases "know …" and "is there …" ask only when put to somebody. */
function routeAsked(s: Sentence, at: number): boolean {
  const word = s.words[at]!;
  if (/^(if|whether)$/.test(word))
    return /^(know|wonder|wondering|me|ask|see|sure)$/.test(s.words[at - 1] ?? "");
  if (/^(know|heard)$/.test(word)) {
    const rest = s.words[at + 1] ?? "";
    if (/^(may|can|could)$/.test(s.words[at - 2] ?? "")) return true;
    if (/^(how|which|where)$/.test(rest))
      return (
        firstMatch(ROUTE, plainly(s), at + 1) >= 0 ||
        firstMatch(WHERE_PLACE, plainly(s), at + 1) >= 0
      );
    if (word === "heard" && !s.question) return false;
    return at === 0 || firstMatch(I_KNOW, plainly(s), at - 1) < 0;
  }
  if (/^(idea|ideas)$/.test(word)) {
    const rest = s.words[at + 1] ?? "";
    const asks =
      firstMatch(ROUTE, plainly(s), at + 1) >= 0 ||
      firstMatch(WHERE_PLACE, plainly(s), at + 1) >= 0;
    return (s.words[at - 1] === "any" || s.question) && (asks || /^(for|on|about|of)$/.test(rest));
  }
  if (/^(is|are)$/.test(word))
    return (
      at === 0 ||
      clauseStart(s, at) ||
      s.question ||
      /^(if|whether|there|what)$/.test(s.words[at - 1] ?? "")
    );
  return true;
}

function lostHolds(s: Sentence, at: number): boolean {
  const word = s.words[at]!;
  if (word === "i" || word === "we")
    return (
      !negatedBefore(s, at) &&
      !s.words.slice(at, at + 9).some((w) => /^(not|never|you|he|she|ball|was|were|if)$/.test(w))
    );
  return at === 0 && s.question;
}
