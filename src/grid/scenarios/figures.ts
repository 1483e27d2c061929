import { rollout } from "./rollout.js";
import type { BenchmarkEntry } from "./schema.js";

/** What a norm's scenarios are like: how much there is to see, and what can be had without knowing. */
export interface NormFigures {
  norm: string;
  /** sanctions of others in the lesson, with a newcomer who does all right and one who does nothing */
  peerSanctions: { oracle: number; idle: number };
  /** means over the norm's tests */
  oracle: { steps: number };
  blind: { steps: number; sanctions: number };
  /** somebody who acts at random: share of goals, of clean and finished tests, of clean tests; sanctions a test */
  random: { task: number; joint: number; clean: number; sanctions: number };
}

/** The figures of one norm from its entries; only the random newcomer has to be played. */
export function figuresOf(entries: readonly BenchmarkEntry[]): NormFigures {
  const tests = entries.flatMap((e) =>
    "norm-blind" in e.rollouts ? [{ scenario: e.scenario, ...e.rollouts }] : [],
  );
  const lesson = entries.flatMap((e) => ("idle" in e.rollouts ? [e.rollouts] : []))[0];
  const played = tests.map(({ scenario }) => rollout(scenario, { newcomer: "random" }));
  return {
    norm: entries[0]?.scenario.norm ?? "",
    peerSanctions: {
      oracle: lesson?.oracle.background.sanctions ?? 0,
      idle: lesson?.idle.background.sanctions ?? 0,
    },
    oracle: { steps: mean(tests.map((t) => t.oracle.steps)) },
    blind: {
      steps: mean(tests.map((t) => t["norm-blind"].steps)),
      sanctions: mean(tests.map((t) => t["norm-blind"].newcomer.sanctions)),
    },
    random: {
      task: mean(played.map((p) => p.task)),
      joint: mean(played.map((p) => p.joint)),
      clean: mean(played.map((p) => (p.newcomer.sanctions === 0 ? 1 : 0))),
      sanctions: mean(played.map((p) => p.newcomer.sanctions)),
    },
  };
}

function mean(values: number[]): number {
  if (values.length === 0) return 0;
  return Math.round((values.reduce((a, b) => a + b, 0) / values.length) * 1000) / 1000;
}
