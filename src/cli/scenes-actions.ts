import { join } from "node:path";
import { NormactError } from "../core/errors.js";
import { makeFolder, writeWhole } from "../core/files.js";
import { plural } from "../core/shown.js";
import { textTable } from "../report/text-table.js";
import type { BuiltInstance } from "../scenes/build.js";
import { CHECK_CLASSES, type CheckClass, type CheckResult } from "../scenes/checks.js";
import {
  defaultDatasetFolder,
  readDataset,
  selectSpecs,
  specById,
  writeDataset,
} from "../scenes/dataset.js";
import { ScenePool } from "../scenes/jobs.js";
import { type EpisodeSpec, episodeFromSpec, twinOf } from "../scenes/spec.js";
import { TASKS, taskById } from "../tasks/registry.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";

interface BuildOptions {
  seed: number;
  instances: number;
  tasks?: string[];
  out?: string;
  workers?: number;
  json?: boolean;
}

export async function build(options: BuildOptions): Promise<void> {
  const tasks = options.tasks ?? TASKS.map((t) => t.id);
  for (const id of tasks) taskById(id);
  const folder = options.out ?? defaultDatasetFolder();
  if (!options.out && (options.tasks || options.instances !== 50 || options.seed !== 0))
    throw new NormactError(
      "would_replace_set",
      "this would replace the shipped set by another one; name a folder with --out DIR",
      2,
    );
  makeFolder(folder);
  const started = Date.now();
  const pool = new ScenePool(options.workers);
  const bar = progress("scenes build", tasks.length * options.instances);
  let built: BuiltInstance[];
  try {
    built = await Promise.all(
      tasks.flatMap((task) =>
        Array.from({ length: options.instances }, async (_, instance) => {
          const result = await pool.run<BuiltInstance>({
            type: "build",
            task,
            instance,
            seed: options.seed,
          });
          bar.tick(result.spec.id);
          return result;
        }),
      ),
    );
  } finally {
    bar.end();
    await pool.close();
  }
  const info = writeDataset(
    folder,
    built.map((b) => b.spec),
    { seed: options.seed, instances: options.instances, tasks },
  );
  const seconds = (Date.now() - started) / 1000;
  if (options.json) {
    printJson({ folder, ...info, seconds, redraws: redrawsByTask(built) });
    return;
  }
  print(
    textTable(
      ["task", "episodes", "redraws", "most often because"],
      Object.entries(redrawsByTask(built)).map(([task, r]) => [
        task,
        String(r.episodes),
        String(r.redraws),
        r.reasons[0] ? `${r.reasons[0][0].slice(0, 90)} (${r.reasons[0][1]}×)` : "",
      ]),
    ),
  );
  note(
    `${info.episodes} episodes in ${folder}, hash ${info.hash.slice(0, 12)}, ${seconds.toFixed(1)} s`,
  );
}

function redrawsByTask(built: BuiltInstance[]) {
  const out: Record<string, { episodes: number; redraws: number; reasons: [string, number][] }> =
    {};
  for (const { spec, redraws } of built) {
    const row = out[spec.task] ?? { episodes: 0, redraws: 0, reasons: [] };
    out[spec.task] = row;
    row.episodes++;
    for (const [reason, n] of Object.entries(redraws)) {
      row.redraws += n;
      // ids differ from draw to draw: fold them together
      const kind = reason.replace(/\d+/g, "n");
      const known = row.reasons.find((r) => r[0] === kind);
      if (known) known[1] += n;
      else row.reasons.push([kind, n]);
    }
    row.reasons.sort((a, b) => b[1] - a[1]);
  }
  return out;
}

interface CheckOptions {
  tasks?: string[];
  episodes?: string[];
  set?: string;
  workers?: number;
  json?: boolean;
}

export async function check(options: CheckOptions): Promise<void> {
  const dataset = readDataset(options.set);
  const specs = selectSpecs(dataset, options);
  const pool = new ScenePool(options.workers);
  const bar = progress("scenes check", specs.length);
  let results: { spec: EpisodeSpec; result: CheckResult }[];
  try {
    results = await Promise.all(
      specs.map(async (spec) => {
        const result = await pool.run<CheckResult>({ type: "check", spec });
        bar.tick(spec.id);
        return { spec, result };
      }),
    );
  } finally {
    bar.end();
    await pool.close();
  }
  const failed = (name: CheckClass) => results.filter((r) => r.result[name] !== null);
  const firstBad = CHECK_CLASSES.find((name) => failed(name).length > 0);
  if (firstBad) process.exitCode = 1;
  if (options.json) {
    printJson({
      schemaVersion: 1,
      dataset: { version: dataset.info.version, hash: dataset.info.hash },
      n: results.length,
      ok: firstBad === undefined,
      classes: Object.fromEntries(
        CHECK_CLASSES.map((name) => [
          name,
          {
            passed: results.length - failed(name).length,
            failed: failed(name).map((r) => ({ id: r.spec.id, why: r.result[name] })),
          },
        ]),
      ),
    });
    return;
  }
  const tasks = [...new Set(specs.map((s) => s.task))];
  print(
    textTable(
      ["task", "episodes", ...CHECK_CLASSES],
      tasks.map((task) => {
        const own = results.filter((r) => r.spec.task === task);
        return [
          task,
          String(own.length),
          ...CHECK_CLASSES.map((name) => String(own.filter((r) => r.result[name] === null).length)),
        ];
      }),
    ),
  );
  if (firstBad) {
    note(
      `"${firstBad}" does not hold for ${failed(firstBad).length} of ${results.length} episodes:`,
    );
    for (const { spec, result } of failed(firstBad).slice(0, 10))
      note(`  ${spec.id}: ${result[firstBad]}`);
  } else
    note(
      `all ${results.length} episodes hold, set ${dataset.info.version} (${dataset.info.hash.slice(0, 12)})`,
    );
}

