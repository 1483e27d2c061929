import * as z from "zod";
import { NormactError } from "../core/errors.js";
import { COLS, ROWS } from "../grid/cells.js";
import { layoutIds } from "../grid/layouts.js";
import { ACTIONS, GROUPS } from "../grid/types.js";
import { FACINGS, type Facing, type FrameView, type PersonView, type Trace } from "./types.js";
import { facingAfter, facingIn } from "./watch.js";

/**
 * Two kinds of JSON lines become frames: traces of frames, which anything may write, and rollouts of the
 * engine. Both begin with a header that names the layout.
 */

const FRAMES_SCHEMA_VERSION = 1;

const position = z.tuple([
  z
    .int()
    .min(0)
    .max(ROWS - 1),
  z
    .int()
    .min(0)
    .max(COLS - 1),
]);
const layoutId = z.string().refine((id) => layoutIds().includes(id), {
  error: (issue) => `there is no layout ${JSON.stringify(issue.input)}`,
});

const framesHeader = z.object({
  type: z.literal("frames"),
  schemaVersion: z.literal(FRAMES_SCHEMA_VERSION),
  layout: layoutId,
  title: z.string().max(500).optional(),
  about: z.array(z.string().max(500)).max(20).optional(),
});

const personSchema = z.object({
  id: z.int().min(0),
  at: position,
  facing: z.enum(FACINGS),
  group: z.enum(GROUPS),
  newcomer: z.boolean().optional(),
  action: z.string().max(200).optional(),
  sanctioned: z.boolean().optional(),
  pushed: z.boolean().optional(),
  gone: z.boolean().optional(),
});

const frameSchema = z.object({
  type: z.literal("frame"),
  turn: z.int().min(0),
  people: z.array(personSchema).max(ROWS * COLS),
  goal: z.string().max(500).optional(),
  targets: z
    .array(position)
    .max(ROWS * COLS)
    .optional(),
  note: z.string().max(500).optional(),
});

const rolloutHeader = z.looseObject({
  type: z.literal("header"),
  schemaVersion: z.literal(1),
  norm: z.string(),
  layout: layoutId,
  seed: z.union([z.number(), z.string()]),
  newcomer: z.int(),
});

const rolloutStep = z.looseObject({
  type: z.literal("step"),
  t: z.int().min(1),
  agents: z.array(
    z.looseObject({
      id: z.int().min(0),
      slot: z.int().min(0),
      group: z.enum(GROUPS),
      x: position,
      action: z.enum(ACTIONS),
      next: position,
      sanction: z.boolean(),
      displaced: z.boolean(),
      leg: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    }),
  ),
  events: z.array(z.looseObject({ type: z.string(), id: z.int() })),
});

type RolloutStep = z.infer<typeof rolloutStep>;
type RolloutAgent = RolloutStep["agents"][number];

/**
 * Reads a trace of either kind.
 * @throws NormactError `bad_trace` naming source, line and what is wrong with it
 */
export function parseTrace(text: string, source: string): Trace {
  const lines = text
    .split(/\r?\n/)
    .map((line, i) => ({ line, at: `${source}, line ${i + 1}` }))
    .filter(({ line }) => line.trim() !== "");
  const first = lines[0];
  if (!first) throw bad(source, "is empty; a trace begins with a header line");
  const head = readJson(first.line, first.at) as { type?: unknown };
  const rest = lines.slice(1);
  if (head?.type === "frames") return framesTrace(read(framesHeader, head, first.at), rest);
  if (head?.type === "header") return rolloutTrace(read(rolloutHeader, head, first.at), rest);
  throw bad(first.at, 'is no header: its "type" must be "frames" or "header"');
}

interface Line {
  line: string;
  at: string;
}

