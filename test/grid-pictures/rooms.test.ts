import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/core/hash.js";
import { parseLayout } from "../../src/grid/layout-text.js";
import { addLayout, BENCHMARK_LAYOUTS, layoutOf } from "../../src/grid/layouts.js";
import { frameSvg, isoSvg } from "../../src/grid-pictures/index.js";
import { piecesOf } from "../../src/grid-pictures/pieces.js";
import { drawModel, drawRoom } from "../../src/grid-pictures/plan.js";
import { furnish, hung } from "../../src/grid-pictures/room.js";
import { shifted } from "../../src/grid-pictures/svg.js";
import { themeOf } from "../../src/grid-pictures/themes/index.js";
import { plain } from "../../src/grid-pictures/themes/plain.js";
import { rasterise } from "../../src/images/svg.js";
import { badNumber, inkOf, TEST_MAP, xmlFault } from "./helpers.js";

const CELL = 48;
const empty = (layout: string) => ({ layout, turn: 1, people: [] });
const golden = join(import.meta.dirname, "golden.json");

describe("rooms", () => {
  it.each(BENCHMARK_LAYOUTS)("%s: well-formed, without fonts, references or odd numbers", (id) => {
    for (const svg of [frameSvg(empty(id)), isoSvg(id)]) {
      expect(xmlFault(svg)).toBeNull();
      expect(badNumber(svg)).toBeNull();
      expect(svg).not.toMatch(/<text|font-family|href=|url\(|<image|<style|<script/);
    }
  });

  it.each(BENCHMARK_LAYOUTS)("%s: every piece is drawn, and inside its own cells", async (id) => {
    const layout = layoutOf(id);
    const models = furnish(layout, themeOf(layout));
    const covered = models.reduce((n, m) => n + m.w * m.d, 0);
    const furniture = layout.map.join("").replace(/[#.ABC]/g, "").length;
    expect(covered).toBe(furniture);
    for (const model of models) {
      const svg = shifted(-model.col * CELL, -model.row * CELL, drawModel(model, CELL));
      const ink = await inkOf(svg, model.w * CELL, model.d * CELL);
      const what = `${id} (${model.row},${model.col})`;
      expect(ink.outside, what).toBe(0);
      expect(ink.inside, what).toBeGreaterThan(0.2);
    }
  });

  it.each(BENCHMARK_LAYOUTS)("%s: each named place has a piece of its own beside it", (id) => {
    const layout = layoutOf(id);
    const names = piecesOf(layout).flatMap((p) => (p.poi ? [p.poi] : []));
    expect(new Set(names).size).toBe(names.length);
    for (const { name } of layout.poi) expect(themeOf(layout).poi[name], name).toBeDefined();
  });

  it.each(BENCHMARK_LAYOUTS)(
    "%s: hangs its sign, and nothing over counter, furniture or each other",
    (id) => {
      const layout = layoutOf(id);
      const theme = themeOf(layout);
      const taken = new Set<number>();
      const pieces = hung(layout, theme);
      for (const { col, w } of pieces)
        for (let c = col; c < col + w; c++) {
          expect(layout.map[0]?.[c], `column ${c}`).toBe("#");
          expect(taken.has(c), `column ${c} twice`).toBe(false);
          taken.add(c);
        }
      expect(pieces.map((p) => p.draw)).toContain(theme.hangings[0]?.draw);
      expect(pieces.length).toBeGreaterThan(2);
    },
  );

  it("differ from place to place: no two share floor, wall, seat or counter", () => {
    const looks = BENCHMARK_LAYOUTS.map((id) => themeOf(layoutOf(id)));
    for (const pick of [
      (t: typeof plain) => t.floor,
      (t: typeof plain) => t.wall.face + t.wall.top,
      (t: typeof plain) => JSON.stringify(t.seat),
      (t: typeof plain) => JSON.stringify(t.counter),
    ])
      expect(new Set(looks.map(pick)).size).toBe(looks.length);
  });

  it("show the zones only when asked to, and on their own cells alone", async () => {
    const layout = layoutOf("cafe");
    const [w, h] = [15 * CELL, 11 * CELL];
    const draw = async (zones: boolean) =>
      rasterise(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">${drawRoom(layout, { cell: CELL, zones })}</svg>`,
        w,
        h,
      );
    const [shown, hidden] = [await draw(true), await draw(false)];
    for (let row = 0; row < 11; row++)
      for (let col = 0; col < 15; col++) {
        let changed = 0;
        for (let y = row * CELL; y < (row + 1) * CELL; y++)
          for (let x = col * CELL; x < (col + 1) * CELL; x++)
            if (shown[(y * w + x) * 4] !== hidden[(y * w + x) * 4]) changed++;
        const marked = layout.zones[row]?.[col] !== ".";
        if (marked) expect(changed, `${row},${col}`).toBeGreaterThan(CELL * CELL * 0.8);
        else expect(changed, `${row},${col}`).toBe(0);
      }
  });
});

describe("layouts of one's own", () => {
  it("borrow the look of the place they speak of, else a plain one", () => {
    expect(themeOf({ id: "corner-cafe", name: "Corner" })).toBe(themeOf({ id: "cafe", name: "" }));
    expect(themeOf({ id: "north", name: "North Post Office" })).toBe(
      themeOf({ id: "post-office", name: "" }),
    );
    expect(themeOf({ id: "attic", name: "Attic" })).toBe(plain);
  });

  it("are drawn with every symbol in every look, the same bytes each time", async () => {
    const hashes: Record<string, string> = {};
    for (const look of ["attic", ...BENCHMARK_LAYOUTS]) {
      const id = `test-${look}`;
      addLayout(parseLayout(TEST_MAP.replace("ID", id)));
      const [map, iso] = [frameSvg(empty(id)), isoSvg(id)];
      expect(frameSvg(empty(id))).toBe(map);
      for (const svg of [map, iso]) {
        expect(xmlFault(svg)).toBeNull();
        expect(badNumber(svg)).toBeNull();
      }
      hashes[look] = `${sha256(map).slice(0, 16)} ${sha256(iso).slice(0, 16)}`;
      for (const model of furnish(layoutOf(id), themeOf(layoutOf(id)))) {
        const svg = shifted(-model.col * CELL, -model.row * CELL, drawModel(model, CELL));
        const ink = await inkOf(svg, model.w * CELL, model.d * CELL);
        expect(ink.outside, `${look} (${model.row},${model.col})`).toBe(0);
      }
    }
    // a picture was meant to change: run once with NORMACT_GOLDEN=write and look at the pictures
    if (process.env.NORMACT_GOLDEN === "write")
      writeFileSync(golden, `${JSON.stringify(hashes, null, 2)}\n`);
    expect(hashes).toEqual(JSON.parse(readFileSync(golden, "utf8")));
  });
});
