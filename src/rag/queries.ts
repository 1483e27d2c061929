import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { NormactError, UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import { packageRoot } from "../core/paths.js";
import { parseConstraints } from "./constraints.js";
import { NORM_WORDS, type NormRecord } from "./record.js";

const Grade = z.union([z.literal(0), z.literal(1), z.literal(2)]);

const RowSchema = z.strictObject({
  grade: Grade,
  /** the right behaviour with advice that is wrong here */
  contrary: z.boolean().default(false),
  setting: z.string(),
  behavior: z.string(),
  constraints: z.string(),
});

const MatcherSchema = z.strictObject({
  grade: Grade,
  norm: z.array(z.enum(NORM_WORDS)),
  behavior: z.string(),
  constraints: z.string().optional(),
});

const JudgmentSchema = z.strictObject({
  rule: z.string(),
  rows: z.array(RowSchema),
  matchers: z.array(MatcherSchema).default([]),
});

const QuerySchema = z.strictObject({
  id: z.string(),
  task: z.string(),
  goal: z.string(),
  objects: z.array(z.string()),
  place: z.string(),
  text: z.string().optional(),
  judgments: z.string(),
});
export type LabelledQuery = z.infer<typeof QuerySchema>;

const QuerySetSchema = z.strictObject({
  schemaVersion: z.literal(1),
  bank: z.string(),
  queries: z.array(QuerySchema).min(1),
  judgments: z.record(z.string(), JudgmentSchema),
});
export type QuerySet = z.infer<typeof QuerySetSchema>;

/** What a norm is worth for a query. */
export interface Judged {
  grade: 0 | 1 | 2;
  contrary: boolean;
}
export type Judge = (record: NormRecord) => Judged;

export const defaultQueryFile = (): string => join(packageRoot(), "rag", "queries.yaml");

/** @throws NormactError bad_queries (file, and what is wrong) */
export function readQueries(file = defaultQueryFile()): QuerySet {
  let data: unknown;
  try {
    data = parse(readText(file));
  } catch (error) {
    if (error instanceof NormactError) throw error;
    throw new UsageError("bad_queries", `${file}: ${(error as Error).message}`);
  }
  const set = QuerySetSchema.safeParse(data);
  if (!set.success) throw new UsageError("bad_queries", `${file}: ${z.prettifyError(set.error)}`);
  for (const q of set.data.queries)
    if (!set.data.judgments[q.judgments])
      throw new UsageError(
        "bad_queries",
        `${file}: query ${q.id} names the judgments "${q.judgments}", and there are none of that name`,
      );
  return set.data;
}

const UNLISTED: Judged = { grade: 0, contrary: false };

/** Grades by hand, of rows that are named in full. */
export function judgeByRows(set: QuerySet, judgments: string): Judge {
  const known = new Map<string, Judged>();
  for (const { setting, behavior, constraints, grade, contrary } of set.judgments[judgments]!.rows)
    known.set(key(setting, behavior, constraints), { grade, contrary });
  return (r) => known.get(key(r.setting, r.behavior, r.constraints)) ?? UNLISTED;
}

/** Rough grades by patterns, for a bank whose rows nobody graded; null where there are none. */
export function judgeByPatterns(set: QuerySet, judgments: string): Judge | null {
  const matchers = set.judgments[judgments]!.matchers.map((m) => ({
    ...m,
    behavior: new RegExp(m.behavior, "i"),
    constraints: m.constraints === undefined ? null : new RegExp(m.constraints, "i"),
  }));
  if (matchers.length === 0) return null;
  return (record) => {
    for (const m of matchers) {
      if (!m.behavior.test(record.behavior)) continue;
      if (m.constraints && !m.constraints.test(record.constraints)) continue;
      const right = record.norm !== null && m.norm.includes(record.norm);
      return right ? { grade: m.grade, contrary: false } : { grade: 0, contrary: true };
    }
    return UNLISTED;
  };
}

/** Rows are named by what they say, however blanks are set. */
function key(setting: string, behavior: string, constraints: string): string {
  const { items, unread } = parseConstraints(constraints);
  return JSON.stringify([setting.trim(), behavior.trim(), items, unread]);
}
