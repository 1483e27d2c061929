import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultCuePack } from "../../src/prompts/index.js";
import { bm25System, evaluateSystems, randomSystem, type System } from "../../src/rag/evaluate.js";
import { type BankFinding, lintBank } from "../../src/rag/lint.js";
import { judgeByPatterns, judgeByRows, readQueries } from "../../src/rag/queries.js";
import { groupedMean, scoreList } from "../../src/rag/ranking-metrics.js";
import { scratch } from "../helpers/cli.js";
import { smallBank, smallBankFile } from "./setup.js";

const QUERIES = `
schemaVersion: 1
bank: small.csv
queries:
  - { id: q1, task: queue, goal: "Buy bread", objects: [counter, people], place: bakery, judgments: queue }
  - { id: q2, task: queue, goal: "Get a roll", objects: [people], place: bakery, judgments: queue }
  - { id: w1, task: water, goal: "Wash up", objects: [tap], place: bathroom, judgments: water }
judgments:
  queue:
    rule: in order
    rows:
      - { grade: 2, setting: bakery, behavior: cut the line, constraints: "[PERSON]'s role is 'customer'" }
      - { grade: 1, setting: bakery, behavior: wait in line, constraints: "[OTHER]'s role is  'customer'" }
      - { grade: 0, contrary: true, setting: market, behavior: greet people, constraints: "time of day is 'morning'" }
    matchers:
      - { grade: 2, norm: [taboo], behavior: "\\\\bcut\\\\b" }
  water:
    rule: turn it off
    rows:
      - { grade: 2, setting: bathroom, behavior: leave the tap running, constraints: "[PERSON]'s behavior is 'leaving'" }
`;

function queries(text = QUERIES) {
  const file = join(scratch(), "queries.yaml");
  writeFileSync(file, text);
  return readQueries(file);
}

describe("scoreList", () => {
  const judged = (grade: 0 | 1 | 2, about: string, contrary = false) => ({
    grade,
    contrary,
    about,
  });

  it("agrees with sums done by hand", () => {
    const list = [
      judged(0, "a"),
      judged(2, "b"),
      judged(0, "b", true),
      judged(1, "c"),
      judged(0, "a"),
    ];
    const scores = scoreList(list, [2, 2, 1], 5);
    const dcg = 3 / Math.log2(3) + 1 / Math.log2(5);
    const ideal = 3 + 3 / Math.log2(3) + 1 / Math.log2(4);
    expect(scores.ndcg).toBeCloseTo(dcg / ideal, 12);
    expect(scores).toMatchObject({
      precision: 0.4,
      reciprocalRank: 0.5,
      covered: 1,
      duplicates: 2,
      polarityErrors: 1,
    });
    expect(scoreList([], [2], 5)).toMatchObject({
      ndcg: 0,
      precision: 0,
      reciprocalRank: 0,
      covered: 0,
    });
    expect(scoreList([judged(2, "a")], [2], 5).ndcg).toBe(1);
  });
});

describe("groupedMean", () => {
  it("has an interval that widens when values come in few groups, and none without values", () => {
    const values = Array.from({ length: 40 }, (_, i) => ({ value: i % 2, group: String(i) }));
    const apart = groupedMean(values);
    const together = groupedMean(
      values.map((v) => ({ ...v, group: String(v.value) + (Number(v.group) % 4) })),
    );
    expect(apart.mean).toBe(0.5);
    const width = (m: typeof apart): number => m.ci95![1] - m.ci95![0];
    expect(width(together)).toBeGreaterThan(width(apart));
    expect(groupedMean(values)).toEqual(apart);
    expect(groupedMean([])).toEqual({ n: 0, mean: null, ci95: null });
  });
});

