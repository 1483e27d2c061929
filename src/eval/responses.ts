import { basename } from "node:path";
import { z } from "zod";
import { unknownName } from "../core/closest.js";
import { NormactError, UsageError } from "../core/errors.js";
import { fileError, readBytes } from "../core/files.js";
import { canonicalJson, sha256 } from "../core/hash.js";
import { jsonlLines } from "../core/jsonl.js";
import { localReply, type Planner } from "../planners/index.js";
import {
  CUE_REGISTRY,
  type CueCondition,
  cueCondition,
  defaultCuePack,
  type ObjectList,
  type ReadyCondition,
} from "../prompts/index.js";
import { IdPassCache } from "../scenes/cache.js";
import { readDataset } from "../scenes/dataset.js";
import { type EpisodeSpec, episodeFromSpec } from "../scenes/spec.js";
import { briefOf, type SampleBrief } from "./brief.js";
import { playEpisode } from "./episode.js";
import { lookWith } from "./pictures.js";
import { settingsOf } from "./settings.js";
import { RunStore } from "./store.js";
import { type EvalSummary, summarise } from "./summary.js";
import { MAX_TURNS } from "./turns.js";

const LineSchema = z.object({
  episode: z.string(),
  cue: z.string().optional(),
  turn: z.int().min(0),
  text: z.string(),
});

/** Something in a file of answers that was left out, by line. */
export interface ResponseFault {
  line: number;
  what: string;
}

/** Answers by cue, then episode, then turn. */
type Answers = Map<string, Map<string, Map<number, { text: string; line: number }>>>;

export interface ResponseOptions {
  file: string;
  /** of lines that name none; with several lines' cues: only these */
  cue?: string | undefined;
  /** what the tables call the model; the file's name when left out */
  modelName?: string | undefined;
  /** names that a line's cue may have */
  cues: readonly string[];
  objectList: ObjectList;
  out: string;
  version: string;
  /** ISO time */
  now: string;
}

export interface ResponseScores {
  summary: EvalSummary;
  folders: string[];
  faults: ResponseFault[];
}

/**
 * Plays answers that were made elsewhere, one run a cue, as if a model had just given them: an episode goes on until
 * it is over or the file has no next turn. Lines that cannot be used are told and left out.
 * @throws NormactError no_answers when nothing is left
 */
export async function scoreResponses(options: ResponseOptions): Promise<ResponseScores> {
  const dataset = readDataset();
  const faults: ResponseFault[] = [];
  const known = new Set(dataset.specs.map((s) => s.id));
  const answers = readAnswers(options, known, faults);
  if (answers.size === 0)
    throw new NormactError(
      "no_answers",
      `${options.file} holds no answer that can be used.${faults[0] ? ` Line ${faults[0].line}: ${faults[0].what}.` : ""} A line is {"episode":"road_crossing/000","cue":"none","turn":0,"text":"[…]"}`,
      2,
    );
  const result: ResponseScores = {
    summary: { schemaVersion: 1, runs: [] },
    folders: [],
    faults,
  };
  for (const cue of options.cues.filter((c) => answers.has(c))) {
    const given = answers.get(cue)!;
    const specs = dataset.specs.filter((s) => given.has(s.id));
    const { store, briefs } = await playAnswers(cue, given, specs, dataset.info, options, faults);
    result.summary.runs.push(summarise(store.info, briefs));
    result.folders.push(store.folder);
  }
  faults.sort((a, b) => a.line - b.line);
  return result;
}

