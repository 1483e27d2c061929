import { UsageError } from "../core/errors.js";
import { writeWhole } from "../core/files.js";
import { RunStore } from "../eval/store.js";
import { checkedCue } from "../perceptor/cue.js";
import { readCueFile } from "../perceptor/cue-file.js";
import { type CueFacts, cueFacts } from "../perceptor/score/facts.js";
import { type ScatterPoint, scatterSvg } from "../perceptor/score/scatter.js";
import { rate } from "../report/score-table.js";
import { textTable } from "../report/text-table.js";
import { IdPassCache } from "../scenes/cache.js";
import { readDataset, specById } from "../scenes/dataset.js";
import { pixelCounts, visibleObjects } from "../scenes/observe.js";
import { type EpisodeSpec, episodeFromSpec, twinOf } from "../scenes/spec.js";
import { type Proportion, proportion } from "../scoring/intervals.js";
import { isScored } from "../scoring/metrics.js";
import { TASKS } from "../tasks/registry.js";
import { createWorld } from "../world/index.js";
import { note, print, printJson } from "./io.js";

interface ScoreOptions {
  cues?: string;
  run?: string;
  out: string;
  svg?: string;
  csv?: string;
  json?: boolean;
}

/** A cue beside what is true, and what came of it where a run is known. */
interface Scored {
  facts: CueFacts;
  cue: string | null;
  /** null where the episode was not scored, or no run is known */
  success: boolean | null;
}

export async function score(options: ScoreOptions): Promise<void> {
  if ((options.cues === undefined) === (options.run === undefined))
    throw new UsageError(
      "cues_or_run",
      "name what to score: --cues FILE or --run RUN, one of the two",
    );
  if (options.run === undefined && (options.svg ?? options.csv) !== undefined)
    throw new UsageError(
      "no_run",
      "--svg and --csv set cue quality against Task Success: they need --run RUN",
    );
  const { name, scored } =
    options.run === undefined ? ofFile(options.cues!) : ofRun(options.out, options.run);
  const summary = summarise(scored);
  if (options.svg !== undefined)
    writeWhole(options.svg, scatterSvg(points(summary), `Cue quality and Task Success: ${name}`));
  if (options.csv !== undefined) writeWhole(options.csv, csvOf(scored));
  if (options.json) {
    printJson({
      schemaVersion: 1,
      name,
      ...summary,
      cues: scored.map((s) => ({ ...s.facts, success: s.success })),
    });
    return;
  }
  printTable(name, summary, options.run !== undefined);
}

function ofFile(file: string): { name: string; scored: Scored[] } {
  const rows = readCueFile(file);
  const dataset = readDataset();
  const truth = truthTeller();
  const scored = rows.map((row): Scored => {
    const spec = specById(dataset, row.episode);
    const usage = row.usage ?? null;
    const { cue: text, outcome, model } = row;
    const { sent } = checkedCue({ text, outcome, model, usage, cached: true });
    return { facts: truth(sent, row.twin ? twinOf(spec) : spec), cue: sent, success: null };
  });
  return { name: `${rows[0]?.perceptor ?? "no cues"} (${file})`, scored };
}

function ofRun(root: string, id: string): { name: string; scored: Scored[] } {
  const store = RunStore.open(root, id);
  const samples = store.samples();
  const truth = truthTeller();
  const scored = store.specs().flatMap((spec): Scored[] => {
    const sample = samples.get(spec.id);
    const turn = sample?.turns[0];
    if (!sample || !turn) return [];
    const cue = typeof turn.cue === "string" ? turn.cue : null;
    return [
      {
        facts: truth(cue, spec),
        cue,
        success: isScored(sample.outcome) ? sample.taskSuccess : null,
      },
    ];
  });
  if (scored.every((s) => s.cue === null))
    throw new UsageError(
      "no_cues",
      `run ${store.info.runId} has no cues (its condition is "${store.info.settings.cue}")`,
    );
  return { name: `${store.info.settings.model}, cue ${store.info.settings.cue}`, scored };
}

/** Facts of cues; id passes come from the cache. */
function truthTeller(): (cue: string | null, spec: EpisodeSpec) => CueFacts {
  const cache = new IdPassCache();
  return (cue, spec) => {
    const episode = episodeFromSpec(spec);
    const snapshot = createWorld(episode).snapshot();
    const facts = cueFacts(cue, episode, visibleObjects(snapshot, pixelCounts(snapshot, cache)));
    cache.flush();
    return facts;
  };
}

interface CueScores {
  n: number;
  /** reached the planner */
  given: Proportion;
  evidence_named: Proportion;
  dimension_right: Proportion;
  nothing_invented: Proportion;
  at_most_two_sentences: Proportion;
  /** of the things that cues name, those in view */
  precision: Proportion;
  /** of the kinds of evidence and goal objects, those named */
  recall: Proportion;
  words: number | null;
  quality: number | null;
  /** null where no run is known */
  task_success: Proportion | null;
}

interface Summary {
  all: CueScores;
  byTask: Record<string, CueScores>;
  /** Task Success by how many of the four checks hold */
  byQuality: { quality: number; task_success: Proportion }[];
}

