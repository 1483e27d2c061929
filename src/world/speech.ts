/**
 * What the agent's words ask for: the one recogniser of speech intents, deterministic and pure.
 *
 * A text is read into sentences of plain words (speech-text.ts). Requests are found by head and verb
 * phrase (speech-requests.ts, with the phrases beside it); asking the way, reports and greetings have
 * rules of their own (speech-directions.ts, speech-reports.ts, speech-greetings.ts). Rule numbers are
 * those of docs/speech.md, which tells every rule in words and what was measured.
 */
import { asksAfterPlace, directionsIn, speaksOfPlace } from "./speech-directions.js";
import { greetingIn } from "./speech-greetings.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import { reportsIn } from "./speech-reports.js";
import { type Hit, readRequests } from "./speech-requests.js";
import { readSentences, type Sentence } from "./speech-text.js";
import { CLASSES, FAMILY, FUNCTION_WORDS, PLAIN_VOCATIVES, VERBS } from "./speech-words.js";
import type { Intent } from "./types.js";

/** What a request for leave covers; see `permissionScope`. */
export interface PermissionScope {
  /** singular, lower-case content words of the request ("juice", "bedroom"), in order, no repeats */
  words: string[];
  /** it names no thing or room itself and asks for "it", "one", "some", "in there", "something to drink" */
  any: boolean;
  /** it asks only to sit down (then `words` is empty and `any` false) */
  sitOnly: boolean;
}

/** Where a report says that a thing is; see `reportedPlace`. */
export interface ReportedPlace {
  /** singular, lower-case content words naming the object and the place ("ball", "bedroom"), no repeats */
  words: string[];
  /** the place is only "there", "here", "over there" */
  deictic: boolean;
}

interface Found extends Hit {
  sentence: Sentence;
  deictic?: boolean;
  aside?: boolean;
}

/** Content before "room", though verbs or directions elsewhere. */
const ROOM_KINDS: ReadonlySet<string> = new Set(
  "sitting dining living drawing dressing changing waiting meeting reading washing laundry sewing playing front back".split(
    " ",
  ),
);
const SEATS: ReadonlySet<string> = new Set(CLASSES.SEAT);
const CONSUMED: ReadonlySet<string> = new Set([...(CLASSES.DRINK ?? []), ...(CLASSES.FOOD ?? [])]);
/** Always content, whatever else they look like ("drink", "living room"). */
const NOUNS: ReadonlySet<string> = new Set([...(CLASSES.THING ?? []), ...(CLASSES.ROOM ?? [])]);

/** Every intent that the rules find, with the words that carry it. */
function analyse(text: string): { sentences: Sentence[]; found: Found[] } {
  const sentences = readSentences(text);
  const found: Found[] = [];
  let seats = false;
  sentences.forEach((sentence, i) => {
    seats ||= sentence.words.some((word) => SEATS.has(word));
    const asked = directionsIn(
      sentence,
      sentences.slice(Math.max(0, i - 3), i).some(speaksOfPlace),
    );
    const greeted = greetingIn(sentence);
    const whole = { verb: 0, end: sentence.words.length, sentence };
    if (greeted >= 0) found.push({ ...whole, intent: "greet", start: greeted });
    const requests = readRequests(sentence, seats, [sentences[i - 1], sentences[i + 1]]);
    const other = requests.some((r) => r.intent !== "ask_help");
    if (asked >= 0 || (!other && asksAfterPlace(sentence))) {
      found.push({ ...whole, intent: "ask_directions", start: Math.max(0, asked) });
    }
    for (const request of requests) found.push({ ...request, sentence });
    for (const hit of reportsIn(sentence)) found.push({ ...hit, sentence });
  });
  return { sentences, found: settle(found) };
}

/** R10. Where two rules meet: an offered seat is not reported, nor is what "there is", or what is to eat or drink, when one asks for it. */
function settle(found: readonly Found[]): Found[] {
  const offered = found.some((f) => f.intent === "offer_seat");
  const asked = found.some((f) => f.intent === "ask_permission" || f.intent === "ask_directions");
  const wanted = found.some((f) => f.intent === "ask_permission");
  return found.filter((f) => {
    if (f.intent !== "report_location") return true;
    if (asked && f.aside) return false;
    if (wanted && f.sentence.words.slice(f.start, f.end).some((word) => CONSUMED.has(word))) {
      return false;
    }
    return !offered || !f.sentence.words.slice(f.start, f.end).some((word) => SEATS.has(word));
  });
}

