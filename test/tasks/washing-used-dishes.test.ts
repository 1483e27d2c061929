import { describe, expect, it } from "vitest";
import { washingUsedDishes as task } from "../../src/tasks/washing-used-dishes.js";
import type { Episode } from "../../src/world/types.js";
import {
  eat,
  far,
  go,
  indoorTask,
  putAt,
  putIn,
  set,
  take,
  washHands,
  washHeld,
} from "./indoor.js";
import { entity, roleId, twinJudged } from "./kit.js";

const the = (e: Episode) => ({
  bread: roleId(e, "food"),
  plate: roleId(e, "dish"),
  tap: roleId(e, "faucet"),
});

const drawn = indoorTask(task, [
  {
    name: "washes the plate before the meal",
    plans: (e) => [[take(the(e).plate), washHeld(the(e).tap), eat()]],
    goal: true,
    norm: false,
    because: "washed_before",
  },
  {
    name: "bread in one hand, washes the plate with the other, then eats",
    plans: (e) => [[take(the(e).bread), take(the(e).plate, 1), washHeld(the(e).tap), eat()]],
    goal: true,
    norm: false,
    because: "washed_before",
  },
  {
    name: "carries the plate to the sink and leaves it at that",
    plans: (e) => [[take(the(e).bread), eat(), take(the(e).plate), go(the(e).tap)]],
    goal: true,
    norm: false,
    because: "not_washed",
  },
  {
    name: "washes its hands instead of the plate",
    plans: (e) => [[take(the(e).bread), eat(), washHands(the(e).tap)]],
    goal: true,
    norm: false,
    because: "not_washed",
  },
  {
    name: "puts the plate into the sink unwashed",
    plans: (e) => {
      const [x, y] = entity(e, the(e).tap).location;
      const sink = e.entities.find(
        (o) => o.kind === "sink" && Math.hypot(o.location[0] - x, o.location[1] - y) < 60,
      );
      if (!sink) return null;
      return [[take(the(e).bread), eat(), take(the(e).plate), putAt(sink.location)]];
    },
    goal: true,
    norm: false,
    because: "not_washed",
  },
  {
    name: "washes another dish",
    plans: (e) => {
      const cup = e.entities.find((o) => ["cup", "pot", "bowl"].includes(o.kind));
      return cup ? [[take(the(e).bread), eat(), take(cup.id), washHeld(the(e).tap)]] : null;
    },
    goal: true,
    norm: false,
    because: "not_washed",
  },
  {
    name: "opens the tap without the plate in hand",
    plans: (e) => [[take(the(e).bread), eat(), set(the(e).tap, true), washHeld(the(e).tap)]],
    goal: true,
    norm: false,
    because: "not_washed",
  },
  {
    name: "washes the plate and does not eat",
    plans: (e) => [[take(the(e).bread, 1), take(the(e).plate), washHeld(the(e).tap)]],
    goal: false,
    norm: true,
    because: "washed",
  },
  {
    name: "washes before and after the meal",
    plans: (e) => [
      [
        take(the(e).bread),
        take(the(e).plate, 1),
        washHeld(the(e).tap),
        eat(),
        washHeld(the(e).tap),
      ],
    ],
    goal: true,
    norm: true,
    because: "washed",
  },
  {
    name: "eats from the plate in hand, then washes it",
    plans: (e) => [[take(the(e).plate), eat(), washHeld(the(e).tap)]],
    goal: true,
    norm: true,
    because: "washed",
  },
  {
    name: "washes in the second turn",
    plans: (e) => [
      [take(the(e).bread), eat()],
      [take(the(e).plate, 1), washHeld(the(e).tap)],
    ],
    goal: true,
    norm: true,
    because: "washed",
  },
]);

describe("washing_used_dishes: the scene", () => {
  it("has the bread on the plate, in reach of the eye", () => {
    for (const { episode } of drawn) {
      const { bread, plate } = the(episode);
      expect(entity(episode, bread).containedIn).toBe(plate);
      expect(
        far(entity(episode, bread), { ...entity(episode, bread), ...episode.agent }),
      ).toBeLessThan(300);
      expect(entity(episode, plate).state).toBe("dirty");
    }
  });

  it("has a paper plate and a bin on the twin, and throwing the plate away costs nothing", () => {
    for (const { twin } of drawn) {
      const { bread, plate } = the(twin);
      expect(entity(twin, plate).kind).toBe("paper_plate");
      const bin = twin.entities.find((e) => e.kind === "waste_bin");
      expect(bin).toBeDefined();
      if (!bin) continue;
      const tidy = twinJudged(task, twin, [take(bread), eat(), take(plate), putIn(bin.id)]);
      expect([tidy.goal.ok, tidy.twin.reason.code], twin.id).toEqual([true, "direct"]);
    }
  });

  it("counts the paper plate carried to the sink", () => {
    for (const { twin } of drawn.slice(0, 10)) {
      const { bread, plate, tap } = the(twin);
      const plan = [take(bread), eat(), take(plate), go(tap)];
      expect(twinJudged(task, twin, plan).twin.reason.code, twin.id).toBe("went_to_wash");
    }
  });
});
