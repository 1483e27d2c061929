import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConstraints } from "../../src/rag/constraints.js";
import { queryText } from "../../src/rag/query-text.js";
import { TASKS } from "../../src/tasks/registry.js";
import { root } from "../helpers/cli.js";

const TASK_IDS = TASKS.map((task) => task.id);
const COLUMNS = [
  "setting",
  "behavior",
  "setting-behavior",
  "constraints",
  "constraints_given",
  "constraint_predict",
  "norm",
  "label",
  "split",
] as const;
type Row = Record<(typeof COLUMNS)[number], string>;

const read = (...path: string[]): string => readFileSync(join(root, ...path), "utf8");
const text = read("rag", "norms.csv");

/** RFC 4180, strictly: a quote opens at the start of a cell only, and is doubled inside. */
function cells(csv: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/gy;
  let row: string[] = [];
  for (let m = cell.exec(csv); m !== null; m = cell.exec(csv)) {
    row.push(m[1] === undefined ? (m[2] as string) : m[1].replaceAll('""', '"'));
    if (m[3] === "\n") {
      rows.push(row);
      row = [];
    }
    if (cell.lastIndex === csv.length) return rows;
  }
  throw new Error(`row ${rows.length + 1} is not RFC 4180`);
}

const [header, ...body] = cells(text);
const rows = body.map((r) => Object.fromEntries(COLUMNS.map((c, k) => [c, r[k]])) as Row);
const key = (r: Pick<Row, "setting" | "behavior" | "constraints">): string =>
  [r.setting, r.behavior, r.constraints].join("\u0000");
const byKey = new Map(rows.map((r) => [key(r), r]));

function count(column: keyof Row): Map<string, number> {
  const found = new Map<string, number>();
  for (const row of rows) found.set(row[column], (found.get(row[column]) ?? 0) + 1);
  return found;
}

const words = (s: string): string[] => s.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
function* runs(s: string, n: number): Generator<string> {
  const all = words(s);
  for (let i = 0; i + n <= all.length; i++) yield all.slice(i, i + n).join(" ");
}

test("nine columns in NormBank's order, in plain text", () => {
  expect(header).toEqual(COLUMNS);
  expect(body.every((r) => r.length === 9)).toBe(true);
  expect(text.startsWith("\ufeff")).toBe(false);
  expect(text).not.toMatch(/\r/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffd]/);
  const untidy = rows.filter((row) =>
    COLUMNS.some(
      (c) =>
        (c !== "constraints_given" && row[c] !== row[c].trim()) ||
        (c !== "constraints_given" && row[c] === "") ||
        row[c].includes("  "),
    ),
  );
  expect(untidy).toEqual([]);
});

test("distinct rows, enough of them, in enough settings", () => {
  expect(rows.length).toBeGreaterThanOrEqual(1200);
  expect(byKey.size).toBe(rows.length);
  const settings = count("setting");
  expect(settings.size).toBeGreaterThanOrEqual(60);
  expect(Math.min(...settings.values())).toBeGreaterThanOrEqual(10);
});

test("labels in about NormBank's proportions", () => {
  const share = (label: string): number => (100 * (count("label").get(label) ?? 0)) / rows.length;
  for (const [label, theirs] of [
    ["0", 43.8],
    ["1", 38.3],
    ["2", 17.9],
  ] as const)
    expect(Math.abs(share(label) - theirs), `label ${label}`).toBeLessThanOrEqual(5);
  const names = ["taboo", "normal", "expected"];
  for (const row of rows) expect(names[Number(row.label)]).toBe(row.norm);
});

test("the same behaviour with other constraints has another label in many places", () => {
  const labels = new Map<string, Set<string>>();
  for (const row of rows) {
    const pair = row["setting-behavior"];
    labels.set(pair, (labels.get(pair) ?? new Set()).add(row.label));
  }
  const divided = [...labels.values()].filter((s) => s.size > 1).length;
  expect(divided / labels.size).toBeGreaterThan(0.4);
});

