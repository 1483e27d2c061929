/** Greetings (R1 of docs/speech.md). */
import { clauseStart, reported } from "./speech-clause.js";
import { firstMatch, patterns, plainly } from "./speech-pattern.js";
import type { Sentence } from "./speech-text.js";
import { LEADERS } from "./speech-words.js";

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
    const start =
      (clauseStart(s, i) && (i !== 1 || s.gap[1] || LEADERS.has(s.words[0]!))) ||
      /^(it is|oh|well|and|there)$/.test(s.words.slice(Math.max(0, i - 2), i).join(" "));
    if (start && !reported(s, i) && firstMatch(GREETING, plainly(s), i) >= 0) return i;
  }
  return -1;
}
