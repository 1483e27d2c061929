import { describe, expect, it } from "vitest";
import { legible, sentence } from "../../src/core/shown.js";

describe("text from elsewhere, as it is printed", () => {
  it("shows control and direction characters by their code, and keeps lines and letters", () => {
    expect(legible("a\u001b[2J\u0000\u009b31m\u202eb\u2028\r\n\tü漢")).toBe(
      "a[U+001B][2J[U+0000][U+009B]31m[U+202E]b[U+2028][U+000D]\n\tü漢",
    );
  });

  it("ends a message once", () => {
    expect(sentence("no credit")).toBe("no credit.");
    expect(sentence("no credit. ")).toBe("no credit.");
    expect(sentence("is the URL right?")).toBe("is the URL right?");
  });
});