test("constraints parse, and the columns made from others agree with them", () => {
  const item =
    /^(?:\[(?:PERSON|OTHER)\]'s )?[a-z][a-z '-]*? (?:is not|is less than|is over|is) '[^"[\]]+'$/i;
  for (const row of rows) {
    const items = row.constraints.split(" [AND] ");
    for (const constraint of items) expect(constraint).toMatch(item);
    expect(parseConstraints(row.constraints).unread).toEqual([]);
    expect(parseConstraints(row.constraints).items.length).toBe(items.length);
    expect(new Set(items).size, row.constraints).toBe(items.length);
    expect(row.constraint_predict).toBe(items.at(-1));
    const given = items.slice(0, -1).map((c) => `${c} [AND] `);
    expect(row.constraints_given).toBe(given.join(""));
    expect(row["setting-behavior"]).toBe(`${row.setting} [BEHAVIOR] ${row.behavior}`);
  }
  for (const number of text.matchAll(/is (?:less than|over) '([^']*)'/g))
    expect(number[1]).toMatch(/^\d+$/);
});

test("splits: all constraints of a behaviour are in one part", () => {
  const splits = count("split");
  expect([...splits.keys()].sort()).toEqual(["dev", "test", "train"]);
  expect((splits.get("train") ?? 0) / rows.length).toBeCloseTo(0.8, 1);
  const part = new Map<string, string>();
  for (const row of rows) {
    const pair = row["setting-behavior"];
    expect(part.get(pair) ?? row.split, pair).toBe(row.split);
    part.set(pair, row.split);
  }
});

test("no row is made from a cue or names what a task turns on", () => {
  const cues = parse(read("cues", "default.yaml")) as {
    tasks: Record<string, Record<string, string>>;
  };
  const spoken = Object.values(cues.tasks).flatMap((task) => Object.values(task));
  const taken = new Set(spoken.flatMap((cue) => [...runs(cue, 8)]));
  expect(taken.size).toBeGreaterThan(100);
  const props =
    /\b(teddy|toy bear|brown bear|mop|mop rack|delivery counter|trash bin|lost ball|bread on a plate)\b/i;
  const close = rows.filter((row) => {
    const all = `${row.setting} ${row.behavior} ${row.constraints}`;
    return (
      [...runs(all, 8)].some((run) => taken.has(run)) ||
      props.test(all) ||
      TASK_IDS.some((id) => all.includes(id))
    );
  });
  expect(close).toEqual([]);
});

interface Judged {
  grade: number;
  contrary?: boolean;
  setting: string;
  behavior: string;
  constraints: string;
}
interface Matcher {
  grade: number;
  norm: string[];
  behavior: string;
  constraints?: string;
}
interface Queries {
  schemaVersion: number;
  bank: string;
  queries: {
    id: string;
    task: string;
    goal: string;
    objects: string[];
    place: string;
    text: string;
    judgments: string;
  }[];
  judgments: Record<string, { rule: string; rows: Judged[]; matchers?: Matcher[] }>;
}
const queries = parse(read("rag", "queries.yaml")) as Queries;

test("queries: at least four for each task, every one different and in the cue's shape", () => {
  expect(queries.schemaVersion).toBe(1);
  expect(queries.bank).toBe("norms.csv");
  const all = queries.queries;
  expect(all.length).toBeGreaterThanOrEqual(44);
  for (const id of TASK_IDS)
    expect(all.filter((q) => q.task === id).length, id).toBeGreaterThanOrEqual(4);
  expect(new Set(all.map((q) => q.id)).size).toBe(all.length);
  expect(new Set(all.map((q) => q.text)).size).toBe(all.length);
  for (const q of all) {
    expect([...TASK_IDS, "everyday"]).toContain(q.task);
    expect(q.text).toBe(queryText(q));
    expect(q.text).toBe(`${q.place}: ${q.goal} In view: ${q.objects.join(", ")}.`);
    expect(queries.judgments[q.judgments], q.id).toBeDefined();
  }
});

