import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ERROR_LABELS } from "../../src/diagnosis/labels.js";
import { labelByRules } from "../../src/diagnosis/rules.js";
import { readSignals } from "../../src/diagnosis/signals.js";
import { cohenKappa, confusion } from "../../src/scoring/agreement.js";
import { proportion } from "../../src/scoring/intervals.js";
import { type HandLabelled, handLabelled, play } from "./cases.js";

const labelled = (file?: string) =>
  handLabelled(file).map((hand) => {
    const failed = play(hand);
    return { hand, failed, found: labelByRules(failed) };
  });
type Labelled = ReturnType<typeof labelled>;
const cases = labelled();
/** Written and labelled without sight of the rules; seen since the rules were last mended. */
const blind = labelled("failures-blind.jsonl");
/** Written, labelled and sealed before the rules as they are were run on it; never to be tuned against. */
const fresh = labelled("failures-blind-2.jsonl");

describe("hand-labelled failures", () => {
  it("are sixty or more, of every task, under every pack cue, with every label", () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(new Set(cases.map((c) => c.failed.episode.task)).size).toBe(11);
    expect(new Set(cases.map((c) => c.hand.primary))).toEqual(new Set(ERROR_LABELS));
    expect(new Set(cases.map((c) => c.hand.cue)).size).toBe(4);
  });

  it("have a second set, with other episodes, four of every task", () => {
    const perTask = new Map<string, number>();
    for (const { failed } of blind)
      perTask.set(failed.episode.task, (perTask.get(failed.episode.task) ?? 0) + 1);
    expect([...perTask.values()]).toEqual(Array(11).fill(4));
    const seen = new Set(cases.map((c) => c.hand.id));
    expect(blind.filter((c) => seen.has(c.hand.id))).toEqual([]);
  });

  it("have a third set of forty, with episodes of its own, of every task", () => {
    expect(fresh).toHaveLength(40);
    expect(new Set(fresh.map((c) => c.failed.episode.task)).size).toBe(11);
    expect(new Set(fresh.map((c) => c.hand.primary))).toEqual(new Set(ERROR_LABELS));
    const seen = new Set([...cases, ...blind].map((c) => c.hand.id));
    expect(fresh.filter((c) => seen.has(c.hand.id))).toEqual([]);
  });

  it("all fail, and hold their primary label first", () => {
    for (const { hand, failed } of [...cases, ...blind, ...fresh]) {
      expect(failed.sample.taskSuccess, hand.id).toBe(false);
      expect(hand.labels[0], hand.id).toBe(hand.primary);
    }
  });
});

const byHand = (of: Labelled) => of.map((c) => c.hand.primary);
const byRules = (of: Labelled) => of.map((c) => c.found.primary);

/** Rows: what a person says; columns: what the rules say. */
function table(of: Labelled): string {
  const counts = confusion(byHand(of), byRules(of), ERROR_LABELS);
  const rows = ERROR_LABELS.map((label, i) => `| ${label} | ${counts[i]!.join(" | ")} |`);
  return [
    `| by hand \\ by rules | ${ERROR_LABELS.join(" | ")} |`,
    `| --- |${" --- |".repeat(ERROR_LABELS.length)}`,
    ...rows,
  ].join("\n");
}

/** How often the rules name the same primary label, and how far that goes beyond chance. */
function figures(of: Labelled): string {
  const same = proportion(of.filter((c) => c.hand.primary === c.found.primary).length, of.length);
  const kappa = cohenKappa(byHand(of), byRules(of))!;
  const percent = (share: number) => (100 * share).toFixed(1);
  const [low, high] = same.ci95!;
  const [from, to] = kappa.ci95!;
  return (
    `Same primary label: ${same.k} of ${same.n}, ${percent(same.rate!)} % ` +
    `(95 % Wilson interval ${percent(low)}–${percent(high)} %); ` +
    `Cohen's κ ${kappa.value.toFixed(2)} (95 % interval ${from.toFixed(2)}–${to.toFixed(2)}).`
  );
}

/** Compares what the page shows between two marks, or writes it there when UPDATE_DOCS is set. */
function keepsOnPage(mark: string, block: string): void {
  const page = new URL("../../docs/diagnosis.md", import.meta.url);
  const open = `<!-- ${mark} -->\n`;
  const close = `\n<!-- /${mark} -->`;
  const [before, rest] = readFileSync(page, "utf8").split(open) as [string, string];
  const [shown, after] = rest.split(close) as [string, string];
  if (process.env.UPDATE_DOCS) writeFileSync(page, before + open + block + close + after);
  else expect(shown).toBe(block);
}

describe("builtin/rules", () => {
  it("agrees with the hand labels as the page says", () => {
    keepsOnPage("confusion", table(cases));
    const right = cases.filter((c) => c.hand.primary === c.found.primary).length;
    expect(right / cases.length).toBeGreaterThan(0.8);
  });

  it("agrees with the second set as the page says, be it much or little", () => {
    keepsOnPage("confusion-blind", `${figures(blind)}\n\n${table(blind)}`);
  });

  it("agrees with the third set as the page says, be it much or little", () => {
    keepsOnPage("confusion-fresh", `${figures(fresh)}\n\n${table(fresh)}`);
  });

  it("does not take the name of a thing in view for knowledge of the rule", () => {
    const dish = cases.find((c) => c.failed.episode.task === "washing_used_dishes")!.hand;
    const say = (think: string) =>
      readSignals(
        play({
          ...dish,
          turns: [{ visible: dish.turns[0]!.visible, raw: plan(["rest", {}, think]) }],
        }),
      ).recognised;
    expect(say("The bread lies on a plate.")).toEqual([]);
    expect(say("The plate should be seen to.")).toEqual(["plate"]);
    expect(say("I don't have to touch the plate.")).toEqual([]);
    expect(say("Then I clean it.")).toEqual(["clean"]);
  });

  it("takes words for an attempt only where they ask what norm-aware words ask", () => {
    const room = cases.find((c) => c.failed.episode.task === "giving_way")!.hand;
    const blocker = play(room).episode.roles.blocker as string;
    const says = (content: string) =>
      readSignals(
        play({
          ...room,
          turns: [
            {
              visible: room.turns[0]!.visible,
              raw: plan(["speak_to", { target_id: blocker, content }, ""]),
            },
          ],
        }),
      ).attempted;
    expect(says("Excuse me, could you let me past, please?")).toBe(true);
    expect(says("Nice weather today.")).toBe(false);
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
    expect(say("Nobody is waiting here.")).not.toBeNull();
    expect(say("They are not in line.")).not.toBeNull();
    expect(say("A line is visible at the counter.")).toBeNull();
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
