import { parseDocument } from "yaml";
import { z } from "zod";
import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";

/** Settings that a matrix may vary: flags of `normact eval` by their long names. */
export const MATRIX_SETTINGS = [
  "base-url",
  "temperature",
  "max-tokens",
  "reasoning-effort",
  "structured",
  "openai-api",
  "seed",
  "epochs",
  "max-turns",
  "object-list",
  "twins",
  "reask",
  "tasks",
  "episodes",
  "limit",
  "cue-pack",
  "dataset",
] as const;

const ValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const SettingsSchema = z.partialRecord(z.enum(MATRIX_SETTINGS), ValueSchema);
export type MatrixSettings = z.infer<typeof SettingsSchema>;

const ModelSchema = z.union([
  z.string(),
  z.strictObject({
    model: z.string(),
    /** as the source names it, where that is no name that can be called */
    called: z.string().optional(),
    settings: SettingsSchema.optional(),
  }),
]);
const CueSchema = z.union([
  z.string(),
  z.strictObject({
    cue: z.string(),
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  }),
]);
const JudgeSchema = z.strictObject({
  model: z.string(),
  called: z.string().optional(),
  /** what it judges */
  use: z.string(),
  settings: SettingsSchema.optional(),
});

export const MatrixSchema = z.strictObject({
  schemaVersion: z.literal(1),
  name: z.string().min(1),
  /** whose runs they are: `normact eval` or `normact grid eval` */
  track: z.enum(["embodied", "grid"]),
  /** where the choice comes from */
  source: z.string().optional(),
  notes: z.array(z.string()).optional(),
  /** every model under every cue with every set of settings, block by block */
  runs: z
    .array(
      z.strictObject({
        models: z.array(ModelSchema).min(1),
        cues: z.array(CueSchema).min(1).optional(),
        settings: z.array(SettingsSchema).min(1).optional(),
      }),
    )
    .min(1),
  judge: JudgeSchema.optional(),
});
export type Matrix = z.infer<typeof MatrixSchema>;

/** One run that a matrix asks for. */
export interface MatrixRun {
  model: string;
  /** null on the grid track, which has no cues */
  cue: string | null;
  settings: MatrixSettings;
  cueSettings: Record<string, string | number | boolean>;
}

/**
 * Reads a matrix file (docs/formats.md).
 * @throws UsageError `bad_matrix` naming file, line and field
 */
export function readMatrix(file: string): Matrix {
  return parseMatrix(readText(file), file);
}

export function parseMatrix(text: string, file: string): Matrix {
  const document = parseDocument(text);
  const fault = document.errors[0];
  if (fault) throw bad(file, fault.linePos?.[0].line ?? 1, fault.message.split("\n")[0]!);
  const parsed = MatrixSchema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  // every fault that is worth telling at once: a file is mended in one go
  const [issue, ...further] = parsed.error.issues as [z.core.$ZodIssue, ...z.core.$ZodIssue[]];
  const range = (document.getIn(issue.path, true) as { range?: [number] } | undefined)?.range;
  const line = text.slice(0, range?.[0] ?? 0).split("\n").length;
  throw bad(file, line, [issue, ...further.slice(0, 4)].map(issueText).join("; "));
}

const issueText = (issue: z.core.$ZodIssue): string => {
  const at = issue.path.join(".") || "the file";
  return /received undefined$/.test(issue.message) ? `${at} is missing` : `${at}: ${issue.message}`;
};

function bad(file: string, line: number, what: string): UsageError {
  return new UsageError("bad_matrix", `${file}:${line}: ${what}`);
}

/** The runs of a matrix, in the order of the file: block, settings, cue, model. Settings of a model win. */
export function matrixRuns(matrix: Matrix): MatrixRun[] {
  return matrix.runs.flatMap((block) =>
    (block.settings ?? [{}]).flatMap((shared) =>
      cuesOf(matrix, block.cues).flatMap(({ cue, settings: cueSettings = {} }) =>
        block.models
          .map((m) => (typeof m === "string" ? { model: m, settings: {} } : m))
          .map(({ model, settings = {} }) => ({
            model,
            cue,
            settings: { ...shared, ...settings },
            cueSettings,
          })),
      ),
    ),
  );
}

function cuesOf(
  matrix: Matrix,
  cues: readonly z.infer<typeof CueSchema>[] | undefined,
): { cue: string | null; settings?: MatrixRun["cueSettings"] | undefined }[] {
  if (cues) return cues.map((c) => (typeof c === "string" ? { cue: c } : c));
  return [{ cue: matrix.track === "embodied" ? "none" : null }];
}
