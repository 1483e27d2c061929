import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { TASKS } from "../../src/tasks/registry.js";
import { type AuditRow, type AuditRule, audit, auditTable } from "./audit.js";
import { draw } from "./kit.js";
import { RULES } from "./rules/index.js";

/** Instances per task: enough to meet every variant several times. */
const INSTANCES = 8;
const PAGE = join(import.meta.dirname, "../../docs/checkers.md");

/** The page with the text between two marks exchanged. */
function withSection(page: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name}: generated -->`, `<!-- /${name} -->`];
  const start = page.indexOf(from);
  const end = page.indexOf(to);
  if (start < 0 || end < start) throw new Error(`docs/checkers.md has no section "${name}"`);
  return `${page.slice(0, start + from.length)}\n\n${text}\n\n${page.slice(end)}`;
}

/** A page without the blanks and dashes by which a formatter lines tables up. */
const plain = (page: string): string => page.replace(/ +/g, " ").replace(/-{3,}/g, "---");

function reasonsTable(): string {
  const rows = TASKS.flatMap((task) =>
    Object.entries(task.reasons).map(
      ([code, sentence], k) => `| ${k === 0 ? `\`${task.id}\`` : ""} | \`${code}\` | ${sentence} |`,
    ),
  );
  return ["| task | code | sentence |", "| --- | --- | --- |", ...rows].join("\n");
}

describe("mutation audit of the checkers", () => {
  const known = new Map<AuditRule, AuditRow[]>();
  const rowsOf = (rule: AuditRule): AuditRow[] => {
    const episodes = Array.from({ length: INSTANCES }, (_, k) => draw(rule.task, k).episode);
    const rows = known.get(rule) ?? audit(rule, episodes);
    known.set(rule, rows);
    return rows;
  };

  test.each(RULES)("$task.id", (rule) => {
    const own = rowsOf(rule);
    expect(own.flatMap((r) => r.disagreements)).toEqual([]);
    expect(own.reduce((sum, r) => sum + r.mutants, 0)).toBeGreaterThan(20);
  });

  test("every task has a rule", () => {
    expect(RULES.map((r) => r.task.id)).toEqual(TASKS.map((t) => t.id));
  });

  // `UPDATE_DOCS=1 npx vitest run test/tasks/audit.test.ts` writes the tables anew.
  test("the tables of docs/checkers.md are these", () => {
    const page = readFileSync(PAGE, "utf8");
    const fresh = withSection(
      withSection(page, "audit", auditTable(RULES.flatMap(rowsOf))),
      "reasons",
      reasonsTable(),
    );
    if (process.env.UPDATE_DOCS === "1") writeFileSync(PAGE, fresh);
    else expect(plain(page)).toBe(plain(fresh));
  });
});
