import { describe, expect, it } from "vitest";
import { recogniseIntents } from "../../src/world/speech.js";
import type { Intent } from "../../src/world/types.js";

/**
 * Ways of asking times things asked: every pairing must be read alike. V stands for the bare verb
 * phrase, G for its -ing form, P for its past.
 */
type Forms = [bare: string, ing: string, past: string];

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
const forms = (text: string): Forms[] => lines(text).map((line) => line.split(" / ") as Forms);

function misread(frames: readonly string[], verbs: readonly Forms[], wanted: Intent): string[] {
  return frames.flatMap((frame) =>
    verbs
      .map(([bare, ing, past]) =>
        frame.replace("V", bare).replace(/\bG\b/, ing).replace(/\bP\b/, past),
      )
      .filter((text) => {
        const intents = recogniseIntents(text).filter((intent) => intent !== "greet");
        return intents.join() !== wanted;
      }),
  );
}

const ASK_SELF = lines(`
  May I V?
  Can I V?
  Could I V, please?
  Might I V?
  May I please V?
  Would it be ok if I P?
  Would it be alright for me to V?
  Is it ok to V?
  Is it fine if I V?
  Do you mind if I V?
  Would you mind if I P?
  Would you mind me G?
  Do you mind my G?
  Am I allowed to V?
  Do I have permission to V?
  May I have permission to V?
  I'd like to ask for permission to V.
  I was wondering if I could V.
  I'm wondering whether I might V
  I wanted to ask if I could V.
  Can I ask if it's ok to V?
  Do you think I could V?
  Would you let me V?
  Could you please allow me to V
  Is it possible for me to V?
  Any chance I can V?
  Please let me know if I can V.
  Could you tell me if I can V?
  Excuse me, may I V?
  Hi, could I V?
  Are you okay with me G?
  Would it bother you if I P?
  Would you object to me G?
  I'd appreciate it if I could V.
  It would be great if I could V.
  can i V
  mind if i V
  ok if i V?
  could i plz V
  Permission to V?
  I would like to know if I can V.
  I don't mean to intrude, but could I V?
  If I could V, that would be lovely.
`);
const PLANS_WITH_TAG = lines(`
  I'd like to V, if that's okay.
  I'm going to V, is that ok?
  I will V if you don't mind.
  With your permission, I'd like to V.
  If you don't mind, I'd like to V.
  I'd like to V. Is that all right?
  I want to V. May I?
  If I V, would you mind?
`);
const LEAVE = forms(`
  take one of these drinks / taking one of these drinks / took one of these drinks
  have some juice / having some juice / had some juice
  go into your bedroom / going into your bedroom / went into your bedroom
  get the ball from your room / getting the ball from your room / got the ball from your room
  use the bathroom / using the bathroom / used the bathroom
  come in / coming in / came in
  borrow a pen / borrowing a pen / borrowed a pen
  sit down here / sitting down here / sat down here
  go first / going first / went first
  help myself to a soda / helping myself to a soda / helped myself to a soda
  open the door to fetch the ball / opening the door to fetch the ball / opened the door to fetch the ball
`);
const PAST = forms(`
  get through / getting through / got through
  get past you / getting past you / got past you
  pass / passing / passed
  squeeze by / squeezing by / squeezed by
  walk past / walking past / walked past
  go through here / going through here / went through here
`);

const ASK_LISTENER = lines(`
  Could you V?
  Can you V, please?
  Would you please V?
  Would you mind G?
  Do you mind G?
  Would you be able to V?
  Would you be so kind as to V?
  Would you be willing to V?
  Would it be possible for you to V?
  I was wondering if you could V.
  Do you think you could V?
  I'd appreciate it if you could V.
  It would help me a lot if you could V.
  Please V.
  Excuse me, could you V?
  Could I ask you to V?
  I'd like you to V, please.
  Any chance you could V?
  Could you, if you don't mind, V?
  If you could V, that would be great.
  Mind G?
  could u V plz
  Are you able to V?
  I hope you don't mind, but could you V?
  Hey, V please
`);
const WAY = forms(`
  move aside / moving aside / moved aside
  step aside / stepping aside / stepped aside
  let me through / letting me through / let me through
  make some room / making some room / made some room
  step back a little / stepping back a little / stepped back a little
  get out of the way / getting out of the way / got out of the way
`);
const HELP = forms(`
  help me / helping me / helped me
  get the ball for me / getting the ball for me / got the ball for me
  bring me the ball / bringing me the ball / brought me the ball
  give me a hand / giving me a hand / gave me a hand
  open the door for me / opening the door for me / opened the door for me
`);
const GIVE = forms(`
  give me some juice / giving me some juice / gave me some juice
  pass me one of those sodas / passing me one of those sodas / passed me one of those sodas
  lend me a pen / lending me a pen / lent me a pen
  share your juice with me / sharing your juice with me / shared your juice with me
`);

