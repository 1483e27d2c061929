import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileError } from "../core/files.js";
import { jsonlLines } from "../core/jsonl.js";
import { isVerdict } from "./judge/store.js";
import { answerLineSchema, episodeSchema, stepLineSchema } from "./records.js";

/** A line of a run's files that counts for nothing. */
export interface UnreadLine {
  file: string;
  /** 1-based */
  line: number;
  /** `torn`: no JSON, as a crash may leave one; `foreign`: JSON of another kind */
  why: "torn" | "foreign";
}

const READERS: Readonly<Record<string, (row: unknown) => boolean>> = {
  "steps.jsonl": (row) =>
    answerLineSchema.safeParse(row).success || stepLineSchema.safeParse(row).success,
  "episodes.jsonl": (row) => episodeSchema.safeParse(row).success,
  "judged.jsonl": isVerdict,
};

/** Lines in a run's folder that scores leave out, in the order of the files. @throws NormactError naming a file that cannot be read */
export function unreadLines(folder: string): UnreadLine[] {
  return Object.entries(READERS).flatMap(([file, reads]) => {
    const path = join(folder, file);
    if (!existsSync(path)) return [];
    try {
      return [...unreadOf(path, file, reads)];
    } catch (error) {
      throw fileError(error, path, "read");
    }
  });
}

function* unreadOf(
  path: string,
  file: string,
  reads: (row: unknown) => boolean,
): Generator<UnreadLine> {
  for (const { text, number: line } of jsonlLines(path)) {
    if (text.trim() === "") continue;
    let row: unknown;
    try {
      row = JSON.parse(text);
    } catch {
      yield { file, line, why: "torn" };
      continue;
    }
    if (!reads(row)) yield { file, line, why: "foreign" };
  }
}

/** Places that are named before the rest is only counted. */
const NAMED = 8;

/** What was left out of a run, a line a file: how many and where. */
export function unreadText(lines: readonly UnreadLine[]): string[] {
  return [...new Set(lines.map((l) => l.file))].map((file) => {
    const own = lines.filter((l) => l.file === file);
    const places = own.slice(0, NAMED).map((l) => l.line);
    const more = own.length > NAMED ? ` and ${own.length - NAMED} more` : "";
    const torn = own.filter((l) => l.why === "torn").length;
    const kinds = [
      ...(torn > 0 ? [`${torn} no JSON, as a crash may leave`] : []),
      ...(torn < own.length ? [`${own.length - torn} not of a run like this`] : []),
    ];
    return `${file}: ${own.length} line(s) left out (${kinds.join("; ")}): line ${places.join(", ")}${more}`;
  });
}
