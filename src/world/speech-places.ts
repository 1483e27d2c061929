/** Asking the way (R8), telling where a thing is (R9) and greeting (R1). Rule numbers: docs/speech.md. */
import { firstMatch, matchAt, pattern, patterns, plainly } from "./speech-pattern.js";
import { clauseStart, type Hit, negatedBefore, reported } from "./speech-requests.js";
import type { Sentence } from "./speech-text.js";
import { CLASSES, DETERMINERS, FUNCTION_WORDS, LEADERS, VERBS } from "./speech-words.js";

const set = (name: string): ReadonlySet<string> => new Set(CLASSES[name]);
const PLACES = set("PLACE");

// ---------------------------------------------------------------- R1 greetings

const GREETING = patterns(`
  hello|hi|hey|hiya|howdy|greetings|heya|hullo|salutations|yo|ahoy|helo|hii|heyy|heyo|hiyah|mornin
  good morning|afternoon|evening|day
  morning|evening|afternoon $|everyone|all|grandma|grandpa|mum|mom|dad|there
  how have you|things|life been
  what is new|cooking|happening|good $
  sup|wassup|whassup
  how are you|we|things $|doing|today|this|feeling|keeping|all|both|getting
  how is it|everything|life going|$
  how do you do $
  what is up $
  it? good|nice|great|lovely|pleased|pleasure|happy|glad|delighted to see|meet|finally? you
  long time no see
`);

/** Where a greeting stands in the sentence, or -1: only at the start of a clause. */
export function greetingIn(s: Sentence): number {
  for (let i = 0; i < s.words.length; i++) {
    const start = (clauseStart(s, i) && (i !== 1 || s.gap[1] || LEADERS.has(s.words[0]!))) || /^(it is|oh|well|and|there)$/.test(s.words.slice(Math.max(0, i - 2), i).join(" "));
    if (start && !reported(s, i) && firstMatch(GREETING, plainly(s), i) >= 0) return i;
  }
  return -1;
}

// ---------------------------------------------------------------- R8 directions

/** A place, or somewhere to eat. */
const WHERE = patterns(`
  where is|are|can|could|might|would|do|does|should|may|to|in|around|near|abouts
  where the|a|this|that|i|we|there|you|people|one|your|my|to|some|any
  whereabouts is|are|can|could|do
`);
const WHERE_PLACE = patterns(`
  where|whereabouts is|are @DET? @ADJ? @ADJ? @PLACE
  where|whereabouts is|are @DET? @ADJ? * @PLACE
  where|whereabouts is|are there? @DET|@SOME? @ADJ? @SOMEWHERE|@PLACE
  where the|a|this|that|some|any|my|your @ADJ? @ADJ? @PLACE
  where the|a|some|any @ADJ? * @PLACE is|are
  where there is|are ~4 @PLACE
  where can|could|might|would there be ~3 @PLACE|somewhere|something
  where ~1 am|are @I $|now|exactly|right|on
  where can|could|do|i|we|you|one can|could|i|we|you|one|people buy
  where is there ~3 @PLACE|somewhere|something
  where can|could|might|would|do|does|should|may|to|i|we|you|people|one|in|around|near ~4 eat|dine|lunch
  where can|could|might|would|do|does|should|may i|we|you|one|people ~1 find|get|buy|have|grab|order|go|try|locate|reach|catch for? to? get? @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@MEAL|@DRINK|@FOOD|something|somewhere|anything
  where i|we|you|one|people can|could|might|should|may|would find|get|buy|have|grab|order|go|catch for? to? @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@MEAL|@DRINK|@FOOD|something|somewhere|anything
  where is ~1 good ~2 eat
  where to eat|go|dine|lunch|get|find|have|grab
  where can|could|should|do|would|shall i|we go $|to|for|if|from|now
`);

