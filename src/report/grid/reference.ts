import { join } from "node:path";
import { z } from "zod";
import { readText } from "../../core/files.js";
import { packageRoot } from "../../core/paths.js";

/** How every figure of the paper is named beside ours. */
export const GRID_REFERENCE_NAME = "NormGym paper, other scenes";

const schema = z.looseObject({
  schemaVersion: z.literal(1),
  records: z.array(
    z.looseObject({
      id: z.string(),
      metric: z.string(),
      value: z.unknown(),
      status: z.enum(["printed", "uncertain", "protocol"]),
      model: z.string().optional(),
      condition: z.string().optional(),
      split: z.string().optional(),
      family: z.string().optional(),
    }),
  ),
});
type Record = z.infer<typeof schema>["records"][number];

/** A row of the paper's first table as far as its text gives one; per cent. */
export interface PaperRow {
  name: string;
  /** by family or `all`, seen and unseen */
  joint(family: string, split: "seen" | "unseen"): number | null;
  task(split: "seen" | "unseen"): number | null;
}

const ROWS: [name: string, model: string, condition: string | undefined][] = [
  ["Human, best of each norm", "human_best", undefined],
  ["Claude Opus 5", "Claude Opus 5", "llm"],
  ["GPT-5.6 Sol", "GPT-5.6 Sol", "llm"],
  ["Gemini 3.1 Pro", "Gemini 3.1 Pro", "llm"],
  ["GPT-5.6 Sol, told the norm", "GPT-5.6 Sol", "known_norm"],
  ["DQN, MLP", "DQN-MLP", "sparse+penalty"],
  ["DQN, CNN", "DQN-CNN", "sparse+penalty"],
];

export function paperRows(): PaperRow[] {
  const file = join(packageRoot(), "results", "reference", "normgym.json");
  const { records } = schema.parse(JSON.parse(readText(file)));
  return ROWS.map(([name, model, condition]) => {
    const own = records.filter(
      (r) => r.model === model && r.condition === condition && r.status === "printed",
    );
    const value = (hit: Record | undefined): number | null =>
      typeof hit?.value === "number" ? hit.value : null;
    return {
      name,
      joint: (family, split) =>
        value(
          own.find(
            (r) =>
              r.metric === "joint_success" && r.split === split && (r.family ?? "all") === family,
          ),
        ),
      task: (split) =>
        value(
          own.find(
            (r) =>
              r.metric === "task_success" && r.split === split && (r.family ?? "all") === "all",
          ),
        ),
    };
  });
}
