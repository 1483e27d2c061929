import { UsageError } from "../core/errors.js";
import { type BuiltSet, buildTrainingSet } from "../perceptor/dataset/build.js";
import type { Distances, Independence } from "../perceptor/dataset/independence.js";
import { textTable } from "../report/text-table.js";
import { TASKS, taskById } from "../tasks/registry.js";
import { note, print, printJson } from "./io.js";
import { type Progress, progress } from "./progress.js";
import { goesOn } from "./same-command.js";
import { stopOnSignal } from "./stopping.js";

interface SetOptions {
  out: string;
  perTask: number;
  tasks?: string[];
  seed: number;
  images?: string;
  csv?: string;
  workers?: number;
  json?: boolean;
}

export async function makeSet(options: SetOptions): Promise<void> {
  const tasks = options.tasks ?? TASKS.map((t) => t.id);
  for (const id of tasks) taskById(id);
  if (options.images !== undefined || options.csv !== undefined) return takeIn(options);
  const started = Date.now();
  const interrupt = stopOnSignal("finishing what is in flight");
  let bar: Progress | null = null;
  let built: BuiltSet;
  try {
    built = await goesOn(
      buildTrainingSet(
        {
          folder: options.out,
          tasks: TASKS.map((t) => t.id).filter((id) => tasks.includes(id)),
          perTask: options.perTask,
          seed: options.seed,
          ...(options.workers === undefined ? {} : { workers: options.workers }),
        },
        {
          stop: interrupt.stop,
          onBenchmark(total) {
            note("drawing the benchmark's first views once, to keep away from them");
            bar = progress("benchmark", total);
          },
          onHash: (id) => bar?.tick(id),
          onStart(total, done) {
            bar?.end();
            if (done > 0) note(`${options.out} holds ${done} of ${total} pictures: going on`);
            bar = progress("perceptor dataset", total, done);
          },
          onPicture: (id) => bar?.tick(id),
        },
      ),
    );
  } finally {
    (bar as Progress | null)?.end();
    interrupt.done();
  }
  const seconds = (Date.now() - started) / 1000;
  const { info, independence, redraws } = built;
  if (!independence.independent) process.exitCode = 1;
  if (options.json) {
    printJson({ folder: options.out, ...info, seconds, redraws, independence });
    return;
  }
  print(independenceTable(independence));
  note(
    `${info.images} pictures in ${options.out}, hash ${info.hash.slice(0, 12)}, ${redraws} redraws, ${seconds.toFixed(1)} s`,
  );
  note(`label them with: normact perceptor label --data ${options.out} --labeller openai/<model>`);
}

/** What the set shares with the benchmark, and how far its pictures lie from the benchmark's. */
export function independenceTable(report: Independence): string {
  const { distance, shared, benchmark } = report;
  const row = (name: string, d: Distances): string[] => [
    name,
    ...[d.n, d.min, d.p5, d.median, d.max].map((v) => (v === null ? "–" : String(v))),
  ];
  const kinds = Object.entries(shared).map(([kind, list]) => [
    kind,
    list.length === 0 ? "none" : `${list.length}: ${list.slice(0, 3).join(", ")}`,
  ]);
  return [
    `${report.images} pictures beside the ${benchmark.episodes} of the benchmark (set ${benchmark.version}, ${benchmark.hash.slice(0, 12)}): ${report.independent ? "independent" : "NOT independent"}`,
    "",
    textTable(["shared", ""], kinds),
    `Differing bits of ${distance.bits} (perceptual hash ${distance.method}) between each picture and the benchmark picture that looks most like it; at least ${distance.leastDistance} are demanded.`,
    textTable(
      ["task", "n", "least", "5th percentile", "median", "most"],
      [
        ...Object.entries(distance.byTask).map(([task, d]) => row(task, d)),
        null,
        row("all", distance.all),
      ],
    ),
  ].join("\n");
}

async function takeIn(options: SetOptions): Promise<void> {
  if (options.images === undefined || options.csv === undefined)
    throw new UsageError(
      "images_and_csv",
      "pictures of your own need both: --images DIR and --csv FILE (columns file, goal, task)",
    );
  const { ownSet } = await import("../perceptor/dataset/own.js");
  const bar = { value: null as Progress | null };
  try {
    const { info, notes } = await ownSet(
      { folder: options.out, images: options.images, csv: options.csv },
      {
        onStart: (total) => {
          bar.value = progress("perceptor dataset", total);
        },
        onPicture: (id) => bar.value?.tick(id),
      },
    );
    for (const line of notes) note(line);
    if (options.json) printJson({ folder: options.out, ...info });
    note(`${info.images} pictures of your own in ${options.out}`);
    note(
      `label them with: normact perceptor label --data ${options.out} --labeller openai/<model>`,
    );
  } finally {
    bar.value?.end();
  }
}