const ROUTE = patterns(`
  how do|does|can|could|would|should|might|may|to|i|we|you|one i|we|you|one|someone|people|can|could|get|go|would|should get|go|reach|find|walk|drive|travel|come? there|to|from|over|back|in|into|out|here|home|@PLACE
  how do|does|can|could|would|should|might|may i|we|you|one|people ~1 reach|find|locate|get @DET? @ADJ? @ADJ? @PLACE
  how to reach|find|locate @DET? @ADJ? @ADJ? @PLACE
  how to get|go|walk|drive there|to|over|back
  how i|we|one|you can|could|would|should|might|get|reach|find|go get|go|reach|find|walk|to? there|to|the|a|from|over|@PLACE
  how far away? is|are ~6 @PLACE
  how far from here
  are|am @I far|near|close from|to ~3 @PLACE
  how long ~5 to|get|walk|go ~4 @PLACE
  what is|are the address|location|name of ~2 @PLACE
  where do|would|should|could you recommend|suggest
  is|are there ~3 @SOMEWHERE near|nearby|around|close
  am @I going|heading|walking|on ~3 right|way|direction
  is this the right way|road|street|direction $|to|for
  what is|are there|nearby|around? ~2 eat
  is|are there ~1 food near|nearby|around|close
  is it very|too? far|close|near|long to|from ~3 @PLACE
  which|what way|direction|road|street|route|path|exit|bus|train|turn|turning is|to|the|leads|goes|takes|for|should|do|does|can|must|would|towards|toward
  which ~4 goes|leads|takes to|me|us|there
  in|is which|what direction is|are
  what street|road|floor|side|part ~2 is|are ~3 @PLACE
  which is|are the|your @ADJ? @ADJ? way|route|road|path to|from|there
  how far the|a|your ~3 @PLACE is
  what is|are the|your @ADJ? @ADJ? way|route|road|path|directions to|from|there
  what is|are the|a|some|your @ADJ? @ADJ? @PLACE $|near|nearby|around|here|in|close|from|you
  what is|are the|a|some @ADJ @SOMEWHERE to|for|where|nearby
  what|which @ADJ? @EATERY|places|hotels|shops|stores is|are|would|do|should|can|near|around|nearby
  is|are there ~3 @PLACE $|near|nearby|around|close|here|in|within|that|which|you|open|somewhere|on|not|i|we|where|at|by|along
  is|are there ~3 @SOMEWHERE ~2 eat|lunch|dinner|food|breakfast|meal|bite|serves|coffee|get|grab|dine
  is|are there ~2 something|anything|anywhere ~3 eat around|near|nearby|close|here
  is|are there anything|something|anywhere|somewhere around|near|nearby|close
  is this|that way to
  do|does you|anyone have|got a map
  is this|that|it|here the @ADJ? way|road|path|route|direction|street to|for|towards
  does|do this|that|the|it road|street|path|bus|way|train lead|go|take|get to
  is|are the ~2 @PLACE far|near|nearby|close|around|this|that|on|in|along|down|up
  do|should|can|must|would i turn|go|take|keep|walk|head ~6 to|for @DET? @ADJ? @PLACE
  know|heard of|about? @DET|@SOME? @SOME? @ADJ? @ADJ? @EATERY
  know|heard of|about? @DET|@SOME? @ADJ? @PLACE near|nearby|around|close|here|in|where|that
  know|heard of|about? @DET|@SOME? @SOME? @ADJ? @SOMEWHERE ~3 eat|lunch|dinner|food|breakfast|meal|bite|serves|coffee|grab|dine
  know if|whether there is|are ~4 @PLACE|place|somewhere|anywhere
  if|whether there is|are ~4 @EATERY|cafes|hotels|shops|nearby
  know the @ADJ? way|route|directions|path|address|location|road to|of|for|there|from|$
  know how|which|where
  idea|ideas|recommendations|recommendation|suggestions|suggestion|tips|advice where|for|on|about|of ~5 @PLACE|@MEAL|places
  idea|ideas where|how|which
  idea|ideas about|of? the|a @ADJ? way|route
`);

