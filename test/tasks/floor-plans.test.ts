import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Rng } from "../../src/core/rng.js";
import { Layout } from "../../src/tasks/kit/laying.js";
import { FloorPlan } from "../../src/tasks/kit/plan.js";
import {
  drawCuts,
  makeRoom,
  onSide,
  open,
  positionOn,
  shareWall,
  sideOf,
  WALL,
  wallsOf,
} from "../../src/tasks/kit/rooms.js";
import { type Box, boxBlocks, inFrame, wallBlocks } from "../../src/tasks/kit/sight.js";
import { contains } from "../../src/world/geometry.js";
import type { Vec2 } from "../../src/world/types.js";

const plain = () => ({ style: "plaster" as const, colour: "#ffffff" });
const box = (u: number, v: number, over: Partial<Box> = {}): Box => ({
  centre: [u, v],
  yaw: 0,
  depth: 40,
  width: 40,
  z0: 0,
  z1: 180,
  ...over,
});

describe("floor plan", () => {
  const plans = fc.record({
    mirrored: fc.boolean(),
    quarter: fc.integer({ min: 0, max: 3 }),
    origin: fc.tuple(fc.integer({ min: -4000, max: 4000 }), fc.integer({ min: -4000, max: 4000 })),
  });

  it("leads back to where it came from", () => {
    fc.assert(
      fc.property(
        plans,
        fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 })),
        fc.integer({ min: 0, max: 359 }),
        ({ mirrored, quarter, origin }, [u, v], heading) => {
          const plan = new FloorPlan(mirrored, quarter, origin);
          const [x, y] = plan.point([u, v]);
          const back = plan.back([x, y], plan.yaw(heading));
          expect(back).toEqual({ centre: [u, v], yaw: heading });
        },
      ),
    );
  });

  it("keeps a heading and the way it points together", () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 3 }), ({ mirrored, quarter, origin }, k) => {
        const plan = new FloorPlan(mirrored, quarter, origin);
        const ahead = (
          [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
          ] as Vec2[]
        )[k] as Vec2;
        const [x0, y0] = plan.point([0, 0]);
        const [x1, y1] = plan.point([ahead[0] * 100, ahead[1] * 100]);
        const yaw = (plan.yaw(k * 90) * Math.PI) / 180;
        expect(x1 - x0).toBeCloseTo(100 * Math.cos(yaw), 6);
        expect(y1 - y0).toBeCloseTo(100 * Math.sin(yaw), 6);
      }),
    );
  });
});

describe("rooms", () => {
  it("have their walls outside of the floor, and sides that look inwards", () => {
    const cut = { depth: [60, 90], width: [50, 80] } as const;
    const choices = { near_left: cut, near_right: cut, far_left: cut, far_right: cut };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), fc.boolean(), (seed, training) => {
        const cuts = drawCuts(new Rng(seed), training ? "training" : "benchmark", choices);
        const room = makeRoom(-150, -200, 400, 220, cuts);
        expect(room.polygon).toHaveLength(4 + 2 * cuts.length);
        for (const side of room.sides) {
          const middle = side.length / 2;
          expect(contains(room.polygon, onSide(side, middle, 5))).toBe(true);
          expect(contains(room.polygon, onSide(side, middle, -5))).toBe(false);
        }
        for (const wall of wallsOf(room, plain)) {
          const mid: Vec2 = [(wall.from[0] + wall.to[0]) / 2, (wall.from[1] + wall.to[1]) / 2];
          expect(contains(room.polygon, mid)).toBe(false);
        }
      }),
    );
  });

  it("share no shape between benchmark and training", () => {
    const choices = { near_left: { depth: [60, 90], width: [50, 80] } } as const;
    const both = { ...choices, near_right: choices.near_left };
    for (let seed = 0; seed < 40; seed++) {
      expect(drawCuts(new Rng(seed), "training", both)).toHaveLength(2);
      expect(drawCuts(new Rng(seed), "benchmark", both).length).toBeLessThan(2);
    }
  });

  it("keep an opening in its place on a wall that runs past the corner", () => {
    const room = makeRoom(0, -100, 300, 100);
    const far = sideOf(room, "far");
    open(far, positionOn(far, [300, 40]), "doorway", 90);
    const wall = wallsOf(room, plain).find((w) => w.openings.length > 0);
    if (!wall) throw new Error("no wall has the opening");
    const length = Math.hypot(wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]);
    const at = (wall.openings[0]?.at ?? 0) / length;
    expect(wall.from[1] + (wall.to[1] - wall.from[1]) * at).toBeCloseTo(40, 6);
  });

  it("see a shared wall's openings from both sides", () => {
    const front = makeRoom(0, -100, 300, 100);
    const back = makeRoom(300 + WALL, -160, 600, 140);
    const [far, near] = [sideOf(front, "far"), sideOf(back, "near")];
    open(far, positionOn(far, [300, 25]), "gap", 160);
    shareWall(near, far);
    expect(near.openings).toHaveLength(1);
    expect(onSide(near, near.openings[0]?.at ?? 0)[1]).toBeCloseTo(25, 6);
    expect(wallsOf(back, plain)).toHaveLength(3);
  });
});

describe("sight", () => {
  const eye = { at: [0, 0] as Vec2, yaw: 0 };

  it("knows what is in the picture", () => {
    expect(inFrame(eye, [300, 0, 100])).toBe(true);
    expect(inFrame(eye, [300, 220, 100])).toBe(false);
    expect(inFrame(eye, [-300, 0, 100])).toBe(false);
    expect(inFrame(eye, [150, 0, 0])).toBe(false); // the floor before one's feet
    expect(inFrame(eye, [300, 0, 0])).toBe(true);
  });

  it("looks over low things and not over high ones", () => {
    expect(boxBlocks(box(150, 0), [0, 0], [300, 0, 90])).toBe(true);
    expect(boxBlocks(box(150, 0, { z1: 75 }), [0, 0], [300, 0, 90])).toBe(false);
    expect(boxBlocks(box(150, 90), [0, 0], [300, 0, 90])).toBe(false);
  });

  it("looks through openings", () => {
    const room = makeRoom(-100, -100, 200, 100);
    const far = sideOf(room, "far");
    open(far, positionOn(far, [200, 0]), "doorway", 90);
    const seen = (v: number): boolean =>
      !wallsOf(room, plain).some((wall) => wallBlocks(wall, [0, 0], [400, v, 20]));
    expect([seen(0), seen(150)]).toEqual([true, false]);
  });

  it("minds what must be seen when something is laid", () => {
    const layout = new Layout();
    layout.addFloor(makeRoom(-100, -300, 500, 300).polygon);
    const target = box(350, 0, { z1: 100 });
    layout.add(target, true);
    expect(layout.watch(target)).toBe(true);
    expect(layout.fits(box(150, 0), true)).toBe(false);
    expect(layout.fits(box(150, 0, { z1: 40 }), true)).toBe(true);
    expect(layout.fits(box(150, 150), true)).toBe(true);
    layout.keepWay([0, 0], [300, 200]);
    expect(layout.fits(box(150, 110), true)).toBe(false);
    expect(layout.fits(box(360, 10), true)).toBe(false); // in the target
    expect(layout.fits(box(495, 0), true)).toBe(false); // in the wall
  });
});
