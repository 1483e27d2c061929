import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACTIONS, actionsMarkdown, apiText } from "../../src/actions/index.js";

describe("the API text of the prompt", () => {
  const text = apiText();

  it("has a line for each action with all its arguments and what it does", () => {
    const lines = text.split("\n").slice(1);
    expect(lines).toHaveLength(ACTIONS.length);
    ACTIONS.forEach((action, i) => {
      expect(lines[i]).toContain(`${action.name}(`);
      expect(lines[i]).toContain(action.meaning);
      for (const argument of action.arguments) {
        expect(lines[i]).toContain(`${argument.name}${argument.required ? "" : "?"}: `);
        expect(lines[i]).toContain(argument.meaning);
      }
    });
  });

  it("says what actions do, never when they would be right", () => {
    const telling =
      /\b(polite|permission|please|should|must|private|privacy|queue|line|turn to|priority|elder|owner|belong|respect|interrupt|before|return|original|crosswalk|waste|save|norm|social|rule)\w*/i;
    expect(text).not.toMatch(telling);
  });
});

it("docs/actions.md is up to date (normact actions docs > docs/actions.md)", () => {
  const page = readFileSync(new URL("../../docs/actions.md", import.meta.url), "utf8");
  expect(page).toBe(actionsMarkdown());
});