function framesTrace(head: z.infer<typeof framesHeader>, lines: Line[]): Trace {
  const frames = lines.map(({ line, at }): FrameView => {
    const { type: _type, ...frame } = read(frameSchema, readJson(line, at), at);
    return { layout: head.layout, ...frame };
  });
  if (frames.length === 0) throw bad("the trace", "has a header but no frame");
  return { layout: head.layout, title: head.title ?? head.layout, about: head.about ?? [], frames };
}

/** The text of a trace of frames, as `parseTrace` reads it. */
export function framesText(trace: Trace): string {
  const { layout, title, about, frames } = trace;
  const header = { type: "frames", schemaVersion: FRAMES_SCHEMA_VERSION, layout, title, about };
  const rows = frames.map(({ layout: _layout, ...frame }) => ({ type: "frame", ...frame }));
  return [header, ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** A frame before each step and one after the last; marks stand in the frame after their step. */
function rolloutTrace(head: z.infer<typeof rolloutHeader>, lines: Line[]): Trace {
  const steps = lines
    .map(({ line, at }) => ({ value: readJson(line, at) as { type?: unknown }, at }))
    .filter(({ value }) => value?.type === "step")
    .map(({ value, at }) => read(rolloutStep, value, at));
  const last = steps.at(-1);
  if (!last) throw bad("the trace", "has a header but no step");
  const home = steps.flatMap((s) => s.agents).find((a) => a.id === head.newcomer)?.slot ?? 0;
  const facings = new Map<number, Facing>();
  const frames = steps.map((step, i) => {
    const here = step.agents.map((agent) => ({ agent, at: agent.x }));
    return rolloutFrame(head.layout, step.t, here, steps[i - 1], home, facings);
  });
  const left = last.agents.filter((a) => a.leg < 2).map((a) => ({ agent: a, at: a.next }));
  frames.push(rolloutFrame(head.layout, last.t + 1, left, last, home, facings));
  return {
    layout: head.layout,
    title: `${head.norm} - ${head.layout}`,
    about: [`norm ${head.norm}`, `layout ${head.layout}`, `seed ${head.seed}`],
    frames,
  };
}

interface Standing {
  agent: RolloutAgent;
  at: readonly [number, number];
}

function rolloutFrame(
  layout: string,
  turn: number,
  here: readonly Standing[],
  before: RolloutStep | undefined,
  home: number,
  facings: Map<number, Facing>,
): FrameView {
  const done = new Map(before?.agents.map((a) => [a.id, a]));
  const present = new Set(here.map((s) => s.agent.id));
  const gone = (before?.agents ?? []).filter((a) => a.sanction && !present.has(a.id));
  const person = (
    agent: RolloutAgent,
    at: readonly [number, number],
    left: boolean,
  ): PersonView => {
    const past = done.get(agent.id);
    const facing = past ? facingAfter(past.action, facings.get(agent.id)) : facingIn(at);
    facings.set(agent.id, facing);
    return {
      id: agent.id,
      at,
      facing,
      group: agent.group,
      ...(agent.slot === home ? { newcomer: true } : {}),
      ...(past ? { action: past.action } : {}),
      ...(past?.sanction ? { sanctioned: true } : {}),
      ...(past?.displaced ? { pushed: true } : {}),
      ...(left ? { gone: true } : {}),
    };
  };
  const me = here.find((s) => s.agent.slot === home)?.agent;
  const leg = me ? (done.get(me.id)?.leg ?? 0) : undefined;
  return {
    layout,
    turn,
    people: [
      ...gone.map((a) => person(a, a.next, true)),
      ...here.map((s) => person(s.agent, s.at, false)),
    ],
    ...(leg === undefined || leg > 1 ? {} : { goal: `Goal ${leg + 1} of 2` }),
  };
}

function readJson(line: string, at: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw bad(at, "is no JSON");
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue && issue.path.length > 0 ? `"${issue.path.join(".")}": ` : "";
  throw bad(at, `${place}${issue?.message ?? "is not understood"}`);
}

const bad = (where: string, what: string): NormactError =>
  new NormactError("bad_trace", `${where}: ${what}`, 2);
