import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { permissionScope, recogniseIntents, reportedPlace } from "../../src/world/speech.js";

const texts: string[] = readFileSync(
  new URL("../fixtures/utterances.jsonl", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter(Boolean)
  .map((line) => (JSON.parse(line) as { text: string }).text);

/** Runs a change over every labelled text; the intents must stay. */
function unchanged(
  change: (text: string) => string,
  among: (text: string) => boolean = () => true,
): void {
  const moved = texts.filter(
    (text) =>
      among(text) && recogniseIntents(change(text)).join() !== recogniseIntents(text).join(),
  );
  expect(moved).toEqual([]);
}

describe("any text at all", () => {
  const wild = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(
        fc.constantFrom(
          ..."may I can you sit here ' \" , . ? ! the ball is in it excuse me not".split(" "),
        ),
        {
          maxLength: 30,
        },
      )
      .map((words) => words.join(" ")),
  );

  it("gives sorted, distinct intents, other only alone, and never throws", () => {
    fc.assert(
      fc.property(wild, (text) => {
        const intents = recogniseIntents(text);
        expect(intents.length).toBeGreaterThan(0);
        expect(intents).toEqual([...new Set(intents)].sort());
        if (intents.includes("other")) expect(intents).toEqual(["other"]);
      }),
      { numRuns: 600, seed: 7 },
    );
  });

  it("gives scopes and places that hang together", () => {
    fc.assert(
      fc.property(wild, (text) => {
        const scope = permissionScope(text);
        if (scope.sitOnly) expect(scope).toEqual({ words: [], any: false, sitOnly: true });
        const asks = recogniseIntents(text).includes("ask_permission");
        if (!asks) expect(scope).toEqual({ words: [], any: false, sitOnly: false });
        const place = reportedPlace(text);
        const reports = recogniseIntents(text).includes("report_location");
        if (!reports) expect(place).toEqual({ words: [], deictic: false });
        for (const word of [...scope.words, ...place.words]) expect(word).toMatch(/^\S+$/);
      }),
      { numRuns: 600, seed: 7 },
    );
  });
});

describe("what does not matter", () => {
  it("case", () => {
    unchanged((text) => text.toUpperCase());
    unchanged((text) => text.toLowerCase());
  });

  it("typographic quotes and apostrophes", () => {
    unchanged((text) => text.replaceAll("'", "\u2019"));
    unchanged((text) => {
      let open = false;
      return text.replace(/"/g, () => {
        open = !open;
        return open ? "\u201c" : "\u201d";
      });
    });
  });

  it("white space around and between", () => {
    unchanged((text) => `  ${text} \n\t`);
    unchanged((text) => text.replaceAll(" ", "   "));
    unchanged((text) => text.replace(/(\S+ \S+ \S+) /, "$1\n"));
  });

  it("please and thanks", () => {
    // "your ball, please" and "a soda, please" do ask where the bare words would not
    const whole = (text: string): boolean =>
      text.split(" ").length > 3 && !/^(your ball|the ball)\b/i.test(text);
    unchanged((text) => text.replace(/^(Could|Can|Would|Will) you /, "$1 you please "));
    unchanged((text) => text.replace(/^(May|Could|Can|Might) I /, "$1 I please "));
    unchanged((text) => text.replace(/\?$/, ", please?"), whole);
    unchanged(
      (text) => text.replace(/([.?!])$/, "$1 Thank you!"),
      (text) => whole(text) && /[.?!]$/.test(text),
    );
    unchanged((text) => text.replace(/\?$/, ", thanks?"), whole);
  });

  it("fillers and a name called out", () => {
    unchanged(
      (text) => `Um, ${text}`,
      (text) => /^(May|Could|Can|Would|Do|Is) /.test(text),
    );
    unchanged(
      (text) => `Tom, ${text}`,
      (text) => /^(May|Could|Can|Would) /.test(text),
    );
    unchanged(
      (text) => text.replace(/\?$/, ", Anna?"),
      (text) => text.split(" ").length > 3,
    );
  });

  it("apostrophes left out", () => {
    unchanged((text) => text.replace(/\b(don|can|won|isn|couldn|wouldn|shouldn|didn)'t\b/g, "$1t"));
    unchanged((text) =>
      text.replace(/\b(that|there|what|where)'s\b/gi, "$1s").replace(/\bI'm\b/g, "Im"),
    );
  });
});

describe("long texts", () => {
  const units = [
    "may i ",
    "a,",
    '"',
    "' ",
    "where is the ",
    "the ball is in ",
    "could you and ",
    "sir, ",
    "please ",
    "x",
    "if you could, ",
    "do you know where ",
    'said "a" ',
    "all right ",
    "May I have some juice? ",
    "\u{1F600}",
    "let me in and take it ",
  ];
  it.each(units)("of 100,000 characters of %j are read in linear time", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const before = process.cpuUsage();
    recogniseIntents(text);
    permissionScope(text);
    reportedPlace(text);
    // three readings; quadratic behaviour would take minutes. Work of this process, not the clock
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20);
  });
});
