import { shade } from "../colour.js";
import { box, type Marks, type Solid } from "../solids.js";
import { rect } from "../svg.js";

/** Height of a counter's board. */
export const BOARD = 0.5;

/** One cell of a counter: a panelled body under a board. `marks` go on its front. */
export function counterBody(body: string, board: string, marks?: string): Solid[] {
  const panel: Marks = {
    front:
      marks ??
      rect(0.1, 0.1, 0.8, 0.28, shade(body, 0.92), {
        stroke: shade(body, 0.7),
        "stroke-width": 0.02,
      }),
  };
  return [
    box(0.02, 0.5, 0, 0.96, 0.42, BOARD - 0.07, body, panel),
    box(0, 0.46, BOARD - 0.07, 1, 0.5, 0.07, board),
  ];
}

/** A counter cell with a window of glass above it. */
export function glassScreen(frame: string): Solid[] {
  return [
    box(0.04, 0.56, BOARD, 0.92, 0.03, 0.46, "#bfe3ee", {
      front:
        rect(0.03, 0.1, 0.86, 0.34, "#d9f1f7", { stroke: frame, "stroke-width": 0.03 }) +
        rect(0.3, 0, 0.3, 0.1, shade(frame, 0.5)),
    }),
  ];
}
