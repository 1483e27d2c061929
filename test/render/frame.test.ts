import { describe, expect, it } from "vitest";
import { agentCamera, PITCH } from "../../src/render/camera.js";
import { DEFAULT_RENDER, renderFrame, renderIds } from "../../src/render/index.js";
import { count, extent, person, room, snapshot, thing, yard } from "./stage.js";

const crowd = [
  person(7, 400, -100, 180),
  person(12, 500, 60, 90, { sex: "female", height: 164, look: { hair: "long", outfit: "skirt" } }),
  thing(300, "trash_bin", 350, 120, [55, 55, 95]),
];

const small = { width: 320, height: 240 };

describe("renderFrame", () => {
  it("gives the same bytes for the same snapshot, in any order of calls", () => {
    const first = renderFrame(snapshot(crowd), small);
    renderFrame(snapshot([person(3, 300, 0, 0)], room), { width: 200, height: 150 });
    const second = renderFrame(structuredClone(snapshot(crowd)), small);
    expect(Buffer.from(second.rgb).equals(Buffer.from(first.rgb))).toBe(true);
    expect(second.ids).toEqual(first.ids);
  });

  it("has exactly the ids of the id pass", () => {
    for (const options of [
      {},
      { width: 321, height: 200 },
      { ...small, fov: 90, eyeHeight: 120 },
    ]) {
      const frame = renderFrame(snapshot(crowd), options);
      expect(renderIds(snapshot(crowd), options)).toEqual(frame.ids);
      expect(frame.rgb.length).toBe(frame.width * frame.height * 3);
    }
  });

  it("is neither black nor burnt out", () => {
    for (const setting of [yard, room]) {
      const { rgb } = renderFrame(snapshot(crowd, setting), small);
      const mean = rgb.reduce((s, v) => s + v, 0) / rgb.length;
      expect(mean).toBeGreaterThan(70);
      expect(mean).toBeLessThan(215);
    }
  });

  it("shows a shadow only where the light is blocked", () => {
    const bright = renderFrame(snapshot([]), small).rgb;
    const shaded = renderFrame(snapshot([person(7, 400, 0, 180)]), small);
    let darker = 0;
    for (let i = 0; i < shaded.ids.length; i++) {
      if (shaded.ids[i] === 0 && shaded.rgb[i * 3 + 1]! < bright[i * 3 + 1]! - 25) darker++;
    }
    expect(darker).toBeGreaterThan(80);
    expect(darker).toBeLessThan(8000);
  });
});

describe("the id pass", () => {
  it("puts things where the camera says", () => {
    const { width, height } = DEFAULT_RENDER;
    const place = [400, 100] as const;
    const ids = renderIds(snapshot([thing(5, "trash_bin", place[0], place[1], [55, 55, 95])]));
    const camera = agentCamera(snapshot([]).agent, 0, DEFAULT_RENDER);
    const pitch = (PITCH * Math.PI) / 180;
    // a point at the bin's middle height: to the right, up and ahead of the eye
    const [right, up, ahead] = [1.0, 0.475 - 1.6, 4.0];
    const depth = ahead * Math.cos(pitch) - up * Math.sin(pitch);
    const rise = up * Math.cos(pitch) + ahead * Math.sin(pitch);
    const x = Math.round(width / 2 + (camera.focal * right) / depth);
    const y = Math.round(height / 2 - (camera.focal * rise) / depth);
    expect(ids[y * width + x]).toBe(5);
    const [x0, y0, x1, y1] = extent(ids, width, 5) as [number, number, number, number];
    expect(Math.abs((x0 + x1) / 2 - x)).toBeLessThan(6);
    expect(Math.abs((y0 + y1) / 2 - y)).toBeLessThan(14);
  });

  it("hides what stands behind something else, and what is behind the viewer", () => {
    const wall = thing(9, "bookshelf", 200, 0, [32, 200, 190]);
    const ids = renderIds(snapshot([wall, person(4, 400, 0, 180), person(5, -200, 0, 0)]));
    expect(count(ids, 9)).toBeGreaterThan(5000);
    expect(count(ids, 4)).toBe(0);
    expect(count(ids, 5)).toBe(0);
  });

  it("leaves out what is gone, eaten or in the agent's hands", () => {
    const gone = thing(21, "stain", 300, 0, [60, 80, 0], { state: "gone" });
    const eaten = thing(22, "bread", 320, 40, [11, 16, 7], { state: "eaten" });
    const held = thing(23, "ball", 200, -40, [24, 24, 24], {
      heldBy: { who: "agent", hand: 0 },
    });
    const dish = thing(24, "plate", 180, 0, [26, 26, 3], {
      state: "clean",
      heldBy: { who: "agent", hand: 1 },
    });
    const onDish = thing(25, "bread", 180, 0, [11, 16, 7], { state: "whole", containedIn: "24" });
    const ids = renderIds(snapshot([gone, eaten, held, dish, onDish]));
    for (const id of [21, 22, 23, 24, 25]) expect(count(ids, id)).toBe(0);
    const back = renderIds(
      snapshot([
        { ...gone, state: "present" },
        { ...eaten, state: "whole" },
      ]),
    );
    expect(count(back, 21)).toBeGreaterThan(200);
    expect(count(back, 22)).toBeGreaterThan(100);
  });

  it("draws what people hold in their hand", () => {
    const holder = person(6, 350, 0, 180);
    const ball = thing(8, "ball", 0, 900, [24, 24, 24], { heldBy: { who: "6", hand: 0 } });
    const ids = renderIds(snapshot([holder, ball]));
    expect(count(ids, 8)).toBeGreaterThan(200);
    const [bx0, by0, bx1, by1] = extent(ids, 640, 8) as [number, number, number, number];
    const [px0, py0, px1, py1] = extent(ids, 640, 6) as [number, number, number, number];
    expect(bx0 > px0 - 60 && bx1 < px1 + 60 && by0 > py0 && by1 < py1).toBe(true);
  });

  it("sees lower and from a kerb when it sits or stands on one", () => {
    const bin = thing(5, "trash_bin", 500, 0, [55, 55, 95]);
    const standing = snapshot([bin]);
    const seated = { ...standing, agent: { ...standing.agent, seatedOn: "1" } };
    const top = (s: typeof standing) => extent(renderIds(s), 640, 5)[1]!;
    expect(top(seated)).toBeLessThan(top(standing));
  });

  it("lets a layer win over what is coplanar with it", () => {
    const stain = thing(31, "stain", 300, 0, [60, 80, 0], { state: "present" });
    const ids = renderIds(snapshot([stain]));
    const [x0, y0, x1, y1] = extent(ids, 640, 31) as [number, number, number, number];
    const inner = count(ids, 31) / ((x1 - x0 + 1) * (y1 - y0 + 1));
    expect(inner).toBeGreaterThan(0.4);
  });
});
