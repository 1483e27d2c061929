import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { readRows, type UnreadLine } from "../../core/jsonl.js";
import type { LoadedRun } from "./rows.js";
import type { LabelSummary } from "./types.js";

/** The four error labels in the order of the paper's figure 3, as people read them. */
export const LABEL_NAMES: Readonly<Record<string, string>> = {
  norm_inference: "Norm inference",
  perception_grounding: "Perception grounding",
  cue_to_action: "Cue to action",
  goal_norm_tradeoff: "Goal–norm tradeoff",
};

/** What the report reads of a label line; `normact diagnose` writes more. */
const LabelSchema = z.looseObject({
  id: z.string(),
  epoch: z.number().default(0),
  judge: z.string(),
  outcome: z.string(),
  primary: z.string().nullable(),
  labels: z.array(z.string()),
  explanation: z.string().nullable(),
});
export type ReadLabel = z.infer<typeof LabelSchema>;

/**
 * Labels of a run by judge, then by episode and repeat; of several lines for one the last counts.
 * @param onUnread is told of lines that hold no label
 */
export function readRunLabels(
  folder: string,
  onUnread: (line: UnreadLine) => void = () => {},
): Map<string, Map<string, ReadLabel>> {
  const out = new Map<string, Map<string, ReadLabel>>();
  const place = join(folder, "labels");
  if (!existsSync(place)) return out;
  for (const file of readdirSync(place).sort()) {
    if (!/^labels-.*\.jsonl$/.test(file)) continue;
    const labels = readRows(join(place, file), (v) => LabelSchema.safeParse(v), onUnread);
    for (const label of labels) {
      const { judge, id, epoch } = label;
      const own = out.get(judge) ?? new Map<string, ReadLabel>();
      out.set(judge, own.set(`${id}#${epoch}`, label));
    }
  }
  return out;
}

/** Where a run's label files hold lines that are no labels: "labels/labels-x.jsonl:3". */
export function unreadRunLabels(folder: string): string[] {
  const places: string[] = [];
  readRunLabels(folder, ({ file, line }) => places.push(`labels/${basename(file)}:${line}`));
  return places;
}

/** Error signals of one run, a judge a row. Only failed and scored episodes count. */
export function labelSummaries(
  run: LoadedRun,
  labels: ReadonlyMap<string, ReadonlyMap<string, ReadLabel>>,
): LabelSummary[] {
  const failed = run.rows.filter((r) => r.scored && !r.success && !r.twin);
  return [...labels].map(([judge, byCase]) => {
    const found = failed.flatMap((r) => byCase.get(`${r.id}#${r.epoch}`) ?? []);
    const good = found.filter((l) => l.outcome === "ok" && l.primary !== null);
    const count = (pick: (l: ReadLabel) => readonly string[]): Record<string, number> =>
      Object.fromEntries(
        Object.keys(LABEL_NAMES).map((name) => [
          name,
          good.filter((l) => pick(l).includes(name)).length,
        ]),
      );
    const without: Record<string, number> = {};
    for (const l of found)
      if (l.outcome !== "ok") without[l.outcome] = (without[l.outcome] ?? 0) + 1;
    return {
      judge,
      series: run.series,
      cue: run.cue,
      failed: failed.length,
      labelled: good.length,
      without,
      primary: count((l) => [l.primary ?? ""]),
      any: count((l) => [...new Set([l.primary ?? "", ...l.labels])]),
    };
  });
}
