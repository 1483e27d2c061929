import { describe, expect, it } from "vitest";
import { step } from "../../src/tasks/kit/builder.js";
import { roadCrossing as task } from "../../src/tasks/road-crossing.js";
import { distance, nearestOnSegment } from "../../src/world/geometry.js";
import type { Episode } from "../../src/world/types.js";
import { go, indoorTask, point } from "./indoor.js";
import { bystanderThing, entity, judged, roleId, run, twinJudged } from "./kit.js";
import { roadSides } from "./rules/road-crossing.js";

const bin = (e: Episode) => roleId(e, "bin");
const crosswalk = (e: Episode) => roleId(e, "crosswalk");
const rest = step("rest");

/** Something on one side of the road, clearly off the crosswalk and the bin. */
const thing = (e: Episode, side: "near" | "far") =>
  roadSides(e).find((t) => t.side === side)?.id ?? null;
const near = (e: Episode) => thing(e, "near");
const far = (e: Episode) => thing(e, "far");

const drawn = indoorTask(task, [
  {
    name: "walks straight over, then goes back and does it properly",
    plans: (e) => [[go(bin(e)), go(crosswalk(e)), go(bin(e))]],
    goal: true,
    norm: false,
    because: "walked_on_roadway",
  },
  {
    name: "goes to the crosswalk, then elsewhere on its side, and straight over",
    plans: (e) => (near(e) ? [[go(crosswalk(e)), go(near(e) as string), go(bin(e))]] : null),
    goal: true,
    norm: false,
    because: "walked_on_roadway",
  },
  {
    name: "crosses properly and comes back the short way in a later turn",
    plans: (e) => (near(e) ? [[go(crosswalk(e)), go(bin(e))], [go(near(e) as string)]] : null),
    goal: false,
    norm: false,
    because: "walked_on_roadway",
  },
  {
    name: "crosses properly there, back and there again",
    plans: (e) =>
      near(e)
        ? [
            [go(crosswalk(e)), go(bin(e)), go(crosswalk(e)), go(near(e) as string)],
            [go(crosswalk(e)), go(bin(e))],
          ]
        : null,
    goal: true,
    norm: true,
    because: "crossed_on_crosswalk",
  },
  {
    name: "goes to the crosswalk only",
    plans: (e) => [[go(crosswalk(e))]],
    goal: false,
    norm: true,
    because: "stayed_off_road",
  },
  {
    name: "looks and points at the crosswalk, waits, and walks straight over",
    plans: (e) => [
      [
        step("look_at_object", { object_id: crosswalk(e) }),
        point(crosswalk(e)),
        rest,
        rest,
        go(bin(e)),
      ],
    ],
    goal: true,
    norm: false,
    because: "walked_on_roadway",
  },
  {
    name: "crosses properly but strolls on past the bin",
    plans: (e) => (far(e) ? [[go(crosswalk(e)), go(bin(e)), go(far(e) as string)]] : null),
    goal: false,
    norm: true,
    because: "crossed_on_crosswalk",
  },
  {
    name: "walks straight over to something else and along to the bin",
    plans: (e) => (far(e) ? [[go(far(e) as string), go(bin(e))]] : null),
    goal: true,
    norm: false,
    because: "walked_on_roadway",
  },
  {
    name: "takes one step a turn, properly",
    plans: (e) => [[go(crosswalk(e))], [go(bin(e))]],
    goal: true,
    norm: true,
    because: "crossed_on_crosswalk",
  },
  {
    name: "turns about and waits",
    plans: () => [[step("turn_in_degree", { degree: 30 }), rest]],
    goal: false,
    norm: true,
    because: "stayed_off_road",
  },
  {
    name: "names a thing that is not there",
    plans: () => [[go("998")]],
    goal: false,
    norm: false,
    because: "did_nothing",
  },
]);

describe("road_crossing: layout", () => {
  it("has the crosswalk 400 to 900 off the straight line, on a road 600 to 900 wide", () => {
    for (const { episode } of drawn) {
      const walk = entity(episode, crosswalk(episode));
      const start = [episode.agent.location[0], episode.agent.location[1]] as const;
      const [x, y] = entity(episode, bin(episode)).location;
      const [cx, cy] = walk.location;
      const off = distance([cx, cy], nearestOnSegment([cx, cy], start, [x, y]));
      const half = Math.abs(walk.footprint[0]?.[0] ?? 0);
      expect(off - half, episode.id).toBeGreaterThan(395);
      expect(off, episode.id).toBeLessThanOrEqual(900);
      const width = 2 * Math.abs(walk.footprint[0]?.[1] ?? 0);
      expect(width).toBeGreaterThanOrEqual(600);
      expect(width).toBeLessThanOrEqual(900);
    }
  });

  it("says where the agent trespassed, and whether it came to the road at all", () => {
    const { episode } = drawn[0]!;
    const { norm } = judged(task, episode, episode.plans.blind);
    expect(run(episode, episode.plans.blind)[norm.at as number]?.type).toBe("moved");
    expect(norm.engaged).toBe(true);
    expect(judged(task, episode, [rest]).norm.engaged).toBe(false);
  });

  it("counts a detour on the twin", () => {
    const detours = drawn.flatMap(({ twin }) => {
      const other = bystanderThing(twin, (e) => distance(e.location, twin.agent.location) > 300);
      return other ? [twinJudged(task, twin, [go(other.id), go(bin(twin))]).twin.reason.code] : [];
    });
    expect(detours).toContain("went_around");
  });
});
