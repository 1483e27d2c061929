import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { makeFolder, writeWhole } from "../core/files.js";
import type { ScriptedNewcomer } from "../grid/planner/community.js";
import { entrySchema, scenarioSchema } from "../grid/scenarios/schema.js";
import type { Scenario } from "../grid/types.js";
import {
  frameSvg,
  framesText,
  isoSvg,
  parseTrace,
  replayHtml,
  type Trace,
  watchScenario,
} from "../grid-pictures/index.js";
import { gridBenchmarkFolder, readGridBenchmark } from "../scenes/grid-benchmark.js";
import { layoutFrom } from "./grid-actions.js";
import { note, readInput } from "./io.js";

export interface RenderOptions {
  out: string;
  iso?: boolean;
  size?: number;
  zones: boolean;
  rulers: boolean;
}

/** One layout as SVG or PNG, by the ending of `out`. */
export async function renderLayout(name: string, options: RenderOptions): Promise<void> {
  const { out, iso, size, zones, rulers } = options;
  const ending = extname(out).toLowerCase();
  if (ending !== ".png" && ending !== ".svg")
    throw new UsageError("unknown_format", `--out "${out}": the file must end in .png or .svg`);
  const layout = layoutFrom(name).id;
  if (!iso && size !== undefined && size < 16)
    throw new UsageError("size_too_small", "--size: 16 pixels a cell at least");
  if (iso && size !== undefined && size > 96)
    throw new UsageError("size_too_large", "--size: 96 at most with --iso");
  const svg = iso
    ? isoSvg(layout, { half: size, zones })
    : frameSvg({ layout, turn: 0, people: [] }, { cell: size, zones, rulers, banner: false });
  if (ending === ".svg") writeWhole(out, svg);
  else writeWhole(out, await (await import("../images/svg.js")).svgToPng(svg));
  note(`${out} written`);
}

export interface ReplayOptions {
  out: string;
  newcomer: ScriptedNewcomer;
  layout?: string;
  cell?: number;
  pace: number;
  from?: number;
  to?: number;
}

/** Frames of a moving picture at most: they are held in memory all at once. */
const MOST_MOVING = 600;

/** An episode as a page, a moving picture, a trace of frames or a folder of PNG files, by `out`. */
export async function replay(source: string, options: ReplayOptions): Promise<void> {
  const { out } = options;
  const ending = extname(out).toLowerCase();
  const folder = ending === "" || (existsSync(out) && statSync(out).isDirectory());
  if (!folder && ![".html", ".gif", ".webp", ".jsonl"].includes(ending))
    throw new UsageError(
      "unknown_format",
      `--out "${out}": the file must end in .html, .gif, .webp or .jsonl; a name without ending is a folder of PNG files`,
    );
  if (options.layout !== undefined) layoutFrom(options.layout);
  const trace = section(await traceOf(source, options.newcomer), options);
  if (folder) await writePngs(trace, out, options);
  else if (ending === ".html") writeWhole(out, replayHtml(trace));
  else if (ending === ".jsonl") writeWhole(out, framesText(trace));
  else await writeMoving(trace, out, ending === ".gif" ? "gif" : "webp", options);
  note(`${out} written: ${trace.frames.length} frames of ${trace.layout}`);
}

/** A file (or "-") with lines of a rollout, lines of frames or a scenario; else the id of a scenario. */
async function traceOf(source: string, newcomer: ScriptedNewcomer): Promise<Trace> {
  if (source !== "-" && !existsSync(source)) return watchScenario(scenarioById(source), newcomer);
  const text = await readInput(source);
  const scenario = scenarioIn(text);
  return scenario
    ? watchScenario(scenario, newcomer)
    : parseTrace(text, source === "-" ? "standard input" : source);
}

/** The scenario that a text holds, alone or as an entry of the benchmark; null when it is something else. */
function scenarioIn(text: string): Scenario | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const entry = entrySchema.safeParse(value);
  if (entry.success) return entry.data.scenario;
  const scenario = scenarioSchema.safeParse(value);
  return scenario.success ? scenario.data : null;
}

function scenarioById(id: string): Scenario {
  const known = existsSync(join(gridBenchmarkFolder(), "benchmark.json"))
    ? readGridBenchmark().entries
    : [];
  const hit = known.find((e) => e.scenario.id === id);
  if (hit) return hit.scenario;
  const near = closestMatch(
    id,
    known.map((e) => e.scenario.id),
  );
  throw new UsageError(
    "unknown_episode",
    `"${id}" is neither a file nor a scenario of the benchmark.${near ? ` Did you mean "${near}"?` : ""} ` +
      "Make a file with: normact grid rollout --norm ID --json > rollout.jsonl",
  );
}

/** The part of a trace between two turns. */
function section(trace: Trace, { from = 0, to = Number.MAX_SAFE_INTEGER }: ReplayOptions): Trace {
  const frames = trace.frames.filter((f) => f.turn >= from && f.turn <= to);
  if (frames.length === 0) {
    const [first, last] = [trace.frames[0]?.turn, trace.frames.at(-1)?.turn];
    throw new UsageError(
      "no_frames",
      `--from/--to leave nothing: the trace has turns ${first} to ${last}`,
    );
  }
  return { ...trace, frames };
}

async function writePngs(trace: Trace, folder: string, { cell }: ReplayOptions): Promise<void> {
  const { GridPainter } = await import("../images/grid-frames.js");
  const painter = new GridPainter({ cell });
  makeFolder(folder);
  for (const frame of trace.frames)
    writeWhole(
      join(folder, `step-${String(frame.turn).padStart(4, "0")}.png`),
      await painter.png(frame),
    );
}

async function writeMoving(
  trace: Trace,
  out: string,
  format: "gif" | "webp",
  { cell, pace }: ReplayOptions,
): Promise<void> {
  if (trace.frames.length > MOST_MOVING)
    throw new UsageError(
      "too_many_frames",
      `${trace.frames.length} frames; a moving picture holds ${MOST_MOVING}. Choose a part with --from and --to, or write .html`,
    );
  const { GridPainter } = await import("../images/grid-frames.js");
  const { encodeAnimation } = await import("../images/svg.js");
  const painter = new GridPainter({ cell: cell ?? 32 });
  const frames: Uint8Array[] = [];
  for (const frame of trace.frames) frames.push(await painter.pixels(frame));
  const { width, height } = painter.place;
  writeWhole(out, await encodeAnimation({ frames, width, height, delay: pace }, format));
}