const EXCUSE = patterns("excuse|pardon me|us !for|while|if|from");
const RESIDUE: ReadonlySet<string> = new Set(
  `sorry hello hi hey there good morning afternoon evening thanks thank you ok oh a to i am so beg your pardon coming through young old big guy man lady woman boy girl gentleman ladies gentlemen people kid kids little
  bother disturb much would you mind could can will if ${[...FAMILY, ...PLAIN_VOCATIVES].join(" ")}`.split(
    /\s+/,
  ),
);
const REACHING = patterns(`
  @I need|want|have|must|would|am|try like|trying|hoping|want? to? get|go|come|walk|pass|cross|reach|head through|past|by|to|over|there|across|around|behind|the|that|my|your|here|in|off|out|on
`);

/** Is the sentence nothing but "excuse me", with names and greetings around it? */
function onlyExcuses(s: Sentence): boolean {
  let skip = 0;
  let rest = 0;
  for (let i = 0; i < s.words.length; i++) {
    const end = firstMatch(EXCUSE, plainly(s), i);
    if (end >= 0) skip = end;
    if (i >= skip && !RESIDUE.has(s.words[i]!)) rest++;
  }
  // one unknown word may be a name
  return skip > 0 && rest <= 1;
}

const excuses = (s: Sentence): boolean =>
  s.words.some((_, i) => firstMatch(EXCUSE, plainly(s), i) >= 0);
const reaches = (s: Sentence): boolean =>
  s.words.some((_, i) => firstMatch(REACHING, plainly(s), i) >= 0);

/** R7. "Excuse me" alone, or with why one has to get somewhere, asks for the way; with a question it is mere politeness. */
function excusesItself(sentences: readonly Sentence[]): boolean {
  if (!sentences.some(excuses)) return false;
  const alone = sentences.filter(onlyExcuses);
  const others = sentences.filter((s) => !alone.includes(s));
  if (alone.length === 0) return sentences.every((s) => !s.question) && sentences.some(reaches);
  return others.every((s) => !s.question && s.words[0] !== "you");
}

/**
 * The intents of something said, sorted by name; `other` stands alone and means that no rule found any.
 * Pure, never throws, linear in the length of the text.
 */
export function recogniseIntents(text: string): Intent[] {
  const { sentences, found } = analyse(text);
  const intents = new Set<Intent>(found.map((f) => f.intent));
  const bare = [...intents].every((intent) => intent === "greet");
  if (bare && excusesItself(sentences)) intents.add("ask_way");
  return intents.size > 0 ? [...intents].sort() : ["other"];
}

// ---------------------------------------------------------------- what a request or a report names

/** Words that a name is never made of, beside the small words of the language. */
const NOT_CONTENT: ReadonlySet<string> = new Set(
  `take taken taking took have having had use using used borrow grab grabbing grabbed get getting got go going went come coming came
  enter entering entered drink-up drinking drank eat eating ate try trying tried fetch fetching retrieve pick picking collect bring
  step stepping walk walking open opening close closing touch touching give giving gave pass hand pour lend spare share offer serve
  let allow allowed permit permitted permission leave possible wonder wondering ask asking know like love appreciate mind want wanted
  help sit sitting seat join sip lying sitting located seem seems look looks looking find found see saw seen spotted noticed think
  believe rolled fell landed went ended point pointing pointed hidden stuck brown red blue green yellow white black orange-coloured big
  small cold fresh couple few thirsty hungry quick moment second minute sec while favor problem trouble bother sure hope hoping
  promise return wash hungry tired own nice glad grateful happy kind be make set put keep move stay wait visible hear tell told
  say said called need needs looks appreciated fine free able welcome later quickly inside please front top middle side left right`.split(
    /\s+/,
  ),
);
/** Name a thing only as "a drink", "something": they settle nothing, so that `any` may hold. */
const GENERIC: ReadonlySet<string> = new Set(
  "drink beverage refreshment thing stuff item ones snack sip bite food object option choice".split(
    " ",
  ),
);
/** Something to eat, whatever it is; unlike a drink it does not stand for everything that is there. */
const TO_EAT = new Set(
  "eat ate eating food snack bite meal breakfast lunch dinner supper".split(" "),
);
const TO_DRINK = new Set("drink drinking sip beverage refreshment".split(" "));
const LOOSE = new Set(
  "it them one ones some something anything this that these those any there here".split(" "),
);

