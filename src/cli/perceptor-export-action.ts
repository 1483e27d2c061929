import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { unknownName } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { readText, writeWhole } from "../core/files.js";
import { pluralIs } from "../core/shown.js";
import { exportTraining } from "../perceptor/export/index.js";
import { MODES, type Mode, TRAINERS, type Trainer } from "../perceptor/export/trainers.js";
import { labelsFile } from "../perceptor/label/run.js";
import { reviewsFile } from "../perceptor/review/file.js";
import { servingNotes, TRAINER_CONFIGS, withoutValidation } from "../perceptor/training/configs.js";
import { textTable } from "../report/text-table.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";

interface ExportOptions {
  data: string;
  out: string;
  labels?: string;
  reviews?: string;
  mode: string[];
  validation: number;
  seed: number;
  json?: boolean;
}

const oneOfNames = <T extends string>(what: string, given: string, allowed: readonly T[]): T => {
  const hit = allowed.find((a) => a === given);
  if (!hit) throw unknownName(what, given, allowed);
  return hit;
};

export async function exportSet(options: ExportOptions): Promise<void> {
  const modes = options.mode.map((m): Mode => oneOfNames("mode", m, MODES));
  const bar = progress("perceptor export", 0);
  const chosen = exportTraining(
    {
      set: options.data,
      labels: options.labels ?? labelsFile(options.data),
      reviews: options.reviews ?? reviewsFile(options.data),
      out: options.out,
      modes,
      validation: options.validation,
      seed: options.seed,
    },
    (id) => bar.tick(id),
  );
  const { placed, leftOut, staleReviews } = chosen;
  const count = (split: string, task?: string): number =>
    placed.filter((p) => p.split === split && (task === undefined || p.row.task === task)).length;
  if (options.json)
    printJson({
      schemaVersion: 1,
      out: options.out,
      modes,
      train: count("train"),
      validation: count("validation"),
      leftOut: Object.fromEntries(Object.entries(leftOut).map(([k, v]) => [k, v.length])),
      staleReviews,
    });
  else
    print(
      textTable(
        ["task", "train", "validation"],
        [
          ...[...new Set(placed.map((p) => p.row.task))].map((t) => [
            t,
            String(count("train", t)),
            String(count("validation", t)),
          ]),
          null,
          ["all", String(count("train")), String(count("validation"))],
        ],
      ),
    );
  const gone = Object.entries(leftOut).flatMap(([why, ids]) =>
    ids.length > 0
      ? [`${ids.length} ${why} (${ids.slice(0, 3).join(", ")}${ids.length > 3 ? "…" : ""})`]
      : [],
  );
  note(
    `${placed.length} pictures in ${options.out}; left out: ${gone.length === 0 ? "none" : gone.join("; ")}`,
  );
  if (options.validation > 0 && count("validation") === 0)
    note(
      "no picture is left for validation: a task needs at least two groups, and enough pictures for the share",
    );
  if (staleReviews > 0)
    note(
      `${pluralIs(staleReviews, "review")} of labels that were written anew since, and left out of the count: review those labels again`,
    );
  note(`train on it with: normact perceptor train-config --export ${options.out}`);
}

interface ConfigOptions {
  export: string;
  out?: string;
  mode: string;
  trainer?: string[];
  model: string;
}

export async function trainConfig(options: ConfigOptions): Promise<void> {
  const mode = oneOfNames("mode", options.mode, MODES);
  const trainers: readonly Trainer[] =
    options.trainer?.map((t) => oneOfNames("trainer", t, TRAINERS)) ?? TRAINERS;
  const there = join(options.export, "trainers", mode);
  if (!existsSync(there))
    throw new UsageError(
      "not_exported",
      `${there} is missing: write it with normact perceptor export --mode ${mode} --out ${options.export}`,
    );
  const out = options.out ?? join(options.export, "training");
  const examples = readText(join(options.export, "train", "metadata.jsonl"))
    .trim()
    .split("\n").length;
  const input = { mode, folder: resolve(options.export), model: options.model, examples };
  const validates = existsSync(join(options.export, "validation", "metadata.jsonl"));
  if (!validates)
    note("the export has no pictures for validation, so nothing is evaluated on the way");
  const written: string[] = [];
  for (const trainer of trainers)
    for (const [name, content] of Object.entries(TRAINER_CONFIGS[trainer](input))) {
      writeWhole(join(out, name), validates ? content : withoutValidation(content));
      written.push(name);
    }
  writeWhole(join(out, "serving.md"), servingNotes(input));
  note(`wrote ${[...written, "serving.md"].join(", ")} to ${out}`);
}
