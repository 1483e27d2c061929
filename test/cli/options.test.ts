import { expect, it } from "vitest";
import { modelNames } from "../../src/cli/options.js";

it.each([
  [["a/b"], ["a/b"]],
  [["openai/x,google/y, anthropic/z"], ["openai/x", "google/y", "anthropic/z"]],
  [
    ["openai/x", "google/y,builtin/keyword"],
    ["openai/x", "google/y", "builtin/keyword"],
  ],
  // commas of a model's own name
  [["compatible/my model, v2"], ["compatible/my model, v2"]],
])("--model %j names %j", (given, names) => {
  expect(given.reduce<string[]>((before, text) => modelNames(text, before), [])).toEqual(names);
});