const GUIDE = patterns(`
  give me|us the|a @ADJ? way|route|path|directions|address|location
  tell|telling|show|showing|explain|describe|point|find|teach|ask me|us|you|out|for|to? the|a|some|any? @ADJ? way|route|path|directions|direction|road|address|location|shortcut
  ask|asking|need|want|get|have|give|like|use|provide|request|for|with|any|some|me|us|you|your directions to|for|$|from|on|please|toward|towards|if|of|and
  point|direct|guide|lead|steer|walk|take|pointing|directing|guiding|leading|taking me|us|you|them to|toward|towards|in|at|there|into|right|over ~6 @PLACE|direction|somewhere|place|eat|food|way|there
  point out ~3 @PLACE
  point|direct me|us $|there
  show me|us ~4 map
  recommend|suggest|recommending|suggesting me|us? @DET|@SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE
  recommend|suggest|recommending|suggesting ~5 eat|lunch|dinner|food|breakfast|restaurant
  recommend|suggest where
  location|address|whereabouts of ~2 @PLACE
  tell me|us about|of ~2 @PLACE
  help me|us find|get|reach|locate|to ~3 @PLACE|somewhere|way
  looking|searching|hunting|look|search around? for @DET|@SOME? @SOME? @ADJ? @ADJ? * @PLACE
  looking|searching|hunting|look|search around? for @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE !for|with
  looking|searching for something|anything|anywhere ~2 eat
  trying|need|want|like|hoping|have|wish|supposed to find|reach|locate @DET|@SOME? @SOME? @ADJ? @ADJ? * @PLACE
  trying|need|want|like|hoping|have|wish|supposed to find|reach|locate @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE|something
  trying|hoping|need|want|have to get|go|walk|make to|there @DET? @ADJ? @ADJ? @EATERY|station|hotel|hospital|museum|library|airport|market|supermarket|pharmacy|bank
  am after @DET|@SOME? @SOME? @ADJ? @ADJ? @PLACE|@SOMEWHERE !for|with
  in search of ~4 @PLACE|@SOMEWHERE
  find my way
`);

const LOST = patterns(`
  i|we am|are|seem|think|got|might|may|have|be|get|to|a|bit|completely|totally|i|little|think|guess|appear|feel|become|gotten ~5 lost $|here|and|in|can|could|where|how|so|trying|do|would|around|because
  i|we have? lost my|our way
  @SOME? good @PLACE|places|place near|nearby|around|close|here
  any|some ~2 @PLACE|places nearby|near|around|round|close|here|you|in
  any|some ~2 @SOMEWHERE to|where|for eat|lunch|dinner|i|we|food
  the|a @ADJ? @PLACE $
  nearest|closest @PLACE $
  anywhere|somewhere|anyplace ~1 to|for eat|lunch|dinner|food
  @EATERY|station|toilet|toilets|bathroom|exit near|nearby|anywhere|around? $
`);

const I_KNOW = pattern("i|he|she|they|we|already|everyone|knows|who already|also|do|still? know|knows");

/** May this "where", "know", "way" ask something? Not after "I know", "he asked", "found", "is". */
function mayAsk(s: Sentence, at: number): boolean {
  if (reported(s, at) || !guidingAsked(s, at)) return false;
  const before = s.gap[at] ? "" : (s.words[at - 1] ?? "");
  if (/^(is|was|that|place|spot|town|city|knows|found|remember|remembered|forgot|to)$/.test(before) && s.words[at]?.startsWith("where")) {
    return false;
  }
  for (let k = at; k >= 0 && k > at - 4; k--) {
    const known = s.words[k] === "know" || s.words[k] === "knows";
    if (!known) continue;
    const who = s.words[k - 1] ?? "";
    if (who === "you") return /^(do|would|might|could|if|whether|did|maybe)$/.test(s.words[k - 2] ?? "do") || s.question;
    if (who === "not") return s.words[k - 3] !== "you";
    return who === "to" || who === "me" || who === "us" || k === 0 || s.gap[k] === true || who === "anyone" || who === "i" && s.words[k - 2] === "may";
  }
  return true;
}

const GUIDING = /^(tell|telling|show|showing|give|giving|explain|explaining|point|direct|guide|lead|take|walk|describe)$/;

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
    if (before === "to") return !/^(him|her|me|them|us|refused|wanted|tried|failed|going)$/.test(earlier);
    if (before === "i" && /^(should|shall|did|can|must)$/.test(earlier)) return false;
    if (/^(he|she|they|it|i|we|who)$/.test(earlier) || /^(should|for|they|he|she)$/.test(before)) return false;
    return true;
  }
  return true;
}

/** "I asked if you could …", "should I …" */
const PAST_ASKING = new Set(["asked", "wondered", "said", "begged", "told"]);

const DENIED = pattern("not|no|never|without need|want|have|looking|asking|lost|to|searching|necessary|require|trying");

