import { flood, neighbours, showCell } from "../cells.js";
import { serviceCell } from "../geometry/index.js";
import { cellsOf, mask, zoneAt } from "../geometry/symbols.js";
import type { Cell } from "../types.js";
import type { Findings } from "./types.js";

/** The marked zones: size, place, and that the room works with people keeping out of them. */
export function checkZones(found: Findings): void {
  checkZone(found, "q", 3);
  checkZone(found, "r", 4);
}

function checkZone(found: Findings, symbol: "q" | "r", least: number): void {
  const rule = symbol === "q" ? "zone-q" : "zone-r";
  const name = symbol.toUpperCase();
  const zone = mask(found.layout, symbol, zoneAt);
  const floor = mask(found.layout, ".");
  const cells = cellsOf(zone);
  if (cells.length < least) {
    found.error(rule, `${name} has ${cells.length} cells, ${least} are needed`);
    if (cells.length === 0) return;
  }
  const off = cells.filter((c) => !floor[c]);
  if (off.length > 0)
    found.error(rule, `${name} is not on floor at ${off.map(showCell).join(" ")}`, off);
  const piece = flood(cells.slice(0, 1), (c) => zone[c] === 1);
  if (cells.some((c) => (piece[c] as number) < 0))
    found.error(rule, `${name} is in several pieces`);
  checkAround(found, rule, name, zone);

  const wayOut = (c: Cell): boolean => neighbours(c).some((n) => floor[n] && !zone[n]);
  const doorsIn = cells.filter(wayOut);
  if (symbol === "q" && doorsIn.length < cells.length) {
    const shut = cells.filter((c) => !wayOut(c));
    found.error(rule, `no way out of Q from ${shut.map(showCell).join(" ")}`, shut);
  }
  if (doorsIn.length < 2)
    found.error(rule, `${name} can be entered by ${doorsIn.length} cells only`);
}

/** The floor without the zone stays in one piece. */
function checkAround(
  found: Findings,
  rule: "zone-q" | "zone-r",
  name: string,
  zone: Uint8Array,
): void {
  const rest = mask(found.layout, ".ABC");
  for (const cell of cellsOf(zone)) rest[cell] = 0;
  const service = serviceCell(found.layout);
  if (!rest[service]) return; // a zone on the service cell is reported with the lines
  const reached = flood([service], (c) => rest[c] === 1);
  const lost = cellsOf(rest).filter((c) => (reached[c] as number) < 0);
  if (lost.length > 0)
    found.error(rule, `without ${name} these are cut off: ${lost.map(showCell).join(" ")}`, lost);
}
