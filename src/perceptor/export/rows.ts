import { NormactError } from "../../core/errors.js";
import { sha256 } from "../../core/hash.js";
import type { Item } from "../dataset/item.js";
import type { Label } from "../label/file.js";
import { labelHash, type Review } from "../review/file.js";

/** One line of an exported `metadata.jsonl` (design page, section 3). */
export interface ExportRow {
  /** beside the `metadata.jsonl` */
  file_name: string;
  id: string;
  task: string;
  dimension: string;
  goal: string;
  rule: string;
  /** the label: what a perceptor is to learn to write */
  cue: string;
  /** who made the picture */
  generator: string;
  label_model: string;
  prompt_version: string;
  /** pictures of one group stand on one side of the split */
  split_group: string;
}

export const SPLITS = ["train", "validation"] as const;
export type Split = (typeof SPLITS)[number];

export interface Placed {
  item: Item;
  split: Split;
  row: ExportRow;
}

/** What was left out of an export, by reason. */
export interface LeftOut {
  unlabelled: string[];
  /** flagged and not yet accepted by a person */
  flagged: string[];
  rejected: string[];
  /** labelled for another picture than the set has now */
  stale: string[];
}

export interface Chosen {
  placed: Placed[];
  leftOut: LeftOut;
  /** reviews of a label that has been written anew since: they count no longer */
  staleReviews: number;
}

/**
 * Labels that may be trained on, with their place in the split. A review counts for the very words it was made for;
 * a flagged label needs one, any other is taken unless it was rejected.
 * @param validation share of each task's pictures, 0…0.5
 * @throws NormactError nothing_to_export (2)
 */
export function chooseRows(
  items: readonly Item[],
  labels: ReadonlyMap<string, Label>,
  reviews: ReadonlyMap<string, Review>,
  options: { validation: number; seed: number; generator: string },
): Chosen {
  const leftOut: LeftOut = { unlabelled: [], flagged: [], rejected: [], stale: [] };
  let staleReviews = 0;
  const taken: { item: Item; label: Label; cue: string }[] = [];
  for (const item of items) {
    const label = labels.get(item.id);
    if (!label) leftOut.unlabelled.push(item.id);
    else if (label.image !== item.image) leftOut.stale.push(item.id);
    else {
      const given = reviews.get(item.id);
      const review = given && given.label === labelHash(label) ? given : undefined;
      if (given && !review) staleReviews++;
      const cue = review?.verdict === "edit" ? review.text : label.text;
      if (review?.verdict === "reject") leftOut.rejected.push(item.id);
      else if (cue === null || (label.status === "flagged" && !review))
        leftOut.flagged.push(item.id);
      else taken.push({ item, label, cue });
    }
  }
  if (taken.length === 0)
    throw new NormactError(
      "nothing_to_export",
      `none of the ${items.length} pictures has a label that can be trained on (${leftOut.unlabelled.length} unlabelled, ${leftOut.flagged.length} flagged, ${leftOut.rejected.length} rejected, ${leftOut.stale.length} labelled for another picture); write labels with: normact perceptor label`,
      2,
    );
  const validation = validationGroups(
    taken.map((t) => t.item),
    options.validation,
    options.seed,
  );
  const placed = taken.map(({ item, label, cue }): Placed => {
    const split = validation.has(item.group) ? "validation" : "train";
    return { item, split, row: rowOf(item, label, cue, options.generator) };
  });
  return { placed, leftOut, staleReviews };
}

function rowOf(item: Item, label: Label, cue: string, generator: string): ExportRow {
  return {
    file_name: item.file.slice(item.file.lastIndexOf("/") + 1),
    id: item.id,
    task: item.task,
    dimension: item.dimension,
    goal: item.goal,
    rule: label.rule,
    cue,
    generator,
    label_model: label.model,
    prompt_version: label.promptVersion,
    split_group: item.group,
  };
}

/**
 * Whole groups for validation: task by task in a seeded order until the share is reached. A group that spans tasks
 * counts for each of them.
 */
export function validationGroups(items: readonly Item[], share: number, seed: number): Set<string> {
  const chosen = new Set<string>();
  for (const task of new Set(items.map((i) => i.task))) {
    const own = items.filter((i) => i.task === task);
    const wanted = Math.round(own.length * share);
    const order = [...new Set(own.map((i) => i.group))].sort((a, b) =>
      sha256(`${seed} ${a}`) < sha256(`${seed} ${b}`) ? -1 : 1,
    );
    const size = (group: string): number => own.filter((i) => i.group === group).length;
    let have = own.filter((i) => chosen.has(i.group)).length;
    for (const group of order) {
      if (have >= wanted) break;
      // the last group of a task stays in training
      if (chosen.has(group) || have + size(group) >= own.length) continue;
      chosen.add(group);
      have += size(group);
    }
  }
  return chosen;
}
