import { buildGeometry } from "../geometry/index.js";
import type { Geometry, Layout } from "../types.js";
import { checkBudget } from "./budget.js";
import { checkForced } from "./forced.js";
import { checkForm } from "./form.js";
import { checkLines } from "./lines.js";
import { checkRoom } from "./room.js";
import { Findings, type LayoutReport } from "./types.js";
import { checkZones } from "./zones.js";

/**
 * Looks a layout over against every rule of `LAYOUT_RULES`. Later rules are looked at only where the earlier
 * ones let the layout be read: form first, then the room, zones and lines, then tasks and their length.
 */
export function checkLayout(layout: Layout): LayoutReport {
  const found = new Findings(layout);
  checkForm(found);
  if (found.failed) return { id: layout.id, ok: false, problems: found.problems, facts: null };
  checkRoom(found);
  checkZones(found);
  checkLines(found);
  if (found.problems.some((p) => p.level === "error" && p.rule === "ring"))
    return { id: layout.id, ok: false, problems: found.problems, facts: null };
  const geometry = buildGeometry(layout);
  const forced = checkForced(found, geometry);
  const longest = checkBudget(found, geometry);
  return {
    id: layout.id,
    ok: !found.failed,
    problems: found.problems,
    facts: { ...countsOf(geometry), longest, forced },
  };
}

function countsOf(geometry: Geometry) {
  const inRegion = (region: number): number =>
    geometry.chairs.filter((c) => geometry.regionAt[c] === region).length;
  return {
    floor: geometry.floorCells.length,
    ring: geometry.ring.length,
    chairs: { TL: inRegion(1), BL: inRegion(2), BR: inRegion(3) },
    zoneQ: geometry.zoneQ.length,
    zoneR: geometry.zoneR.length,
  };
}

export { LAYOUT_RULES, type LayoutReport, type LayoutRule, type Problem } from "./types.js";
