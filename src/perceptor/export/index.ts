import { copyFileSync, existsSync, linkSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { fileError, makeFolder, readText, writeWhole } from "../../core/files.js";
import { insideFolder } from "../../core/paths.js";
import { openSet } from "../dataset/build.js";
import type { Independence } from "../dataset/independence.js";
import { labelsOf } from "../label/run.js";
import { readReviews } from "../review/file.js";
import { exportCard } from "./card.js";
import { type Chosen, chooseRows, SPLITS } from "./rows.js";
import { examples, type Mode, TRAINERS, trainerFiles } from "./trainers.js";

export interface ExportPlan {
  /** a training set's folder */
  set: string;
  labels: string;
  reviews: string;
  out: string;
  modes: readonly Mode[];
  /** share of each task, 0…0.5 */
  validation: number;
  seed: number;
}

/**
 * Writes labelled pictures as a Hugging Face ImageFolder (`train/`, `validation/`, each with `metadata.jsonl`), with
 * a card and the files of four trainers. The metadata comes last: a folder that has it is whole.
 * @throws NormactError not_an_export (2) when the folder holds something else
 */
export function exportTraining(plan: ExportPlan, onPicture: (id: string) => void): Chosen {
  const { info, items } = openSet(plan.set);
  const generator =
    info.origin === "rendered"
      ? `normact renderer ${(info.renderer ?? "").slice(0, 12)}`
      : "own picture";
  const chosen = chooseRows(items, labelsOf(plan.labels), readReviews(plan.reviews), {
    validation: plan.validation,
    seed: plan.seed,
    generator,
  });
  emptyFolder(plan.out);
  for (const split of SPLITS) {
    const own = chosen.placed.filter((p) => p.split === split);
    if (own.length > 0) makeFolder(join(plan.out, split));
    for (const { item, row } of own) {
      place(insideFolder(plan.set, item.file), join(plan.out, split, row.file_name));
      onPicture(item.id);
    }
  }
  for (const mode of plan.modes)
    for (const trainer of TRAINERS) {
      const [train, validation] = SPLITS.map((split) => examples(chosen.placed, split, mode));
      const files = trainerFiles(trainer, train!, validation!);
      for (const [name, content] of Object.entries(files))
        writeWhole(join(plan.out, "trainers", mode, trainer, name), content);
    }
  const independence = independenceOf(plan.set);
  if (independence)
    writeWhole(join(plan.out, "independence.json"), `${JSON.stringify(independence, null, 2)}\n`);
  const card = exportCard({
    chosen,
    modes: plan.modes,
    origin: info.origin,
    setHash: info.hash,
    seed: plan.seed,
    independence: independence
      ? {
          independent: independence.independent,
          least: independence.distance.all.min,
          bits: independence.distance.bits,
        }
      : null,
  });
  writeWhole(join(plan.out, "README.md"), card);
  for (const split of SPLITS) {
    const rows = chosen.placed.filter((p) => p.split === split).map((p) => p.row);
    if (rows.length > 0)
      writeWhole(
        join(plan.out, split, "metadata.jsonl"),
        rows.map((r) => `${JSON.stringify(r)}\n`).join(""),
      );
  }
  return chosen;
}

function independenceOf(set: string): Independence | null {
  const file = join(set, "independence.json");
  return existsSync(file) ? (JSON.parse(readText(file)) as Independence) : null;
}

/** What an export may hold; anything else in the folder is somebody's and is not touched. */
const OWN = ["train", "validation", "trainers", "training", "independence.json", "README.md"];

function emptyFolder(out: string): void {
  makeFolder(out);
  const there = readdirSync(out);
  const foreign = there.filter((name) => !OWN.includes(name));
  const looksOurs = there.length === 0 || there.includes("trainers");
  if (foreign.length > 0 || !looksOurs)
    throw new NormactError(
      "not_an_export",
      `${out} is not empty and is no export of a training set (${(foreign[0] ?? there[0])!}); name a new folder with --out`,
      2,
    );
  // configurations may have been worked on; what is exported can be made again
  for (const name of OWN)
    if (name !== "training") rmSync(join(out, name), { recursive: true, force: true });
}

/** A second name for the same bytes where the file system has that, else a copy. */
function place(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    try {
      copyFileSync(from, to);
    } catch (error) {
      throw fileError(error, to, "write");
    }
  }
}