function denied(s: Sentence, at: number): boolean {
  for (let k = at - 1; k >= 0 && k > at - 5; k--) {
    if (matchAt(DENIED, plainly(s), k) >= 0) return true;
    if (s.gap[k + 1]) return false;
  }
  return s.words[at - 1] === "not" && /^(need|want|lost|looking|searching)$/.test(s.words[at] ?? "");
}

/** Does the sentence speak of a place one might ask the way to? */
export const speaksOfPlace = (s: Sentence): boolean => s.words.some((word) => PLACES.has(word));

/** Somebody else's or the speaker's own telling: "I can recommend", "let me show you the way". */
function telling(s: Sentence, at: number): boolean {
  const before = s.words[at - 1] ?? "";
  const modal = s.words[at - 2] ?? "";
  if (/^(he|she|they|it|who)$/.test(before)) return true;
  if (before === "i" || before === "we") return !/^(can|may|could|should|shall|did)$/.test(modal) && /^(recommend|suggest|show|point|tell|direct|guide)$/.test(s.words[at]!);
  if (/^(will|can|could|would|not)$/.test(before) && /^(i|he|she|they|we|let|it|that)$/.test(modal)) return /^(recommend|suggest|show|point|tell|guide|lead|take|direct|give|walk)$/.test(s.words[at]!);
  return /^(show|give|tell|guide|lead|take)$/.test(s.words[at]!) && s.words[at + 1] === "you";
}

