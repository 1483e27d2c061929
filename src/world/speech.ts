import type { Intent } from "./types.js";

/** What a request for leave covers; see `permissionScope`. */
export interface PermissionScope {
  /** singular, lower-case content words of the request ("juice", "bedroom"), in order, no repeats */
  words: string[];
  /** it names nothing itself and asks for "it", "one", "some", "in there", "something to drink" */
  any: boolean;
  /** it asks only to sit down (then `words` is empty) */
  sitOnly: boolean;
}

/** Where a report says that a thing is; see `reportedPlace`. */
export interface ReportedPlace {
  /** singular, lower-case content words naming the object and the place ("ball", "bedroom") */
  words: string[];
  /** the place is only "there", "here", "over there" */
  deictic: boolean;
}

const tidy = (text: string): string =>
  ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/[^a-z0-9']+/g, " ")
    .trim()} `;

const CUES: readonly [Intent, RegExp][] = [
  ["greet", / (hello|hi|hey|good (morning|afternoon|evening)) /],
  ["ask_way", / (get|go|come|squeeze|let me) (through|past|by) | (step|move) aside | make way /],
  ["ask_directions", / (where|which way|how do i get to|know an?y?) .*(restaurant|eat|cafe|food) /],
  ["offer_seat", / (have a|take my|take a) seat | (you can|to|please|grand(ma|pa)|would you) sit /],
  ["ask_help", / help me | (bring|get|fetch) (me|it|the \w+ for me) /],
  ["report_location", / (is|it's|there's) (right |over )?(there|in|on|under|next|behind|your) /],
  [
    "ask_permission",
    / (may|can|could) i | (mind|ok|okay|all right|alright) if i |give me (some|a|the) /,
  ],
];

/** The intents of something said, sorted; `other` stands alone. */
export function recogniseIntents(text: string): Intent[] {
  const t = tidy(text);
  const found = new Set(CUES.filter(([, cue]) => cue.test(t)).map(([intent]) => intent));
  if (found.has("ask_way")) found.delete("ask_permission");
  if (found.size === 0) return [t === " excuse me " ? "ask_way" : "other"];
  return [...found].sort();
}

const EMPTY = new Set(
  (
    "a an the i you me my your it is if may can could would please some one any to in into of and or so have take " +
    "get go come use do mind ok okay that this there these those for from with at on hi hello hey grab drink"
  ).split(" "),
);

function content(text: string): string[] {
  const words = tidy(text).trim().split(" ");
  return [
    ...new Set(
      words.filter((w) => w.length > 2 && !EMPTY.has(w)).map((w) => w.replace(/([^s])s$/, "$1")),
    ),
  ];
}

/** Which things and rooms a request for leave names. */
export function permissionScope(text: string): PermissionScope {
  const t = tidy(text);
  if (/ i sit /.test(t) || / i (have|take) a seat /.test(t))
    return { words: [], any: false, sitOnly: true };
  const words = content(text);
  return {
    words,
    any: / (it|one|some|them|something|anything|in there|come in|go in|drink) /.test(t),
    sitOnly: false,
  };
}

/** Which object and place a report names. */
export function reportedPlace(text: string): ReportedPlace {
  const t = tidy(text);
  const placed =
    / (in|on|under|behind|beside|next to|near|by|inside) (the|your|my|a|his|her) /.test(t);
  return { words: content(text), deictic: !placed && / (there|here|there's|here's) /.test(t) };
}
