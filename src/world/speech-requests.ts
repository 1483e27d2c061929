/**
 * Requests: a *head* says who is to act ("could you", "may I", "would you mind"), the *verb phrase*
 * after it says what, and the two together give the intent. Rule numbers are those of docs/speech.md.
 */
import { clauseStart, holds, negatedBefore, reported, wonderedAt } from "./speech-clause.js";
import { HEADS, type Head, type Kind } from "./speech-heads.js";
import { firstMatch, type PatternList, patterns, plainly, type Reading } from "./speech-pattern.js";
import * as phrase from "./speech-phrases.js";
import * as seating from "./speech-seat-phrases.js";
import { meantToPass, tagged } from "./speech-tags.js";
import type { Sentence } from "./speech-text.js";
import { baseForm } from "./speech-words.js";
import type { Intent } from "./types.js";

/** An intent and the words that carry it: [start, end), the verb phrase from `verb` on. */
export interface Hit {
  intent: Intent;
  start: number;
  verb: number;
  end: number;
  /** the request is only to sit down */
  sit?: boolean;
}

const hit = (s: Sentence, intent: Intent, start: number, verb: number, sit = false): Hit[] => [
  { intent, start, verb, end: s.words.length, sit },
];

/** A short aside between commas right after a head ("may I, if I may say so, come in"). */
function asideAt(s: Sentence, at: number): boolean {
  for (let k = at + 1; k < s.words.length && k <= at + 5; k++) if (s.gap[k]) return true;
  return false;
}

/** R2: what a request for leave asks for. */
function readSelf(s: Sentence, reading: Reading, start: number, at: number): Hit[] {
  const is = (list: PatternList): boolean => firstMatch(list, reading, at) >= 0;
  if (at >= s.words.length || (s.gap[at] && !asideAt(s, at)))
    return hit(s, "ask_permission", start, at);
  const asked = firstMatch(phrase.ASK_LISTENER, reading, at);
  if (asked >= 0) return readListener(s, plainly(s), start, asked, {});
  if (is(phrase.HELP_FOR_SELF_VP)) return hit(s, "ask_help", start, at);
  if (is(seating.OFFER_SEAT_VP)) return hit(s, "offer_seat", start, at);
  if (is(phrase.DIRECTION_VP)) return [];
  if (is(phrase.THROUGH_ROOM_VP)) return hit(s, "ask_permission", start, at);
  const passed = firstMatch(phrase.GO_PAST_VP, reading, at);
  if (passed >= 0) {
    const way = hit(s, "ask_way", start, at);
    for (let k = passed; k < s.words.length && k < passed + 4; k++) {
      if (s.words[k - 1] !== "and" || firstMatch(phrase.TREAT_VP, plainly(s), k) < 0) continue;
      return [...way, ...hit(s, "ask_permission", start, k)];
    }
    return way;
  }
  if (is(phrase.GET_TO_VP)) return hit(s, "ask_way", start, at);
  if (is(phrase.NOT_A_REQUEST_VP)) return [];
  if (meantToPass(s, at)) return hit(s, "ask_way", start, at);
  return is(seating.SEAT_VP) ? readSitting(s, start, at) : hit(s, "ask_permission", start, at);
}

/** "may I sit down" asks for a seat only; "may I sit down and have a drink" for more. */
function readSitting(s: Sentence, start: number, at: number): Hit[] {
  for (let k = at + 2; k < s.words.length && k < at + 9; k++) {
    if (s.words[k - 1] !== "and" || firstMatch(phrase.TREAT_VP, plainly(s), k) < 0) continue;
    return hit(s, "ask_permission", start, k);
  }
  return hit(s, "ask_permission", start, at, true);
}

/** R3: what the listener is asked to do. `order` marks a bare imperative, which is read more strictly. */
function readListener(
  s: Sentence,
  reading: Reading,
  start: number,
  at: number,
  { order = false, seats = false }: { order?: boolean; seats?: boolean },
): Hit[] {
  const is = (list: PatternList): boolean => firstMatch(list, reading, at) >= 0;
  const leave = firstMatch(phrase.LET_VP, reading, at);
  if (leave >= 0) {
    const plain = plainly(s);
    if (firstMatch(seating.OFFER_SEAT_VP, plain, leave) >= 0)
      return hit(s, "offer_seat", start, leave);
    const alone = s.words[leave - 1] === "me" ? [phrase.LET_ME_ALONE_VP] : [];
    const asking = [phrase.LET_ME_VP, phrase.GO_PAST_VP, phrase.HELP_FOR_SELF_VP, ...alone];
    const granted = !order || s.words[at] !== "let" || firstMatch(asking, plain, leave) >= 0;
    return granted ? readSelf(s, plain, start, leave) : [];
  }
  if (is(seating.SEAT_VP) || (seats && is(seating.USE_IT_VP)))
    return hit(s, "offer_seat", start, at);
  if (is(phrase.WAY_VP)) return hit(s, "ask_way", start, at);
  if (is(order ? phrase.ORDER_HELP_VP : phrase.HELP_VP)) return hit(s, "ask_help", start, at);
  if (is(phrase.GIVE_VP) && !is(phrase.NO_GIFT_VP)) return hit(s, "ask_permission", start, at);
  if (!is(order ? phrase.ORDER_VP : phrase.ERRAND_VP)) return [];
  const food = is(phrase.BRING_FOOD_VP) ? hit(s, "ask_permission", start, at) : [];
  return [...hit(s, "ask_help", start, at), ...food];
}

