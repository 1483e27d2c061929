import { existsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { UsageError } from "../core/errors.js";
import { makeFolder, writeWhole } from "../core/files.js";
import { layoutOf } from "../grid/layouts.js";
import {
  frameSvg,
  framesText,
  isoSvg,
  parseTrace,
  replayHtml,
  type Trace,
} from "../grid-pictures/index.js";
import { note, readInput } from "./io.js";

export interface RenderOptions {
  out: string;
  iso?: boolean;
  size?: number;
  zones: boolean;
  rulers: boolean;
}

/** One layout as SVG or PNG, by the ending of `out`. */
export async function renderLayout(layout: string, options: RenderOptions): Promise<void> {
  const { out, iso, size, zones, rulers } = options;
  const ending = extname(out).toLowerCase();
  if (ending !== ".png" && ending !== ".svg")
    throw new UsageError("unknown_format", `--out "${out}": the file must end in .png or .svg`);
  layoutOf(layout);
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
  newcomer: string;
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
  const trace = section(
    parseTrace(await readInput(source), source === "-" ? "standard input" : source),
    options,
  );
  if (folder) await writePngs(trace, out, options);
  else if (ending === ".html") writeWhole(out, replayHtml(trace));
  else if (ending === ".jsonl") writeWhole(out, framesText(trace));
  else await writeMoving(trace, out, ending === ".gif" ? "gif" : "webp", options);
  note(`${out} written: ${trace.frames.length} frames of ${trace.layout}`);
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
