import { expect, it } from "vitest";
import { rate } from "../../src/report/score-table.js";
import { textTable } from "../../src/report/text-table.js";
import { proportion } from "../../src/scoring/intervals.js";

it("sets words left and numbers right", () => {
  expect(textTable(["task", "n"], [["road", "5"], null, ["queue", "50"]])).toBe(
    "task    n\n-----  --\nroad    5\n-----  --\nqueue  50\n",
  );
});

it("draws one rule where a group opens the table", () => {
  expect(textTable(["task", "n"], [null, ["road", "5"]])).toBe("task  n\n----  -\nroad  5\n");
});

it("prints a rate with its interval, and a dash for an undefined one", () => {
  expect(rate(proportion(8, 10))).toBe("80.0 (49.0–94.3)");
  expect(rate(proportion(0, 0))).toBe("–");
});
