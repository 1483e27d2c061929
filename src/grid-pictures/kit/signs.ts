import type { Piece } from "../pieces.js";
import { box, type Solid } from "../solids.js";
import { rect } from "../svg.js";
import { label } from "./things.js";

/** For a named place that a theme has no look for: a stand with the beginning of its name. */
export const signPost =
  (name: string) =>
  ({ w, d }: Pick<Piece, "w" | "d">): Solid[] => [
    box(0.08, 0.12, 0, w - 0.16, d - 0.24, 0.5, "#7d8791"),
    box(0.12, 0.2, 0.5, w - 0.24, 0.1, 0.4, "#2f4858", {
      front:
        rect(0.03, 0.03, w - 0.3, 0.34, "none", { stroke: "#ffffff", "stroke-width": 0.02 }) +
        label(name.replaceAll("-", " ").slice(0, 5 * w), (w - 0.24) / 2, 0.2, 0.15, "#ffffff"),
    }),
  ];
