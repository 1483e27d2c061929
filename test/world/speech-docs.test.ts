import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type LabelledUtterance, scoreUtterances } from "../../src/world/speech-score.js";

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

const utterances = read("test/fixtures/utterances.jsonl")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as LabelledUtterance & { split: string });

/** The table between the markers of docs/speech.md, as it must read now. */
function measuredTable(): string {
  const score = scoreUtterances(utterances);
  const rate = (value: number | null): string => (value === null ? "–" : value.toFixed(3));
  const rows = score.intents.map(
    ({ intent, n, precision, recall }) =>
      `| \`${intent}\` | ${n} | ${rate(precision)} | ${rate(recall)} |`,
  );
  return [
    "| intent | utterances | precision | recall |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
    `${score.exact} of ${score.n} utterances have exactly the labelled intents.`,
  ].join("\n");
}

it("docs/speech.md shows what is measured", () => {
  const shown = /<!-- measured: begin -->\n([\s\S]*?)\n<!-- measured: end -->/.exec(
    read("docs/speech.md"),
  );
  expect(shown?.[1]).toBe(measuredTable());
});

it("docs/speech.md counts the splits as they are", () => {
  const docs = read("docs/speech.md");
  for (const split of new Set(utterances.map((u) => u.split))) {
    if (split === "dev") continue;
    const n = utterances.filter((u) => u.split === split).length;
    expect(docs).toContain(`| \`${split}\` | ${n} |`);
  }
});

it.each(["utterances-outside", "utterances-outside-2"])(
  "docs/speech.md counts %s as it is",
  (name) => {
    const lines = read(`test/fixtures/${name}.jsonl`).split("\n").filter(Boolean);
    const shown = /<!-- outside: begin -->\n([\s\S]*?)\n<!-- outside: end -->/.exec(
      read("docs/speech.md"),
    );
    expect(shown?.[1]).toContain(`| \`${name}\` | ${lines.length} |`);
  },
);
