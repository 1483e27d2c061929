/** Greetings (R1 of docs/speech.md). */
import { clauseStart, reported } from "./speech-clause.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import type { Sentence } from "./speech-text.js";
import { LEADERS } from "./speech-words.js";

const GREETING = patterns(`
  hello|hi|hey|hiya|howdy|greetings|heya|hullo|salutations|yo|ahoy|helo|hii|heyy|heyo|hiyah|mornin
  top of the morning|mornin
  good morning|afternoon|evening|day
  morning|evening|afternoon $|everyone|all|grandma|grandpa|mum|mom|dad|there
  how have you|things|life been
  sup|wassup|whassup
  how are you|we|things $|doing|today|this|feeling|keeping|all|both|getting
  how is it|everything|life going|$
  how do you do $
  it? good|nice|great|lovely|pleased|pleasure|happy|glad|delighted to see|meet|finally? you
  long time no see
`);

/** Greets where nobody has been answered: "sure, what's up?" asks what is wanted. */
const WHAT_IS_NEW = patterns("what is new|cooking|happening|good|up $");
const ANSWERING = /^(yes|yeah|yep|sure|ok|fine|no)$/;

/** Where a greeting stands in the sentence, or -1: only at the start of a clause. */
export function greetingIn(s: Sentence): number {
  for (let i = 0; i < s.words.length; i++) {
    const start =
      (clauseStart(s, i) && (i !== 1 || s.gap[1] || LEADERS.has(s.words[0]!))) ||
      /^(it is|oh|well|and|there)$/.test(s.words.slice(Math.max(0, i - 2), i).join(" "));
    if (!start || reported(s, i)) continue;
    if (firstMatch(GREETING, plainly(s), i) >= 0) return i;
    if (firstMatch(WHAT_IS_NEW, plainly(s), i) >= 0 && !ANSWERING.test(s.words[0]!)) return i;
  }
  return -1;
}
