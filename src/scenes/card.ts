import type { Episode, Vec2 } from "../world/types.js";

const COLUMNS = 76;
const ROWS = 30;

/**
 * A top-down map in characters, north up: walls `#`, buildings `B`, regions by letter, entities by id,
 * the agent as an arrow.
 */
export function topDownMap(episode: Episode): string[] {
  const [minX, minY, maxX, maxY] = window(episode);
  const grid = Array.from({ length: ROWS }, () => Array<string>(COLUMNS).fill(" "));
  const cell = (p: Vec2): [row: number, column: number] => [
    Math.round(((maxX - p[0]) / (maxX - minX)) * (ROWS - 1)),
    Math.round(((p[1] - minY) / (maxY - minY)) * (COLUMNS - 1)),
  ];
  const put = (p: Vec2, text: string): void => {
    const [r, c] = cell(p);
    [...text].forEach((ch, k) => {
      if (r >= 0 && r < ROWS && c + k >= 0 && c + k < COLUMNS) grid[r]![c + k] = ch;
    });
  };
  for (let r = 0; r < ROWS; r++)
    for (let c = 0; c < COLUMNS; c++) {
      const p: Vec2 = [
        maxX - (r / (ROWS - 1)) * (maxX - minX),
        minY + (c / (COLUMNS - 1)) * (maxY - minY),
      ];
      const region = [...episode.regions].reverse().find((g) => inside(p, g.polygon));
      if (region) grid[r]![c] = REGION_MARKS[region.kind] ?? ".";
    }
  for (const wall of episode.setting.walls) {
    const steps = 160;
    for (let s = 0; s <= steps; s++) {
      const along = s / steps;
      const at = along * Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
      const open = wall.openings.some(
        (o) => o.kind !== "window" && Math.abs(o.at - at) < o.width / 2,
      );
      if (!open)
        put(
          [
            wall.from[0] + along * (wall.to[0] - wall.from[0]),
            wall.from[1] + along * (wall.to[1] - wall.from[1]),
          ],
          "#",
        );
    }
  }
  for (const e of episode.entities) put([e.location[0], e.location[1]], e.id);
  put([episode.agent.location[0], episode.agent.location[1]], arrow(episode.agent.yaw));
  return grid.map((row) => row.join("").trimEnd());
}

const REGION_MARKS: Record<string, string> = {
  roadway: "=",
  crosswalk: "%",
  pavement: ".",
  room: ".",
  private_room: ":",
  queue_lane: "~",
  service_spot: "^",
  yard: ".",
  path: "-",
};

/** The part of the world where things stand, with a margin. */
function window(episode: Episode): [number, number, number, number] {
  const points = [
    ...episode.entities.map((e) => e.location),
    episode.agent.location,
    ...(episode.setting.indoor ? episode.setting.walls.flatMap((w) => [w.from, w.to]) : []),
  ];
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return [Math.min(...xs) - 60, Math.min(...ys) - 60, Math.max(...xs) + 60, Math.max(...ys) + 60];
}

function arrow(yaw: number): string {
  return "↑↗→↘↓↙←↖"[Math.round(yaw / 45) % 8]!;
}

function inside(p: Vec2, polygon: readonly Vec2[]): boolean {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i]!;
    const b = polygon[j]!;
    if (
      a[1] > p[1] !== b[1] > p[1] &&
      p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]
    )
      odd = !odd;
  }
  return odd;
}
