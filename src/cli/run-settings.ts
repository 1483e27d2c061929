import type { RunInfo } from "../eval/store.js";

/** Hashes are told apart by their beginnings. */
const HASH = /^[0-9a-f]{64}$/;
const NONE = "–";

/**
 * A run's settings as rows of name and value, for people: nested ones by their path (`dataset.version`), hashes cut,
 * nothing in JSON.
 */
export function settingRows({ settings, n, matrix, fingerprint }: RunInfo): [string, string][] {
  const rows: [string, string][] = [["episodes", String(n)]];
  for (const [name, value] of Object.entries(settings)) {
    const label = name === "episodes" ? "chosen episodes" : name;
    rows.push(...rowsOf(label, value));
  }
  if (matrix) rows.push(["matrix", matrix.name], ["its judge", matrix.judge ?? NONE]);
  rows.push(["fingerprint", shown(fingerprint)]);
  return rows;
}

function rowsOf(name: string, value: unknown): [string, string][] {
  const inner = unpacked(value);
  if (Array.isArray(inner)) return [[name, inner.map(shown).join(", ") || NONE]];
  if (typeof inner !== "object" || inner === null) return [[name, shown(inner)]];
  return Object.entries(inner).flatMap(([key, one]) => rowsOf(`${name}.${key}`, one));
}

/** Overridden capabilities are kept as the text of a JSON object. */
function unpacked(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return HASH.test(text) ? text.slice(0, 12) : text;
}
