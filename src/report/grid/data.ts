import type { EpisodeRecord } from "../../grid-eval/records.js";
import type { NormRow } from "../../grid-eval/score.js";
import { namesOf } from "../../grid-eval/scrubber.js";
import type { GridStore } from "../../grid-eval/store.js";
import type { GridSummary } from "../../grid-eval/summary.js";
import type { UnreadLine } from "../../grid-eval/unread.js";

/** What a report of grid runs is made from. */
export interface GridReportData {
  schemaVersion: 1;
  title: string;
  runs: GridReportRun[];
}

export interface GridReportRun {
  summary: GridSummary;
  settings: Record<string, unknown>;
  norms: NormRow[];
  /** lines of its files that count for nothing */
  unread: UnreadLine[];
  telling: TellingEpisode[];
}

/** An episode worth looking at, and why. */
export interface TellingEpisode {
  norm: string;
  /** `interaction`, `seen-1` … */
  name: string;
  why: string;
  /** of its page, beside the report */
  file: string;
}

const MOST = 8;

/** Failures first, one a norm; then the belief that was held against most; then a success to compare with. */
export function tellingEpisodes(store: GridStore, summary: GridSummary): TellingEpisode[] {
  const records = [...store.episodes().values()];
  const found: TellingEpisode[] = [];
  const add = (record: EpisodeRecord | undefined, why: string): void => {
    if (!record || found.length >= MOST) return;
    const name = namesOf(records.filter((r) => r.norm === record.norm)).get(record.id) as string;
    if (found.some((t) => t.norm === record.norm && t.name === name)) return;
    const file = `${store.info.runId}-${record.norm}-${name}.html`;
    found.push({ norm: record.norm, name, why, file });
  };
  const [worst] = summary.beliefs?.contrary.worst ?? [];
  if (worst)
    add(
      records.find((r) => r.id === worst.episode),
      `holds on to a belief from turn ${worst.from} to ${worst.to} against ${worst.contrary} permitted moves that it forbids`,
    );
  const tests = records.filter((r) => r.phase !== "interaction");
  const failed = tests.filter((r) => r.joint === 0);
  for (const family of ["access", "procedure", "coordination", "allocation"]) {
    const broke = failed.find((r) => r.family === family && r.sanctions > 0);
    if (broke) add(broke, `${broke.sanctions} sanction(s), task ${broke.task}`);
  }
  add(
    failed.find((r) => r.sanctions === 0),
    "keeps the norm but does not finish",
  );
  add(
    tests.find((r) => r.joint === 1),
    "finishes without a sanction",
  );
  add(
    records.find((r) => r.phase === "interaction"),
    "an interaction phase",
  );
  return found;
}
