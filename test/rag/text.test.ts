import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkText } from "../../src/rag/chunk.js";
import { constraintsInWords, parseConstraints } from "../../src/rag/constraints.js";
import { cutQuery } from "../../src/rag/embedder.js";
import { repairMojibake } from "../../src/rag/mojibake.js";
import { queryText } from "../../src/rag/query-text.js";
import { type NormRecord, normHint, normText, recordId } from "../../src/rag/record.js";

describe("constraints", () => {
  it("reads NormBank's grammar", () => {
    const { items, unread } = parseConstraints(
      "[PERSON]'s role is 'customer' [AND] [OTHER]'s age bracket is not 'child' [AND] time of day is 'night' [AND] [PERSON]'s age is less than '18' [AND] number of people is over '5'",
    );
    expect(unread).toEqual([]);
    expect(items).toEqual([
      { of: "person", attribute: "role", relation: "is", value: "customer" },
      { of: "other", attribute: "age bracket", relation: "is not", value: "child" },
      { of: null, attribute: "time of day", relation: "is", value: "night" },
      { of: "person", attribute: "age", relation: "is less than", value: "18" },
      { of: null, attribute: "number of people", relation: "is over", value: "5" },
    ]);
  });

  it("ends a value at the last quote, whatever is inside", () => {
    const { items } = parseConstraints(
      `[PERSON]'s role is 'host's friend' [AND] sign is 'says ""no"" to it' [AND] place is 'it's 'odd''`,
    );
    expect(items.map((i) => i.value)).toEqual(["host's friend", 'says "no" to it', "it's 'odd'"]);
  });

  it("keeps what it cannot read, word for word", () => {
    expect(parseConstraints("whatever this may mean [AND] ")).toEqual({
      items: [],
      unread: ["whatever this may mean"],
    });
    expect(constraintsInWords("[PERSON] likes it")).toBe("the person likes it");
    expect(constraintsInWords("")).toBe("");
  });

  it("says them in words", () => {
    expect(
      constraintsInWords("[PERSON]'s role is 'customer' [AND] time of day is not 'night'"),
    ).toBe("the person's role is customer and the time of day is not night");
  });
});

describe("mojibake", () => {
  it("mends UTF-8 that was read as Mac Roman or Windows-1252", () => {
    expect(repairMojibake("pi√±ata at the caf√©").text).toBe("piñata at the café");
    expect(repairMojibake("piÃ±ata").text).toBe("piñata");
    expect(repairMojibake("donâ€™t")).toEqual({
      text: "don’t",
      repaired: true,
      suspicious: false,
    });
  });

  it("leaves sound text alone", () => {
    for (const text of ["plain", "piñata café naïve", "日本語", "“quoted” – dash", "½ √2"])
      expect(repairMojibake(text)).toMatchObject({ text, repaired: false });
  });

  it("says when something odd is left", () => {
    expect(repairMojibake("a lost \ufffd letter").suspicious).toBe(true);
  });
});

describe("chunkText", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 2500 }),
    fc.string({ unit: "binary", maxLength: 2500 }),
    fc
      .array(
        fc.constantFrom(
          "A sentence of words. ",
          "word ",
          "\n\n",
          "👩‍👩‍👧‍👦",
          "é́́́",
          "文字",
          "x".repeat(300),
        ),
        {
          maxLength: 120,
        },
      )
      .map((parts) => parts.join("")),
  );

  it("never makes a chunk of more than 800 units, covers the text, is the same each time", () => {
    fc.assert(
      fc.property(text, (whole) => {
        const chunks = chunkText(whole);
        expect(chunkText(whole)).toEqual(chunks);
        let covered = 0;
        chunks.forEach((chunk, i) => {
          expect(chunk.text.length).toBeLessThanOrEqual(800);
          expect(chunk.text.length).toBeGreaterThan(0);
          expect(whole.startsWith(chunk.text, chunk.start)).toBe(true);
          expect(chunk.start).toBeLessThanOrEqual(covered);
          if (i > 0) expect(covered - chunk.start).toBeLessThanOrEqual(100);
          covered = chunk.start + chunk.text.length;
        });
        expect(covered).toBe(whole.length);
      }),
      { numRuns: 150 },
    );
  });

  it("never cuts a surrogate pair that was whole", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 2000 }), (whole) => {
        for (const { text: chunk } of chunkText(whole, { longest: 10, overlap: 3 })) {
          expect(chunk).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("cuts at a paragraph, else a sentence, else a word", () => {
    const sentence = `A${" word".repeat(20)}. `;
    const paragraph = sentence.repeat(6);
    const [first] = chunkText(`${paragraph}\n\n${paragraph}`);
    expect(first!.text).toBe(`${paragraph}\n\n`);
    const [second] = chunkText(sentence.repeat(20));
    expect(second!.text.endsWith(". ")).toBe(true);
    const [third] = chunkText("word ".repeat(400));
    expect(third!.text).toMatch(/(word|\s)$/);
    expect(chunkText("")).toEqual([]);
    expect(() => chunkText("x", { longest: 10, overlap: 10 })).toThrow(RangeError);
  });
});

describe("a norm's texts", () => {
  const norm: NormRecord = {
    id: "n1",
    setting: "bakery",
    behavior: "push ahead",
    norm: "taboo",
    constraints: "[PERSON]'s role is 'customer'",
  };

  it("hold setting, behaviour, norm and constraints, in that order", () => {
    expect(normText(norm)).toBe("bakery: push ahead. taboo. the person's role is customer.");
    expect(normHint(norm)).toBe(
      'bakery: "push ahead" is taboo when the person\'s role is customer',
    );
  });

  it("of another source are its own words", () => {
    const own = { ...norm, setting: "", norm: null, constraints: "", text: "It is rude to push." };
    expect(normText(own)).toBe("It is rude to push.");
    expect(normHint(own)).toBe("It is rude to push.");
  });

  it("give the id: equal norms have equal ids", () => {
    const { id, ...content } = norm;
    expect(id).toBe("n1");
    expect(recordId(content)).toBe(recordId({ ...content }));
    expect(recordId(content)).not.toBe(recordId({ ...content, norm: "normal" }));
  });
});

describe("queries", () => {
  it("are made from goal, names and place, each name once", () => {
    expect(queryText({ goal: "Wash up", objects: ["cup", "cup", "sink"], place: "kitchen" })).toBe(
      "kitchen: Wash up. In view: cup, sink.",
    );
    expect(queryText({ goal: "Go!", objects: [], place: "" })).toBe("Go!");
  });

  it("are cut at a word when they are longer than encoders read", () => {
    const { text, cut } = cutQuery("some words ".repeat(500));
    expect(cut).toBe(true);
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text.endsWith("some") || text.endsWith("words")).toBe(true);
    expect(cutQuery("  two\n words ")).toEqual({ text: "two words", cut: false });
    expect(cutQuery("👩".repeat(2000)).text).toMatch(/^(?:👩)+$/u);
  });
});