function summarise(scored: readonly Scored[]): Summary {
  const byTask: Summary["byTask"] = {};
  for (const { id } of TASKS) {
    const own = scored.filter((s) => s.facts.task === id);
    if (own.length > 0) byTask[id] = scoresOf(own);
  }
  const counted = scored.filter((s) => s.success !== null);
  const levels = [...new Set(counted.map((s) => s.facts.quality))].sort((a, b) => a - b);
  return {
    all: scoresOf(scored),
    byTask,
    byQuality: levels.map((quality) => {
      const own = counted.filter((s) => s.facts.quality === quality);
      return { quality, task_success: proportion(own.filter((s) => s.success).length, own.length) };
    }),
  };
}

function scoresOf(scored: readonly Scored[]): CueScores {
  const facts = scored.map((s) => s.facts);
  const given = facts.filter((f) => f.given);
  const share = (list: readonly CueFacts[], holds: (f: CueFacts) => boolean): Proportion =>
    proportion(list.filter(holds).length, list.length);
  const sum = (value: (f: CueFacts) => number): number =>
    given.reduce((total, f) => total + value(f), 0);
  const counted = scored.filter((s) => s.success !== null);
  return {
    n: facts.length,
    given: share(facts, (f) => f.given),
    evidence_named: share(
      given.filter((f) => f.evidenceNamed !== null),
      (f) => f.evidenceNamed === true,
    ),
    dimension_right: share(given, (f) => f.dimensionRight),
    nothing_invented: share(given, (f) => f.invented.length === 0),
    at_most_two_sentences: share(given, (f) => f.sentences <= 2),
    precision: proportion(
      sum((f) => f.things.inView),
      sum((f) => f.things.named),
    ),
    recall: proportion(
      sum((f) => f.key.named),
      sum((f) => f.key.of),
    ),
    words: given.length === 0 ? null : sum((f) => f.words) / given.length,
    quality: facts.length === 0 ? null : facts.reduce((t, f) => t + f.quality, 0) / facts.length,
    task_success:
      counted.length === 0
        ? null
        : proportion(counted.filter((s) => s.success).length, counted.length),
  };
}

function points(summary: Summary): ScatterPoint[] {
  return Object.entries(summary.byTask).flatMap(([name, s]) =>
    s.task_success?.rate != null && s.task_success.ci95 && s.quality !== null
      ? [
          {
            name,
            quality: s.quality,
            success: s.task_success.rate,
            interval: s.task_success.ci95,
            n: s.task_success.n,
          },
        ]
      : [],
  );
}

function csvOf(scored: readonly Scored[]): string {
  const cell = (v: unknown): string => {
    const text = v === null || v === undefined ? "" : String(v);
    // a cell that begins like a formula would be run by a spreadsheet
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const header = [
    "episode",
    "task",
    "quality",
    "evidence_named",
    "dimension_right",
    "invented",
    "sentences",
    "words",
    "task_success",
    "cue",
  ];
  const rows = scored.map(({ facts: f, success, cue }) => [
    f.episode,
    f.task,
    f.quality,
    f.evidenceNamed,
    f.dimensionRight,
    f.invented.join(" "),
    f.sentences,
    f.words,
    success,
    cue,
  ]);
  return [header, ...rows]
    .map((r) => r.map(cell).join(","))
    .join("\n")
    .concat("\n");
}

const WORDS = [
  "evidence named",
  "kind of norm right",
  "nothing invented",
  "≤ 2 sentences",
  "precision",
  "recall",
] as const;

function printTable(name: string, summary: Summary, withRun: boolean): void {
  const row = (label: string, s: CueScores): string[] => [
    label,
    String(s.n),
    ...[s.evidence_named, s.dimension_right, s.nothing_invented, s.at_most_two_sentences].map(rate),
    ...[s.precision, s.recall].map((p) =>
      p.rate === null ? "–" : `${(100 * p.rate).toFixed(1)} (${p.k}/${p.n})`,
    ),
    s.words === null ? "–" : s.words.toFixed(1),
    s.quality === null ? "–" : s.quality.toFixed(2),
    ...(withRun ? [s.task_success ? rate(s.task_success) : "–"] : []),
  ];
  print(
    `${name}: cues by rules, held against the episodes' truth. Rates in per cent of the cues given, with 95 % Wilson intervals.\n${textTable(
      ["task", "n", ...WORDS, "words", "quality", ...(withRun ? ["Task Success"] : [])],
      [
        ...Object.entries(summary.byTask).map(([task, s]) => row(task, s)),
        null,
        row("all", summary.all),
      ],
    )}`,
  );
  if (withRun)
    print(
      `Task Success by cue quality (share of the four checks that hold):\n${textTable(
        ["quality", "n", "Task Success"],
        summary.byQuality.map((q) => [
          q.quality.toFixed(2),
          String(q.task_success.n),
          rate(q.task_success),
        ]),
      )}`,
    );
  const { given } = summary.all;
  note(
    `precision: of the kinds of things that a cue names, those in view; recall: of the kinds of evidence and goal objects, those named; ${given.n - given.k} of ${given.n} episodes had no cue`,
  );
}
