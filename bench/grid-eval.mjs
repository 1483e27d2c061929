// The whole grid benchmark with the embedded learner, on all cores: node bench/grid-eval.mjs
// Rival: the same episodes with the oracle, which learns nothing. Asked for: at most 180 s on two cores.
import { join } from "node:path";
import { root, row } from "./kit.mjs";

const dist = (file) => import(join(root, "dist", file));
const { GridEvalPool } = await dist("grid-eval/jobs.js");
const { readGridBenchmark } = await dist("scenes/grid-benchmark.js");
const { entries } = readGridBenchmark();
const norms = [...new Set(entries.map((e) => e.scenario.norm))];

/** Seconds for all norms: each lesson, then its tests with the belief that it ended with. */
async function seconds(newcomer) {
  const pool = new GridEvalPool();
  const started = performance.now();
  await Promise.all(
    norms.map(async (norm) => {
      const [lesson, ...tests] = entries.map((e) => e.scenario).filter((s) => s.norm === norm);
      const job = { newcomer, seed: 0, scenario: lesson, belief: null };
      const { record } = await pool.run(job);
      await Promise.all(
        tests.map((scenario) => pool.run({ ...job, scenario, belief: record.belief })),
      );
    }),
  );
  await pool.close();
  return (performance.now() - started) / 1000;
}

const oracle = await seconds("scripted/oracle");
row(
  "350 episodes with builtin/bayes",
  await seconds("builtin/bayes"),
  "s",
  oracle,
  "the oracle",
  "<= 180 s",
);
