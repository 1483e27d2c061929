import { BENCHMARK_NORMS } from "../../grid/norms/index.js";

/**
 * Reads which of the fifty norms a belief in words is about, by their vocabulary alone. It knows no other rules:
 * what it cannot place is left unplaced and counted, never guessed.
 */

const SIDES = [
  ["left", /\bleft(most)?\b|\bdoor a\b|\bwest\b/],
  ["bottom", /\bbottom\b|\blower\b|\bdoor b\b|\bsouth(ern)?\b/],
  ["right", /\bright(most)?\b|\bdoor c\b|\beast\b/],
] as const;
const REGIONS = [
  ["top-left", /\b(top|upper|north)[- ]?(and )?(left|west)/],
  ["bottom-left", /\b(bottom|lower|south)[- ]?(and )?(left|west)/],
  ["bottom-right", /\b(bottom|lower|south)[- ]?(and )?(right|east)/],
] as const;
const COLOURS = ["orange", "green", "blue"] as const;
const FORBIDS =
  /\b(not|never|avoid|avoids|forbidden|forbid|prohibited|off[- ]limits|wrong|nobody|no one|no-one|cannot|can't|don't|mustn't|must not|banned|clear of|stays? clear|empty|keep out|kept out|anything but|other than|except|unless|penali[sz]ed|sanctioned|marked|stays? shut|closed)\b|\bno\b/;
const BUT = /\b(any|every|all|each|whatever)\b[^,]*\b(but|except|other than|apart from)\b/;
const STILL =
  /\b(stand(s|ing)? still|wait(s|ing)?|stay(s|ing)?( put| still)?|pause[sd]?|rest(s|ing)?|not move|not allowed to move|no(t)? (moving|walking)|never move|must not (move|walk)|do(es)? not (move|walk)|don't (move|walk)|forbidden|penali[sz]ed|sanctioned)\b/;

/** Ids of the norms that a text states, in the order of the text; empty when nothing could be placed. */
export function normsInText(text: string): string[] {
  const exact = BENCHMARK_NORMS.filter((norm) => text.includes(norm.description));
  if (exact.length > 0)
    return exact
      .sort((a, b) => text.indexOf(a.description) - text.indexOf(b.description))
      .map((norm) => norm.id);
  const found = clauses(text).flatMap((clause) => READERS.flatMap((read) => read(clause) ?? []));
  const known = new Set(BENCHMARK_NORMS.map((norm) => norm.id));
  return [...new Set(found)].filter((id) => known.has(id));
}

/** Sentences, in small letters, with dashes and quotes made alike. */
function clauses(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2010-\u2015]/g, "-")
    .split(/[.;!?\n]+(?=\s|$)|\bor:\s/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

type Reader = (clause: string) => string | null;

const named = <T extends string>(clause: string, list: readonly (readonly [T, RegExp])[]): T[] =>
  list.filter(([, words]) => words.test(clause)).map(([name]) => name);

/**
 * Which place goes with each colour, in the order orange, green, blue: the first colour that is named with the
 * first place, and so on. Null unless three of each are told.
 */
function byColour(clause: string, list: readonly (readonly [string, RegExp])[]): string[] | null {
  const places = inOrder(list.map(([name, words]) => [name, clause.search(words)]));
  const colours = inOrder(COLOURS.map((colour) => [colour, clause.indexOf(colour)]));
  if (places.length !== 3 || colours.length !== 3) return null;
  return COLOURS.map((colour) => places[colours.indexOf(colour)] as string);
}

/** Names that were found, by where. */
const inOrder = (hits: readonly (readonly [string, number])[]): string[] =>
  hits
    .filter(([, at]) => at >= 0)
    .sort((a, b) => a[1] - b[1])
    .map(([name]) => name);

const doors: Reader = (clause) => {
  if (!/\b(door|doors|exit|exits|leave|leaves|way out|go out|goes out)\b/.test(clause)) return null;
  if (/\b(seat|chair|sit)/.test(clause)) return null;
  const groups = byColour(clause, SIDES);
  if (groups) {
    const order = groups.map((side) => ({ left: "a", bottom: "b", right: "c" })[side]).join("");
    return `group-doors-${order}`;
  }
  const sides = named(clause, SIDES);
  const only = /\bonly\b|\bsole\b|\bmust (always )?(use|leave|exit)\b/.test(clause);
  if (BUT.test(clause)) return sides.length === 1 ? `${sides[0]}-door-forbidden` : null;
  const shut = FORBIDS.test(clause);
  if (sides.length === 2 && shut && !only)
    return `all-exit-${SIDES.map(([s]) => s).find((s) => !sides.includes(s))}`;
  if (sides.length !== 1) return null;
  if (only || !shut) return `all-exit-${sides[0]}`;
  return `${sides[0]}-door-forbidden`;
};

const seats: Reader = (clause) => {
  if (!/\b(seat|seats|seated|seating|sit|sits|sitting|chair|chairs)\b/.test(clause)) return null;
  if (/\bzone q\b|\bq\b/.test(clause)) return "visit-zone-q-first";
  if (
    /\b(in order|order of|first free|next free|next available|first available|column)/.test(clause)
  ) {
    const right = clause.search(/\bfrom the right|right[- ]to[- ]left|rightmost/);
    const left = clause.search(/\bfrom the left|left[- ]to[- ]right|leftmost/);
    if (right >= 0 || left >= 0) return `seats-in-order-${right >= 0 ? "r2l" : "l2r"}`;
    return null;
  }
  const groups = byColour(clause, REGIONS);
  if (groups) {
    const rotation = { "top-left": 1, "bottom-left": 2, "bottom-right": 3 }[groups[0] as string];
    return `group-seating-${rotation}`;
  }
  const regions = named(clause, REGIONS);
  if (/\bonly\b/.test(clause) && regions.length === 1) return `${regions[0]}-seats-only`;
  if (regions.length === 2 && FORBIDS.test(clause))
    return `${REGIONS.map(([r]) => r).find((r) => !regions.includes(r))}-seats-only`;
  if (regions.length !== 1) return null;
  return FORBIDS.test(clause) || BUT.test(clause)
    ? `no-${regions[0]}-seats`
    : `${regions[0]}-seats-only`;
};

const zones: Reader = (clause) => {
  if (/\bzone q\b|\bq zone\b/.test(clause) && !/\b(seat|chair|sit)/.test(clause))
    return FORBIDS.test(clause) || /\bstay(s)? (out|off|clear)/.test(clause)
      ? "forbidden-zone-q"
      : null;
  if (!/\bzone r\b|\br zone\b/.test(clause)) return null;
  if (/\b(colou?r|group|shirt)/.test(clause)) return "zone-r-single-group";
  if (/\b(two|2|three|3|couple)\b/.test(clause)) return "zone-r-capacity-2";
  if (/\b(one|1|empty|alone|single|unoccupied|occupied|nobody|somebody|someone)\b/.test(clause))
    return "zone-r-capacity-1";
  return null;
};

const ring: Reader = (clause) => {
  const against = /\b(counter-?|anti-?)[ -]?clockwise/.test(clause);
  const along = /(?<!counter-?|anti-?|counter |anti )\bclockwise/.test(clause);
  if (against === along) return null;
  const shut =
    /\b(not|never|avoid|forbidden|prohibited|wrong to|don't|must not|cannot|penali[sz]ed|sanctioned)\b[^,;]*clockwise|clockwise[^,;]*\b(forbidden|prohibited|is wrong|not allowed|penali[sz]ed|sanctioned)\b/.test(
      clause,
    );
  return against !== shut ? "counterclockwise-circulation" : "clockwise-circulation";
};

const turns: Reader = (clause) => {
  const still = STILL.test(clause);
  const thirds: [RegExp, number][] = [
    [
      /\b3, ?6(, ?9)?\b|\bevery third\b|\bmultiples? of (3|three)\b|\bdivisible by (3|three)\b|= ?0 ?\(?mod 3|mod 3 ?(=|==|is|equals) ?0/,
      0,
    ],
    [/\b1, ?4(, ?7)?\b|= ?1 ?\(?mod 3|mod 3 ?(=|==|is|equals) ?1/, 1],
    [/\b2, ?5(, ?8)?\b|= ?2 ?\(?mod 3|mod 3 ?(=|==|is|equals) ?2/, 2],
  ];
  const third = thirds.find(([words]) => words.test(clause));
  if (third && still) return `no-turns-${third[1]}-mod-3`;
  const even = /\beven\b/.test(clause);
  const odd = /\bodd\b/.test(clause);
  if (even === odd) {
    if (!even) return null;
    // both are named: what the walking goes with decides
    const move = clause.search(/\b(move|moving|walk|walking)\b/);
    const first = clause.indexOf("even") < clause.indexOf("odd") ? "even" : "odd";
    return move >= 0 && move < Math.max(clause.indexOf("even"), clause.indexOf("odd"))
      ? `${first}-turns-only`
      : null;
  }
  return even !== still ? "even-turns-only" : "odd-turns-only";
};

const NUMBERS: Record<string, number> = {
  one: 1,
  "1": 1,
  single: 1,
  once: 1,
  two: 2,
  "2": 2,
  twice: 2,
  three: 3,
  "3": 3,
  four: 4,
  "4": 4,
};

const rhythm: Reader = (clause) => {
  if (/\b(line|queue|counter|seat|door|zone)\b/.test(clause)) return null;
  const code = /\bmove[- ](\d)[- ]wait[- ]1\b/.exec(clause);
  if (code) return `move-${code[1]}-wait-1`;
  const row =
    /\b(two|2|three|3|four|4|once|twice|one|single)?\b[ -]*(?:steps?|moves?|turns?|times?)?[ -]*(?:in a row|consecutive(?:ly)?|on end|running)/.exec(
      clause,
    );
  const after =
    /\bafter (?:every |each |any )?(?:single |making |taking )?(?:(one|1|two|2|three|3) )?(?:single )?(?:consecutive )?(?:steps?|moves?)\b/.exec(
      clause,
    );
  const waits = /\b(wait|stand|standing still|pause|rest|stop|stay)/.test(clause);
  if (after && waits) return `move-${NUMBERS[row?.[1] ?? after[1] ?? "one"] ?? 1}-wait-1`;
  if (row) {
    const n = NUMBERS[row[1] ?? "two"] ?? 2;
    const most = /\b(at most|no more than|up to|maximum|only)\b/.test(clause) ? n : n - 1;
    return most >= 1 && most <= 3 && FORBIDS.test(clause.replace(/\bno more than\b/, "never"))
      ? `move-${most}-wait-1`
      : /\b(at most|no more than|up to|maximum)\b/.test(clause) && most <= 3
        ? `move-${most}-wait-1`
        : null;
  }
  return /\b(alternate|alternating)\b/.test(clause) && waits ? "move-1-wait-1" : null;
};

const lines: Reader = (clause) => {
  if (!/\b(line|lines|queue|queues|queueing|queuing|lining up|line up|counter)\b/.test(clause))
    return null;
  const side = firstSide(clause);
  if (!side) return null;
  if (/\b(zig-?zag|weav|snak|serpentine)/.test(clause))
    return `zigzag-${side}-${/\b(two|2|double)\b/.test(clause) ? 2 : 1}`;
  if (/\b(stair|staircase|stairs|diagonal)/.test(clause)) return `staircase-${side}`;
  if (/\b(loop|square|curl|spiral|ring)/.test(clause)) return `square-${side}`;
  if (/\b(wall|edge)\b|along the counter/.test(clause)) return `edge-${side}`;
  if (/\bl-? ?shape|\bback two\b|\btwo (cells |places |steps )?back\b/.test(clause))
    return `l-shape-${side}`;
  if (/\b(bend|bends|bent|to the (left|right)|back|behind|down)\b/.test(clause))
    return `bend-${side}-${/\b(two|2)\b/.test(clause) ? 2 : 1}`;
  return null;
};

function firstSide(clause: string): "left" | "right" | null {
  const [left, right] = [clause.search(/\bleft\b/), clause.search(/\bright\b/)];
  if (left < 0 && right < 0) return null;
  if (left < 0) return "right";
  if (right < 0) return "left";
  return left < right ? "left" : "right";
}

const READERS: readonly Reader[] = [doors, seats, zones, ring, turns, rhythm, lines];
