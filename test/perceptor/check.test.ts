import { describe, expect, it } from "vitest";
import { checkCue, looksLikeRefusal, sentences } from "../../src/perceptor/check.js";
import { checkedCue } from "../../src/perceptor/cue.js";
import { checkLabel, looksEnglish } from "../../src/perceptor/label/check.js";

const TWO =
  "I see a bench with one free place. An old person should have it, so I offer it to her.";
const written = (
  text: string | null,
  outcome: "ok" | "refused" | "truncated" | "filtered" = "ok",
) => ({ text, outcome, model: "m", usage: null, cached: false }) as const;

describe("sentences", () => {
  it.each([
    [TWO, 2],
    ["A line waits, e.g. three people. I wait.", 2],
    ["Mr. Smith talks to Mrs. Jones.", 1],
    ["我看到排队的人。我应该等待。", 2],
    ["One! Two? Three.", 3],
    ["", 0],
    ["...", 0],
    ["no stop at the end", 1],
  ])("%s", (text, n) => {
    expect(sentences(text)).toHaveLength(n);
  });
});

describe("the check of a cue", () => {
  it.each([
    [TWO, []],
    ["   ", ["empty"]],
    [`${TWO} And more.`, ["too_many_sentences"]],
    ["This is queue_waiting. Wait.", ["task_id"]],
    ["As in ROAD_CROSSING/003, use the crosswalk.", ["task_id"]],
    ["A road crossing is near; have a rest there.", []],
    ["Call move_to_object first.", ["api_call"]],
    ["Then rest() twice.", ["api_call"]],
    ['Do {"action": "interact"} now.', ["api_call"]],
    ["Give object_id 4.", ["api_call"]],
  ])("%s", (text, flags) => {
    expect(checkCue(text)).toEqual(flags);
  });

  it("sends five sentences as they are, flagged", () => {
    const five = "One. Two. Three. Four. Five.";
    const { sent, flags, raw } = checkedCue(written(five));
    expect({ sent, flags, raw }).toEqual({ sent: five, flags: ["too_many_sentences"], raw: five });
  });

  it("keeps what names a task or an action in the log and sends nothing", () => {
    expect(checkedCue(written("Use speak_to with the man."))).toMatchObject({
      raw: "Use speak_to with the man.",
      sent: null,
      flags: ["api_call"],
    });
  });

  it("a refusal, in words or by the provider, is no cue", () => {
    expect(checkedCue(written("I'm sorry, but I can't help with that."))).toMatchObject({
      sent: null,
      flags: ["refused"],
    });
    expect(checkedCue(written(null, "refused"))).toMatchObject({ sent: null, flags: ["refused"] });
    expect(checkedCue(written(""))).toMatchObject({ sent: null, flags: ["empty"] });
  });

  it("folds lines, leaves thinking out and says so", () => {
    const { sent, changes, raw } = checkedCue(
      written("<think>hm.\nlong.</think>\nI see a\nline. I wait."),
    );
    expect(sent).toBe("I see a line. I wait.");
    expect(changes).toEqual(["thinking left out", "line breaks and blanks folded"]);
    expect(raw).toContain("<think>");
    expect(checkedCue(written("hm </think> I see it. I wait.")).sent).toBe("I see it. I wait.");
    expect(checkedCue(written("<think>never ends"))).toMatchObject({ sent: null });
  });

  it("a cut-off cue is sent and flagged", () => {
    expect(checkedCue(written("I see a line and", "truncated"))).toMatchObject({
      sent: "I see a line and",
      flags: ["truncated"],
    });
  });
});

describe("the check of a label", () => {
  it.each([
    [TWO, []],
    ["I see a bench.", ["one_sentence"]],
    ["I see it. I go. I wait. I take it. I am done.", ["too_many_sentences"]],
    ["我看到有人在排队。我应该等待轮到我。", ["not_english"]],
    [
      "Ich sehe eine Bank mit einem freien Platz. Den soll eine alte Frau bekommen.",
      ["not_english"],
    ],
    ["I cannot assist with this picture.", ["refused"]],
    ["", ["empty"]],
    [
      `I see ${"a person in the line and ".repeat(40)}a counter. I should wait in it.`,
      ["too_long"],
    ],
  ])("%s", (text, flags) => {
    expect(checkLabel(text)).toEqual(flags);
  });

  it("knows refusals by their beginning alone", () => {
    expect(looksLikeRefusal("Unfortunately the bench is taken.")).toBe(true);
    expect(looksLikeRefusal("I see that I can't pass. I should ask.")).toBe(false);
  });

  it("takes English of any wording", () => {
    expect(
      looksEnglish("A zebra crossing spans the road ahead of me. I should use it to cross."),
    ).toBe(true);
    expect(looksEnglish("12 34")).toBe(false);
  });
});
