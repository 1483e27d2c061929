import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../core/files.js";
import { JsonlWriter, readRows, type UnreadLine } from "../core/jsonl.js";
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

/**
 * A judge's labels by episode and epoch; of several the last counts. A line that holds no label (torn, foreign,
 * of another version) is handed to `onUnread` and stays where it is.
 */
export function readLabels(
  folder: string,
  judge: string,
  onUnread: (line: UnreadLine) => void = () => {},
): Map<string, LabelRecord> {
  const file = labelFile(folder, judge);
  const out = new Map<string, LabelRecord>();
  if (!existsSync(file)) return out;
  for (const record of readRows(file, checkLabel, onUnread))
    if (record.judge === judge) out.set(labelKey(record), record);
  return out;
}

const checkLabel = (value: unknown) => LabelRecordSchema.safeParse(value);

/** Lines of a judge's file that hold no label. */
export function unreadLabels(folder: string, judge: string): UnreadLine[] {
  const unread: UnreadLine[] = [];
  readLabels(folder, judge, (line) => unread.push(line));
  return unread;
}

/** What is said of lines that hold no label: how many, where, why, and what becomes of them. */
export function unreadText(lines: readonly UnreadLine[]): string {
  const shown = lines.slice(0, 5).map(({ file, line, why }) => `${file}:${line} (${why})`);
  const more = lines.length > shown.length ? ` and ${lines.length - shown.length} more` : "";
  const [what, they] =
    lines.length === 1 ? ["1 line holds", "It is"] : [`${lines.length} lines hold`, "They are"];
  return `${what} no label and ${lines.length === 1 ? "counts" : "count"} as none: ${shown.join(", ")}${more}. ${they} left in the file as found; cases without a label are labelled by normact diagnose.`;
}