/** The episode that an id names, in the shipped set. */
export function loadEpisode(id: string, twin = false) {
  const spec = specById(readDataset(), id);
  return episodeFromSpec(twin ? twinOf(spec) : spec);
}

export async function show(id: string, options: { json?: boolean; twin?: boolean }): Promise<void> {
  const episode = loadEpisode(id, options.twin);
  const [{ goalText, defaultCuePack }, { createWorld }, { pixelCounts, visibleObjects }] =
    await Promise.all([
      import("../prompts/index.js"),
      import("../world/index.js"),
      import("../scenes/observe.js"),
    ]);
  const snapshot = createWorld(episode).snapshot();
  const visible = visibleObjects(snapshot, pixelCounts(snapshot));
  const goal = goalText(await defaultCuePack(), episode);
  if (options.json) {
    printJson({
      schemaVersion: 1,
      id: episode.id,
      task: episode.task,
      dimension: episode.dimension,
      variant: episode.variant,
      twin: episode.twin,
      seed: episode.seed,
      time: episode.time,
      goal,
      agent: episode.agent,
      entities: episode.entities,
      regions: episode.regions,
      roles: episode.roles,
      evidence: episode.evidence,
      goalObjects: episode.goalObjects,
      plans: {
        aware: episode.plans.aware.map((p) => p.plan),
        names: episode.plans.aware.map((p) => p.name),
        blind: episode.plans.blind,
      },
      slots: episode.slots,
      routines: episode.routines,
      setting: episode.setting,
      visibleObjects: visible,
    });
    return;
  }
  const { topDownMap } = await import("../scenes/card.js");
  const task = taskById(episode.task);
  const name = (x: string): string =>
    `${x} (${episode.entities.find((e) => e.id === x)?.name ?? "region"})`;
  print(
    `${episode.id}  ${episode.dimension}, variant ${episode.variant}${episode.twin ? ", twin" : ""}`,
  );
  print(`${task.summary}\n`);
  print(`Goal: ${goal}`);
  for (const [role, who] of Object.entries(episode.roles))
    print(
      `  ${role}: ${(Array.isArray(who) ? who : [who]).map((w) => (typeof w === "string" ? name(w) : String(w))).join(", ")}`,
    );
  print(`\n${topDownMap(episode).join("\n")}\n`);
  print(
    "north is up; # wall  = roadway  % crosswalk  : private room  ~ queue lane  ^ service spot  arrow agent\n",
  );
  print(
    textTable(
      ["id", "name", "location", "state", "owner", "seen"],
      episode.entities.map((e) => [
        e.id,
        e.name,
        e.location.join(", "),
        e.person ? e.person.activity.type : (e.state ?? ""),
        e.owner ?? "",
        visible.some((v) => v.id === e.id) ? "yes" : "",
      ]),
    ),
  );
  for (const { name: label, plan } of [
    ...episode.plans.aware,
    { name: "norm-blind", plan: episode.plans.blind },
  ])
    print(
      `${label}: ${plan.map((s) => `${s.action}(${Object.values(s.parameters).map(String).join(", ")})`).join(" → ")}`,
    );
}

interface RenderOptions {
  out: string;
  turn?: number;
  plan?: string[];
  run?: string;
  twin?: boolean;
}

export async function render(id: string, options: RenderOptions): Promise<void> {
  const { replayTurns } = await import("./turns.js");
  const world = await replayTurns(loadEpisode(id, options.twin), options);
  const { drawObservation } = await import("../scenes/picture.js");
  const picture = await drawObservation(world.snapshot());
  makeFolder(options.out);
  const put = (name: string, data: Uint8Array | string): void =>
    writeWhole(join(options.out, name), data);
  put("observation.png", picture.observation);
  put("rgb.png", picture.rgb);
  put("seg.png", picture.seg);
  put("ids.png", picture.ids);
  put("labels.json", `${JSON.stringify(picture.labels, null, 1)}\n`);
  note(`wrote observation.png, rgb.png, seg.png, ids.png, labels.json to ${options.out}`);
}

export async function exportSet(
  dir: string,
  options: { tasks?: string[]; limit?: number; workers?: number },
): Promise<void> {
  const dataset = readDataset();
  const specs = selectSpecs(dataset, options);
  const { exportImageFolder } = await import("../scenes/export.js");
  const { goalText, defaultCuePack } = await import("../prompts/index.js");
  const pack = await defaultCuePack();
  const pool = new ScenePool(options.workers);
  const bar = progress("scenes export", specs.length);
  try {
    await exportImageFolder(dir, dataset.info, specs, {
      draw: (snapshot) => pool.run({ type: "draw", snapshot }),
      goal: (episode) => goalText(pack, episode),
      onDone: (spec) => bar.tick(spec.id),
    });
  } finally {
    bar.end();
    await pool.close();
  }
  note(`wrote ${plural(specs.length, "episode")} with their first views to ${dir}`);
}