/** "drinks" → "drink", "boxes" → "box"; short words and "glass" stay. */
function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is)$/.test(word)) return word;
  if (/(kies|thies|wnies)$/.test(word)) return word.slice(0, -1);
  if (/(ches|shes|xes|sses)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function contentOf(words: readonly string[]): string[] {
  const kept = words.filter((word, k) => {
    if (/^rooms?$/.test(words[k + 1] ?? "") && ROOM_KINDS.has(word)) return true;
    if (FUNCTION_WORDS.has(word) || NOT_CONTENT.has(word) || FAMILY.has(word)) return false;
    return NOUNS.has(word) || !(VERBS.has(word) || (word.length > 5 && /(ing|ed)$/.test(word)));
  });
  return [...new Set(kept.map(singular))];
}

/** Leaves out why one asks ("…, since I walked far") and the tag ("if that's ok"). */
function upToReason(words: readonly string[]): readonly string[] {
  const cut = words.findIndex(
    (word, k) => k > 0 && /^(since|because|if|but|though|although|while)$/.test(word),
  );
  return cut < 0 ? words : words.slice(0, cut);
}

/** Parts "one" from "on the table": what is asked for, and where it is. */
function partPlace(words: readonly string[]): [thing: readonly string[], place: readonly string[]] {
  const cut = words.findIndex((word, k) => k > 0 && /^(from|on|off|at|near|by|over)$/.test(word));
  return cut < 0 ? [words, []] : [words.slice(0, cut), words.slice(cut)];
}

/** Where things stand or lie; nobody asks leave for it by saying "the juice on the table". */
const FURNITURE: ReadonlySet<string> = new Set(
  "table counter fridge shelf desk sideboard cabinet cupboard floor nightstand bed bookshelf kitchen".split(
    " ",
  ),
);

const ENTERS = patterns(`
  go|come|step|walk|get in|inside|into? $|and|to|for|there
  enter $|and|to
  permission|leave|consent|blessing|approval|ok $
`);
/** No request is read further than this many words. */
const LONGEST = 40;

/** What one request names: words, and whether it only points ("it", "one", "in there", "may I?"). */
function scopeOf({ sentence, verb, end, start }: Found): { words: string[]; loose: boolean } {
  const from = verb >= end ? Math.max(0, verb - LONGEST) : verb;
  const said = upToReason(sentence.words.slice(from, Math.min(end, from + LONGEST)));
  const [thing, place] = partPlace(said);
  const named = contentOf(thing);
  const there = contentOf(place).filter((word) => !FURNITURE.has(word));
  const enters = said.some((_, k) => firstMatch(ENTERS, plainly(sentence), from + k) >= 0);
  const pointing = thing.some((word) => LOOSE.has(word) || GENERIC.has(singular(word)));
  const unnamed = verb >= end || start >= verb || enters || pointing;
  const generic = named.every((word) => GENERIC.has(word));
  const has = (set: ReadonlySet<string>) => thing.some((word) => set.has(singular(word)));
  const toEat = generic && has(TO_EAT) && !has(TO_DRINK);
  return {
    words: toEat ? ["food", ...there] : [...named, ...there],
    loose: unnamed && generic && !toEat,
  };
}

/**
 * Which things and rooms a request for leave names.
 *
 * Words come from the request itself; where that only says "it", "one", "in there" (or nothing: "may
 * I?") words of the other sentences are added, since they may be what is meant. The caller matches
 * `words` with the names and kinds of things and rooms, and falls back on `any` when none matches.
 * A text without a request for leave gives no words.
 */
export function permissionScope(text: string): PermissionScope {
  const { sentences, found } = analyse(text);
  const requests = found.filter((f) => f.intent === "ask_permission");
  const asked = requests.filter((f) => !f.sit).map(scopeOf);
  if (asked.length === 0) return { words: [], any: false, sitOnly: requests.length > 0 };
  const own = [...new Set(asked.flatMap((scope) => scope.words))];
  const any =
    asked.some((scope) => scope.loose) &&
    asked.every((scope) => scope.loose || scope.words.length === 0);
  if (!any || own.some((word) => !GENERIC.has(word))) return { words: own, any, sitOnly: false };
  const others = sentences
    .filter((s) => !s.words.includes("not"))
    .flatMap((s) => contentOf(s.words))
    .filter((word) => !FURNITURE.has(word));
  return { words: [...new Set([...own, ...others])], any: true, sitOnly: false };
}

/**
 * Which object and place a report names; `deictic` when the place is only pointed at in words. Words are
 * those of the reporting sentences. A text without a report gives no words and is not deictic.
 */
export function reportedPlace(text: string): ReportedPlace {
  const reports = analyse(text).found.filter((f) => f.intent === "report_location");
  const sentences = [...new Set(reports.map((f) => f.sentence))];
  return {
    words: [...new Set(sentences.flatMap((s) => contentOf(s.words)))],
    deictic: reports.length > 0 && reports.every((f) => f.deictic === true),
  };
}
