/**
 * From what was typed to sentences of plain lower-case words: contractions, spelling and politeness are
 * dealt with here (signs and quotation in speech-fold.ts), once, so that the rules see only words.
 */
import { dropQuoted, fold } from "./speech-fold.js";
import {
  DETERMINERS,
  FAMILY,
  KNOWN,
  LEADERS,
  LOCATIVE_STARTS,
  PLAIN_VOCATIVES,
  pairs,
} from "./speech-words.js";

/** One sentence. All arrays run in step with `words`. */
export interface Sentence {
  words: string[];
  /** a comma, dash, colon, bracket or ellipsis stands before this word */
  gap: boolean[];
  /** "please" stood right before this word */
  pleaded: boolean[];
  /** it ended in a question mark, or opens as questions do */
  question: boolean;
  /** it held a "please" */
  polite: boolean;
}

/** Short spellings and spoken forms, each written out. */
const WRITTEN_OUT = pairs(`
  okay = ok; okey = ok; alright = ok; a-ok = ok; pls = please; plz = please; plse = please;
  pleas = please; u = you; ya = you; ye = you; y'all = you; yall = you; ur = your; r = are;
  n = and; & = and; gonna = going to; wanna = want to; gotta = have to; gimme = give me;
  lemme = let me; dunno = do not know; scuse = excuse; 'scuse = excuse; cos = because;
  cuz = because; 'cause = because; thru = through; c'mon = come on; d'you = do you;
  g'day = hello; how're = how are; near-by = nearby; close-by = nearby; favour = favor;
  favours = favor; neighbour = neighbor; honoured = honored; honour = honor;
  favourite = favorite; colour = color; neighbourhood = neighborhood; mam = madam; ma'am = madam;
  maam = madam; mums = mum; cannot = can not; can't = can not; cant = can not; won't = will not;
  wont = will not; shan't = shall not; ain't = is not; dont = do not; didnt = did not;
  doesnt = does not; isnt = is not; arent = are not; wasnt = was not; werent = were not;
  couldnt = could not; wouldnt = would not; shouldnt = should not; hasnt = has not;
  havent = have not; im = i am; ive = i have; youre = you are; youve = you have;
  youd = you would; youll = you will; theyre = they are; theres = there is; heres = here is;
  wheres = where is; whats = what is; thats = that is; hes = he is; shes = she is;
  itll = it will; itd = it would; let's = let's; lets = let's
`);

const ENDINGS: readonly [string, string][] = [
  ["n't", "not"],
  ["'ll", "will"],
  ["'re", "are"],
  ["'ve", "have"],
  ["'m", "am"],
  ["'d", "would"],
];

/** These carry "is" in their 's; after other words 's is an owner's, unless a place follows. */
const IS_BEARERS = new Set(
  "it that there here where what who how he she this which when everything anything something nothing everybody someone nobody".split(
    " ",
  ),
);
const BEFORE_ID = new Set(
  "like love appreciate be rather prefer also want wish ask need really".split(" "),
);
const AM_ILL = new Set(
  "am is are was be feel feeling felt very so seriously fall fell look looks".split(" "),
);

/** One raw token as the words it stands for. `next` and `previous` settle the doubtful ones. */
function expand(token: string, previous: string, next: string): string[] {
  const written = WRITTEN_OUT.get(token);
  if (written) return written.split(" ");
  if (token === "id" && BEFORE_ID.has(next)) return ["i", "would"];
  if (token === "ill" && !AM_ILL.has(previous) && next !== "") return ["i", "will"];
  if (token === "its" && LOCATIVE_STARTS.has(next)) return ["it", "is"];
  for (const [ending, word] of ENDINGS) {
    if (token.length > ending.length && token.endsWith(ending)) {
      return [...expand(token.slice(0, -ending.length), previous, ""), word];
    }
  }
  if (token.endsWith("'s")) {
    const stem = token.slice(0, -2);
    return IS_BEARERS.has(stem) || LOCATIVE_STARTS.has(next) ? [stem, "is"] : [stem];
  }
  const bare = token.replaceAll("'", "");
  return bare ? [bare] : [];
}

/** Said for politeness or while thinking; they never change what is asked. */
const PADDING = new Set(
  (
    "please kindly just maybe perhaps possibly really actually honestly simply quickly briefly quick um umm uh uhm er erm " +
    "hmm hm hmmm mm ah ooh oh oops well basically literally very also anyway truly sincerely humbly politely gently " +
    "perchance respectfully graciously cordially ever hopefully terribly awfully particularly probably quite extremely momentarily real super pretty okey-dokey"
  ).split(" "),
);

/** The same, of several words. */
const PADDING_PHRASES: readonly string[][] = [
  "by any chance",
  "if possible",
  "if at all possible",
  "if you please",
  "at all",
  "you know",
  "i believe",
  "i think",
  "i guess",
  "i suppose",
  "i mean",
  "as well",
  "for a moment",
  "for a second",
  "for a sec",
  "for a minute",
  "for a bit",
  "by chance",
  "if you can",
  "if you could",
  "if it is possible",
  "if you would",
  "if you would be so kind",
  "ever so",
  "at least",
  "of course",
  "when you have a moment",
  "if you have a moment",
  "happen to",
  "to be honest",
].map((phrase) => phrase.split(" "));

interface Token {
  word: string;
  gap: boolean;
  pleaded: boolean;
}

