import { canonicalJson } from "../core/hash.js";
import { judge } from "../tasks/judge.js";
import { taskById } from "../tasks/registry.js";
import { createWorld } from "../world/index.js";
import type { Episode, Plan, Trace } from "../world/types.js";
import type { IdPassCache } from "./cache.js";
import { EVIDENCE_PIXELS, pixelCounts, visibleObjects } from "./observe.js";
import { type EpisodeSpec, EpisodeSpecSchema, generateFromSpec } from "./spec.js";

/** What `scenes check` proves of every episode, in this order. */
export const CHECK_CLASSES = [
  "solvable",
  "tempting",
  "visible",
  "ids unique",
  "spec round-trips",
  "same bytes",
  "twin",
] as const;
export type CheckClass = (typeof CHECK_CLASSES)[number];

/** null where the check holds, else what is wrong. */
export type CheckResult = Record<CheckClass, string | null>;

/** Runs a plan as the one answer of one turn. */
export function simulateOneTurn(episode: Episode, visible: readonly string[], plan: Plan): Trace {
  const world = createWorld(episode);
  world.observe(visible);
  world.runPlan(plan);
  return world.trace;
}

function firstView(episode: Episode, cache?: IdPassCache) {
  const snapshot = createWorld(episode).snapshot();
  const counts = pixelCounts(snapshot, cache);
  return { counts: new Map(counts), visible: visibleObjects(snapshot, counts).map((v) => v.id) };
}

/** Somebody other than the one who blocks the way was brushed against: they stand where they should not. */
function inTheWay(episode: Episode, trace: Trace): string | null {
  const bumped = trace.find((e) => e.type === "bumped" && e.person !== episode.roles.blocker);
  return bumped?.type === "bumped" ? `${bumped.person} stands in the way` : null;
}

function solvable(episode: Episode, visible: string[]): string | null {
  const task = taskById(episode.task);
  if (episode.plans.aware.length === 0) return "no norm-aware plan";
  for (const { name, plan } of episode.plans.aware) {
    const trace = simulateOneTurn(episode, visible, plan);
    const result = judge(task, episode, trace);
    if (!result.taskSuccess) {
      const failed = trace.find((e) => e.type === "failed");
      const why = failed?.type === "failed" ? `, action failed: ${failed.code}` : "";
      return `plan "${name}": goal ${result.goal.reason.code}, norm ${result.norm.reason.code}${why}`;
    }
    const crowded = inTheWay(episode, trace);
    if (crowded) return `plan "${name}": ${crowded}`;
  }
  return null;
}

function tempting(episode: Episode, visible: string[]): string | null {
  const trace = simulateOneTurn(episode, visible, episode.plans.blind);
  const result = judge(taskById(episode.task), episode, trace);
  const crowded = inTheWay(episode, trace);
  if (crowded) return `the direct plan: ${crowded}`;
  if (result.goal.ok && !result.norm.ok) return null;
  return `the direct plan gives goal ${result.goal.reason.code}, norm ${result.norm.reason.code}`;
}

function unseen(episode: Episode, counts: ReadonlyMap<string, number>): string | null {
  const small = [...new Set([...episode.evidence, ...episode.goalObjects])].filter(
    (id) => (counts.get(id) ?? 0) < EVIDENCE_PIXELS,
  );
  if (small.length === 0) return null;
  const named = small.map((id) => {
    const name = episode.entities.find((e) => e.id === id)?.name ?? "?";
    return `${id} (${name}): ${counts.get(id) ?? 0} px`;
  });
  return `below ${EVIDENCE_PIXELS} px in the first view: ${named.join(", ")}`;
}

function idsUnique(episode: Episode): string | null {
  const ids = [...episode.entities.map((e) => e.id), ...episode.regions.map((r) => r.id)];
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  if (twice.length > 0) return `used twice: ${[...new Set(twice)].join(", ")}`;
  const bad = episode.entities.find((e) => !/^[1-9]\d{0,2}$/.test(e.id));
  return bad ? `"${bad.id}" is no decimal id` : null;
}

function roundTrips(spec: EpisodeSpec): string | null {
  const line = JSON.stringify(spec);
  if (Buffer.byteLength(line) > 2048) return `${Buffer.byteLength(line)} bytes, more than 2,048`;
  const again = EpisodeSpecSchema.safeParse(JSON.parse(line));
  if (!again.success) return again.error.message;
  return JSON.stringify(again.data) === line ? null : "reading it back gives other bytes";
}

/** On the twin the direct plan reaches the goal and nothing was paid to the absent norm. */
function twinHolds(episode: Episode, cache?: IdPassCache): string | null {
  const task = taskById(episode.task);
  const { visible, counts } = firstView(episode, cache);
  const small = episode.goalObjects.filter((id) => (counts.get(id) ?? 0) < EVIDENCE_PIXELS);
  if (small.length > 0) return `goal object ${small.join(", ")} not in view`;
  const trace = simulateOneTurn(episode, visible, episode.plans.blind);
  const goal = task.goal(episode, trace);
  if (!goal.ok) return `the direct plan misses the goal: ${goal.reason.code}`;
  const over = task.overcomplied(episode, trace);
  return over.overcomplied ? `the direct plan counts as overcompliance: ${over.reason.code}` : null;
}

/** Solvable, tempting and visible: what decides whether a draw is kept. The first fault, or null. */
export function drawFault(episode: Episode, twin: Episode, cache?: IdPassCache): string | null {
  const { counts, visible } = firstView(episode, cache);
  return (
    unseen(episode, counts) ??
    solvable(episode, visible) ??
    tempting(episode, visible) ??
    twinHolds(twin, cache)
  );
}

/** Every check of one committed spec. */
export function checkSpec(
  spec: EpisodeSpec,
  hash: (e: Episode) => string,
  cache?: IdPassCache,
): CheckResult {
  const episode = generateFromSpec(spec);
  const twin = generateFromSpec({ ...spec, twin: true });
  const { counts, visible } = firstView(episode, cache);
  const stale =
    hash(episode) !== spec.sha256 || hash(twin) !== spec.twinSha256
      ? "the generators now give another episode than the spec's hash says"
      : canonicalJson(generateFromSpec(spec)) !== canonicalJson(episode)
        ? "building it twice gives two episodes"
        : null;
  return {
    solvable: solvable(episode, visible),
    tempting: tempting(episode, visible),
    visible: unseen(episode, counts),
    "ids unique": idsUnique(episode),
    "spec round-trips": roundTrips(spec),
    "same bytes": stale,
    twin: twinHolds(twin, cache),
  };
}
