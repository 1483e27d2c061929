import { describe, expect, it } from "vitest";
import { GROUPS } from "../../src/grid/types.js";
import {
  drawFigure,
  drawPush,
  drawSanction,
  FIGURE,
  type Figure,
  figureKey,
  figureOf,
  GROUP_LOOKS,
  LOOK_COUNT,
} from "../../src/grid-pictures/person.js";
import { lettering, svgDocument } from "../../src/grid-pictures/svg.js";
import { FACINGS } from "../../src/grid-pictures/types.js";
import { rasterise } from "../../src/images/svg.js";
import { badNumber, inkOf, xmlFault } from "./helpers.js";

const all: Figure[] = GROUPS.flatMap((group) =>
  FACINGS.flatMap((facing) =>
    [false, true].flatMap((newcomer) =>
      [false, true].flatMap((gone) =>
        Array.from({ length: LOOK_COUNT }, (_, look) => ({ group, facing, newcomer, gone, look })),
      ),
    ),
  ),
);

/** Pixels of a figure on white, drawn four times as large. */
async function pixels(figure: Figure): Promise<(x: number, y: number) => [number, number, number]> {
  const n = FIGURE * 4;
  const svg = `<rect width="48" height="48" fill="#ffffff"/>${drawFigure(figure)}`;
  const data = await rasterise(svgDocument(n, n, svg, "0 0 48 48"), n, n);
  return (x, y) => {
    const o = (Math.round(y * 4) * n + Math.round(x * 4)) * 4;
    return [data[o] as number, data[o + 1] as number, data[o + 2] as number];
  };
}

const hex = ([r, g, b]: [number, number, number]): string =>
  `#${[r, g, b].map((v) => v.toString(16).padStart(2, "0")).join("")}`;

describe("figures", () => {
  it("are well-formed and stay inside their cell, every one", async () => {
    for (const figure of all) {
      const svg = drawFigure(figure);
      expect(xmlFault(svg)).toBeNull();
      expect(badNumber(svg)).toBeNull();
    }
    for (const figure of all.filter((f) => f.look === 0)) {
      const ink = await inkOf(drawFigure(figure), FIGURE, FIGURE, 0);
      expect(ink.outside, figureKey(figure)).toBe(0);
      expect(ink.inside, figureKey(figure)).toBeGreaterThan(0.2);
    }
  });

  it("have a drawing of their own for every key, and one key for every drawing", () => {
    const keys = all.map(figureKey);
    expect(new Set(keys).size).toBe(all.length);
    expect(new Set(all.map(drawFigure)).size).toBe(all.length);
  });

  it("bear shirt and letter of their group, whichever way they look", async () => {
    for (const group of GROUPS)
      for (const facing of FACINGS) {
        const look = GROUP_LOOKS[group];
        const at = await pixels({ group, facing, look: 0, newcomer: false, gone: false });
        expect(hex(at(17, 21)), `${group} ${facing}`).toBe(look.shirt);
        const letter = lettering(look.letter, 24, 32.4, {
          height: 11,
          ink: look.ink,
          anchor: "middle",
          weight: 0.2,
        });
        expect(drawFigure({ group, facing, look: 0, newcomer: false, gone: false })).toContain(
          letter,
        );
      }
  });

  it("tell groups apart by brightness as well as by hue: letter against shirt", () => {
    const light = (colour: string): number => {
      const n = Number.parseInt(colour.slice(1), 16);
      const part = (v: number): number =>
        v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * part(n >> 16) + 0.7152 * part((n >> 8) & 255) + 0.0722 * part(n & 255);
    };
    for (const { shirt, ink } of Object.values(GROUP_LOOKS)) {
      const [a, b] = [light(shirt), light(ink)].sort((p, q) => q - p) as [number, number];
      expect((a + 0.05) / (b + 0.05)).toBeGreaterThan(3);
    }
    expect(new Set(Object.values(GROUP_LOOKS).map((l) => l.letter)).size).toBe(3);
  });

  it("show a face from the front, hair from behind, a profile from either side", async () => {
    const eye = async (facing: "up" | "down" | "left" | "right", x: number): Promise<string> =>
      hex((await pixels({ group: "blue", facing, look: 0, newcomer: false, gone: false }))(x, 13));
    const dark = "#241c1c";
    expect([await eye("down", 21), await eye("down", 27)]).toEqual([dark, dark]);
    expect([await eye("up", 21), await eye("up", 27)]).not.toContain(dark);
    expect(await eye("left", 18.8)).toBe(dark);
    expect(await eye("right", 48 - 18.8)).toBe(dark);
    expect(await eye("left", 48 - 18.8)).not.toBe(dark);
  });

  it("mark the newcomer in gold and nobody else", () => {
    for (const figure of all) expect(drawFigure(figure).includes("#ffd21f")).toBe(figure.newcomer);
  });

  it("have looks that follow from the id", () => {
    const person = { id: 7, at: [1, 1] as const, facing: "up" as const, group: "green" as const };
    expect(figureOf(person)).toEqual(figureOf({ ...person, at: [2, 2] }));
    expect(figureOf(person).look).not.toBe(figureOf({ ...person, id: 8 }).look);
  });
});

describe("marks", () => {
  it("stay inside the cell; the one of a sanction leaves face and letter free", async () => {
    for (const mark of [drawSanction(), drawPush()]) {
      expect(xmlFault(mark)).toBeNull();
      expect((await inkOf(mark, FIGURE, FIGURE, 0)).outside).toBe(0);
    }
    const data = await rasterise(svgDocument(48, 48, drawSanction()), 48, 48);
    for (let y = 5; y < 36; y++)
      for (let x = 16; x < 31; x++) expect(data[(y * 48 + x) * 4 + 3], `${x},${y}`).toBe(0);
    expect(data[(9 * 48 + 40) * 4]).toBeGreaterThan(200);
  });
});
