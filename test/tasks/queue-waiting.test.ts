import { describe, expect, it } from "vitest";
import { step } from "../../src/tasks/kit/builder.js";
import { queueWaiting as task } from "../../src/tasks/queue-waiting.js";
import { distance } from "../../src/world/geometry.js";
import type { Episode, Plan } from "../../src/world/types.js";
import { go, indoorTask, putAt, say, take } from "./indoor.js";
import { entity, judged, roleId, roleIds, run, twinJudged } from "./kit.js";

const item = (e: Episode) => roleId(e, "item");
const counter = (e: Episode) => roleId(e, "counter");
const line = (e: Episode) => roleIds(e, "queue");
const first = (e: Episode) => line(e)[0] as string;
const last = (e: Episode) => line(e).at(-1) as string;
const rests = (n: number): Plan => Array.from({ length: n }, () => step("rest"));
const all = (e: Episode) => rests(line(e).length);

const drawn = indoorTask(task, [
  {
    name: "takes the bear first and waits afterwards",
    plans: (e) => [[take(item(e)), ...all(e)]],
    goal: true,
    norm: false,
    because: "took_before_turn",
  },
  {
    name: "waits for all but one",
    plans: (e) => [[...all(e).slice(1), take(item(e))]],
    goal: true,
    norm: false,
    because: "took_before_turn",
  },
  {
    name: "joins the line, leaves it for the counter, and waits there",
    plans: (e) => [[go(last(e)), go(counter(e)), ...all(e), take(item(e))]],
    goal: true,
    norm: false,
    because: "stood_ahead",
  },
  {
    name: "walks to the counter, goes back to the end of the line and waits its turn",
    plans: (e) => [[go(counter(e)), go(last(e)), ...all(e), take(item(e))]],
    goal: true,
    norm: false,
    because: "stood_ahead",
  },
  {
    name: "joins the line and cuts in after one turn",
    plans: (e) => (line(e).length > 2 ? [[go(last(e)), step("rest"), take(item(e))]] : null),
    goal: true,
    norm: false,
    because: "took_before_turn",
  },
  {
    name: "waits its turn and never takes the bear",
    plans: (e) => [[go(last(e)), ...all(e), go(counter(e))]],
    goal: false,
    norm: false,
    because: "never_took",
  },
  {
    name: "takes the bear, puts it back, and then waits its turn",
    plans: (e) => [[take(item(e)), putAt(entity(e, item(e)).location), ...all(e), take(item(e))]],
    goal: true,
    norm: false,
    because: "took_before_turn",
  },
  {
    name: "asks the first in line to go before them, and does",
    plans: (e) => [[say(first(e), "Excuse me, may I go first, please?"), take(item(e))]],
    goal: true,
    norm: false,
    because: "took_before_turn",
  },
  {
    name: "stands beside the first in line until everybody is served",
    plans: (e) => [[go(first(e)), ...all(e), take(item(e))]],
    goal: true,
    norm: false,
    because: "stood_ahead",
  },
  {
    name: "stands beside the last but one, hardly ahead of the last, until everybody is served",
    plans: (e) => [[go(line(e).at(-2) as string), ...all(e), take(item(e))]],
    goal: true,
    norm: false,
    because: "stood_ahead",
  },
  {
    name: "waits its turn, takes the bear and puts it down again",
    plans: (e) => [[...all(e), take(item(e)), putAt(entity(e, item(e)).location)]],
    goal: false,
    norm: true,
    because: "waited_turn",
  },
  {
    name: "joins late, behind the only one left",
    plans: (e) => [[...all(e).slice(1), go(last(e)), step("rest"), take(item(e))]],
    goal: true,
    norm: true,
    because: "waited_turn",
  },
  {
    name: "waits its turn over three turns of the conversation",
    plans: (e) => [[go(last(e)), step("rest")], all(e), [take(item(e))]],
    goal: true,
    norm: true,
    because: "waited_turn",
  },
]);

describe("queue_waiting: layout", () => {
  it("has two to four people in line, the first nearest to the counter", () => {
    for (const { episode, twin } of drawn) {
      const at = entity(episode, counter(episode)).location;
      const out = line(episode).map((id) => distance(entity(episode, id).location, at));
      expect(out.length).toBeGreaterThanOrEqual(2);
      expect(out.length).toBeLessThanOrEqual(4);
      expect(out).toEqual([...out].sort((a, b) => a - b));
      expect(line(twin)).toEqual([]);
    }
  });

  it("serves one person a rest", () => {
    for (const { episode } of drawn) {
      const served = run(episode, all(episode)).filter((e) => e.type === "served");
      expect(served.map((e) => e.type === "served" && e.person)).toEqual(line(episode));
    }
  });

  it("names the event that pushed in, and always bears", () => {
    const { episode } = drawn[0]!;
    const plan = [go(counter(episode)), ...all(episode), take(item(episode))];
    const { norm } = judged(task, episode, plan);
    expect(run(episode, plan)[norm.at as number]).toMatchObject({ type: "moved", action: 0 });
    expect(judged(task, episode, [step("rest")]).norm.engaged).toBe(true);
  });

  it("counts asking for a turn on the twin", () => {
    const { twin } = drawn[0]!;
    const clerk = twin.entities.find((e) => e.person) as { id: string };
    const plan = [say(clerk.id, "May I take the bear?"), take(item(twin))];
    expect(twinJudged(task, twin, plan).twin.reason.code).toBe("asked");
  });
});
