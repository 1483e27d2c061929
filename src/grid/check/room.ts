import { flood, neighbours, showCell } from "../cells.js";
import { doorCells, regions, serviceCell } from "../geometry/index.js";
import { ringCandidates, traceRing } from "../geometry/ring.js";
import { cellsOf, mask, zoneAt } from "../geometry/symbols.js";
import { type Cell, REGIONS } from "../types.js";
import type { Findings } from "./types.js";

/** The room as people walk it: connected floor, chairs in their regions, the ring, doors on it, places by name. */
export function checkRoom(found: Findings): void {
  checkConnected(found);
  checkChairs(found);
  const ring = checkRing(found);
  checkDoorMouths(found, ring);
  checkPoi(found);
}

function checkConnected(found: Findings): void {
  const open = mask(found.layout, ".ABC");
  const reached = flood([serviceCell(found.layout)], (c) => open[c] === 1);
  const lost = cellsOf(open).filter((c) => (reached[c] as number) < 0);
  if (lost.length > 0) found.error("connected", `cut off: ${lost.map(showCell).join(" ")}`, lost);
}

function checkChairs(found: Findings): void {
  const floor = mask(found.layout, ".");
  const chairs = cellsOf(mask(found.layout, "h"));
  const regionAt = regions(doorCells(found.layout));
  const count = [0, 0, 0, 0];
  for (const chair of chairs) {
    const region = regionAt[chair] as number;
    count[region] = (count[region] as number) + 1;
    if (region === 0) found.error("regions", `chair ${showCell(chair)} is in no region`, [chair]);
    if (!neighbours(chair).some((n) => floor[n]))
      found.error("chairs", `chair ${showCell(chair)} has no floor beside it`, [chair]);
  }
  REGIONS.forEach((name, i) => {
    const n = count[i + 1] as number;
    if (n < 2) found.error("regions", `${name} has ${n} chairs, two are needed`);
    else if (n < 3) found.warn("regions", `${name} has two chairs only`);
  });
}

function checkRing(found: Findings): Set<Cell> {
  const candidates = ringCandidates(found.layout);
  const floor = mask(found.layout, ".");
  const zone = mask(found.layout, "qr", zoneAt);
  for (const cell of candidates) {
    if (!floor[cell]) found.error("ring", `ring cell ${showCell(cell)} is not floor`, [cell]);
    else if (zone[cell]) found.error("ring", `ring cell ${showCell(cell)} is in a zone`, [cell]);
  }
  if (!traceRing(candidates)) {
    const members = new Set(candidates);
    const odd = candidates.filter((c) => neighbours(c).filter((n) => members.has(n)).length !== 2);
    found.error(
      "ring",
      `the outer ring is not one closed walk${odd.length > 0 ? `: look at ${odd.map(showCell).join(" ")}` : ""}`,
      odd,
    );
  }
  return new Set(candidates);
}

function checkDoorMouths(found: Findings, ring: Set<Cell>): void {
  const floor = mask(found.layout, ".");
  for (const door of doorCells(found.layout)) {
    const mouths = neighbours(door).filter((n) => floor[n]);
    if (mouths.length !== 1)
      found.error(
        "door-mouth",
        `door ${showCell(door)} has ${mouths.length} floor cells behind it`,
        [door],
      );
    for (const mouth of mouths)
      if (!ring.has(mouth))
        found.error("door-mouth", `door ${showCell(door)} does not open on the ring`, [door]);
  }
}

function checkPoi(found: Findings): void {
  const floor = mask(found.layout, ".");
  const zone = mask(found.layout, "qr", zoneAt);
  const names = new Set<string>();
  const cells = new Set<Cell>();
  for (const { name, at } of found.layout.poi) {
    const inside = at[0] < 11 && at[1] < 15;
    const cell = at[0] * 15 + at[1];
    if (!inside || !floor[cell])
      found.error("poi", `${name} at (${at.join()}) is not on floor`, inside ? [cell] : []);
    else if (zone[cell]) found.error("poi", `${name} at (${at.join()}) is in a zone`, [cell]);
    if (names.has(name)) found.error("poi", `two places are called ${name}`);
    if (cells.has(cell)) found.error("poi", `two places share (${at.join()})`);
    names.add(name);
    cells.add(cell);
  }
  if (found.layout.poi.length < 3)
    found.error("poi", `${found.layout.poi.length} places by name, three are needed`);
}
