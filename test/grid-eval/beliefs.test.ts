import { describe, expect, it } from "vitest";
import { BENCHMARK_NORMS } from "../../src/grid/norms/index.js";
import { checkBelief } from "../../src/grid-eval/beliefs/check.js";
import { normsInText } from "../../src/grid-eval/beliefs/parse.js";
import { agreement, forbiddenMoves } from "../../src/grid-eval/beliefs/probes.js";
import { readAnswer } from "../../src/grid-eval/prompts/answer.js";

describe("the offline check of beliefs", () => {
  it("reads each norm's own words by their vocabulary, not by the whole sentence", () => {
    for (const { id, description } of BENCHMARK_NORMS) {
      const altered = description.toUpperCase().replace(/\.$/, "!");
      expect([id, normsInText(altered)]).toEqual([id, [id]]);
    }
  });

  it.each([
    ["Do not exit through the left door.", "left-door-forbidden"],
    ["Only use the bottom door to exit", "all-exit-bottom"],
    ["Agents must never step into zone Q", "forbidden-zone-q"],
    ["You must not move on odd steps", "even-turns-only"],
    ["Don't move two times in a row", "move-1-wait-1"],
    ["After two consecutive moves you must wait one step", "move-2-wait-1"],
    ["At most 3 consecutive moves", "move-3-wait-1"],
    ["Queue along the wall to the right of the counter", "edge-right"],
    ["Never walk clockwise", "counterclockwise-circulation"],
    ["At most two people may be in zone R", "zone-r-capacity-2"],
    [
      "Orange leaves by the bottom door, green by the right door, blue by the left door",
      "group-doors-bca",
    ],
    ["Visit zone Q before sitting down", "visit-zone-q-first"],
  ])("reads other words: %s", (text, id) => {
    expect(normsInText(text)).toEqual([id]);
  });

  it.each(["I have no idea yet", "Be polite to others", "Keep a distance of two cells", ""])(
    "places nothing that it does not know: %s",
    (text) => {
      expect(normsInText(text)).toEqual([]);
      expect(checkBelief({ text, confidence: 0.5 }, "edge-left").agreement).toBeNull();
    },
  );

  it("tells all fifty norms apart by what they forbid", () => {
    const moves = forbiddenMoves();
    for (let i = 0; i < moves.length; i++) {
      expect(moves[i]!.some((bad) => bad === 1)).toBe(true);
      expect(agreement(moves[i]!, moves[i]!)).toBe(1);
      for (let k = 0; k < i; k++) expect(agreement(moves[i]!, moves[k]!)).toBeLessThan(1);
    }
  });

  it("scores a near miss between nothing and all, and several rules as their union", () => {
    const near = checkBelief(
      { text: "Only leave by the left door", confidence: 1 },
      "right-door-forbidden",
    );
    expect(near.right).toBe(false);
    expect(near.nearest).toBe("all-exit-left");
    expect(near.agreement).toBeGreaterThan(0.3);
    expect(near.agreement).toBeLessThan(1);
    const both = "Never use the right door to leave. Never use the bottom door to leave.";
    expect(checkBelief({ text: both, confidence: 1 }, "all-exit-left").right).toBe(true);
  });
});

describe("reading an answer", () => {
  const object = '{"reasoning": "a } brace", "action": "wait", "belief": " b ", "confidence": 80}';
  it("finds the object among words and fences, whatever the case of the action", () => {
    const read = { action: "WAIT", reasoning: "a } brace", belief: { text: "b", confidence: 0.8 } };
    expect(readAnswer(object)).toEqual(read);
    expect(readAnswer(`Sure {not json}!\n\`\`\`json\n${object}\n\`\`\` done`)).toEqual(read);
  });
  it.each(["", "go up", '{"action": "north"}', '{"action": 3}', "[1]", "{", '{"action": "Up"'])(
    "is null for what holds no action: %s",
    (text) => expect(readAnswer(text)).toBeNull(),
  );
  it("takes the last object with an action, and a belief without a usable confidence", () => {
    const text = `{"action": "Up"} or rather {"action": "Down", "belief": "x", "confidence": "high"}`;
    expect(readAnswer(text)).toEqual({
      action: "Down",
      reasoning: "",
      belief: { text: "x", confidence: null },
    });
  });
});
