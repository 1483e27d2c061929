import { beforeAll, describe, expect, it } from "vitest";
import { defaultLintWords, type LintCheck, lintCues } from "../../src/prompts/lint.js";
import { type CuePack, slotsIn, type TaskCues } from "../../src/prompts/pack.js";
import { defaultCuePack, knownTasks } from "../../src/prompts/packs.js";
import { TASKS, taskById } from "../../src/tasks/registry.js";
import { Redraw } from "../../src/tasks/types.js";
import type { Episode } from "../../src/world/types.js";

/** The first draw of an instance that works. */
function draw(task: string, variant: string, instance: number, twin = false): Episode {
  for (let attempt = 0; ; attempt++) {
    try {
      return taskById(task).generate({
        seed: 3,
        instance,
        variant,
        attempt,
        twin,
        split: "benchmark",
      });
    } catch (error) {
      if (!(error instanceof Redraw) || attempt > 200) throw error;
    }
  }
}

let episodes: Episode[] = [];
beforeAll(() => {
  episodes = TASKS.flatMap((t) => t.variants.map((v, i) => draw(t.id, v, i)));
});

/** The default pack with one text changed. */
function changed(task: string, key: keyof TaskCues, text: string): CuePack {
  const pack = structuredClone(defaultCuePack());
  pack.tasks[task]![key] = text;
  return pack;
}

const wordsOf = (pack: CuePack, check: LintCheck): string[] =>
  lintCues(pack, episodes)
    .findings.filter((f) => f.check === check)
    .map((f) => f.word);

describe("the default pack", () => {
  it("is clean, and every check has read something", () => {
    const report = lintCues(defaultCuePack(), episodes);
    expect(report.findings).toEqual([]);
    expect(report.read).toEqual({
      none_prompt: episodes.length * 2,
      template: 1,
      examples: 1,
      category: TASKS.length,
      evidence: TASKS.length,
    });
  });

  it("has every task, and episodes have exactly the slots that their task names", () => {
    expect(Object.keys(defaultCuePack().tasks).sort()).toEqual(TASKS.map((t) => t.id).sort());
    for (const episode of [...episodes, ...TASKS.map((t) => draw(t.id, t.variants[0]!, 0, true))]) {
      const known = knownTasks().find((k) => k.id === episode.task)!;
      expect(Object.keys(episode.slots).sort(), episode.id).toEqual([...known.slots].sort());
      for (const value of Object.values(episode.slots)) expect(value).not.toBe("");
    }
  });

  it("has a word list for every task, and no other", () => {
    expect(Object.keys(defaultLintWords().tasks).sort()).toEqual(TASKS.map((t) => t.id).sort());
  });

  it("uses the slots where the paper fills in values", () => {
    const { tasks } = defaultCuePack();
    expect(slotsIn(tasks.returning_shared_objects!.specific)).toEqual(["mop_x", "mop_y"]);
    expect(slotsIn(tasks.giving_priority_to_elder!.goal)).toEqual(["elder"]);
  });
});

describe("what the lint meets", () => {
  it("a word of the norm in a goal", () => {
    const goal = "Fetch the bear, but mind the queue.";
    const report = lintCues(changed("queue_waiting", "goal", goal), episodes);
    const own = episodes.filter((e) => e.task === "queue_waiting").length;
    expect(report.findings).toHaveLength(own * 2);
    expect(report.findings[0]).toMatchObject({
      check: "none_prompt",
      task: "queue_waiting",
      word: "queue*",
      where: expect.stringMatching(/^prompt of queue_waiting\/\d{3} \(names\)$/),
      excerpt: expect.stringContaining("mind the queue."),
    });
  });

  it("a word of norms in general, whatever the task", () => {
    expect(
      wordsOf(changed("giving_way", "goal", "Politely get the bear."), "none_prompt"),
    ).toContain("polite*");
  });

  it("a thing in view may be called crosswalk; the prompt's own text may not speak of it", () => {
    expect(episodes.some((e) => e.entities.some((x) => x.name === "crosswalk"))).toBe(true);
    const goal = "Go to the bin beyond the crosswalk.";
    expect(wordsOf(changed("road_crossing", "goal", goal), "none_prompt")).toContain("crosswalk*");
  });

  it("a thing whose name gives the norm away", () => {
    const episode = structuredClone(episodes.find((e) => e.task === "respecting_belongings")!);
    episode.entities[0]!.name = "friend's property";
    const found = lintCues(defaultCuePack(), [episode]).findings;
    expect(found.map((f) => f.word)).toEqual(["propert*", "propert*"]);
  });

  it("a category that says what to do", () => {
    expect(
      wordsOf(changed("turning_off_faucets", "category", "Turn things off."), "category"),
    ).toEqual(["turn*", "off"]);
  });

  it("an evidence cue that prescribes, or says the act", () => {
    const should = "People stand in a line; you should stay there.";
    expect(wordsOf(changed("queue_waiting", "evidence", should), "evidence")).toContain("should");
    const act = "A tap runs and is waiting to be turned off.";
    expect(wordsOf(changed("turning_off_faucets", "evidence", act), "evidence")).toContain("turn*");
  });

  it("an evidence cue that repeats the specific cue", () => {
    const { specific } = defaultCuePack().tasks.washing_used_dishes!;
    const words = wordsOf(changed("washing_used_dishes", "evidence", specific), "evidence");
    expect(words.some((w) => w.startsWith('shares "dishes that everybody shares"'))).toBe(true);
  });

  it("a question to oneself counts for nothing where the paper's evidence asks one, and only there", () => {
    const ask = "It is somebody else's. Think about whether you should ask.";
    expect(wordsOf(changed("avoiding_private_rooms", "evidence", ask), "evidence")).toEqual([]);
    expect(wordsOf(changed("giving_way", "evidence", ask), "evidence")).toContain("should");
    const more = "Think about whether to go in. You must ask.";
    expect(wordsOf(changed("avoiding_private_rooms", "evidence", more), "evidence")).toContain(
      "must",
    );
  });

  it("a word list that the template or the examples run into", () => {
    const words = structuredClone(defaultLintWords());
    words.tasks.queue_waiting!.words.push("do nothing for a while");
    words.exampleWords.push("gate", "kite");
    const found = lintCues(defaultCuePack(), [], words).findings;
    expect(found.map((f) => [f.check, f.word])).toEqual([
      ["template", "do nothing for a while"],
      ["examples", "gate"],
      ["examples", "kite"],
    ]);
  });

  it("whole words only", () => {
    const goal = "Fetch the bear from the delivery counter, an enormous lineage.";
    expect(wordsOf(changed("queue_waiting", "goal", goal), "none_prompt")).toEqual([]);
  });

  it("a task without a word list", () => {
    const words = structuredClone(defaultLintWords());
    delete words.tasks.giving_way;
    const found = lintCues(defaultCuePack(), [], words).findings;
    expect(found).toMatchObject([
      { check: "category", task: "giving_way", word: "(no word list)" },
    ]);
  });
});