/** R3 with what is joined to it ("step aside and let me by", "go in and get it"). */
function readListenerChain(
  s: Sentence,
  inflected: boolean,
  start: number,
  at: number,
  seats: boolean,
): Hit[] {
  const readingAt = (k: number): Reading =>
    inflected ? { sentence: s, baseAt: k, base: baseForm(s.words[k] ?? "") } : plainly(s);
  if (/^(if|whether|me|us|my|our|it|that|this|with)$/.test(s.words[at] ?? "")) return [];
  const found = readListener(s, readingAt(at), start, at, { seats });
  // "let me go in and get it": the speaker does both
  if (firstMatch(phrase.LET_VP, readingAt(at), at) >= 0) return found;
  for (let k = at + 1; k < s.words.length && k < at + 12; k++) {
    const joint = s.words[k - 1]!;
    if (/^(and|or|then)$/.test(joint))
      found.push(...readListener(s, readingAt(k), start, k, { seats }));
    else if (joint === "to" && /^(go|come|walk|run|head|step)$/.test(s.words[at]!))
      found.push(...readListener(s, plainly(s), start, k, { order: true }));
  }
  return found;
}

/** R4: of what may be suggested to the listener only a seat, and making way, count. */
function readSuggestion(s: Sentence, start: number, at: number, seats: boolean): Hit[] {
  if (/^(where|how|when|why|what|did|do|does|have)$/.test(s.words[start - 1] ?? "")) return [];
  const whyNot = /^(why|do|would|are)$/.test(s.words[start]!);
  if (
    !whyNot &&
    s.words.slice(start, at + 6).some((w) => /^(always|usually|often|sometimes|never|not)$/.test(w))
  )
    return [];
  const plain = plainly(s);
  const base: Reading = { sentence: s, baseAt: at, base: baseForm(s.words[at] ?? "") };
  for (let k = at; k < s.words.length && k < at + 4; k++) {
    if (k > at && !/^(and|to|on|ahead|here)$/.test(s.words[k - 1]!)) continue;
    const seat = [
      seating.SEAT_VP,
      ...(k === at ? [seating.SEAT_NOUN_VP, seating.OFFER_SEAT_VP] : []),
      ...(seats ? [seating.USE_IT_VP, ...(k === at ? [seating.IT] : [])] : []),
    ];
    if (firstMatch(seat, base, k) >= 0) return hit(s, "offer_seat", start, k);
  }
  const must =
    s.words[start] === "you" &&
    /^(need|must|should|have|better|ought)$/.test(s.words[start + 1] ?? "");
  return must && firstMatch(phrase.WAY_VP, plain, at) >= 0 ? hit(s, "ask_way", start, at) : [];
}

/** R6: a wish that asks by itself: to get past, to have a thing, to be helped. */
function readWish(s: Sentence, start: number, at: number): Hit[] {
  const is = (list: PatternList): boolean => firstMatch(list, plainly(s), at) >= 0;
  // "need any help?" offers it
  if (s.question && /^(need|want)$/.test(s.words[start]!)) return [];
  const infinitive = s.words[at - 1] === "to" || s.words[at - 1] === "must";
  if (is(infinitive ? phrase.HELP_FOR_SELF_VP : phrase.HELP_NOUN))
    return hit(s, "ask_help", start, at);
  if (is(phrase.DIRECTION_VP) || is(phrase.THROUGH_ROOM_VP)) return [];
  if (is(infinitive ? phrase.GO_PAST_VP : phrase.ROOM_NOUN)) return hit(s, "ask_way", start, at);
  const wish = /^(would|could)$/.test(s.words[start + 1] ?? "");
  return wish && is(phrase.WISH_VP) ? hit(s, "ask_permission", start, at) : [];
}

