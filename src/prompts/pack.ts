import {
  type Document,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type ParsedNode,
  parseDocument,
} from "yaml";
import { z } from "zod";
import { closestMatch } from "../core/closest.js";
import { NormactError, UsageError } from "../core/errors.js";
import { canonicalJson, sha256 } from "../core/hash.js";

/** The four texts of a task. `category`, `specific` and `evidence` are said after the goal. */
const taskCues = z.strictObject({
  goal: z.string(),
  category: z.string(),
  specific: z.string(),
  evidence: z.string(),
});
export type TaskCues = z.infer<typeof taskCues>;
export const CUE_KEYS = ["goal", "category", "specific", "evidence"] as const;

const packSchema = z.strictObject({
  schemaVersion: z.literal(1),
  name: z.string().regex(/^[\w.-]+$/, "must be one word of letters, digits, - _ ."),
  description: z.string().optional(),
  tasks: z.record(z.string(), taskCues),
});

/** One whole set of goals and cues; a pack replaces another, it never adds to it. */
export interface CuePack {
  name: string;
  /** the file it came from */
  source: string;
  description?: string;
  /** by task id */
  tasks: Record<string, TaskCues>;
}

/** A task that a pack must have, and the slots that its texts may use. */
export interface KnownTask {
  id: string;
  slots: readonly string[];
}

/** Characters; the shipped pack has under 5,000. The YAML reader takes minutes over megabytes of keys. */
const MAX_PACK = 200_000;

interface Problem {
  line: number | null;
  message: string;
}

/**
 * Reads a cue pack.
 * @param sourceName how messages name the file
 * @param known every task that there is; each must be in the pack and no other may
 * @throws UsageError bad_cue_pack, with one line `file:line: what is wrong` per problem
 */
export function readCuePack(
  yamlText: string,
  sourceName: string,
  known: readonly KnownTask[],
): CuePack {
  if (yamlText.length > MAX_PACK)
    throw packError(sourceName, [
      { line: null, message: `${yamlText.length} characters; a pack has at most ${MAX_PACK}` },
    ]);
  const counter = new LineCounter();
  const document = parseDocument(yamlText, { lineCounter: counter });
  if (document.errors.length > 0) {
    const problems = document.errors.map((e) => ({
      line: counter.linePos(e.pos[0]).line,
      message: e.message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, ""),
    }));
    throw packError(sourceName, problems);
  }
  const lines = new Lines(document.contents, counter);
  const { pack, problems } = validate(dataOf(document, sourceName), lines, known);
  if (!pack) throw packError(sourceName, problems);
  return { ...pack, source: sourceName };
}

/** The document as plain data; aliases that unfold without end are an error like any other. */
function dataOf(document: Document.Parsed, sourceName: string): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    throw packError(sourceName, [{ line: null, message: (error as Error).message }]);
  }
}

/** A pack that comes as data, checked in the same way (its problems have no lines). */
export function cuePackFromData(
  data: unknown,
  sourceName: string,
  known: readonly KnownTask[],
): CuePack {
  const { pack, problems } = validate(data, null, known);
  if (!pack) throw packError(sourceName, problems);
  return { ...pack, source: sourceName };
}

function packError(sourceName: string, problems: Problem[]): UsageError {
  const shown = problems
    .slice(0, 12)
    .map(({ line, message }) => `${sourceName}${line === null ? "" : `:${line}`}: ${message}`);
  if (problems.length > shown.length) shown.push(`… and ${problems.length - shown.length} more`);
  return new UsageError("bad_cue_pack", `the cue pack cannot be used:\n${shown.join("\n")}`);
}

