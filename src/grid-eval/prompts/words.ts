import { positionOf } from "../../grid/cells.js";
import { type Cell, DOORS, type Geometry, type Goal, type Position } from "../../grid/types.js";

/** Words for places and goals, the same in every prompt; none of them hints at a norm. */

export const at = (position: Position): string => `(${position[0]}, ${position[1]})`;
export const cellText = (cell: Cell): string => at(positionOf(cell));

const DOOR_SIDES = ["left", "bottom", "right"] as const;

/** What a goal asks for; where the choice is free, only the kind of place is named. */
export function goalText(goal: Goal, geometry: Geometry): string {
  switch (goal.kind) {
    case "cell": {
      const chair = geometry.chair[goal.at[0] * 15 + goal.at[1]] === 1;
      const name = goal.name
        ? `the ${goal.name.replaceAll("-", " ")}`
        : chair
          ? "the chair"
          : "the cell";
      return `reach ${name} at ${at(goal.at)}`;
    }
    case "chair":
      return "sit down on any chair";
    case "zone":
      return "stand on any cell of zone R";
    case "counter":
      return `get served at the counter: stand at ${cellText(geometry.service)} for three steps`;
    case "door": {
      if (goal.door === null) return "leave through any door";
      const index = DOORS.indexOf(goal.door);
      return `leave through door ${goal.door} (${DOOR_SIDES[index]}) at ${cellText(geometry.doors[index] as Cell)}`;
    }
  }
}

/** What stands where, a line each. */
export function objectLines(geometry: Geometry): string[] {
  const { layout, doors, chairs, service, zoneQ, zoneR } = geometry;
  const cells = (list: readonly Cell[]): string => list.map(cellText).join(" ");
  const blocked = blockedCells(geometry);
  return [
    `- Doors: ${doors.map((d, i) => `${DOORS[i]} (${DOOR_SIDES[i]}) ${cellText(d)}`).join(", ")}`,
    `- Service counter: in the top wall; customers are served on the cell in front of it, ${cellText(service)}`,
    `- Chairs (can be stood on): ${cells(chairs)}`,
    `- Zone Q, marked on the floor: ${cells(zoneQ)}`,
    `- Zone R, marked on the floor: ${cells(zoneR)}`,
    ...(layout.poi.length > 0
      ? [
          `- Named places: ${layout.poi.map((p) => `${p.name.replaceAll("-", " ")} ${at(p.at)}`).join(", ")}`,
        ]
      : []),
    `- Furniture inside the room, cannot be entered: ${cells(blocked)}`,
    "- The outermost rows and columns are walls, the doors apart.",
  ];
}

/** Cells inside the walls that cannot be entered. */
function blockedCells({ walkable }: Geometry): Cell[] {
  const found: Cell[] = [];
  for (let row = 1; row < 10; row++)
    for (let col = 1; col < 14; col++) if (!walkable[row * 15 + col]) found.push(row * 15 + col);
  return found;
}
