import { NormactError } from "../core/errors.js";
import type { Layout, Poi } from "./types.js";

/**
 * Reads a layout file: `id:`, `name:` and `poi:` lines, then the blocks `@map` and `@zones`.
 * Only the form is judged here; `checkLayout` judges what is drawn.
 * @throws NormactError `bad_layout` with the line that cannot be read
 */
export function parseLayout(text: string, source = "layout"): Layout {
  const layout: Layout = { id: "", name: "", poi: [], map: [], zones: [] };
  let block: "map" | "zones" | null = null;
  text.split(/\r?\n/).forEach((line, i) => {
    const where = `${source}, line ${i + 1}`;
    if (line.startsWith("@")) block = blockName(line, where);
    else if (block) {
      if (line !== "") layout[block].push(line);
    } else if (line.trim() !== "") readHeader(layout, line, where);
  });
  for (const key of ["id", "name"] as const)
    if (layout[key] === "") throw bad(source, `has no "${key}:" line`);
  return layout;
}

function blockName(line: string, where: string): "map" | "zones" {
  const name = line.slice(1).trim();
  if (name === "map" || name === "zones") return name;
  throw bad(where, `unknown block "@${name}"; allowed: @map, @zones`);
}

function readHeader(layout: Layout, line: string, where: string): void {
  const [, key, value] = /^([a-z]+):\s*(.*?)\s*$/.exec(line) ?? [];
  if (key === "id" || key === "name") {
    if (key === "id" && !/^[a-z][a-z0-9-]*$/.test(value ?? ""))
      throw bad(where, `id "${value}" must be lower-case letters, digits and hyphens`);
    layout[key] = value ?? "";
  } else if (key === "poi") layout.poi.push(readPoi(value ?? "", where));
  else throw bad(where, `"${line}" is none of id:, name:, poi:, @map, @zones`);
}

function readPoi(value: string, where: string): Poi {
  const [, name, row, col] = /^(\S+)\s+(\d+)\s+(\d+)$/.exec(value) ?? [];
  if (!name) throw bad(where, `poi "${value}" must be: <name> <row> <col>`);
  return { name, at: [Number(row), Number(col)] };
}

/** The text of a layout, as its file holds it. */
export function layoutText(layout: Layout): string {
  const poi = layout.poi.map((p) => `poi: ${p.name} ${p.at[0]} ${p.at[1]}`);
  return [
    `id: ${layout.id}`,
    `name: ${layout.name}`,
    ...poi,
    "@map",
    ...layout.map,
    "@zones",
    ...layout.zones,
    "",
  ].join("\n");
}

function bad(where: string, what: string): NormactError {
  return new NormactError("bad_layout", `${where}: ${what}`, 2);
}
