import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../core/files.js";
import { JsonlWriter, readJsonl } from "../core/jsonl.js";
import { type LabelRecord, LabelRecordSchema } from "./labels.js";

/** A judge's name as part of a file name. */
const slug = (judge: string): string => judge.replace(/[^A-Za-z0-9.]+/g, "-").slice(0, 80);

/** Where a judge's labels of a run stand: `labels/labels-<judge>.jsonl` in the run's folder. */
export const labelFile = (folder: string, judge: string): string =>
  join(folder, "labels", `labels-${slug(judge)}.jsonl`);

export function labelWriter(folder: string, judge: string): JsonlWriter {
  makeFolder(join(folder, "labels"));
  return new JsonlWriter(labelFile(folder, judge));
}

export const labelKey = (r: { id: string; epoch: number }): string => `${r.id}#${r.epoch}`;

/** A judge's labels by episode and epoch; a torn line is dropped, of several the last counts. */
export function readLabels(folder: string, judge: string): Map<string, LabelRecord> {
  const file = labelFile(folder, judge);
  const out = new Map<string, LabelRecord>();
  if (!existsSync(file)) return out;
  for (const row of readJsonl(file).rows) {
    const record = LabelRecordSchema.safeParse(row);
    if (record.success && record.data.judge === judge) out.set(labelKey(record.data), record.data);
  }
  return out;
}

/** The judges that have labelled a run, by name. */
export function judgesOf(folder: string): string[] {
  const place = join(folder, "labels");
  if (!existsSync(place)) return [];
  const names = new Set<string>();
  for (const file of readdirSync(place).sort()) {
    if (!/^labels-.*\.jsonl$/.test(file)) continue;
    for (const row of readJsonl(join(place, file)).rows) {
      const record = LabelRecordSchema.safeParse(row);
      if (record.success) names.add(record.data.judge);
    }
  }
  return [...names].sort();
}
