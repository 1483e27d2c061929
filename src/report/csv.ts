import type { ReportData, ReportRow, SetReport } from "./data/types.js";

export type CsvValue = string | number | boolean | null;

/** RFC 4180 with line feeds; null is an empty field. */
export function csv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [head, ...rows].map((row) => `${row.map(field).join(",")}\n`).join("");
}

/**
 * One field. Text that a spreadsheet would take for a formula gets an apostrophe in front, as their makers advise.
 */
function field(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Tidy tables: one observation a row, one variable a column, rates as fractions. */
export function csvTables(data: ReportData, rows: readonly ReportRow[]): Record<string, string> {
  return {
    "samples.csv": samplesCsv(rows),
    "rates.csv": ratesCsv(data.sets),
    "contrasts.csv": contrastsCsv(data.sets),
    "outcomes.csv": csv(
      ["dataset", "series", "cue", "outcome", "count"],
      data.sets.flatMap((set) =>
        [...set.cells, ...set.pooled].flatMap((c) => [
          ...Object.entries(c.outcomes).map(([k, v]) => [set.dataset.hash, c.series, c.cue, k, v]),
          ...Object.entries(c.unscored).map(([k, v]) => [set.dataset.hash, c.series, c.cue, k, v]),
        ]),
      ),
    ),
    "labels.csv": csv(
      ["dataset", "series", "cue", "judge", "label", "primary", "any", "labelled", "failed"],
      data.sets.flatMap((set) =>
        set.labels.flatMap((l) =>
          Object.keys(l.primary).map((name) => [
            set.dataset.hash,
            l.series,
            l.cue,
            l.judge,
            name,
            l.primary[name]!,
            l.any[name]!,
            l.labelled,
            l.failed,
          ]),
        ),
      ),
    ),
    "calls.csv": callsCsv(data.sets),
  };
}

const SAMPLE_COLUMNS = [
  "run",
  "series",
  "model",
  "cue",
  "id",
  "epoch",
  "task",
  "variant",
  "twin",
  "outcome",
  "scored",
  "invalid",
  "goal",
  "norm",
  "engaged",
  "success",
  "overcomplied",
  "goalReason",
  "normReason",
  "actions",
  "answers",
  "calls",
  "cachedCalls",
  "latencyMs",
  "waitedMs",
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "cost",
  "cueCalls",
  "cueCachedCalls",
  "cueLatencyMs",
  "cueInputTokens",
  "cueCachedInputTokens",
  "cueOutputTokens",
  "cueReasoningTokens",
  "cueCost",
] as const satisfies readonly (keyof ReportRow)[];

/** Verdicts of episodes that were not scored are no verdicts: empty. */
const VERDICTS = new Set<string>(["goal", "norm", "engaged", "success", "overcomplied"]);

/** The columns of the tidy table with their values; what is undefined is null. */
export function sampleColumns(
  rows: readonly ReportRow[],
): { name: (typeof SAMPLE_COLUMNS)[number]; values: CsvValue[] }[] {
  return SAMPLE_COLUMNS.map((name) => ({
    name,
    values: rows.map((r) => (VERDICTS.has(name) && !r.scored ? null : r[name])),
  }));
}

/** One row a played episode. */
export function samplesCsv(rows: readonly ReportRow[]): string {
  const columns = sampleColumns(rows);
  return csv(
    columns.map((c) => c.name),
    rows.map((_, i) => columns.map((c) => c.values[i]!)),
  );
}

function ratesCsv(sets: readonly SetReport[]): string {
  return csv(
    ["dataset", "series", "cue", "task", "metric", "k", "n", "rate", "lo", "hi", "interval"],
    sets.flatMap((set) =>
      [...set.cells, ...set.pooled].flatMap((cell) =>
        [["all", cell.rates] as const, ...Object.entries(cell.tasks)].flatMap(([task, rates]) =>
          Object.entries(rates).map(([metric, r]) => [
            set.dataset.hash,
            cell.series,
            cell.cue,
            task,
            metric,
            r.k,
            r.n,
            r.rate,
            r.ci95?.[0] ?? null,
            r.ci95?.[1] ?? null,
            r.method,
          ]),
        ),
      ),
    ),
  );
}

function contrastsCsv(sets: readonly SetReport[]): string {
  const head =
    "dataset,family,metric,series,a,b,pairs,rate_a,rate_b,difference,se,lo,hi,only_a,only_b,mcnemar_exact,mcnemar_mid_p,p,p_holm,in_family,newcombe_lo,newcombe_hi,clusters,cluster_se,cluster_p,sign_flip_p,bootstrap_lo,bootstrap_hi,bca_lo,bca_hi,bootstrap_draws,bootstrap_seed,mde,dropped,bound_lo,bound_hi";
  return csv(
    head.split(","),
    sets.flatMap((set) =>
      set.contrasts.map((c) => [
        set.dataset.hash,
        c.family,
        c.metric,
        c.series,
        c.a,
        c.b,
        c.n,
        c.rateA,
        c.rateB,
        c.difference,
        c.se,
        c.ci95?.[0] ?? null,
        c.ci95?.[1] ?? null,
        c.table?.onlyA ?? null,
        c.table?.onlyB ?? null,
        c.mcnemar?.exact ?? null,
        c.mcnemar?.midP ?? null,
        c.p,
        c.pHolm,
        c.inFamily,
        c.newcombe95?.[0] ?? null,
        c.newcombe95?.[1] ?? null,
        c.clustered.clusters,
        c.clustered.se,
        c.clustered.p,
        c.signFlip?.p ?? null,
        c.bootstrap?.percentile[0] ?? null,
        c.bootstrap?.percentile[1] ?? null,
        c.bootstrap?.bca?.[0] ?? null,
        c.bootstrap?.bca?.[1] ?? null,
        c.bootstrap?.draws ?? null,
        c.bootstrap?.seed ?? null,
        c.minimumDetectable,
        Object.entries(c.dropped)
          .map(([k, v]) => `${v} ${k}`)
          .join("; "),
        c.bounds?.[0] ?? null,
        c.bounds?.[1] ?? null,
      ]),
    ),
  );
}

function callsCsv(sets: readonly SetReport[]): string {
  return csv(
    "dataset,series,cue,run,calls,cached,answers,median_s,p90_s,max_s,input,cached_input,output,reasoning,cost_usd,uncosted,cue_calls,cue_cached,cue_median_s,cue_input,cue_cached_input,cue_output,cue_reasoning,cue_cost_usd,cue_uncosted,total_cost_usd".split(
      ",",
    ),
    sets.flatMap((set) =>
      set.calls.map((c) => [
        set.dataset.hash,
        c.series,
        c.cue,
        c.run,
        c.calls,
        c.cachedCalls,
        c.answers,
        c.latency?.median ?? null,
        c.latency?.p90 ?? null,
        c.latency?.max ?? null,
        c.tokens.input,
        c.tokens.cachedInput,
        c.tokens.output,
        c.tokens.reasoning,
        c.cost,
        c.uncosted,
        c.cues?.calls ?? null,
        c.cues?.cachedCalls ?? null,
        c.cues?.latency?.median ?? null,
        c.cues?.tokens.input ?? null,
        c.cues?.tokens.cachedInput ?? null,
        c.cues?.tokens.output ?? null,
        c.cues?.tokens.reasoning ?? null,
        c.cues?.cost ?? null,
        c.cues?.uncosted ?? null,
        c.totalCost,
      ]),
    ),
  );
}
