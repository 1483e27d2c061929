import { describe, expect, it } from "vitest";
import { approachingBeforeTalking as task } from "../../src/tasks/approaching-before-talking.js";
import { step } from "../../src/tasks/kit/builder.js";
import type { Entity, Episode } from "../../src/world/types.js";
import { far, go, indoorTask, others, point, say } from "./indoor.js";
import { entity, roleId, run, twinJudged } from "./kit.js";

const caller = (e: Episode) => roleId(e, "caller");

/** Somewhere to walk to that is well out of talking distance from the caller. */
const elsewhere = (e: Episode): Entity | undefined =>
  e.entities.find(
    (o) =>
      o.location[2] === 0 &&
      o.solid &&
      far(o, entity(e, caller(e))) > 330 &&
      run(e, [go(o.id)]).every((event) => event.type !== "failed"),
  );

const drawn = indoorTask(task, [
  {
    name: "calls back first, then walks over and talks",
    plans: (e) => [[say(caller(e), "Coming!"), go(caller(e)), say(caller(e), "What is it?")]],
    goal: true,
    norm: false,
    because: "spoken_from_afar",
  },
  {
    name: "walks over and says nothing",
    plans: (e) => [[go(caller(e)), step("look_at_object", { object_id: caller(e) })]],
    goal: false,
    norm: false,
    because: "never_spoken",
  },
  {
    name: "walks over, walks off again, and only then answers",
    plans: (e) => {
      const away = elsewhere(e);
      return away ? [[go(caller(e)), go(away.id), say(caller(e), "Yes?")]] : null;
    },
    goal: true,
    norm: false,
    because: "spoken_from_afar",
  },
  {
    name: "walks to something else and answers from there",
    plans: (e) => {
      const away = elsewhere(e);
      return away ? [[go(away.id), say(caller(e), "Yes?")]] : null;
    },
    goal: true,
    norm: false,
    because: "spoken_from_afar",
  },
  {
    name: "the right words, nearby, to the wrong person",
    plans: (e) => {
      const [other] = others(e);
      return other ? [[go(other.id), say(other.id, "I'm here. What is it?")]] : null;
    },
    goal: false,
    norm: false,
    because: "never_spoken",
  },
  {
    name: "calls something to another person on the way: the caller is still spoken to nearby",
    plans: (e) => {
      const [other] = others(e);
      return other
        ? [[say(other.id, "Hello!"), go(caller(e)), say(caller(e), "You called me?")]]
        : null;
    },
    goal: true,
    norm: true,
    because: "spoken_nearby",
  },
  {
    name: "points and waves from afar without a word",
    plans: (e) => [[point(caller(e)), step("turn_in_degree", { degree: 20 })]],
    goal: false,
    norm: false,
    because: "never_spoken",
  },
  {
    name: "walks in the first turn and answers in the second",
    plans: (e) => [[go(caller(e))], [say(caller(e), "Here I am.")]],
    goal: true,
    norm: true,
    because: "spoken_nearby",
  },
  {
    name: "walks over, answers, and says goodbye from afar: only the first words count",
    plans: (e) => {
      const away = elsewhere(e);
      return away
        ? [[go(caller(e)), say(caller(e), "Yes?"), go(away.id), say(caller(e), "All right!")]]
        : null;
    },
    goal: true,
    norm: true,
    because: "spoken_nearby",
  },
  {
    name: "speaks to somebody who is not there, and the rest is dropped",
    plans: (e) => [[say("999", "Yes?"), go(caller(e)), say(caller(e), "Yes?")]],
    goal: false,
    norm: false,
    because: "did_nothing",
  },
]);

describe("approaching_before_talking: the scene", () => {
  it("has the caller 400 to 700 away, the twin's within talking distance", () => {
    for (const { episode, twin } of drawn) {
      const d = far(entity(episode, caller(episode)), {
        ...entity(episode, caller(episode)),
        ...episode.agent,
      });
      expect(d).toBeGreaterThanOrEqual(400);
      expect(d).toBeLessThanOrEqual(700);
      const near = far(entity(twin, caller(twin)), {
        ...entity(twin, caller(twin)),
        ...twin.agent,
      });
      expect(near).toBeLessThanOrEqual(150);
      expect(entity(episode, caller(episode)).person?.activity.type).toBe("calling");
    }
  });

  it("tells the planner the family word and nothing of the rule", () => {
    for (const { episode } of drawn) {
      expect(entity(episode, caller(episode)).name).toBe(episode.slots.caller);
    }
  });

  it("counts steps before the answer on the twin, not after it", () => {
    for (const { twin } of drawn.slice(0, 10)) {
      const id = caller(twin);
      const after = twinJudged(task, twin, [say(id, "Yes?"), go(id)]);
      expect(after.twin.overcomplied).toBe(false);
      expect(run(twin, [say(id, "Yes?")]).some((e) => e.type === "heard")).toBe(true);
    }
  });
});