function readAnswers(
  { file, cue: chosen, cues }: ResponseOptions,
  known: ReadonlySet<string>,
  faults: ResponseFault[],
): Answers {
  if (chosen !== undefined && !cues.includes(chosen)) throw unknownName("cue", chosen, cues);
  const answers: Answers = new Map();
  const read = (text: string, line: number): string | null => {
    const json = jsonOf(text);
    if (json === undefined) return "not JSON";
    const parsed = LineSchema.safeParse(json);
    if (!parsed.success) return `no answer: ${z.prettifyError(parsed.error).replace(/\s+/g, " ")}`;
    const { episode, turn, text: said } = parsed.data;
    const cue = parsed.data.cue ?? chosen ?? "none";
    if (chosen !== undefined && cue !== chosen) return null;
    if (!cues.includes(cue)) return unknownName("cue", cue, cues).message;
    if (!known.has(episode)) return `unknown episode "${episode}"`;
    if (turn >= MAX_TURNS) return `turn ${turn}: an episode has turns 0 to ${MAX_TURNS - 1}`;
    const byEpisode = entry(answers, cue, () => new Map());
    const turns = entry(byEpisode, episode, () => new Map());
    const before = turns.get(turn);
    turns.set(turn, { text: said, line });
    return before
      ? `turn ${turn} of ${episode} under ${cue} stood in line ${before.line} already; this one counts`
      : null;
  };
  try {
    for (const { text, number } of jsonlLines(file)) {
      if (text.trim() === "") continue;
      const fault = read(text, number);
      if (fault) faults.push({ line: number, what: fault });
    }
  } catch (error) {
    throw fileError(error, file, "read");
  }
  return answers;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/**
 * Undefined where it is none: a torn line is told otherwise than one that holds something else. Some editors put a
 * byte order mark before the first line.
 */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

async function playAnswers(
  cue: string,
  given: ReadonlyMap<string, ReadonlyMap<number, { text: string; line: number }>>,
  specs: readonly EpisodeSpec[],
  dataset: { version: string; hash: string },
  options: ResponseOptions,
  faults: ResponseFault[],
): Promise<{ store: RunStore; briefs: SampleBrief[] }> {
  const planner = answerPlanner(given, options);
  const condition = conditionOf(cue);
  const pack = defaultCuePack();
  const settings = settingsOf({
    planner,
    condition,
    ids: specs.map((s) => s.id),
    pack,
    dataset,
    pictures: null,
    options: {
      models: [planner.name],
      cues: [cue],
      maxTurns: MAX_TURNS,
      out: options.out,
      twins: false,
      objectList: options.objectList,
      concurrency: 1,
      fresh: true,
    },
  });
  const answersHash = sha256(canonicalJson([sha256(readBytes(options.file)), cue]));
  const { version: normact, now: started } = options;
  const info = {
    normact,
    node: process.version,
    started,
    settings: { ...settings, client: { answers: answersHash } },
    n: specs.length,
  };
  const store = RunStore.create(options.out, info, specs);
  const writer = store.writer();
  const look = lookWith(new IdPassCache());
  const briefs: SampleBrief[] = [];
  try {
    for (const spec of specs) {
      const turns = given.get(spec.id)!;
      const inARow = unbroken(turns);
      const sample =
        inARow === 0
          ? null
          : await playEpisode(episodeFromSpec(spec), {
              planner,
              condition,
              pack,
              objectList: options.objectList,
              maxTurns: MAX_TURNS,
              turnLimit: inARow,
              seed: 0,
              look: look.counts,
              draw: () => Promise.reject(new Error("answers from a file need no picture")),
              keep: () => "",
              clock: () => performance.now(),
            });
      for (const [turn, { line }] of turns)
        if (turn >= (sample?.turns.length ?? 0))
          faults.push({ line, what: leftOver(spec.id, turn, inARow) });
      if (!sample) continue;
      await writer.appendShared(sample);
      briefs.push(briefOf(sample));
    }
  } finally {
    writer.close();
    look.flush();
  }
  return { store, briefs };
}

/** How many turns from the first on are there without a gap. */
function unbroken(turns: ReadonlyMap<number, unknown>): number {
  let n = 0;
  while (turns.has(n)) n++;
  return n;
}

const leftOver = (episode: string, turn: number, inARow: number): string =>
  turn >= inARow
    ? `turn ${turn} of ${episode}, but there is no turn ${inARow}: left out`
    : `turn ${turn} of ${episode}, but the episode was over before: left out`;

/** A condition for the log's sake: texts of the pack where it has them, else the bare goal. */
function conditionOf(cue: string): ReadyCondition {
  const own = CUE_REGISTRY.find((c) => c.name === cue);
  if (own?.compose) return own as ReadyCondition;
  const bare: CueCondition = {
    ...cueCondition("none"),
    name: cue,
    label: `${cue}, made elsewhere`,
  };
  return bare as ReadyCondition;
}

function answerPlanner(
  given: ReadonlyMap<string, ReadonlyMap<number, { text: string }>>,
  options: ResponseOptions,
): Planner {
  const name = options.modelName ?? basename(options.file).replace(/\.[^.]*$/, "");
  if (name.trim() === "") throw new UsageError("bad_name", "--model-name needs a name");
  return {
    name,
    label: `answers made elsewhere, from ${basename(options.file)}`,
    needsPicture: false,
    privileged: false,
    plan: async ({ episodeId, turn }) => localReply(given.get(episodeId)!.get(turn)!.text),
  };
}
