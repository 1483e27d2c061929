/** What scripted plans say; plain words whose intents `src/world/speech.ts` knows. */

/** ask_directions */
export const ASK_DIRECTIONS = [
  "Excuse me, could you tell me where I can find a place to eat?",
  "Hello, I'm lost. Do you know a restaurant near here?",
  "Excuse me, how do I get to the nearest restaurant?",
  "Sorry to bother you, which way is it to a cafe where I can eat?",
] as const;

/** ask_way */
export const ASK_WAY = [
  "Excuse me, may I get through, please?",
  "Excuse me, could you let me past, please?",
  "Sorry, could I get by, please?",
  "Excuse me, would you step aside for a moment, please?",
] as const;

/** What people answer to a question for a place to eat. */
export const DIRECTIONS = [
  "Go straight on and turn left at the corner; there is a small restaurant.",
  "There is a good bakery with tables two streets further on the right.",
  "Take the second street on the left; the noodle house is right there.",
  "Walk past the fountain and you will see a cafe that serves lunch.",
  "Around the corner on the right there is a place with soup and sandwiches.",
] as const;

/** offer_seat, said to the elder after their name */
export const OFFER_SEAT = [
  "please take a seat on the bench.",
  "please sit down on the free seat and rest.",
  "there is one free seat on the bench, please have a seat.",
  "would you like to sit down on the bench?",
] as const;

/** offer_seat, after pointing at the seat */
export const OFFER_THAT_SEAT = [
  "please take a seat over there.",
  "please have a seat there.",
  "please sit down there and rest.",
] as const;
