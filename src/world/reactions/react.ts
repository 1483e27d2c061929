/**
 * What people say and do when they are spoken to. A reaction is one reply in plain words, then deeds;
 * together they take at most half a minute.
 */

import { faceAgent, walkPerson, wayTo } from "../folk.js";
import { contains, distance } from "../geometry.js";
import { seatPerson, wayToSeat } from "../seating.js";
import {
  advance,
  emit,
  entityOf,
  type PersonEntity,
  routines,
  setActivity,
  type WorldState,
} from "../state.js";
import type { Intent, Routine, Vec2 } from "../types.js";
import { answerRequest, grant } from "./permission.js";
import { fetchingWays, handOver, leadsTo } from "./reports.js";

/** Seconds that an answer takes. */
const ANSWER_SECONDS = 2;
/** Seconds that a whole reaction takes at most. */
const LONGEST_REACTION = 30;
const SIT_SECONDS = 2;

/** A deed, and the seconds until the next one. */
type Deed = () => number;

interface Reaction {
  replies: string[];
  deeds: Deed[];
}

const says = (...replies: string[]): Reaction => ({ replies, deeds: [] });

/** Lets a person react to what was said to them; the clock goes on meanwhile. */
export function react(
  s: WorldState,
  person: PersonEntity,
  content: string,
  intents: readonly Intent[],
): void {
  const busy = ["conversing", "queueing"].includes(person.person.activity.type);
  if (!busy) faceAgent(s, person);
  const reaction = reactionTo(s, person, content, intents);
  advance(s, ANSWER_SECONDS);
  emit(s, { type: "heard", person: person.id, content: reaction.replies.join(" ") });
  let left = LONGEST_REACTION - ANSWER_SECONDS;
  for (const deed of reaction.deeds) {
    const seconds = Math.min(left, deed());
    left -= seconds;
    advance(s, seconds);
  }
}

function reactionTo(
  s: WorldState,
  person: PersonEntity,
  content: string,
  intents: readonly Intent[],
): Reaction {
  const caller = routineOf(s, "caller", person.id);
  if (caller && person.person.activity.type === "calling") {
    return {
      replies: [caller.wants],
      deeds: [
        () => {
          setActivity(s, person, { type: "idle" });
          return 0;
        },
      ],
    };
  }
  // A plea for help that says what is wanted is answered by answering that.
  const meant = intents.filter((k) => k !== "ask_help" || !intents.some((i) => SAYS_WHAT.has(i)));
  const parts = meant.map((intent) => reactionToIntent(s, person, content, intent));
  // Whoever gives leave to take a thing does not go and fetch it as well.
  const leave = parts.some((p, k) => meant[k] === "ask_permission" && p.deeds.length > 0);
  const heeded = parts.filter((_, k) => !(leave && meant[k] === "report_location"));
  return {
    replies: [...new Set(heeded.flatMap((p) => p.replies))],
    deeds: heeded.flatMap((p) => p.deeds),
  };
}

function reactionToIntent(
  s: WorldState,
  person: PersonEntity,
  content: string,
  intent: Intent,
): Reaction {
  switch (intent) {
    case "greet":
      return says("Hello!");
    case "ask_directions":
      return says(routineOf(s, "guide", person.id)?.answer ?? DIRECTIONS);
    case "ask_permission":
      return onRequest(s, person, content);
    case "ask_way":
      return onAskWay(s, person);
    case "offer_seat":
      return onOfferSeat(s, person);
    case "report_location":
      return onReport(s, person, content);
    case "ask_help":
      return says("I would like to help. What is it, and where?");
    case "other":
      return says("Oh, I see.");
  }
}

/** Intents that say what a plea for help is about. */
const SAYS_WHAT: ReadonlySet<Intent> = new Set([
  "ask_directions",
  "ask_permission",
  "ask_way",
  "report_location",
]);
const DIRECTIONS = "Go straight on and take the second street on the left; there it is.";
const END_OF_LINE = "We are all waiting our turn here; the line ends behind the last of us.";

function routineOf<T extends "caller" | "guide" | "blocker" | "takes_seat" | "fetcher">(
  s: WorldState,
  type: T,
  person: string,
): Extract<Routine, { type: T }> | undefined {
  return routines(s, type).find((routine) => "person" in routine && routine.person === person);
}

const waits = (s: WorldState, person: PersonEntity): boolean =>
  s.lines.some((line) => line.waiting.includes(person.id));

function onRequest(s: WorldState, person: PersonEntity, content: string): Reaction {
  if (waits(s, person)) return says(END_OF_LINE);
  const { reply, scope } = answerRequest(s, person, content);
  if (!scope) return says(reply);
  const deed = (): number => {
    grant(s, person, scope);
    return 0;
  };
  return { replies: [reply], deeds: [deed] };
}

function onAskWay(s: WorldState, person: PersonEntity): Reaction {
  if (waits(s, person)) return says(END_OF_LINE);
  const blocker = routineOf(s, "blocker", person.id);
  const gap = s.episode.regions.find((r) => r.id === blocker?.gap);
  if (!blocker || !gap || !standsIn(person, gap.polygon, blocker.clear)) {
    return says("I think there is room enough to get by.");
  }
  const step = (): number => walkPerson(s, person, wayTo(s, person, blocker.clear));
  return { replies: ["Oh, sorry. Of course, go ahead."], deeds: [step] };
}

/** Is a person still in the gap, and not yet where they step aside to? */
const standsIn = (person: PersonEntity, gap: readonly Vec2[], clear: Vec2): boolean =>
  contains(gap, person.location) && distance(person.location, clear) > 1;

function onOfferSeat(s: WorldState, person: PersonEntity): Reaction {
  if (person.person.posture === "seated") return says("Thank you, I am sitting already.");
  const taker = routineOf(s, "takes_seat", person.id);
  if (!taker) return says("That is kind, but no, thank you. I would rather stand.");
  const way = wayToSeat(s, person, entityOf(s, taker.seat));
  if (!way) return says("That is kind of you, but there is no free place.");
  const go = (): number => walkPerson(s, person, way);
  const sit = (): number => (seatPerson(s, person, taker.seat) ? SIT_SECONDS : 0);
  return { replies: ["Thank you, that is very kind of you."], deeds: [go, sit] };
}

function onReport(s: WorldState, person: PersonEntity, content: string): Reaction {
  const fetcher = routineOf(s, "fetcher", person.id);
  if (!fetcher) return says("Thank you for telling me.");
  const thing = entityOf(s, fetcher.object);
  if (thing.heldBy?.who === person.id) return says("Thank you, I have it already.");
  if (!leadsTo(s, thing, content)) return says("Hm, I cannot find it there.");
  const ways = fetchingWays(s, person, thing);
  if (!ways) return says("Thank you, but I cannot get at it.");
  const go = (): number => walkPerson(s, person, ways.there);
  const back = (): number => {
    handOver(s, person, thing.id);
    return walkPerson(s, person, ways.back);
  };
  return { replies: ["Ah, thank you! I will go and get it."], deeds: [go, back] };
}
