/** What is added to a request and changes it: a tag that asks leave, a purpose. Rule numbers: docs/speech.md. */
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import { GO_PAST_VP } from "./speech-phrases.js";
import type { Sentence } from "./speech-text.js";

/** R6. Asks leave for a plan just told: "I'll take one, if that's ok". */
const TAG = patterns(`
  if that|it|this is|would|works|sounds be? not? a? @OK|ok|for
  if that|it|this works|suits
  if you do|would not mind
  if you are @OK|happy with?
  if you|they allow|let|permit|agree|approve|will
  if nobody|noone minds
  if i may|can|could $
  with your permission|leave|consent
  is|would that|it|this be? @OK
  @OK with you
  ok $
  do|would you mind $
  may|can|could i $
  may|can i do? that|this|so $
`);

/** Does the plan told from `start` carry such a tag, in its own sentence or a short neighbour (`around`)? */
export function tagged(
  s: Sentence,
  start: number,
  at: number,
  around: readonly (Sentence | undefined)[],
): boolean {
  // "if I take one, would you mind" has its tag behind it; "is it ok if I" is a head of its own
  const from = /^(if|before|when)$/.test(s.words[start]!) ? at : Math.max(0, at - 16);
  for (let k = from; k < s.words.length && k < at + 40; k++) {
    if (firstMatch(TAG, plainly(s), k) >= 0 && (s.words[k] !== "ok" || s.question)) return true;
  }
  return around.some(
    (near) => near?.question && near.words.length <= 6 && firstMatch(TAG, plainly(near), 0) >= 0,
  );
}

const SO_THAT = patterns("so that? @I can|could|may|might");

/** "can we swap sides so I can get by": the purpose asks for the way, so no leave is asked. */
export function meantToPass(s: Sentence, at: number): boolean {
  for (let k = at; k < s.words.length && k < at + 9; k++) {
    const end = firstMatch(SO_THAT, plainly(s), k);
    if (end >= 0) return firstMatch(GO_PAST_VP, plainly(s), end) >= 0;
  }
  return false;
}
