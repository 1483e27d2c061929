import { describe, expect, it } from "vitest";
import { renderFrame, renderIds } from "../../src/render/index.js";
import { apply } from "../../src/render/matrix.js";
import { choosePose } from "../../src/render/people/choose.js";
import { gazeOf } from "../../src/render/people/gaze.js";
import { personParts } from "../../src/render/people/index.js";
import { measure } from "../../src/render/people/measures.js";
import { solve, twoBones } from "../../src/render/people/skeleton.js";
import type { AgeGroup, Entity, Look, Sex } from "../../src/world/types.js";
import { count, extent, person, snapshot, thing } from "./stage.js";

const joints = (e: Entity, others: Entity[] = []) => {
  const s = snapshot([e, ...others]);
  return solve(measure(e.person!), choosePose(e, s, [false, false]));
};

const everyone: [AgeGroup, Sex, number][] = [
  ["child", "female", 118],
  ["child", "male", 128],
  ["adult", "female", 165],
  ["adult", "male", 180],
  ["elderly", "female", 158],
  ["elderly", "male", 168],
];

describe("people", () => {
  it.each(everyone)(
    "%s %s is drawn at the stated height, feet on the ground",
    (ageGroup, sex, h) => {
      const ids = renderIds(snapshot([person(9, 400, 0, 180, { ageGroup, sex, height: h })]));
      const [, y0, , y1] = extent(ids, 640, 9) as [number, number, number, number];
      const focal = 320 / Math.tan((33.5 * Math.PI) / 180);
      // heights on the picture turned back into centimetres at 4 m
      const pitch = (7 * Math.PI) / 180;
      const level = (y: number) => 160 + 400 * Math.tan(Math.atan((240 - y) / focal) - pitch);
      const top = level(y0);
      expect(Math.abs(level(y1))).toBeLessThan(12);
      if (ageGroup === "elderly") {
        expect(top).toBeLessThan(h - 6);
        expect(top).toBeGreaterThan(h * 0.78);
      } else expect(Math.abs(top - h)).toBeLessThan(7);
    },
  );

  it("all looks are drawn, near and far, all parts with the person's id", () => {
    const hair: Look["hair"][] = ["short", "long", "bun", "pony", "bald", "curly"];
    const outfits: Look["outfit"][] = ["trousers", "skirt", "dress", "shorts"];
    let i = 0;
    for (const [ageGroup, sex, height] of everyone) {
      for (const style of hair) {
        const look: Partial<Look> = {
          hair: style,
          outfit: outfits[i % 4]!,
          sleeves: i % 2 ? "long" : "short",
          ...(i % 3 === 0 ? { jacket: "#3d405b", scarf: "#b23a48" } : {}),
          ...(i % 3 === 1 ? { apron: "#f2f0e6", backpack: "#3a6ea5", glasses: true } : {}),
          ...(i % 3 === 2 ? { bag: "#5a3d2b", beard: true, phone: true, cane: true } : {}),
          ...(i % 4 === 0 ? { hat: { kind: "cap", colour: "#b23a48" } as const } : {}),
        };
        const e = person(5, i % 2 ? 300 : 700, 0, 180, { ageGroup, sex, height, look });
        const parts = personParts(e, snapshot([e]));
        expect(parts.every((p) => p.id === 5)).toBe(true);
        for (const p of parts) expect(p.matrix.every((v) => Number.isFinite(v))).toBe(true);
        expect(count(renderIds(snapshot([e])), 5)).toBeGreaterThan(700);
        i++;
      }
    }
  });

  it("the old are bent: the head stands well before the hips", () => {
    const headAhead = (ageGroup: AgeGroup) => {
      const s = joints(person(1, 400, 0, 180, { ageGroup, height: 168 }));
      return -apply(s.head, [0, 0, 0])[2] + s.hips[2];
    };
    expect(headAhead("elderly")).toBeGreaterThan(0.28);
    expect(headAhead("adult")).toBeLessThan(0.14);
  });

  it("women and men of the same hair differ in silhouette", () => {
    const picture = (sex: Sex) =>
      renderIds(snapshot([person(3, 300, 0, 180, { sex, height: 170, look: { hair: "short" } })]));
    const female = picture("female");
    const male = picture("male");
    let different = 0;
    for (let i = 0; i < female.length; i++) if (female[i] !== male[i]) different++;
    expect(different / count(male, 3)).toBeGreaterThan(0.08);
  });

  it("callers raise a hand above their head; talkers hold theirs before the body, mouth open", () => {
    const caller = joints(person(1, 400, 0, 180, { activity: { type: "calling" }, gaze: "agent" }));
    const head = apply(caller.head, [0, 0.1175, 0])[1];
    expect(Math.max(...caller.arms.map((a) => a.wrist[1]))).toBeGreaterThan(head);
    expect(caller.pose.mouth).toBe("shout");
    const a = person(1, 400, -50, 90, { activity: { type: "conversing", with: ["2"] }, gaze: "2" });
    const b = person(2, 400, 50, -90, { activity: { type: "conversing", with: ["1"] }, gaze: "1" });
    for (const s of [joints(a, [b]), joints(b, [a])]) {
      expect(s.pose.mouth).toBe("talk");
      expect(Math.min(...s.arms.map((arm) => arm.wrist[2]))).toBeLessThan(-0.2);
    }
  });

  it("seated people sit on the seat: hips above it, knees level, feet not below the ground", () => {
    const bench = thing(40, "park_bench", 400, 0, [55, 180, 85], {
      seats: [{ offset: [0, 0], occupant: "2" }],
    });
    for (const [ageGroup, sex, height] of everyone) {
      const e = person(2, 400, 0, 180, {
        ageGroup,
        sex,
        height,
        posture: "seated",
        activity: { type: "seated", on: "40" },
      });
      const s = joints(e, [bench]);
      expect(s.hips[1]).toBeGreaterThan(0.45);
      expect(s.hips[1]).toBeLessThan(0.58);
      for (const leg of s.legs) {
        expect(Math.abs(leg.knee[1] - leg.hip[1])).toBeLessThan(0.16);
        expect(leg.hip[2] - leg.knee[2]).toBeGreaterThan(0.2);
        expect(leg.ankle[1]).toBeGreaterThan(s.measures.ankle - 0.01);
      }
    }
  });

  it("heads turn to what people look at, at most 60° to a side", () => {
    const at = (x: number, y: number) => thing(8, "ball", x, y, [24, 24, 24]);
    const gaze = (e: Entity, target: Entity) => gazeOf(e, snapshot([e, target]));
    const e = person(1, 400, 0, 180, { gaze: "8" });
    // facing the viewer (south), the east is on the person's left
    expect(gaze(e, at(300, 100)).yaw).toBeCloseTo(-Math.PI / 4, 2);
    expect(gaze(e, at(300, -100)).yaw).toBeCloseTo(Math.PI / 4, 2);
    expect(Math.abs(gaze(e, at(600, 30)).yaw)).toBeCloseTo(Math.PI / 3, 3);
    expect(gaze(e, at(300, 0)).pitch).toBeGreaterThan(0.3);
    const toAgent = gazeOf({ ...e, person: { ...e.person!, gaze: "agent" } }, snapshot([e]));
    expect(Math.abs(toAgent.yaw)).toBeLessThan(1e-6);
  });

  it("a turned head changes the picture of the face", () => {
    const face = (gaze: string | null) => {
      const e = person(1, 200, 0, 150, { gaze });
      return renderFrame(snapshot([e]), { width: 320, height: 240 }).rgb;
    };
    const a = face(null);
    const b = face("agent");
    let changed = 0;
    for (let i = 0; i < a.length; i += 3) if (Math.abs(a[i]! - b[i]!) > 30) changed++;
    expect(changed).toBeGreaterThan(100);
  });

  it("bones keep their lengths", () => {
    const { joint, end } = twoBones([0, 0, 0], [0.2, -0.3, 0.1], 0.3, 0.25, [0, 0, -1]);
    expect(Math.hypot(...joint)).toBeCloseTo(0.3, 6);
    expect(Math.hypot(end[0] - joint[0], end[1] - joint[1], end[2] - joint[2])).toBeCloseTo(
      0.25,
      6,
    );
    const far = twoBones([0, 0, 0], [5, 0, 0], 0.3, 0.25, [0, 0, -1]);
    expect(Math.hypot(...far.end)).toBeLessThan(0.5501);
  });
});
