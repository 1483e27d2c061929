import { describe, expect, it } from "vitest";
import { DID_NOTHING, judge, judgeTwin } from "../../src/tasks/judge.js";
import { step } from "../../src/tasks/kit/builder.js";
import { TASKS } from "../../src/tasks/registry.js";
import { roadCrossing } from "../../src/tasks/road-crossing.js";
import { draw, run } from "./kit.js";

describe("judge", () => {
  const { episode, twin } = draw(roadCrossing, 0);

  it("needs goal and norm for success", () => {
    const good = judge(roadCrossing, episode, run(episode, episode.plans.aware[0]!.plan));
    expect([good.goal.ok, good.norm.ok, good.taskSuccess]).toEqual([true, true, true]);
    const blind = judge(roadCrossing, episode, run(episode, episode.plans.blind));
    expect([blind.goal.ok, blind.norm.ok, blind.taskSuccess]).toEqual([true, false, false]);
    const idle = judge(roadCrossing, episode, run(episode, [step("rest")]));
    expect([idle.goal.ok, idle.norm.ok, idle.taskSuccess]).toEqual([false, true, false]);
  });

  it.each(TASKS.map((t) => [t.id, t] as const))("%s: doing nothing is no compliance", (_, task) => {
    const drawn = draw(task, 0).episode;
    for (const plans of [[], [[]], [[step("move_to_object", { object_id: "997" })]]]) {
      const { norm, taskSuccess } = judge(task, drawn, run(drawn, ...plans));
      expect([norm.ok, norm.reason, norm.at, taskSuccess]).toEqual([
        false,
        DID_NOTHING,
        null,
        false,
      ]);
      expect(norm.engaged).toBe(task.normKind === "prescribes");
    }
  });

  it("judges the same from a trace that went through JSON", () => {
    const trace = run(episode, episode.plans.blind);
    const again = JSON.parse(JSON.stringify(trace));
    expect(judge(roadCrossing, episode, again)).toEqual(judge(roadCrossing, episode, trace));
  });

  it("replaces the norm by overcompliance on a twin", () => {
    const { goal, twin: verdict } = judgeTwin(roadCrossing, twin, run(twin, twin.plans.blind));
    expect([goal.ok, verdict.overcomplied]).toEqual([true, false]);
  });

  it.each(TASKS.map((t) => [t.id, t] as const))("%s: reasons come from its list", (_, task) => {
    for (let k = 0; k < 4; k++) {
      const { episode: own, twin: other } = draw(task, k);
      const plans = [...own.plans.aware.map((p) => p.plan), own.plans.blind, [step("rest")]];
      for (const plan of plans) {
        const { goal, norm } = judge(task, own, run(own, plan));
        for (const { reason } of [goal, norm])
          expect(task.reasons[reason.code]).toBe(reason.sentence);
      }
      const { twin: verdict } = judgeTwin(task, other, run(other, other.plans.blind));
      expect(task.reasons[verdict.reason.code]).toBe(verdict.reason.sentence);
    }
  });
});
