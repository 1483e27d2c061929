import { expect, it } from "vitest";
import { rate } from "../../src/report/score-table.js";
import { textTable } from "../../src/report/text-table.js";
import { proportion } from "../../src/scoring/intervals.js";

it("sets words left and numbers right", () => {
  expect(textTable(["task", "n"], [["road", "5"], null, ["queue", "50"]])).toBe(
    "task    n\n-----  --\nroad    5\n-----  --\nqueue  50\n",
  );
});

it("sets words left that only begin with a figure, and sums of money right", () => {
  expect(
    textTable(
      ["run", "ends", "cost"],
      [
        ["2026-demo-none", "9 ok, 3 refused", "–"],
        ["2026-long-demo-none", "12 ok", "$0.2086"],
      ],
    ).split("\n"),
  ).toEqual([
    "run                  ends                cost",
    "-------------------  ---------------  -------",
    "2026-demo-none       9 ok, 3 refused        –",
    "2026-long-demo-none  12 ok            $0.2086",
    "",
  ]);
});

it("draws one rule where a group opens the table", () => {
  expect(textTable(["task", "n"], [null, ["road", "5"]])).toBe("task  n\n----  -\nroad  5\n");
});

it("prints a rate with its interval, and a dash for an undefined one", () => {
  expect(rate(proportion(8, 10))).toBe("80.0 (49.0–94.3)");
  expect(rate(proportion(0, 0))).toBe("–");
});
