import { Rng } from "../../core/rng.js";
import { BENCHMARK_LAYOUTS, HOME_LAYOUT } from "../layouts.js";
import { normIds } from "../norms/index.js";
import { GROUPS, type Group, type Rules } from "../types.js";
import { buildScenario, drawScenario, type ScenarioRequest } from "./build.js";
import { prove } from "./prove.js";
import type { BenchmarkEntry } from "./schema.js";

/** Where newcomers learn, and are tested on what they have seen. */
const HOME = HOME_LAYOUT;
const ELSEWHERE = BENCHMARK_LAYOUTS.slice(1);
const TESTS = 3;

/** Seed of a norm's interaction phase; its six tests have the next six. */
export const baseSeed = (index: number): number => 10_000 + 100 * index;

/** The newcomer's groups in three tests, each once, in an order drawn from the first one's seed. */
export const groupOrder = (seed: number): Group[] => Rng.from("groups", seed).shuffle(GROUPS);

/** The layout on which a norm is tested without having been seen there; the nine take turns. */
export const unseenLayout = (index: number): string =>
  ELSEWHERE[index % ELSEWHERE.length] as string;

/** What the benchmark asks for one norm, by its place in `normIds()`: a lesson, three tests at home, three elsewhere. */
export function requestsFor(index: number, rules: Rules["name"] = "repaired"): ScenarioRequest[] {
  const norm = normIds()[index] as string;
  const seed = baseSeed(index);
  const tests = (phase: "seen" | "unseen", layout: string, from: number): ScenarioRequest[] => {
    const groups = groupOrder(phase === "seen" ? seed : from);
    return Array.from({ length: TESTS }, (_, k) => ({
      norm,
      layout,
      seed: from + k,
      phase,
      group: groups[k] as Group,
      rules,
    }));
  };
  const group = Rng.from("lesson group", seed).pick(GROUPS);
  return [
    { norm, layout: HOME, seed, phase: "interaction", group, rules },
    ...tests("seen", HOME, seed + 1),
    ...tests("unseen", unseenLayout(index), seed + 1 + TESTS),
  ];
}

/** The entries of one norm, built and proven. */
export function buildNorm(index: number, rules: Rules["name"] = "repaired"): BenchmarkEntry[] {
  return requestsFor(index, rules).map((request) => {
    const { scenario, rollouts } = buildScenario(request);
    return JSON.parse(JSON.stringify({ index, scenario, rollouts })) as BenchmarkEntry;
  });
}

/** What is wrong with an entry: it must come out of its own seed again, be proven again, and give the same figures. */
export function checkEntry(entry: BenchmarkEntry): string[] {
  const { scenario, rollouts, index } = entry;
  const faults: string[] = [];
  if (normIds()[index] !== scenario.norm)
    faults.push(`index ${index} is not that of the norm ${scenario.norm}`);
  if (scenario.phase !== "free" && !isOwnDraw(entry))
    faults.push("its seed and attempt draw another scenario");
  const proof = prove(scenario);
  faults.push(...proof.faults);
  if (!sameJson(proof.rollouts, rollouts)) faults.push("its rollouts give other figures");
  return faults;
}

function isOwnDraw({ scenario }: BenchmarkEntry): boolean {
  const { norm, layout, seed, phase, rules, attempt, slots } = scenario;
  const group = slots[0]?.first.group as Group;
  const request = { norm, layout, seed, phase, group, rules } as ScenarioRequest;
  return sameJson(drawScenario(request, attempt), scenario);
}

/** Equal up to the order of keys. */
function sameJson(a: unknown, b: unknown): boolean {
  return sorted(a) === sorted(b);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, v: unknown) =>
    v !== null && typeof v === "object" && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([x], [y]) => (x < y ? -1 : 1)))
      : v,
  );
}
