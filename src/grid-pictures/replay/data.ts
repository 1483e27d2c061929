import { layoutOf } from "../../grid/layouts.js";
import { backgroundSvg, type FrameLayout } from "../frame.js";
import { drawFigure, drawPush, drawSanction, figureKey, figureOf } from "../person.js";
import { group } from "../svg.js";
import type { FrameView, PersonView, Trace } from "../types.js";

/** What the page's script gets: everything it shows, drawn and worded beforehand. */
export interface ReplayData {
  cell: number;
  left: number;
  top: number;
  frames: ReplayFrame[];
}

interface ReplayFrame {
  turn: number;
  goal: string;
  note: string;
  targets: (readonly [number, number])[];
  people: ReplayPerson[];
  lines: ReplayLine[];
}

interface ReplayPerson {
  id: number;
  /** which drawing */
  figure: number;
  at: readonly [number, number];
  sanctioned: boolean;
  pushed: boolean;
  gone: boolean;
}

/** A line of the log. */
interface ReplayLine {
  id: number;
  text: string;
  sanctioned: boolean;
  newcomer: boolean;
}

/** The data of a trace, and the drawings that it refers to as SVG definitions. */
export function replayData(trace: Trace, place: FrameLayout): { data: ReplayData; defs: string } {
  const figures = new Map<string, { index: number; svg: string }>();
  const indexOf = (person: PersonView): number => {
    const figure = figureOf(person);
    const key = figureKey(figure);
    let known = figures.get(key);
    if (!known) {
      known = { index: figures.size, svg: drawFigure(figure) };
      figures.set(key, known);
    }
    return known.index;
  };
  const frames = trace.frames.map((view) => ({
    turn: view.turn,
    goal: view.goal ?? "",
    note: view.note ?? "",
    targets: [...(view.targets ?? [])],
    people: view.people.map((p) => ({
      id: p.id,
      figure: indexOf(p),
      at: p.at,
      sanctioned: p.sanctioned ?? false,
      pushed: p.pushed ?? false,
      gone: p.gone ?? false,
    })),
    lines: frameLines(view),
  }));
  const drawings = [...figures.values()].map(({ index, svg }) =>
    group(svg, { id: `figure-${index}` }),
  );
  const marks = [
    group(drawSanction(), { id: "mark-sanction" }),
    group(drawPush(), { id: "mark-push" }),
  ];
  return {
    data: { cell: place.cell, left: place.left, top: place.top, frames },
    defs: [...drawings, ...marks].join(""),
  };
}

/** The room behind the people, as the inside of an SVG element. */
export const replayRoom = (trace: Trace, place: FrameLayout): string =>
  backgroundSvg(layoutOf(trace.layout), place);

/** What each person did on the turn before, in words. */
function frameLines(view: FrameView): ReplayLine[] {
  return [...view.people]
    .sort((a, b) => a.id - b.id)
    .map((p) => {
      const place = `(${p.at[0]},${p.at[1]})`;
      const did = p.action ? `${p.action}, now at ${place}` : `at ${place}`;
      const marks = [
        p.sanctioned ? "sanctioned" : "",
        p.pushed ? "pushed" : "",
        p.gone ? "has left" : "",
      ].filter((m) => m !== "");
      return {
        id: p.id,
        text: `${p.newcomer ? "newcomer " : ""}${p.id} ${p.group}: ${[did, ...marks].join(", ")}`,
        sanctioned: p.sanctioned ?? false,
        newcomer: p.newcomer ?? false,
      };
    });
}
