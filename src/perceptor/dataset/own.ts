import { existsSync, rmSync } from "node:fs";
import { extname, join } from "node:path";
import { NormactError } from "../../core/errors.js";
import { makeFolder, readBytes, readText, writeWhole } from "../../core/files.js";
import { sha256 } from "../../core/hash.js";
import { insideFolder } from "../../core/paths.js";
import { decode, sha256OfPixels } from "../../images/index.js";
import { uprightPhoto } from "../../images/photo.js";
import { readCsv } from "../../rag/csv.js";
import { TASKS } from "../../tasks/registry.js";
import { lockSet, writeSet } from "./build.js";
import type { Item, SetInfo } from "./item.js";

/** Longer sides are brought down to this: more pixels cost tokens and show no norm. */
const MAX_SIDE = 1280;
const EXTENSIONS = [".jpg", ".jpeg", ".png", ".webp", ".avif", ".tif", ".tiff", ".gif"];
const COLUMNS = ["file", "goal", "task", "rule", "group", "id"] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Takes in pictures of the user's own by a CSV (header `file,goal,task`, and if wanted `rule`, `group`, `id`).
 * Every fault of the table is told at once, with its line.
 * @throws NormactError bad_csv (2)
 */
export async function ownSet(
  plan: { folder: string; images: string; csv: string },
  hooks: { onStart(total: number): void; onPicture(id: string): void },
): Promise<{ info: SetInfo; notes: string[] }> {
  const { rows, faults } = readTable(plan.csv);
  const ids = new Map<string, number>();
  for (const row of rows) {
    faults.push(...faultsOf(row, plan.images, ids));
    ids.set(row.id, row.line);
  }
  if (faults.length > 0)
    throw new NormactError(
      "bad_csv",
      `${plan.csv}: ${faults.slice(0, 8).join("; ")}${faults.length > 8 ? `; and ${faults.length - 8} more` : ""}. Nothing was written.`,
      2,
    );
  if (rows.length === 0) throw new NormactError("bad_csv", `${plan.csv} lists no picture`, 2);
  refuseDrawnSet(plan.folder);
  const isNew = !existsSync(plan.folder);
  makeFolder(join(plan.folder, "images"));
  const release = lockSet(plan.folder);
  let info: SetInfo;
  try {
    hooks.onStart(rows.length);
    const items = await takeAllIn(rows, plan, hooks.onPicture);
    info = writeSet(plan.folder, items, {
      name: "own-pictures",
      origin: "own",
      seed: null,
      renderer: null,
    });
  } catch (error) {
    // half a set is of no use, and everything in a folder made here can be made again
    if (isNew) rmSync(plan.folder, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
  const notes = rows.every((r) => r.group === "")
    ? [
        'every picture is a group of its own; a column "group" keeps pictures of one place on one side of the split',
      ]
    : [];
  return { info, notes };
}

/** @throws NormactError another_set (2): its list would be lost */
function refuseDrawnSet(folder: string): void {
  const file = join(folder, "set.json");
  if (!existsSync(file)) return;
  if ((JSON.parse(readText(file)) as SetInfo).origin === "own") return;
  throw new NormactError(
    "another_set",
    `${folder} holds a drawn set; name another folder with --out`,
    2,
  );
}

/** @throws NormactError bad_image naming every picture that cannot be read, with its line */
async function takeAllIn(
  rows: readonly Row[],
  plan: { folder: string; images: string; csv: string },
  onPicture: (id: string) => void,
): Promise<Item[]> {
  const items: Item[] = [];
  const bad: string[] = [];
  for (const row of rows) {
    try {
      items.push(await takeIn(row, plan));
    } catch (error) {
      if ((error as NormactError).code !== "bad_image") throw error;
      bad.push(`line ${row.line}: ${row.file}: ${(error as Error).message}`);
    }
    onPicture(row.id);
  }
  if (bad.length === 0) return items;
  throw new NormactError(
    "bad_image",
    `${plan.csv}: ${bad.slice(0, 8).join("; ")}${bad.length > 8 ? `; and ${bad.length - 8} more` : ""}. Replace them or take their lines out, then run the same command again`,
    2,
  );
}

type Row = Record<Column, string> & { line: number };

function readTable(csv: string): { rows: Row[]; faults: string[] } {
  const rows: Row[] = [];
  const faults: string[] = [];
  let header: string[] | null = null;
  for (const record of readCsv(csv)) {
    if (record.cells === null) {
      faults.push(`line ${record.line}: ${record.why}`);
      continue;
    }
    if (!header) {
      header = record.cells.map((c) => c.trim().toLowerCase());
      const lacking = ["file", "goal", "task"].filter((c) => !header!.includes(c));
      if (lacking.length > 0) {
        faults.push(
          `the header lacks ${lacking.join(", ")}; the columns are ${COLUMNS.join(", ")}`,
        );
        break;
      }
      continue;
    }
    const cell = (name: Column): string => record.cells[header!.indexOf(name)]?.trim() ?? "";
    const file = cell("file");
    const id = cell("id") || slug(file);
    rows.push({
      line: record.line,
      file,
      goal: cell("goal"),
      task: cell("task"),
      rule: cell("rule"),
      group: cell("group"),
      id,
    });
  }
  return { rows, faults };
}

/**
 * An id from a file's name. Where letters are lost (another script) a piece of the name's hash keeps
 * files apart that would look alike.
 */
function slug(file: string): string {
  const name = file
    .slice(0, file.length - extname(file).length)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[^A-Za-z0-9]+/, "");
  const lost = plain === "" || /[^A-Za-z0-9._/ -]/.test(name);
  return lost ? `${plain || "picture"}-${sha256(file.normalize("NFC")).slice(0, 6)}` : plain;
}

function faultsOf(row: Row, images: string, ids: ReadonlyMap<string, number>): string[] {
  const at = `line ${row.line}`;
  const out: string[] = [];
  if (row.file === "") return [`${at}: no file`];
  let path: string | null = null;
  try {
    path = insideFolder(images, row.file);
  } catch {
    out.push(`${at}: ${row.file} lies outside of ${images}`);
  }
  if (path && !existsSync(path)) out.push(`${at}: ${row.file} is not in ${images}`);
  if (!EXTENSIONS.includes(extname(row.file).toLowerCase()))
    out.push(
      `${at}: ${row.file} must be one of ${EXTENSIONS.join(" ")}${/\.hei[cf]$/i.test(row.file) ? " (export it as JPEG from your photo program first)" : ""}`,
    );
  if (row.goal === "") out.push(`${at}: no goal`);
  const known = TASKS.some((t) => t.id === row.task);
  if (!known && row.rule === "")
    out.push(
      `${at}: "${row.task}" is none of the tasks (${TASKS.map((t) => t.id).join(", ")}); with a task of your own give its rule in a column "rule"`,
    );
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(row.id))
    out.push(`${at}: the id "${row.id}" holds more than letters, digits, . _ -`);
  if (ids.has(row.id))
    out.push(`${at}: the id "${row.id}" stands on line ${ids.get(row.id)} already`);
  return out;
}

async function takeIn(row: Row, plan: { folder: string; images: string }): Promise<Item> {
  const photo = await uprightPhoto(readBytes(insideFolder(plan.images, row.file)), MAX_SIDE);
  const file = `images/${row.id}.jpg`;
  writeWhole(join(plan.folder, file), photo.bytes);
  const pixels = await decode(photo.bytes);
  return {
    schemaVersion: 1,
    id: row.id,
    file,
    task: row.task === "" ? "own" : row.task,
    dimension: TASKS.find((t) => t.id === row.task)?.dimension ?? "own",
    goal: row.goal,
    ...(row.rule === "" ? {} : { rule: row.rule }),
    group: row.group === "" ? row.id : row.group,
    image: sha256OfPixels(pixels.data, pixels.width, pixels.height),
    width: photo.width,
    height: photo.height,
    origin: "own",
  };
}