function phraseAt(tokens: readonly Token[], i: number): number {
  for (const phrase of PADDING_PHRASES) {
    if (!phrase.every((word, k) => tokens[i + k]?.word === word)) continue;
    const end = i + phrase.length;
    // "if you could move" and "you know a place" say something: only as an aside are these padding
    const aside = i > 0 && (end >= tokens.length || tokens[end]?.gap === true);
    if (/^(if|you|i)$/.test(phrase[0]!) && !aside) continue;
    return phrase.length;
  }
  return 0;
}

/** A clause that starts with one of these stays parted from what an aside separated it from. */
const OPENERS: ReadonlySet<string> = new Set([
  ..."i we it there he she they thanks thank sorry ok".split(" "),
  ...FAMILY,
]);

/** Takes padding out, joining what an aside between commas had parted. */
function withoutPadding(tokens: readonly Token[]): { kept: Token[]; polite: boolean } {
  const kept: Token[] = [];
  let polite = false;
  let gap = false;
  let pleaded = false;
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!;
    const parted: boolean = OPENERS.has(token.word) ? gap || token.gap : gap !== token.gap;
    const phrase = phraseAt(tokens, i);
    const length = phrase || (PADDING.has(token.word) ? 1 : 0);
    if (length > 0) {
      if (token.word === "please") polite = pleaded = true;
      gap = parted;
      i += length;
      continue;
    }
    kept.push({ word: token.word, gap: parted && kept.length > 0, pleaded });
    gap = pleaded = false;
    i++;
  }
  return { kept, polite };
}

const isName = (word: string): boolean =>
  FAMILY.has(word) || PLAIN_VOCATIVES.has(word) || !KNOWN.has(word);

/**
 * Takes out whom it is said to: "sir" and the like anywhere; a family word or an unknown single word
 * when it stands alone between commas in mid-sentence ("could you, Anna, sit").
 */
function withoutVocatives(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  let gap: boolean | null = null;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const parted: boolean = gap ?? token.gap;
    const previous = tokens[i - 1]?.word ?? "";
    if (PLAIN_VOCATIVES.has(token.word) && !DETERMINERS.has(previous)) {
      gap = parted || token.gap;
      continue;
    }
    // a name between two commas in mid-sentence: the clause goes on after it
    if (i > 0 && token.gap && tokens[i + 1]?.gap === true && isName(token.word)) {
      gap = OPENERS.has(tokens[i + 1]!.word);
      continue;
    }
    kept.push({ ...token, gap: parted && kept.length > 0 });
    gap = null;
  }
  return kept;
}

const AUXILIARIES = new Set(
  "is are am do does did can could may might would will should have".split(" "),
);
const QUESTION_SUBJECTS = new Set(
  "i you we he she they it there this that these those the your my any someone anyone somebody anybody not".split(
    " ",
  ),
);
const QUESTION_WORDS = new Set(
  "where what which how who whereabouts any anyone anybody anywhere".split(" "),
);

/** Is it put as a question ("could I…", "so any chance…", "excuse me, is there…")? */
function opensAsQuestion(words: readonly string[], gap: readonly boolean[]): boolean {
  for (let k = 0; k < words.length; k++) {
    const before = words[k - 1] ?? "";
    const opens = k === 0 || gap[k] || LEADERS.has(before) || before === "so" || before === "well";
    if (!opens) continue;
    const [first, second] = [words[k]!, words[k + 1] ?? ""];
    const order = first === "do" && /^(it|that|this|the|not)$/.test(second);
    if (AUXILIARIES.has(first) && QUESTION_SUBJECTS.has(second) && !order) return true;
    if (first === "got" && second === "any") return true;
    if (k < 3 && QUESTION_WORDS.has(first) && !/^(a|an)$/.test(second)) return true;
  }
  return false;
}

/** Said without quotes, and then ascribed: "move along, is what the policeman said". */
const ATTRIBUTED =
  /\b(?:is|was) (?:what|how) (?!i |you |we )(?:\w+ ){1,4}(?:said|says|told|tells|asked|shouted|answered|replied)(?: me| us| him| her| them)?$/;

/** One raw sentence as words with their gaps. */
function readSentence(raw: string, question: boolean): Sentence | null {
  const pieces = raw.match(/[\p{L}\p{N}&]+(?:['-][\p{L}\p{N}]+)*|[,;:()[\]/]/gu) ?? [];
  const tokens: Token[] = [];
  let parted = false;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    if (/^[,;:()[\]/]$/.test(piece)) {
      parted = true;
      continue;
    }
    for (const word of expand(piece, tokens.at(-1)?.word ?? "", pieces[i + 1] ?? "")) {
      tokens.push({ word, gap: parted && tokens.length > 0, pleaded: false });
      parted = false;
    }
  }
  const { kept, polite } = withoutPadding(tokens);
  const said = withoutVocatives(kept);
  if (said.length === 0) return null;
  const words = said.map((t) => t.word);
  if (ATTRIBUTED.test(words.slice(-8).join(" "))) return null;
  const gap = said.map((t) => t.gap);
  return {
    words,
    gap,
    pleaded: said.map((t) => t.pleaded),
    question: question || opensAsQuestion(words, gap),
    polite,
  };
}

/** The sentences of a text; empty when nothing but padding, names or signs was said. Linear time. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const piece of dropQuoted(fold(text)).match(/[^.!?]+[.!?]*/g) ?? []) {
    const sentence = readSentence(piece, /[?][.!?\s]*$/.test(piece));
    if (sentence) sentences.push(sentence);
  }
  return sentences;
}