const OFFER = lines(`
  Please V.
  Would you like to V?
  Why don't you V?
  You can V.
  You should V.
  Do you want to V?
  Feel free to V.
  Go ahead and V.
  Grandma, V.
  Grandma, please V.
  Won't you V?
  You're welcome to V.
  I'd like you to V.
  I think you should V.
  I'll stand so you can V.
  How about you V?
  I insist that you V.
  Come and V.
  You'd better V.
  I want you to V.
  Grandpa, I'm fine standing, so please V.
  Could you please V?
  Do V.
  You look tired, V.
  Why not V?
`);
const SEAT = forms(`
  sit down / sitting down / sat down
  have a seat / having a seat / had a seat
  take my seat / taking my seat / took my seat
  sit here / sitting here / sat here
  rest on the bench / resting on the bench / rested on the bench
`);

const WHERE = lines(`
  Could you tell me V?
  Do you know V?
  Would you mind telling me V?
  Please tell me V.
  I was wondering if you could tell me V.
  May I ask V?
  I'd like to know V.
  I don't know V.
  Do you happen to know V?
  Excuse me, could you tell me V?
  I want to ask you V.
`);
const PLACES: Forms[] = lines(`
  where the restaurant is
  how to get to the restaurant
  where I can eat
  which way the station is
`).map((text) => [text, text, text]);

const REPORT = lines(`
  Your ball V.
  I think your ball V.
  It V.
  It looks like your ball V.
  I see that your ball V.
  Look, the ball V!
  I found it, it V.
  The ball you are looking for V.
  Don't worry, your ball V.
  I wanted to tell you that your ball V.
`);
const WHEREABOUTS: Forms[] = lines(`
  is in the bedroom
  is over there
  is next to the bed
  rolled into the bedroom
  is lying on the floor
  is behind the door of the other room
`).map((text) => [text, text, text]);

/** Plans, denials, other people's words: nothing is asked. */
const TOLD = lines(`
  I won't V.
  I will V.
  I'm going to V.
  I'm about to V.
  He asked if he could V.
  She said I could V.
  They asked me if I could V.
  I P.
  I already P.
  I can't V.
  I never V.
  I don't want to V.
  I don't need to V.
  I would never V.
  He wants to V.
  I asked whether I could V.
  I don't have permission to V.
  He gave me permission to V.
  There is no need to V.
  I don't think I can V.
  I'd rather not V.
  It's not ok to V.
  I will ask Anna if I can V.
  Let's V.
  I won't ask if I can V.
`);
const TOLD_OF_LISTENER = lines(`
  You don't have to V.
  You needn't V.
  Don't V.
  Please don't V.
  You can't V.
  You shouldn't V.
  I'm not asking you to V.
  I don't want you to V.
  He asked me to V.
  She told him to V.
  He asked, "could you V?"
  They wouldn't V.
  Nobody would V.
  He will V.
  Did you V?
  I asked if you could V.
`);

describe("every way of asking reads every thing asked alike", () => {
  it.each<[string, readonly string[], readonly Forms[], Intent]>([
    ["leave", [...ASK_SELF, ...PLANS_WITH_TAG], LEAVE, "ask_permission"],
    ["being let past", ASK_SELF, PAST, "ask_way"],
    ["making way", ASK_LISTENER, WAY, "ask_way"],
    ["helping", ASK_LISTENER, HELP, "ask_help"],
    ["giving", ASK_LISTENER, GIVE, "ask_permission"],
    ["a seat offered", OFFER, SEAT, "offer_seat"],
    ["directions", WHERE, PLACES, "ask_directions"],
    ["a report", REPORT, WHEREABOUTS, "report_location"],
    ["the speaker's own plans and denials", TOLD, LEAVE, "other"],
    [
      "what the listener need not do",
      TOLD_OF_LISTENER,
      [...WAY, ...HELP, ...GIVE, ...SEAT],
      "other",
    ],
  ])("%s", (_, frames, verbs, intent) => {
    expect(misread(frames, verbs, intent)).toEqual([]);
  });
});