describe("evaluateSystems", () => {
  it("grades by hand on the bank that was graded, query by query", async () => {
    const records = [...smallBank().records];
    const perfect: System = {
      name: "perfect",
      top: async (query) => {
        const wanted = query.includes("bathroom")
          ? ["leave the tap running"]
          : ["cut the line", "wait in line"];
        return [wanted.map((b) => records.find((r) => r.behavior === b)!)];
      },
    };
    const result = await evaluateSystems(queries(), records, [
      randomSystem(records),
      bm25System(records),
      perfect,
    ]);
    expect(result).toMatchObject({ k: 5, queries: 3, grading: "rows", leftOut: [] });
    expect(result.inBank.queue).toEqual({ grade2: 1, grade1: 1, contrary: 1 });
    const [random, bm25, best] = result.systems;
    expect(best!.ndcg.mean).toBe(1);
    expect(best!.byTask).toEqual({
      queue: { queries: 2, coverage: 1, ndcg: 1 },
      water: { queries: 1, coverage: 1, ndcg: 1 },
    });
    expect(random!.ndcg.mean).toBeGreaterThan(0);
    expect(random!.ndcg.mean).toBeLessThan(best!.ndcg.mean!);
    expect(bm25!.overBm25).toBeNull();
    expect(best!.overBm25!.mean).toBeCloseTo(1 - bm25!.ndcg.mean!, 12);
  });

  it("grades another bank by patterns, and leaves out queries without any", async () => {
    const records = [...smallBank().records].map((r) => ({ ...r, setting: `old ${r.setting}` }));
    const result = await evaluateSystems(queries(), records, [bm25System(records)]);
    expect(result).toMatchObject({ grading: "patterns", queries: 2, leftOut: ["w1"] });
    const set = queries();
    const judge = judgeByPatterns(set, "queue")!;
    const cut = records.find((r) => r.behavior === "cut the line")!;
    expect(judge(cut)).toEqual({ grade: 2, contrary: false });
    expect(judge({ ...cut, norm: "normal" })).toEqual({ grade: 0, contrary: true });
    expect(judgeByRows(set, "queue")(cut)).toEqual({ grade: 0, contrary: false });
  });

  it("refuses a file of queries that does not hold together", () => {
    expect(() => queries(QUERIES.replace("judgments: water", "judgments: fire"))).toThrow(
      /query w1 names the judgments "fire"/,
    );
    expect(() => queries("schemaVersion: 2")).toThrow(/queries.yaml/);
    expect(() => queries("a: [")).toThrow(/queries.yaml/);
  });
});

describe("lintBank", () => {
  const findings = (text: string): BankFinding[] => {
    const file = join(scratch(), "bank.csv");
    writeFileSync(file, text);
    return lintBank(file, defaultCuePack()).findings;
  };
  const good = readFileSync(smallBankFile, "utf8");

  it("asks for size and proportions of a bank as a whole", () => {
    const report = lintBank(smallBankFile, defaultCuePack());
    expect(report).toMatchObject({ rows: 10, distinct: 10, settings: 7 });
    expect(new Set(report.findings.map((f) => f.check))).toEqual(new Set(["size", "proportions"]));
  });

  it("finds wrong labels, grammar, repeats and words of a cue, by line", () => {
    const cue = defaultCuePack()
      .tasks.washing_used_dishes!.specific.split(" ")
      .slice(0, 9)
      .join(" ");
    const row = (behavior: string, constraint: string, norm = "taboo,0") =>
      `x,${behavior},x [BEHAVIOR] ${behavior},${constraint},,${constraint},${norm},train\n`;
    const text =
      good +
      row("cut", "time is 'now'") +
      row("cut", "time is 'now'") +
      row("cut", "time is 'now'", "normal,1") +
      row("go", "no grammar") +
      row("stay", "time is 'now'", "taboo,2") +
      row(cue, "time is 'now'") +
      "x,y\n" +
      "a,b,a or b,time is 'now',,time is 'now',taboo,0,train\n";
    const found = findings(text)
      .filter((f) => f.line > 0)
      .map((f) => `${f.line} ${f.check}`);
    expect(found).toEqual([
      "13 distinct",
      "14 contradictions",
      "15 grammar",
      "16 labels",
      ...found.filter((f) => f === "17 cues"),
      "18 form",
      "19 form",
    ]);
    expect(found).toContain("17 cues");
  });

  it("finds another header", () => {
    expect(findings("a,b\n1,2\n")[0]).toMatchObject({ check: "form", line: 1 });
  });
});
