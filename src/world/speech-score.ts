/** How well the recogniser agrees with labels: precision and recall per intent. */
import { recogniseIntents } from "./speech.js";
import type { Intent } from "./types.js";

/** All intents, in the order of tables and of the recogniser's output. */
export const INTENTS: readonly Intent[] = [
  "ask_directions",
  "ask_help",
  "ask_permission",
  "ask_way",
  "greet",
  "offer_seat",
  "other",
  "report_location",
];

export interface LabelledUtterance {
  text: string;
  intents: Intent[];
}

/** Counts are utterances; a rate is a fraction, null where nothing could be counted. */
export interface IntentScore {
  intent: Intent;
  /** labelled with it */
  n: number;
  truePositive: number;
  falsePositive: number;
  falseNegative: number;
  precision: number | null;
  recall: number | null;
}

export interface SpeechScore {
  n: number;
  /** utterances whose whole list of intents is right */
  exact: number;
  intents: IntentScore[];
  /** the utterances that are not exact, in the order given */
  wrong: { text: string; expected: Intent[]; got: Intent[] }[];
}

const ratio = (k: number, n: number): number | null => (n === 0 ? null : k / n);

/** Runs the recogniser over labelled utterances. Pure. */
export function scoreUtterances(utterances: readonly LabelledUtterance[]): SpeechScore {
  const judged = utterances.map(({ text, intents }) => ({
    text,
    expected: [...intents].sort(),
    got: recogniseIntents(text),
  }));
  const scores = INTENTS.map((intent): IntentScore => {
    const count = (expected: boolean, got: boolean): number =>
      judged.filter(
        (j) => j.expected.includes(intent) === expected && j.got.includes(intent) === got,
      ).length;
    const truePositive = count(true, true);
    const falsePositive = count(false, true);
    const falseNegative = count(true, false);
    return {
      intent,
      n: truePositive + falseNegative,
      truePositive,
      falsePositive,
      falseNegative,
      precision: ratio(truePositive, truePositive + falsePositive),
      recall: ratio(truePositive, truePositive + falseNegative),
    };
  });
  const wrong = judged.filter((j) => j.expected.join() !== j.got.join());
  return { n: judged.length, exact: judged.length - wrong.length, intents: scores, wrong };
}
