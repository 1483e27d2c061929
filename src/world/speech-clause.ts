/** What stands around a phrase: clause starts, negation, reported words, questions. Rule numbers: docs/speech.md. */
import { MUST_BE_MINE, type Need, WONDERING } from "./speech-heads.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import { GO_PAST_VP, TREAT_VP } from "./speech-phrases.js";
import type { Sentence } from "./speech-text.js";
import { baseForm, FAMILY, KNOWN, LEADERS, REPORTING } from "./speech-words.js";

/** Words that may stand between a verb of saying and the words it reports. */
const BETWEEN = new Set(
  "me him her us them you to that just out if whether the loudly back".split(" "),
);
/** Also verbs of the speaker's own: they report only as "he means", "she was like". */
const SELDOM_REPORT = new Set([
  "like",
  "means",
  "cries",
  "calls",
  "note",
  "sign",
  "label",
  "notice",
  "poster",
  "signs",
]);

/** Is what starts at `at` somebody else's words ("he said may I…")? */
export function reported(s: Sentence, at: number): boolean {
  for (let k = at - 1; k >= 0 && k >= at - 4; k--) {
    const word = s.words[k]!;
    if (REPORTING.has(word) && !SELDOM_REPORT.has(word)) {
      const own =
        s.words[k - 1] === "as" ||
        s.words[k - 2] === "as" ||
        (s.words[k - 1] === "i" && s.question);
      return !own;
    }
    if (!BETWEEN.has(word)) return false;
  }
  return false;
}

const SUBJECTS = new Set("i we he she they it who you".split(" "));

/** Has the clause before word `at` a subject, so that what follows an "and" is no order? */
function hasSubject(s: Sentence, at: number): boolean {
  for (let k = at - 1; k >= 0 && k > at - 12; k--) {
    if (SUBJECTS.has(s.words[k]!)) return true;
    if (/^(me|us)$/.test(s.words[k]!) && /^(for|let|allow|permit|mind)$/.test(s.words[k - 1] ?? ""))
      return true;
    if (s.gap[k]) return false;
  }
  return false;
}

/** "may I please sit", "to please come": the plea belongs to what stands before. */
const NO_ORDER_AFTER = new Set("i we he she they it you to not me us my your".split(" "));

/** Does a clause start at `at`, so that a verb there is an order? */
export function clauseStart(s: Sentence, at: number): boolean {
  if (at === 0) return true;
  const before = s.words[at - 1]!;
  if (s.pleaded[at] && !NO_ORDER_AFTER.has(before)) return true;
  if (/^(and|then|or)$/.test(before)) return !hasSubject(s, at - 1);
  if (s.gap[at]) return true;
  // "grandma" and "no" lead a clause only where they stand at its start ("no, sit" but "I had no …")
  const inside = FAMILY.has(before) || before === "no";
  if (LEADERS.has(before)) return !inside || at === 1 || clauseStart(s, at - 1);
  if (/^(me|us)$/.test(before) && /^(excuse|pardon)$/.test(s.words[at - 2] ?? "")) return true;
  if (before === "there" && at === 2 && LEADERS.has(s.words[0]!)) return true;
  return at === 1 && !KNOWN.has(before);
}

const NEGATIVE = new Set("not never no nobody none without".split(" "));

/** Is there a "not" or "never" among the few words before `at`, in the same clause? */
export function negatedBefore(s: Sentence, at: number, reach = 4): boolean {
  for (let k = at - 1; k >= 0 && k >= at - reach; k--) {
    if (s.gap[k + 1]) return false;
    // "why don't you" suggests
    if (NEGATIVE.has(s.words[k]!) && s.words[k - 2] !== "why") return true;
  }
  return false;
}

/** R5. "I want to ask", "let me ask", "I'm checking", "could you tell me", "do you know" — not "he asks". */
function speakersOwn(s: Sentence, at: number): boolean {
  const word = s.words[at]!;
  const before = s.words[at - 1] ?? "";
  const earlier = s.words[at - 2] ?? "";
  if (/^(tell|inform|say)$/.test(word))
    return clauseStart(s, at) || before === "you" || before === "to";
  if (negatedBefore(s, at, 5)) return false;
  if (/^(ask|asking|checking|request)$/.test(word) && clauseStart(s, at)) return true;
  if (/^(am|here)$/.test(before) || (before === "me" && earlier === "let")) return true;
  if (before === "i") return word === "ask" || /^(may|can|could|might|should|must)$/.test(earlier);
  if (before === "you") return word === "know" && /^(do|would|could|can)$/.test(earlier);
  if (/^(must|should|better)$/.test(before)) return earlier === "i";
  if (before !== "to") return false;
  return /^(want|wanted|like|love|need|came|come|here|have|wish|wanting|going|meant|wished|had)$/.test(
    earlier,
  );
}

/** R5. The word positions at which a wondering phrase ends ("I was wondering |if I could"). */
export function wonderedAt(s: Sentence): Set<number> {
  const ends = new Set<number>();
  for (let i = 0; i < s.words.length; i++) {
    for (const { end } of WONDERING.matches(s, i)) {
      if (!MUST_BE_MINE.has(s.words[i]!) || speakersOwn(s, i)) ends.add(end);
    }
  }
  return ends;
}

const INVERTED = patterns(`
  is|are|would|will|was|do|does|can|could it|that|this|you|there|they|these|those|the|anyone|anybody
  is|are|would|will|could not it|that|this|you|they
`);

/** Is it put as a question, or as something wondered, or at the start of a clause? */
function askedAt(s: Sentence, at: number, wondered: ReadonlySet<number>): boolean {
  if (NEGATIVE.has(s.words[at - 1] ?? "")) return false;
  if (s.question || clauseStart(s, at)) return true;
  for (let k = at; k >= 0 && k > at - 9; k--) {
    if (wondered.has(k) || (k < at && firstMatch(INVERTED, plainly(s), k) >= 0)) return true;
  }
  return false;
}

export function holds(
  need: Need,
  s: Sentence,
  at: number,
  end: number,
  wondered: ReadonlySet<number>,
): boolean {
  switch (need) {
    case "inflected":
      return true;
    case "clause":
      return clauseStart(s, at);
    case "mine":
      return speakersOwn(s, at);
    case "question":
      return s.question;
    case "asked":
      return askedAt(s, at, wondered);
    case "declared":
      return (
        s.question && clauseStart(s, at) && firstMatch([TREAT_VP, GO_PAST_VP], plainly(s), end) >= 0
      );
    case "treat": {
      const reading = { sentence: s, baseAt: end, base: baseForm(s.words[end] ?? "") };
      return (
        firstMatch([TREAT_VP, GO_PAST_VP], reading, end) >= 0 &&
        !(s.words[at] === "if" && clauseStart(s, at))
      );
    }
    case "wondered": {
      const opening = clauseStart(s, at) && s.words[at] === "if";
      return wondered.has(at) || (opening && /^(could|would|might)$/.test(s.words[at + 2] ?? ""));
    }
  }
}
