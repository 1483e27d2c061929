import { describe, expect, it } from "vitest";
import { CAP_HEIGHT, isDrawable, layOutLine } from "../../src/render/textures/font.js";
import {
  sampleMask,
  signTexture,
  textMask,
  wrappedTexture,
} from "../../src/render/textures/text.js";

describe("lettering", () => {
  it("knows capitals, digits, space and the apostrophe", () => {
    expect(isDrawable("ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 ANN'S")).toBe(true);
    expect(isDrawable("pick up")).toBe(true);
    expect(isDrawable("名")).toBe(false);
  });

  it("no two characters look the same", () => {
    const chars = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
    const shapes = chars.map((c) => JSON.stringify(layOutLine(c).segments));
    expect(new Set(shapes).size).toBe(chars.length);
  });

  it("keeps to its line: every stroke within the capitals' height", () => {
    for (const c of "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789") {
      for (const [, y0, , y1] of layOutLine(c).segments as [number, number, number, number][]) {
        expect(Math.min(y0, y1)).toBeGreaterThanOrEqual(0);
        expect(Math.max(y0, y1)).toBeLessThanOrEqual(CAP_HEIGHT);
      }
    }
  });

  it("a longer word is wider, a second line higher", () => {
    expect(textMask("PICK UP").width).toBeGreaterThan(textMask("PICK").width);
    expect(textMask("PICK\nUP").height).toBeGreaterThan(textMask("PICK").height);
  });

  it("ink lies on strokes and nowhere else", () => {
    const mask = textMask("I");
    const middle = mask.width / 2;
    expect(sampleMask(mask, middle, mask.height / 2)).toBeLessThan(0);
    expect(sampleMask(mask, 0.5, mask.height / 2)).toBeGreaterThan(0.5);
    expect(sampleMask(mask, -50, 0)).toBeGreaterThan(0);
  });

  const inkAt = (texture: ReturnType<typeof signTexture>, x: number, y: number, z: number) => {
    const out = Float64Array.of(1, 1, 1);
    texture(x, y, z, 0, 0, 0, 1, out);
    return 1 - out[0]!;
  };

  it("a sign reads from left to right on its front, and on its back when both sides are written", () => {
    const face = { text: "L", width: 1, height: 1, ink: [0, 0, 0] as const };
    const share = (
      texture: ReturnType<typeof signTexture>,
      from: number,
      to: number,
      z: number,
    ) => {
      let sum = 0;
      for (let i = 0; i < 40; i++) {
        for (let j = 0; j < 40; j++)
          sum += inkAt(texture, from + ((to - from) * i) / 40, j / 40 - 0.5, z);
      }
      return sum;
    };
    const front = signTexture(face);
    // The upright of an L stands on the reader's left.
    expect(share(front, -0.5, 0, 0.01)).toBeGreaterThan(1.3 * share(front, 0, 0.5, 0.01));
    expect(share(front, -0.5, 0.5, -0.01)).toBe(0);
    const back = signTexture({ ...face, side: "both" });
    expect(share(back, 0, 0.5, -0.01)).toBeGreaterThan(1.3 * share(back, -0.5, 0, -0.01));
  });

  it("text around a bottle shows from every side", () => {
    const around = wrappedTexture({
      text: "SODA",
      radius: 0.035,
      at: 0.06,
      height: 0.03,
      ink: [0, 0, 0],
    });
    for (let side = 0; side < 12; side++) {
      let ink = 0;
      for (let k = 0; k < 60; k++) {
        const a = (side / 12) * Math.PI * 2 + (k / 60 - 0.5) * 2.1;
        for (let j = 0; j < 20; j++) {
          ink += inkAt(around, Math.sin(a) * 0.035, 0.05 + j * 0.001, Math.cos(a) * 0.035);
        }
      }
      expect(ink).toBeGreaterThan(100);
    }
  });
});
