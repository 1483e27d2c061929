import type { Cell, Layout } from "../types.js";

/** What the checker looks after; each problem names the rule it breaks. */
export const LAYOUT_RULES = {
  size: "both blocks are 11 lines of 15",
  symbols: "every symbol is known",
  boundary: "the outer wall is closed but for the three doors and the counter",
  doors: "one door in the left, the bottom and the right wall each, away from the corners",
  "door-mouth": "behind each door is one floor cell, and it lies on the outer ring",
  counter: "one service counter, in the top wall",
  service: "the cell in front of the counter is floor",
  connected: "floor and doors hang together without stepping on a chair",
  chairs: "every chair has floor beside it",
  regions: "every chair lies in the top left, bottom left or bottom right, two or more in each",
  ring: "the outer ring is one closed walk over floor, and no shortcut joins two of its cells",
  "line-floor": "the lines of all queue norms are on floor, in one piece and of the right length",
  "line-zone": "no line crosses a marked zone",
  "line-full": "a full line leaves the rest of the floor in one piece, and its head a way out",
  "zone-q": "Q: three cells or more, in one piece, off ring and lines; each cell has a way out",
  "zone-r":
    "R: four cells or more, in one piece, off ring and lines; two cells or more to enter by",
  poi: "places by name are on plain floor outside the zones, three or more",
  forced: "for every norm on places some task makes the direct way break it",
  budget: "the longest task that keeps the norms fits into 100 steps",
} as const;

export type LayoutRule = keyof typeof LAYOUT_RULES;

export interface Problem {
  rule: LayoutRule;
  level: "error" | "warning";
  message: string;
  /** the cells it is about */
  cells: Cell[];
}

export interface LayoutReport {
  id: string;
  ok: boolean;
  problems: Problem[];
  facts: {
    floor: number;
    ring: number;
    chairs: { TL: number; BL: number; BR: number };
    zoneQ: number;
    zoneR: number;
    /** longest way door, goal, door of somebody who keeps the rule; `halfSpeed` moves every other turn */
    longest: { free: number; clockwise: number; counterclockwise: number; halfSpeed: number };
    /** tasks per norm on places whose every direct way breaks it (the scarcest group, for norms on groups) */
    forced: Record<string, number>;
  } | null;
}

/** Collects problems while a layout is looked over. */
export class Findings {
  readonly problems: Problem[] = [];

  constructor(readonly layout: Layout) {}

  error(rule: LayoutRule, message: string, cells: Cell[] = []): void {
    this.problems.push({ rule, level: "error", message, cells });
  }

  warn(rule: LayoutRule, message: string, cells: Cell[] = []): void {
    this.problems.push({ rule, level: "warning", message, cells });
  }

  get failed(): boolean {
    return this.problems.some((p) => p.level === "error");
  }
}