test("judgments: every graded row is in the bank, and says what its grade says", () => {
  for (const [name, { rows: judged }] of Object.entries(queries.judgments)) {
    expect(new Set(judged.map(key)).size, name).toBe(judged.length);
    expect(judged.filter((j) => j.grade === 2).length, name).toBeGreaterThan(0);
    const good = judged.filter((j) => j.grade > 0);
    for (const j of judged) {
      const row = byKey.get(key(j));
      expect(row, `${name}: ${key(j)}`).toBeDefined();
      expect([0, 1, 2]).toContain(j.grade);
      expect(j.grade === 0).toBe(j.contrary === true);
      if (j.contrary) expect(row?.norm, `${name}: ${j.behavior}`).toBe("normal");
    }
    expect(good.length, name).toBeGreaterThanOrEqual(5);
  }
});

test("matchers: patterns that compile, with known labels, for every task", () => {
  for (const id of TASK_IDS) {
    const matchers = queries.judgments[id]?.matchers ?? [];
    expect(matchers.length, id).toBeGreaterThan(0);
    for (const m of matchers) {
      expect(() => new RegExp(m.behavior, "i")).not.toThrow();
      expect(() => new RegExp(m.constraints ?? "", "i")).not.toThrow();
      expect([1, 2]).toContain(m.grade);
      expect(m.norm.length).toBeGreaterThan(0);
      for (const norm of m.norm) expect(["taboo", "normal", "expected"]).toContain(norm);
    }
  }
});

test("matchers find the sentences of a NormBank-like row and know its polarity", () => {
  const finds = (id: string, norm: string, behavior: string, constraints = ""): number =>
    Math.max(
      0,
      ...(queries.judgments[id]?.matchers ?? [])
        .filter((m) => m.norm.includes(norm))
        .filter((m) => new RegExp(m.behavior, "i").test(behavior))
        .filter((m) => new RegExp(m.constraints ?? "", "i").test(constraints))
        .map((m) => m.grade),
    );
  expect(finds("queue_waiting", "taboo", "cut in line")).toBe(2);
  expect(finds("queue_waiting", "normal", "cut in line")).toBe(0);
  expect(finds("turning_off_faucets", "expected", "turn off the tap")).toBe(2);
  expect(finds("avoiding_interruption", "taboo", "interrupting others")).toBe(2);
  const old = "[OTHER]'s age bracket is 'elderly'";
  expect(finds("giving_priority_to_elder", "taboo", "keep your seat", old)).toBe(2);
  expect(finds("giving_priority_to_elder", "taboo", "keep your seat")).toBe(0);
  expect(finds("road_crossing", "taboo", "order a coffee")).toBe(0);
});

test("the README's counts are the bank's", () => {
  const readme = read("rag", "README.md");
  const n = (value: number): string => value.toLocaleString("en");
  const percent = (value: number): string => ((100 * value) / rows.length).toFixed(1);
  for (const [norm, found] of count("norm"))
    expect(readme).toContain(`| ${norm} | ${n(found)} | ${percent(found)} % |`);
  const settings = count("setting");
  expect(readme).toContain(`${n(rows.length)} norms of everyday life in ${settings.size} settings`);
  const perSetting = [...settings.values()];
  expect(readme).toContain(
    `${Math.min(...perSetting)} to ${Math.max(...perSetting)} rows a setting`,
  );
  expect(readme).toContain(`${n(count("setting-behavior").size)} pairs of setting and behavior`);
  const splits = count("split");
  expect(readme.replace(/\s+/g, " ")).toContain(
    ["train", "dev", "test"].map((s) => `${n(splits.get(s) ?? 0)} ${s}`).join(", "),
  );
  expect(readme).toContain(`${queries.queries.length} queries`);
});