/** What may be eaten at or gone to: places that are not rooms of a home. */
const TOWN = new Set([...PLACES].filter((word) => !set("ROOM").has(word)));
const EATING = patterns(`
  @SOMEWHERE ~3 eat|lunch|dinner|breakfast|food|meal|bite|dine|coffee|drink
  something|anything|anywhere|somewhere ~2 eat
  food|lunch|dinner|breakfast|meal|bite near|nearby|around|round|here|close|in
`);
const CUE = patterns(`
  where|whereabouts|way|direction|directions|route|nearby|nearest|closest|recommend|recommends|recommendation|recommendations|suggest|suggestion|suggestions|far|located|tips
  near|around|round|close here|by|to|this|us|me|you
  how do|can|could|to|would|should i|we|one|you|get|find|reach
  know|any|some of|any|a|where|good|nice|some
  point|guide|direct|find|reach|tell|show|help me|us|a|the|any|some|my
  in|within this|the|walking area|neighborhood|distance|vicinity|part|town
`);
const NO_QUESTION_OF_WAY = new Set(
  "did was were been like liked want wanted went ate eaten own work works going shall why when who if open closed visited bought i'd see saw your ball bear toy".split(" "),
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

const WHERE_IT = patterns("know|tell|me|idea|ideas where $\nwhere it|that|this|they is|are\nwhere is|are it|that|they\nhow to|i|can ~3 get there");

/** R8: where a sentence asks the way, or -1. `place`: a place has been spoken of before. */
export function directionsIn(s: Sentence, place: boolean): number {
  const reading = plainly(s);
  for (let i = 0; i < s.words.length; i++) {
    if (denied(s, i)) continue;
    if ((place || speaksOfPlace(s)) && firstMatch(WHERE_IT, reading, i) >= 0 && mayAsk(s, i)) return i;
    if (firstMatch(WHERE, reading, i) >= 0 && firstMatch(WHERE_PLACE, reading, i) >= 0 && mayAsk(s, i)) return i;
    if (firstMatch(ROUTE, reading, i) >= 0 && mayAsk(s, i) && routeAsked(s, i)) return i;
    if (firstMatch(GUIDE, reading, i) >= 0 && !telling(s, i) && guidingAsked(s, i) && !reported(s, i) && !listenerIs(s, i)) return i;
    if (firstMatch(LOST, reading, i) >= 0 && lostHolds(s, i)) return i;
  }
  return -1;
}

/** "are you looking for the station?", "you need to find" are not the speaker's search. */
function listenerIs(s: Sentence, at: number): boolean {
  if (!/^(looking|searching|hunting|look|search|trying|need|want|like|hoping|have|wish|supposed|find)$/.test(s.words[at]!)) return false;
  if (s.words[at] === "have" && s.question && s.words[at - 2] === "do") return false;
  for (let k = at - 1; k >= 0 && k > at - 4; k--) if (/^(you|he|she|they|is)$/.test(s.words[k]!)) return true;
  return /^(let's|will|not)$/.test(s.words[at - 1] ?? "");
}

/** Of the route phrases "know …" and "is there …" ask only when put to somebody. */
function routeAsked(s: Sentence, at: number): boolean {
  const word = s.words[at]!;
  if (/^(if|whether)$/.test(word)) return /^(know|wonder|wondering|me|ask|see|sure)$/.test(s.words[at - 1] ?? "");
  if (/^(know|heard)$/.test(word)) {
    const rest = s.words[at + 1] ?? "";
    if (/^(may|can|could)$/.test(s.words[at - 2] ?? "")) return true;
    if (/^(how|which|where)$/.test(rest)) return firstMatch(ROUTE, plainly(s), at + 1) >= 0 || firstMatch(WHERE_PLACE, plainly(s), at + 1) >= 0;
    return at === 0 || matchAt(I_KNOW, plainly(s), at - 1) < 0;
  }
  if (/^(idea|ideas)$/.test(word)) {
    const rest = s.words[at + 1] ?? "";
    const asks = firstMatch(ROUTE, plainly(s), at + 1) >= 0 || firstMatch(WHERE_PLACE, plainly(s), at + 1) >= 0;
    return (s.words[at - 1] === "any" || s.question) && (asks || /^(for|on|about|of)$/.test(rest));
  }
  if (/^(is|are)$/.test(word)) return at === 0 || clauseStart(s, at) || s.question || /^(if|whether|there|what)$/.test(s.words[at - 1] ?? "");
  return true;
}

function lostHolds(s: Sentence, at: number): boolean {
  const word = s.words[at]!;
  if (word === "i" || word === "we") return !negatedBefore(s, at) && !s.words.slice(at, at + 9).some((w) => /^(not|never|you|he|she|ball|was|were|if)$/.test(w));
  return at === 0 && s.question;
}

// ---------------------------------------------------------------- R9 reports

const PREPOSITION = `in|on|under|underneath|beneath|below|behind|beside|besides|near|by|inside|within|at|between|against|into|onto|atop|above|
  around|among|across|over|outside|beyond|past|down|up|along|through|off`.replace(/\s+/g, "");
const PREPOSITIONS = new Set(PREPOSITION.split("|"));
const LINK = "right|still|now|over|just|lying|sitting|located|hidden|hiding|down|up|back|all|currently|resting|stuck|somewhere|in|out|standing|waiting|placed|left|kept|already|also|safely|stored|parked|tucked|visible|found|partly|about|only";

/** A place phrase: a preposition and a noun with its article, or "there", "over here". */
const PLACE_PHRASE = patterns(`
  ${PREPOSITION} of? @DET @ADJ? @ADJ? *
  next|close|adjacent to @DET @ADJ? *
  next|close to you|me|him|her|us|*
  in|on|at front|top|back|bottom of @DET? @ADJ? *
  in the middle|corner|back|front|center of @DET? *
  to|on|at the|your|my left|right|side|back|front|end|foot|edge|head|top|bottom|corner of|side|hand|$ 
  to|on|at your|my|the left|right
  behind|beside|near|by|beneath|under|above you|me|him|her|us
  ${PREPOSITION} @ROOM|bed|bedroom|upstairs|table|sofa
  ${PREPOSITION} there|here
  where the|your|my|a * is|are|stands|was
  upstairs|downstairs|outside|inside|indoors $|in|of|and|on|the|your|my|with|near|by
`);
const DEICTIC = patterns(`
  over|right|just|in|up|down|out|under|back? there|here !is|are|to|for|with
  there|here !is|are|to|for|with
  over|right|in|up|down|under there|here
  that|this way $
`);
const ABSTRACT = new Set(
  `hurry trouble way order house mood minute moment second shape condition danger pain love luck charge control use stock season
  progress state rush mess fact case future past morning afternoon evening night work sale fire diet demand phone same risk me you
  line queue time top mind menu hurry verge edge point go air own favor mean meantime good best first last stake once all
  dream name end-of middle-of beginning weekend week day hour ready age opinion view need fault safe job`.split(/\s+/),
);
const PERSONS = set("PERSON");
const NOT_A_THING = new Set("seat seats spot place space rest weather time day problem question way view match game party queue line".split(" "));

/** A place phrase at `at`: where it ends, whether it only points; null when there is none. */
function placeAt(s: Sentence, at: number): { end: number; deictic: boolean } | null {
  const reading = plainly(s);
  const end = firstMatch(PLACE_PHRASE, reading, at);
  if (end >= 0) {
    const noun = s.words[end - 1]!;
    const here = noun === "there" || noun === "here";
    if (here) return { end, deictic: true };
    if (!ABSTRACT.has(noun) || /^(left|right|side|top|front|back)$/.test(noun)) return { end, deictic: false };
    return null;
  }
  const pointed = firstMatch(DEICTIC, reading, at);
  return pointed >= 0 ? { end: pointed, deictic: true } : null;
}

/** As `placeAt`, past words such as "right", "lying", "still". */
function placeAfter(s: Sentence, at: number, reach: number): { end: number; deictic: boolean } | null {
  const skip = new Set(LINK.split("|"));
  for (let k = at; k < s.words.length && k <= at + reach; k++) {
    const place = placeAt(s, k);
    if (place) return place;
    if (!skip.has(s.words[k]!)) return null;
  }
  return null;
}

const COPULA = new Set(
  `is are was were lies lying sits sitting rolled fell landed went ended bounced dropped got stuck stands rests remains stays be hidden
  flew slid slipped wound belongs located found been hiding hides seen`.split(/\s+/),
);
const AUXILIARY = new Set(
  "has have had been be must should might may could can probably seems seem appears appear to is are still now also just definitely certainly likely up out all the-way actually only down over".split(" "),
);
const BE_WITH = new Set("must should might may could to has have".split(" "));

/** May the words before the verb at `at` be a thing that has a place? */
function thingBefore(s: Sentence, at: number): boolean {
  let k = at - 1;
  while (k >= 0 && AUXILIARY.has(s.words[k]!) && !s.gap[k + 1]) k--;
  if (k < 0) return false;
  const noun = s.words[k]!;
  if (s.gap[k + 1]) return false;
  if (/^(it|they|this|these|those|one|mine|yours|everything)$/.test(noun)) return !doubtful(s, k);
  if (noun === "that" || noun === "which") return (k === 0 || s.gap[k] === true || /^(think|see|believe|say|know|and|but)$/.test(s.words[k - 1]!)) && !doubtful(s, k);
  if (PERSONS.has(noun) || NOT_A_THING.has(noun)) return false;
  const opens = k === 0 || s.gap[k] === true || LEADERS.has(s.words[k - 1]!);
  if (THINGS.has(noun) || (opens && !FUNCTION_WORDS.has(noun) && !VERBS.has(noun))) return !doubtful(s, k);
  return namedThing(s, k) && !doubtful(s, k);
}

/** Do the words up to `k` hold an article and a noun, with at most a "you lost" after them? */
function namedThing(s: Sentence, k: number): boolean {
  for (let d = k - 1; d >= 0 && d > k - 9; d--) {
    if (!DETERMINERS.has(s.words[d]!) && !/^(two|three|both)$/.test(s.words[d]!)) {
      if (s.gap[d]) return false;
      continue;
    }
    if (s.words[d] === "that" && PERSONS.has(s.words[d + 1]!)) continue;
    const named = s.words.slice(d + 1, k + 1);
    const noun = named.findIndex((word) => !ADJECTIVES.has(word));
    if (noun < 0 || PERSONS.has(named[noun]!) || NOT_A_THING.has(named[noun]!)) return false;
    const tail = named.slice(noun + 1);
    const relative = tail.some((word) => /^(you|i|we|he|she|that|which|it)$/.test(word));
    return relative || tail.every((word) => !FUNCTION_WORDS.has(word) && !VERBS.has(word));
  }
  return false;
}
const EATABLE = new Set([...set("DRINK"), ...set("FOOD")]);
const ADJECTIVES = set("ADJ");
const THINGS = set("THING");

/** "if the ball is…", "I hope it is…", "where it is", "I don't think…", and questions. */
function doubtful(s: Sentence, at: number): boolean {
  for (let k = at; k >= 0 && k > at - 9; k--) {
    if (/^(if|whether|where|when|who|what|why|how|unless|hope|wish|imagine|until|while|once|no|nothing|nobody|check|make|suppose|pretend)$/.test(s.words[k]!)) {
      if (s.words[k] === "where" && s.words[k - 1] === "from") return false;
      return !/^(tell|told|know|show|found|see|saw|discovered)$/.test(s.words[k - 1] ?? "") || !s.gap[k + 1] ;
    }
    if (s.words[k] === "told" && s.words[k - 1] === "was") return true;
    if (s.words[k] === "not" && /^(think|believe|see|know|say)$/.test(s.words[k + 1] ?? "")) return true;
    if (s.gap[k]) return false;
  }
  return false;
}

/** What one has seen, found or put somewhere. */
const PERCEIVED = patterns(`
  see|saw|seen|found|find|spotted|spot|noticed|notice|located|left|dropped|put|placed|forgot|discovered|see|spy|set|kicked|threw|stored|keep|kept the|your|my|a|his|her|our|that|an|this|some|those|these @ADJ? @ADJ? *
  see|saw|seen|found|find|spotted|spot|noticed|located|left|dropped|put|placed|forgot|discovered it|them|one|that|something
`);

/** A report: whether the place is only pointed at, and whether it only says that there is something. */
export interface Report extends Hit {
  deictic: boolean;
  aside: boolean;
}

/** R9: reports of where a thing is, as [start, end) with whether the place is only pointed at. */
export function reportsIn(s: Sentence): Report[] {
  const found: Report[] = [];
  const add = (start: number, end: number, deictic: boolean): void => {
    const aside = s.words.slice(start, start + 3).join(" ").match(/^(there|here) (is|are) (some|a|an|any|two|several)$/);
    found.push({ intent: "report_location", start: Math.max(0, start), verb: start, end, deictic, aside: aside !== null });
  };
  for (let i = 0; i < s.words.length; i++) {
    const word = s.words[i]!;
    if (COPULA.has(word) && s.words[i + 1] !== "not" && !(word === "be" && !BE_WITH.has(s.words[i - 1] ?? ""))) {
      const place = placeAfter(s, i + 1, 3);
      if (place && thingBefore(s, i) && !negatedBefore(s, i, 2)) add(i - 4, place.end, place.deictic);
    }
    const there = existential(s, i);
    if (there) add(i, there.end, there.deictic);
    const seen = perceived(s, i);
    if (seen) add(i, seen.end, seen.deictic);
    if (i === 0) {
      const alone = placeAlone(s);
      if (alone) add(0, s.words.length, alone.deictic);
    }
  }
  return found;
}

const EXISTS = patterns(`
  there|here is|are @DET|two|both|all @ADJ? @ADJ? *
  there|here it|they is|are
  there is something|one ~4 ball|toy|bear|it|keys|bag
  there|here go|goes your|the|it
  that|this is your|the|my @ADJ? @ADJ? * over|right|in|just? there|here
  there|here that|this is your|the|my @ADJ? *
  that|this is your|the|my @ADJ? *
  that|this|here|there is where ~4 is|are|was
  bedroom|room|box|drawer|kitchen has your|the *
`);

/** "there's your ball", "a ball is in that room" the other way round. */
function existential(s: Sentence, at: number): { end: number; deictic: boolean } | null {
  const end = firstMatch(EXISTS, plainly(s), at);
  if (end < 0) return inverted(s, at);
  if (doubtful(s, at) || (s.question && s.words[at + 1] !== "is")) return null;
  const noun = s.words[end - 1]!;
  const behind = nearPlace(s, end, at);
  const pointing = s.words[at] === "that" || s.words[at] === "this";
  if (pointing && !/^(there|here)$/.test(noun) && s.words[at + 2] !== "where") return behind && s.gap[end] ? behind : null;
  if (pointing || s.words[at + 2] === "where" || s.words[at + 1] === "has") return { end, deictic: s.words[at + 2] !== "where" && s.words[at + 1] !== "has" };
  if (/^(it|they|that|this)$/.test(s.words[at + 1]!) || /^(go|goes)$/.test(s.words[at + 1]!)) return { end: behind?.end ?? end, deictic: behind?.deictic ?? true };
  if (FUNCTION_WORDS.has(noun) && noun !== "one") return null;
  if (PERSONS.has(noun) || NOT_A_THING.has(noun) || ABSTRACT.has(noun)) return null;
  const definite = /^(your|the|my|his|her|our|that|these|those|this)$/.test(s.words[at + 2] ?? "");
  if (behind) return behind;
  const handed = s.words[at] === "here" && EATABLE.has(noun);
  return definite && !handed && at <= 6 && (s.words[at] === "there" || s.words[at] === "here") ? { end, deictic: true } : null;
}

/** A place phrase soon after `end`, or right before `start`. */
function nearPlace(s: Sentence, end: number, start: number): { end: number; deictic: boolean } | null {
  for (let k = end; k < s.words.length && k < end + 5; k++) {
    const place = placeAt(s, k);
    if (place) return place;
  }
  const before = start > 0 ? placeAt(s, Math.max(0, start - 3)) : null;
  return before && before.end <= start ? { end, deictic: before.deictic } : null;
}

/** "in the bedroom is your ball", "over there is your ball" */
function inverted(s: Sentence, at: number): { end: number; deictic: boolean } | null {
  if (!clauseStart(s, at)) return null;
  const place = placeAt(s, at) ?? (firstMatch(patterns_OVER_THERE, plainly(s), at) >= 0 ? { end: at + 2, deictic: true } : null);
  if (!place || !/^(is|are|lies|sits)$/.test(s.words[place.end] ?? "")) return null;
  const noun = firstMatch(DEFINITE, plainly(s), place.end + 1);
  if (noun < 0 || PERSONS.has(s.words[noun - 1]!) || NOT_A_THING.has(s.words[noun - 1]!)) return null;
  return { end: noun, deictic: place.deictic };
}
const patterns_OVER_THERE = patterns("over|right|in there|here");
const DEFINITE = patterns("your|the|my|a|an|his|her @ADJ? *");

function perceived(s: Sentence, at: number): { end: number; deictic: boolean } | null {
  const end = firstMatch(PERCEIVED, plainly(s), at);
  if (end < 0) return null;
  const noun = s.words[end - 1]!;
  if (PERSONS.has(noun) || NOT_A_THING.has(noun)) return null;
  const before = s.words[at - 1] ?? "";
  const modal = s.words[at - 2] ?? "";
  if (/^(to|not|will|let|never|would|should|did|and)$/.test(before) && modal !== "you") return null;
  if (s.question && /^(he|she|they)$/.test(before)) return null;
  if (before === "you" && /^(did|have|can|could|do|had|if|would|will)$/.test(modal)) return null;
  if (/^(can|could)$/.test(before) && modal === "not") return null;
  if (/^(me|us|please|could|would)$/.test(before) && modal !== "you" && modal !== "i") return null;
  if (negatedBefore(s, at, 3) || doubtful(s, at)) return null;
  if (at === 0 && /^(see|find|put|keep|notice|spot)$/.test(s.words[0]!) && !s.question) return null;
  const done = /^(i|we|someone|somebody|he|she|they)$/.test(before) && s.words[at] === "put";
  if (/^(find|put|set|keep|place|leave)$/.test(s.words[at]!) && !done && before !== "you" && modal !== "you") return null;
  return placeAfter(s, end, 3);
}

/** A sentence that is nothing but a place ("in the bedroom, by the bed"; "your ball, over there"). */
function placeAlone(s: Sentence): { deictic: boolean } | null {
  if (s.question || s.words.length > 12) return null;
  let at = firstMatch(NAMED, plainly(s), 0);
  const named = at > 0 && !PERSONS.has(s.words[at - 1]!) && !FUNCTION_WORDS.has(s.words[at - 1]!) && !PREPOSITIONS.has(s.words[0]!);
  if (!named) at = 0;
  let deictic = true;
  let any = false;
  while (at < s.words.length) {
    const skip = /^(right|just|over|see|look|and|lying|sitting)$/.test(s.words[at]!) && !any ? 1 : 0;
    const place = placeAt(s, at + skip) ?? placeAt(s, at);
    if (!place) return null;
    if (!named && place.deictic && place.end - at < 2) return null;
    deictic &&= place.deictic;
    any = true;
    at = place.end;
  }
  return any ? { deictic } : null;
}
const NAMED = patterns("the|your|my|a|his|her? @ADJ? @THING");