/** What may come before a head, and what may not: a wh-word, a "not". */
function silenced(s: Sentence, kind: Kind, start: number, at: number): boolean {
  // "…if I could, he took it": the clause ends between the two
  if (s.gap[start + 1] && /^(may|can|could|might|will|would)$/.test(s.words[start]!)) return true;
  const before = s.gap[start] ? "" : (s.words[start - 1] ?? "");
  if (kind === "self" || kind === "listener") {
    if (/^(where|how|why|when|feel)$/.test(before)) return true;
    if (/^(ask|request|get)$/.test(s.words[start]!) && negatedBefore(s, start)) return true;
    return before === "what" && /^(do|say|get|bring|offer|help)$/.test(s.words[at] ?? "");
  }
  return negatedBefore(s, start) || s.words[at] === "not";
}

function readHead(
  s: Sentence,
  head: Head,
  start: number,
  at: number,
  seats: boolean,
  around: readonly (Sentence | undefined)[],
): Hit[] {
  if (silenced(s, head.kind, start, at)) return [];
  const inflected = head.needs.includes("inflected");
  switch (head.kind) {
    case "self":
      return readSelf(
        s,
        inflected ? { sentence: s, baseAt: at, base: baseForm(s.words[at] ?? "") } : plainly(s),
        start,
        at,
      );
    case "listener":
      return readListenerChain(s, inflected, start, at, seats);
    case "suggestion":
      return readSuggestion(s, start, at, seats);
    case "you":
      return firstMatch(seating.YOU_SEAT_VP, plainly(s), at) >= 0
        ? hit(s, "offer_seat", start, at)
        : [];
    case "wish":
      return readWish(s, start, at);
    case "plan":
      return firstMatch(phrase.NOT_A_PLAN_VP, plainly(s), at) < 0 && tagged(s, start, at, around)
        ? readSelf(s, plainly(s), start, at)
        : [];
  }
}

const FIRST_GO = patterns("go|come|run over|in|inside|on|here|ahead? and|to?");

/** R3: a bare imperative. */
function readOrder(s: Sentence, at: number, seats: boolean): Hit[] {
  const found = readListener(s, plainly(s), at, at, { order: true, seats });
  const go = firstMatch(FIRST_GO, plainly(s), at);
  return found.length > 0 || go < 0
    ? found
    : readListener(s, plainly(s), at, go, { order: true, seats });
}

/** R7: phrases that ask or offer by themselves, without a head. */
const STATED: readonly (readonly [Intent, PatternList, (s: Sentence, at: number) => boolean])[] = [
  ["ask_way", phrase.STATED_WAY, (s, at) => s.words[at] === "you" || clauseStart(s, at)],
  ["ask_help", phrase.STATED_HELP, () => true],
  ["ask_help", phrase.HELP_ALONE, clauseStart],
  ["offer_seat", seating.STATED_SEAT, () => true],
  ["offer_seat", seating.SEAT_ALONE, clauseStart],
  ["ask_permission", phrase.CHANCE_OF_THING, (s) => s.question],
];

function readStated(s: Sentence, at: number, seats: boolean): Hit[] {
  const found: Hit[] = [];
  if (negatedBefore(s, at) || /^(is|are|was|were|do|did|if|when|does)$/.test(s.words[at - 1] ?? ""))
    return found;
  for (const [intent, list, fits] of STATED) {
    const end = firstMatch(list, plainly(s), at);
    if (end >= 0 && fits(s, at) && !negatedBefore(s, end, end - at))
      found.push(...hit(s, intent, at, at));
  }
  if (seats && firstMatch(seating.SEAT_IS_YOURS, plainly(s), at) >= 0)
    found.push(...hit(s, "offer_seat", at, at));
  if (
    at < 3 &&
    clauseStart(s, at) &&
    s.polite &&
    firstMatch(phrase.THING_ALONE, plainly(s), 0) >= 0
  ) {
    found.push(...hit(s, "ask_permission", 0, 0));
  }
  return found;
}

/** The requests of one sentence. `seats`: a seat has been spoken of; `around`: its neighbours, which may hold the tag of a plan. */
export function readRequests(
  s: Sentence,
  seats: boolean,
  around: readonly (Sentence | undefined)[],
): Hit[] {
  const wondered = wonderedAt(s);
  const hits: Hit[] = [];
  for (let i = 0; i < s.words.length; i++) {
    if (reported(s, i)) continue;
    for (const { end, value } of HEADS.matches(s, i)) {
      if (value.needs.every((need) => holds(need, s, i, end, wondered)))
        hits.push(...readHead(s, value, i, end, seats, around));
    }
    if (clauseStart(s, i)) hits.push(...readOrder(s, i, seats));
    hits.push(...readStated(s, i, seats));
  }
  return hits;
}
