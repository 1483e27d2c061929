import { join } from "node:path";
import { z } from "zod";
import { readText } from "../../core/files.js";
import { packageRoot } from "../../core/paths.js";

/** How every figure of the paper is named beside ours. */
export const REFERENCE_NAME = "NormAct paper, other scenes";

const RecordSchema = z.looseObject({
  id: z.string(),
  place: z.string(),
  metric: z.string(),
  value: z.unknown(),
  n: z.number().optional(),
  k: z.number().optional(),
  /** printed; derived by arithmetic; uncertain: under an assumption; protocol: a setting */
  status: z.enum(["printed", "derived", "uncertain", "protocol"]),
  model: z.string().optional(),
  cue: z.string().optional(),
  task: z.string().optional(),
  outcome: z.string().optional(),
  label: z.string().optional(),
});
export type ReferenceRecord = z.infer<typeof RecordSchema>;

const ReferenceSchema = z.looseObject({
  schemaVersion: z.literal(1),
  paper: z.string(),
  records: z.array(RecordSchema),
});

export interface Reference {
  paper: string;
  records: ReferenceRecord[];
  /** the one record with exactly these dimensions, or undefined */
  find(
    want: Partial<Pick<ReferenceRecord, "metric" | "model" | "cue" | "task" | "outcome" | "label">>,
  ): ReferenceRecord | undefined;
}

const DIMENSIONS = ["model", "cue", "task", "outcome", "label"] as const;

/** The paper's figures as they ship with the package. */
export function loadReference(): Reference {
  const file = join(packageRoot(), "results", "reference", "normact.json");
  const { paper, records } = ReferenceSchema.parse(JSON.parse(readText(file)));
  return {
    paper,
    records,
    find: (want) =>
      records.find((r) => r.metric === want.metric && DIMENSIONS.every((d) => r[d] === want[d])),
  };
}

/** A printed or derived rate as a fraction of its counts; null where the paper's text has none. */
export function referenceRate(
  record: ReferenceRecord | undefined,
): { k: number; n: number } | null {
  if (!record || record.n === undefined) return null;
  if (record.k !== undefined) return { k: record.k, n: record.n };
  return typeof record.value === "number" && record.metric === "outcome_count"
    ? { k: record.value, n: record.n }
    : null;
}
