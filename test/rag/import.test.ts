import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NORM_COLUMNS, openBank } from "../../src/rag/bank.js";
import { type CsvRecord, readCsv } from "../../src/rag/csv.js";
import { importBank } from "../../src/rag/import.js";
import { readMapping } from "../../src/rag/mapping.js";
import { root, scratch } from "../helpers/cli.js";

const HEADER = NORM_COLUMNS.join(",");
const row = (setting: string, behavior: string, constraints = "time is 'now'", norm = "taboo") =>
  [
    setting,
    behavior,
    `${setting} [BEHAVIOR] ${behavior}`,
    constraints,
    "",
    constraints,
    norm,
    ["taboo", "normal", "expected"].indexOf(norm),
    "train",
  ]
    .map((c) => (/[",\n]/.test(String(c)) ? `"${String(c).replaceAll('"', '""')}"` : String(c)))
    .join(",");

function file(text: string | Buffer, name = "bank.csv"): { path: string; dir: string } {
  const dir = scratch();
  writeFileSync(join(dir, name), text);
  return { path: join(dir, name), dir };
}

describe("readCsv", () => {
  const read = (text: string | Buffer): CsvRecord[] => [...readCsv(file(text).path)];

  it("gives back what was quoted, whatever it is", () => {
    const cell = fc
      .string({ unit: "grapheme", maxLength: 20 })
      .map((s) => s.replaceAll("\ufeff", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const quoted = rows.map((r) => r.map((c) => `"${c.replaceAll('"', '""')}"`).join(","));
        const got = read(`a,b\n${quoted.join("\n")}`);
        expect(got.slice(1).map((r) => r.cells)).toEqual(rows);
      }),
      { numRuns: 60 },
    );
  });

  it("reads line ends of both kinds, a byte-order mark, UTF-16, and skips blank lines", () => {
    const cells = [
      ["a", "b"],
      ["1", "2"],
      ["x\r\ny", "3"],
    ];
    const text = 'a,b\r\n1,2\r\n\r\n"x\r\ny",3';
    expect(read(text).map((r) => r.cells)).toEqual(cells);
    expect(read(`\ufeff${text}`).map((r) => r.cells)).toEqual(cells);
    expect(read(Buffer.from(`\ufeff${text}`, "utf16le")).map((r) => r.cells)).toEqual(cells);
    expect(read(text).map((r) => r.line)).toEqual([1, 2, 4]);
  });

  it("loses one row to a stray quote, not the rest of the file", () => {
    const got = read('a,b\n1,2\n3,"four\n5,6\n7,"8"\n9,10\n');
    expect(got.map((r) => r.cells?.join() ?? r.line)).toEqual([
      "a,b",
      "1,2",
      3,
      "5,6",
      "7,8",
      "9,10",
    ]);
    expect(read('a,b\n1,2\n3,"never closed\n5,6').map((r) => r.cells?.join() ?? r.line)).toEqual([
      "a,b",
      "1,2",
      3,
      "5,6",
    ]);
  });

  it("reports rows with another number of columns by line", () => {
    const got = read('a,b\n1\n"x\ny\n2,3\n4,5,6\n7,8');
    expect(got.map((r) => (r.cells ? r.cells.join() : `${r.line}: ${r.why}`))).toEqual([
      "a,b",
      "2: 1 columns instead of 2",
      "3: a quote is opened and never closed",
      "4: 1 columns instead of 2",
      "2,3",
      "6: 3 columns instead of 2",
      "7,8",
    ]);
  });
});

describe("importBank", () => {
  it("takes the shipped fixture whole, and the same bytes give the same bank", () => {
    const source = join(root, "test", "fixtures", "rag", "small.csv");
    const one = scratch();
    const info = importBank(source, one);
    expect(info.report).toMatchObject({ rows: 10, kept: 10, duplicates: 0, dropped: 0, odd: 0 });
    expect(info.report.labels).toEqual({ taboo: 4, expected: 3, normal: 3 });
    const two = scratch();
    expect(importBank(source, two).hash).toBe(info.hash);
    expect(readFileSync(join(two, "records.jsonl"), "utf8")).toBe(
      readFileSync(join(one, "records.jsonl"), "utf8"),
    );
    const bank = openBank(one);
    expect(bank.records.size).toBe(10);
    expect(bank.records.get(7)).toMatchObject({
      setting: "friend's home",
      norm: "taboo",
      constraints: "[OTHER]'s role is 'friend's guest'",
    });
    expect([...bank.records].map((r) => r.behavior)).toHaveLength(10);
    bank.records.close();
  });

  it("counts duplicates, mends letters, and drops bad rows with line and reason", () => {
    const { path, dir } = file(
      [
        HEADER,
        row("bakery", "push"),
        row("bakery", "push"),
        row("party", "hit the pi√±ata"),
        row("party", "hit the piñata"),
        "too,few,columns",
        row("bakery", "push", "time is 'now'", "taboo").replace("taboo,0", "taboo,2"),
        row("bakery", "push", "time is 'now'", "normal"),
        row("", "push"),
        row("bakery", 'say "hello"', `[PERSON]'s mood is 'it's "good"'`),
        row("bakery", "stand", "no grammar at all"),
        row("bakery", "sit").replace("taboo,0", "forbidden,0"),
      ].join("\n"),
    );
    const { report } = importBank(path, join(dir, "bank"));
    expect(report).toMatchObject({
      rows: 11,
      kept: 5,
      duplicates: 2,
      dropped: 4,
      mended: 1,
      odd: 1,
      contradictions: 1,
    });
    expect(report.droppedRows).toEqual([
      { line: 6, why: "3 columns instead of 9" },
      { line: 7, why: 'label 2 does not go with the norm "taboo"' },
      { line: 9, why: "no setting" },
      { line: 12, why: 'norm "forbidden" is none of taboo, normal, expected' },
    ]);
    expect(report.mendedRows).toEqual([{ line: 4, why: "pi√±ata → piñata" }]);
    expect(report.oddRows).toEqual([
      { line: 11, why: "constraint not in the grammar: no grammar at all" },
    ]);
  });

  it("names the expected columns when the header is another one", () => {
    const { path, dir } = file("text,label\nx,1\n");
    expect(() => importBank(path, join(dir, "b"))).toThrow(
      /lacks the columns setting, behavior.*Expected in its first line: setting, behavior, setting-behavior, constraints, constraints_given, constraint_predict, norm, label, split. Found: text, label.*--mapping/,
    );
    const other = file(`${NORM_COLUMNS.toReversed().join(",")}\n`);
    expect(() => importBank(other.path, join(dir, "b"))).toThrow(/in another order/);
    expect(() => importBank(file("").path, join(dir, "b"))).toThrow(/is empty/);
    expect(() => importBank(file(`${HEADER}\nx\n`).path, join(dir, "b"))).toThrow(
      /no norm that can be used; line 2: 1 columns/,
    );
    expect(() => importBank(join(dir, "none.csv"), join(dir, "b"))).toThrow(/no such file/);
    expect(() => importBank(dir, join(dir, "b"))).toThrow(/a folder, not a file/);
  });

  it("keeps the bank that is there when an import fails", () => {
    const { path, dir } = file(`${HEADER}\n${row("a", "b")}\n`);
    const folder = join(dir, "bank");
    importBank(path, folder);
    writeFileSync(path, `${HEADER}\nbroken\n`);
    expect(() => importBank(path, folder)).toThrow(/no norm/);
    expect(openBank(folder).records.size).toBe(1);
  });
});

describe("mappings", () => {
  const mapping = (yaml: string) => readMapping(yaml, "m.yaml");

  it("read other sources: TSV and JSONL, with labels, context and rows left out", () => {
    const yaml = `
schemaVersion: 1
name: rules of thumb
licence: CC BY-SA 4.0
text: "{rot}"
setting: "{situation}"
label:
  column: judgment
  values: { "-1": taboo, "0": normal, "1": expected }
where: { keep: ["yes"] }
`;
    const tsv = file(
      "rot\tsituation\tjudgment\tkeep\nIt is rude to push.\tat a shop\t-1\tyes\nLeft out.\t\t0\tno\n\tx\t0\tyes\n",
      "rots.tsv",
    );
    const info = importBank(tsv.path, join(tsv.dir, "bank"), { mapping: mapping(yaml) });
    expect(info).toMatchObject({ name: "rules of thumb", licence: "CC BY-SA 4.0" });
    expect(info.report).toMatchObject({ kept: 1, dropped: 1 });
    expect(info.report.droppedRows).toEqual([{ line: 4, why: "nothing in {rot}" }]);
    expect(openBank(join(tsv.dir, "bank")).records.get(0)).toMatchObject({
      setting: "at a shop",
      norm: "taboo",
      text: "It is rude to push.",
    });
    const jsonl = file(
      '{"rot":"Be kind.","situation":"","judgment":1,"keep":"yes"}\nno json\n[1]\n',
      "rots.jsonl",
    );
    const second = importBank(jsonl.path, join(jsonl.dir, "bank"), { mapping: mapping(yaml) });
    expect(second.report).toMatchObject({ kept: 1, dropped: 2, labels: { expected: 1 } });
  });

  it("say what is wrong with them, or with the source's columns", () => {
    expect(() => mapping("schemaVersion: 1\nname: x\n")).toThrow(/m.yaml: .*text/s);
    expect(() => mapping("a: [")).toThrow(/m.yaml/);
    const { path, dir } = file("a,b\n1,2\n");
    expect(() =>
      importBank(path, join(dir, "b"), {
        mapping: mapping("schemaVersion: 1\nname: x\ntext: '{rot}'\n"),
      }),
    ).toThrow(/lacks the column rot.*Found: a, b/);
  });

  it("that ship can be read", () => {
    for (const name of ["social-chemistry-101", "moral-stories", "egonormia"])
      expect(
        readMapping(readFileSync(join(root, "rag", "mappings", `${name}.yaml`), "utf8"), name).text,
      ).toMatch(/\{.+\}/);
  });
});
