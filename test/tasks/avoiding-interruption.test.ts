import { describe, expect, it } from "vitest";
import { avoidingInterruption as task } from "../../src/tasks/avoiding-interruption.js";
import { step } from "../../src/tasks/kit/builder.js";
import { distance } from "../../src/world/geometry.js";
import type { Episode } from "../../src/world/types.js";
import { go, indoorTask, others, say } from "./indoor.js";
import { bystanderThing, entity, judged, roleId, roleIds } from "./kit.js";

const talking = (e: Episode) => roleIds(e, "conversing");
const talker = (e: Episode) => talking(e)[0] as string;
const other = (e: Episode) => talking(e)[1] as string;
const free = (e: Episode) => roleId(e, "free");
const rest = step("rest");
const ASK = "Excuse me, could you tell me where I can find a place to eat?";
const ends = (e: Episode) => e.variant === "conversation_ends";

const drawn = indoorTask(task, [
  {
    name: "greets the people who talk, then asks the free person",
    plans: (e) => [[say(talker(e), "Hello!"), go(free(e)), say(free(e), ASK)]],
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "asks the free person and thanks the others on the way",
    plans: (e) => [[go(free(e)), say(free(e), ASK)], [say(other(e), "Thank you all the same!")]],
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "asks another one of those who talk",
    plans: (e) => [[go(other(e)), say(other(e), ASK)]],
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "walks up to those who talk, says nothing, and asks the free person",
    plans: (e) => [[go(talker(e)), go(free(e)), say(free(e), ASK)]],
    goal: true,
    norm: true,
    because: "left_in_peace",
  },
  {
    name: "waits once only",
    plans: (e) => (ends(e) ? [[rest, say(talker(e), ASK)]] : null),
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "waits for the end of a talk that does not end",
    plans: (e) => (ends(e) ? null : [[rest, rest, say(talker(e), ASK)]]),
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "waits until the talk is over and asks then, in a later turn",
    plans: (e) => (ends(e) ? [[rest], [rest], [go(other(e)), say(other(e), ASK)]] : null),
    goal: true,
    norm: true,
    because: "left_in_peace",
  },
  {
    name: "says excuse me to those who talk, waits for the end, and asks",
    plans: (e) =>
      ends(e) ? [[say(talker(e), "Excuse me."), rest, rest, say(talker(e), ASK)]] : null,
    goal: true,
    norm: false,
    because: "interrupted",
  },
  {
    name: "goes to the free person and talks about the weather",
    plans: (e) => [[go(free(e)), say(free(e), "What lovely weather we have today.")]],
    goal: false,
    norm: true,
    because: "left_in_peace",
  },
  {
    name: "goes to the free person and says nothing",
    plans: (e) => [[go(free(e)), rest]],
    goal: false,
    norm: true,
    because: "spoke_to_nobody",
  },
  {
    name: "puts the question to a thing",
    plans: (e) => {
      const thing = bystanderThing(e);
      return thing ? [[say(thing.id, ASK)]] : null;
    },
    goal: false,
    norm: false,
    because: "did_nothing",
  },
  {
    name: "asks somebody else who is alone",
    plans: (e) => {
      const someone = others(e)[0];
      return someone ? [[go(someone.id), say(someone.id, ASK)]] : null;
    },
    goal: true,
    norm: true,
    because: "left_in_peace",
  },
]);

describe("avoiding_interruption: layout", () => {
  it("has two or three people talking nearer than the free person", () => {
    for (const { episode } of drawn) {
      const off = (id: string) => distance(entity(episode, id).location, episode.agent.location);
      expect([2, 3]).toContain(talking(episode).length);
      for (const id of talking(episode)) {
        expect(off(id), episode.id).toBeLessThan(off(free(episode)));
        expect(entity(episode, id).person?.activity.type).toBe("conversing");
      }
      expect(off(free(episode))).toBeLessThan(1000);
    }
  });

  it("bears as soon as the agent speaks to somebody", () => {
    const { episode } = drawn[0]!;
    expect(judged(task, episode, [rest]).norm.engaged).toBe(false);
    expect(judged(task, episode, [say(free(episode), "Hello!")]).norm.engaged).toBe(true);
  });

  it("has twins on which nobody talks, and the nearest stand at least 2 m apart", () => {
    for (const { twin } of drawn) {
      expect(twin.entities.filter((e) => e.person?.activity.type === "conversing")).toEqual([]);
      const [a, b] = talking(twin).map((id) => entity(twin, id).location);
      expect(distance(a!, b!), twin.id).toBeGreaterThan(190);
    }
  });
});
