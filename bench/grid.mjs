// How fast the grid world steps, one core, eight people, no pictures: node bench/grid.mjs
// Rival: the arithmetic limit of a step's searches and rules with all tables in the first cache (180,000 a second).
import { join } from "node:path";
import { root, row, timed } from "./kit.mjs";

const LIMIT = 180_000;
const STEPS = 4_000;
const grid = (file) => import(join(root, "dist/grid", file));
const { openArena } = await grid("engine/arena.js");
const { advance, begin } = await grid("engine/step.js");
const { Community } = await grid("planner/community.js");
const { freeScenario } = await grid("scenarios/free.js");
const { rollout } = await grid("scenarios/rollout.js");
const { normIds } = await grid("norms/index.js");
const { readGridBenchmark } = await import(join(root, "dist/scenes/grid-benchmark.js"));

/** Steps a second under a norm, everybody planning with it or without. */
function speed(norm, policy, people = 8, steps = STEPS) {
  const scenario = freeScenario({
    norm,
    layout: "cafe",
    seed: 1,
    agents: people,
    blindSlots: 0,
    steps: 1e9,
  });
  for (const slot of scenario.slots) slot.policy = policy;
  const arena = openArena(scenario);
  const state = begin(arena);
  const community = new Community(arena, { newcomer: null });
  const step = () => {
    community.choose(state);
    advance(arena, state);
  };
  for (let i = 0; i < 500; i++) step();
  return (
    (steps /
      timed(() => {
        for (let i = 0; i < steps; i++) step();
      })) *
    1000
  );
}

const norms = normIds();
for (const norm of norms) speed(norm, "aware", 8, 1); // warm
const aware = norms.map((norm) => [norm, speed(norm, "aware")]);
const blind = norms.slice(0, 12).map((norm) => speed(norm, "blind"));
const harmonic = (list) => list.length / list.reduce((n, x) => n + 1 / x, 0);
row(
  "norm-aware, mean of fifty norms",
  harmonic(aware.map((a) => a[1])),
  "/s",
  LIMIT,
  "limit",
  "≥ 20,000",
);
const [slowest] = [...aware].sort((a, b) => a[1] - b[1]);
row(`  slowest: ${slowest[0]}`, slowest[1], "/s", LIMIT, "limit", "≥ 20,000");
row("norm-blind", harmonic(blind), "/s", LIMIT, "limit", "≥ 60,000");
row(
  "norm-aware, sixteen people",
  speed("all-exit-left", "aware", 16),
  "/s",
  LIMIT / 2,
  "limit",
  "",
);

const { entries } = readGridBenchmark();
let turns = 0;
const ms = timed(() => {
  for (const { scenario } of entries) turns += rollout(scenario, { newcomer: "oracle" }).steps;
});
row(
  "whole benchmark with the oracle, one core",
  ms / 1000,
  "s",
  turns / LIMIT,
  "limit",
  "≤ 15 on two",
);
