import { Rng } from "../../core/rng.js";
import type { ReportRow } from "./types.js";

/** What a gallery case shows, in the order in which they are taken. */
export const GALLERY_KINDS = [
  ["goal_only", "reached the goal and broke the norm"],
  ["cue_helped", "succeeded with this cue, failed without one"],
  ["norm_only", "kept the norm and missed the goal"],
  ["cue_hurt", "failed with this cue, succeeded without one"],
  ["both", "reached the goal and kept the norm"],
  ["neither", "missed both"],
  ["unread", "an answer that could not be read, or none"],
] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number][0];

export const GALLERY_RULE =
  "The kinds of case take turns until the gallery is full; each turn draws one of its cases at random (by the seed), " +
  "first from the task, then from the planner that was shown least so far.";

/**
 * Chooses telling cases by a rule that was fixed beforehand (`GALLERY_RULE`), so that nobody picks what suits.
 * @param baseline the condition that "without a cue" means
 */
export function chooseCases(
  rows: readonly ReportRow[],
  baseline: string | undefined,
  { seed, count = 12 }: { seed: number; count?: number },
): { kind: GalleryKind; row: ReportRow }[] {
  const bare = new Map(
    rows
      .filter((r) => r.cue === baseline && r.scored)
      .map((r) => [`${r.series} ${r.id} ${r.epoch}`, r.success]),
  );
  const without = (r: ReportRow): boolean | undefined =>
    r.cue === baseline ? undefined : bare.get(`${r.series} ${r.id} ${r.epoch}`);
  const fits: Record<GalleryKind, (r: ReportRow) => boolean> = {
    goal_only: (r) => r.scored && r.goal && !r.norm,
    cue_helped: (r) => r.scored && r.success && without(r) === false,
    norm_only: (r) => r.scored && r.norm && !r.goal,
    cue_hurt: (r) => r.scored && !r.success && without(r) === true,
    both: (r) => r.scored && r.success,
    neither: (r) => r.scored && !r.goal && !r.norm,
    unread: (r) => !r.scored || r.invalid,
  };
  const rng = Rng.from("gallery", seed);
  const taken = new Set<ReportRow>();
  const shown = new Map<string, number>();
  const uses = (name: string): number => shown.get(name) ?? 0;
  const least = (list: ReportRow[], name: (r: ReportRow) => string): ReportRow[] => {
    const low = Math.min(...list.map((r) => uses(name(r))));
    return list.filter((r) => uses(name(r)) === low);
  };
  const out: { kind: GalleryKind; row: ReportRow }[] = [];
  for (let dry = 0, turn = 0; out.length < count && dry < GALLERY_KINDS.length; turn++) {
    const [kind] = GALLERY_KINDS[turn % GALLERY_KINDS.length]!;
    const open = rows.filter((r) => !taken.has(r) && fits[kind](r));
    if (open.length === 0) {
      dry++;
      continue;
    }
    dry = 0;
    const fair = least(
      least(open, (r) => `task ${r.task}`),
      (r) => `series ${r.series} ${r.cue}`,
    );
    const row = rng.pick(fair);
    taken.add(row);
    for (const name of [`task ${row.task}`, `series ${row.series} ${row.cue}`])
      shown.set(name, uses(name) + 1);
    out.push({ kind, row });
  }
  return out;
}