function validate(
  data: unknown,
  lines: Lines | null,
  known: readonly KnownTask[],
): { pack: Omit<CuePack, "source"> | null; problems: Problem[] } {
  const parsed = packSchema.safeParse(data);
  if (!parsed.success) {
    return { pack: null, problems: parsed.error.issues.flatMap((i) => fromIssue(i, lines)) };
  }
  const { name, description, tasks } = parsed.data;
  const clean = Object.fromEntries(
    Object.entries(tasks).map(([id, cues]) => [id, mapCues(cues, oneLine)]),
  );
  const problems = [...taskProblems(clean, lines, known), ...textProblems(clean, lines, known)];
  problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  if (problems.length > 0) return { pack: null, problems };
  return { pack: { name, ...(description ? { description } : {}), tasks: clean }, problems };
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

function mapCues(cues: TaskCues, change: (text: string) => string): TaskCues {
  return {
    goal: change(cues.goal),
    category: change(cues.category),
    specific: change(cues.specific),
    evidence: change(cues.evidence),
  };
}

/** Tasks left out, and tasks that there are not. */
function taskProblems(
  tasks: Record<string, TaskCues>,
  lines: Lines | null,
  known: readonly KnownTask[],
): Problem[] {
  const ids = known.map((k) => k.id);
  const missing = ids
    .filter((id) => !(id in tasks))
    .map((id) => ({
      line: lines?.ofKey(["tasks"]) ?? null,
      message: `task "${id}" is missing (a pack has all ${ids.length} tasks)`,
    }));
  const foreign = Object.keys(tasks)
    .filter((id) => !ids.includes(id))
    .map((id) => {
      const near = closestMatch(id, ids);
      const hint = near ? `; did you mean "${near}"?` : `; tasks: ${ids.join(", ")}`;
      return {
        line: lines?.ofKey(["tasks", id]) ?? null,
        message: `there is no task "${id}"${hint}`,
      };
    });
  return [...missing, ...foreign];
}

/** Empty texts, slots that the task does not have, stray braces. */
function textProblems(
  tasks: Record<string, TaskCues>,
  lines: Lines | null,
  known: readonly KnownTask[],
): Problem[] {
  const problems: Problem[] = [];
  for (const { id, slots } of known) {
    const cues = tasks[id];
    if (!cues) continue;
    for (const key of CUE_KEYS) {
      for (const message of textFaults(cues[key], slots)) {
        problems.push({
          line: lines?.ofKey(["tasks", id, key]) ?? null,
          message: `task "${id}", ${key}: ${message}`,
        });
      }
    }
  }
  return problems;
}

function textFaults(text: string, slots: readonly string[]): string[] {
  if (text === "") return ["the text is empty"];
  const faults: string[] = [];
  const has =
    slots.length === 0
      ? "this task has none"
      : `this task has ${slots.map((s) => `{${s}}`).join(", ")}`;
  for (const slot of slotsIn(text)) {
    if (slots.includes(slot)) continue;
    const near = closestMatch(slot, slots);
    faults.push(`unknown slot {${slot}}; ${has}${near ? `; did you mean {${near}}?` : ""}`);
  }
  if (/[{}]/.test(text.replace(SLOT, ""))) faults.push("a brace that opens or closes no {slot}");
  return faults;
}

const SLOT = /\{([A-Za-z_]\w*)\}/g;

/** Names of the slots in a text, each once, in order. */
export function slotsIn(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map((m) => m[1]!))];
}

/**
 * A text with the episode's values in its slots.
 * @throws NormactError missing_slot when the episode has no value for one
 */
export function fillSlots(
  text: string,
  episode: { id: string; slots: Record<string, string> },
): string {
  return text.replace(SLOT, (_whole, slot: string) => {
    const value = episode.slots[slot];
    if (value === undefined) {
      throw new NormactError(
        "missing_slot",
        `episode ${episode.id} has no value for the slot {${slot}} that the cue pack uses`,
        2,
      );
    }
    return value;
  });
}

type Issue = z.core.$ZodIssue;

function fromIssue(issue: Issue, lines: Lines | null): Problem[] {
  const path = issue.path.map(String);
  const where = path.length === 0 ? "the pack" : path.join(".");
  if (issue.code === "unrecognized_keys") {
    const allowed =
      path.length === 0 ? ["schemaVersion", "name", "description", "tasks"] : [...CUE_KEYS];
    return issue.keys.map((key) => {
      const near = closestMatch(key, allowed);
      return {
        line: lines?.ofKey([...path, key]) ?? null,
        message: `unknown key "${key}" in ${where}; ${near ? `did you mean "${near}"?` : `allowed: ${allowed.join(", ")}`}`,
      };
    });
  }
  const line = lines?.ofKey(path) ?? null;
  if (path.length === 0) {
    return [{ line, message: "the pack is no map with schemaVersion, name and tasks" }];
  }
  if (issue.code === "invalid_type" && lines && !lines.has(path)) {
    return [
      {
        line,
        message: `"${path.at(-1) ?? "the pack"}" is missing in ${path.slice(0, -1).join(".") || "the pack"}`,
      },
    ];
  }
  return [{ line, message: `${where}: ${issue.message}` }];
}

/** Where in a YAML file a key stands. */
class Lines {
  constructor(
    private readonly root: ParsedNode | null,
    private readonly counter: LineCounter,
  ) {}

  has(path: readonly string[]): boolean {
    return this.offset(path) !== null;
  }

  /** 1-based line of the key at `path`, or of its nearest parent that exists. */
  ofKey(path: readonly string[]): number {
    for (let depth = path.length; depth > 0; depth--) {
      const offset = this.offset(path.slice(0, depth));
      if (offset !== null) return this.counter.linePos(offset).line;
    }
    return 1;
  }

  private offset(path: readonly string[]): number | null {
    let node: unknown = this.root;
    let at: number | null = null;
    for (const key of path) {
      if (!isMap(node)) return null;
      const pair = node.items.find(
        (p) => isPair(p) && isScalar(p.key) && String(p.key.value) === key,
      );
      if (!pair || !isScalar(pair.key)) return null;
      at = pair.key.range?.[0] ?? null;
      node = pair.value;
    }
    return at;
  }
}

/** SHA-256 over name and texts of a pack; the file it came from does not matter. */
export function cuePackHash(pack: CuePack): string {
  return sha256(canonicalJson({ name: pack.name, tasks: pack.tasks }));
}
