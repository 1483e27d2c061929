import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_LABELS } from "../../src/diagnosis/labels.js";
import { labelByRules } from "../../src/diagnosis/rules.js";
import { readSignals } from "../../src/diagnosis/signals.js";
import { confusion } from "../../src/scoring/agreement.js";
import { type HandLabelled, handLabelled, play } from "./cases.js";

const cases = handLabelled().map((hand) => {
  const failed = play(hand);
  return { hand, failed, found: labelByRules(failed) };
});

describe("hand-labelled failures", () => {
  it("are sixty or more, of every task, under every pack cue, with every label", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map((c) => c.failed.episode.task)).size).toBe(11);
    expect(new Set(cases.map((c) => c.hand.primary))).toEqual(new Set(ERROR_LABELS));
    expect(new Set(cases.map((c) => c.hand.cue)).size).toBe(4);
  });

  it("all fail, and hold their primary label first", () => {
    for (const { hand, failed } of cases) {
      expect(failed.sample.taskSuccess, hand.id).toBe(false);
      expect(hand.labels[0], hand.id).toBe(hand.primary);
    }
  });
});

/** Rows: what a person says; columns: what the rules say. */
function table(): string {
  const counts = confusion(
    cases.map((c) => c.hand.primary),
    cases.map((c) => c.found.primary),
    ERROR_LABELS,
  );
  const rows = ERROR_LABELS.map((label, i) => `| ${label} | ${counts[i]!.join(" | ")} |`);
  return [
    `| by hand \\ by rules | ${ERROR_LABELS.join(" | ")} |`,
    `| --- |${" --- |".repeat(ERROR_LABELS.length)}`,
    ...rows,
  ].join("\n");
}

describe("builtin/rules", () => {
  it("agrees with the hand labels as the page says", () => {
    const page = new URL("../../docs/diagnosis.md", import.meta.url);
    const text = readFileSync(page, "utf8");
    const [before, rest] = text.split("<!-- confusion -->\n") as [string, string];
    const [shown, after] = rest.split("\n<!-- /confusion -->") as [string, string];
    if (process.env.UPDATE_DOCS)
      writeFileSync(page, `${before}<!-- confusion -->\n${table()}\n<!-- /confusion -->${after}`);
    else expect(shown).toBe(table());
    const right = cases.filter((c) => c.hand.primary === c.found.primary).length;
    expect(right / cases.length).toBeGreaterThan(0.8);
  });

  it("gives the primary label first, no label twice, and events that are there", () => {
    for (const { failed, found } of cases) {
      expect(found.labels[0]).toBe(found.primary);
      expect(new Set(found.labels).size).toBe(found.labels.length);
      for (const i of found.evidence) expect(failed.sample.trace[i]).toBeDefined();
      expect(found.explanation.length).toBeGreaterThan(20);
    }
  });

  const base = cases.find((c) => c.hand.id === "queue_waiting/001")!.hand;
  const label = (over: Partial<HandLabelled>) => labelByRules(play({ ...base, ...over }));
  const view = base.turns[0]!.visible;
  const plan = (...steps: [string, object, string][]) =>
    JSON.stringify(steps.map(([action, parameters, think]) => ({ think, action, parameters })));

  it("takes an unreadable answer for what it says, and invents nothing", () => {
    const found = label({ turns: [{ visible: view, raw: "I would rather not answer." }] });
    expect(found.explanation).toContain("no answer could be read");
    expect(found.primary).toBe("norm_inference");
  });

  it("hears a denial only where it is about what is to be seen", () => {
    const say = (think: string) =>
      readSignals(
        play({
          ...base,
          turns: [{ visible: view, raw: plan(["rest", {}, think]) }],
        }),
      ).deniedEvidence;
    expect(say("There is nobody in line here.")).toBe("There is nobody in line here.");
    expect(say("I see no queue at the counter.")).not.toBeNull();
    expect(say("I must not cut the queue.")).toBeNull();
    expect(say("The people in line were served, no problem.")).toBeNull();
  });

  it("tells a kept rule without a goal from a kept rule with a faulty step", () => {
    const { episode } = play(base);
    const item = episode.roles.item as string;
    const waiting = plan(["rest", {}, "I wait for my turn in the queue."]);
    expect(label({ turns: [{ visible: view, raw: waiting }] }).primary).toBe("goal_norm_tradeoff");
    const early = plan(
      ["rest", {}, "I wait for my turn in the queue."],
      ["move_and_take_object", { object_id: item }, "Now I take it."],
    );
    expect(label({ turns: [{ visible: view, raw: early }] }).primary).toBe("cue_to_action");
  });
});
