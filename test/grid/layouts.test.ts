import { describe, expect, it } from "vitest";
import { colOf, neighbours, rowOf } from "../../src/grid/cells.js";
import { checkLayout, type LayoutRule } from "../../src/grid/check/index.js";
import { byColumn, lineCells, mirrored } from "../../src/grid/geometry/index.js";
import { layoutText, parseLayout } from "../../src/grid/layout-text.js";
import { BENCHMARK_LAYOUTS, geometryOf, layoutIds, layoutOf } from "../../src/grid/layouts.js";
import { BENCHMARK_NORMS, normOf } from "../../src/grid/norms/index.js";
import type { Layout } from "../../src/grid/types.js";
import { breaks, put } from "./breaks.js";
import { Place } from "./formulas.js";

describe("the ten layouts", () => {
  it("pass every rule, each with an id and a shape of its own", () => {
    expect(layoutIds().slice(0, 10)).toEqual([...BENCHMARK_LAYOUTS]);
    for (const id of BENCHMARK_LAYOUTS) {
      const report = checkLayout(layoutOf(id));
      expect(
        report.problems.filter((p) => p.level === "error"),
        id,
      ).toEqual([]);
      expect(report.facts?.ring).toBe(40);
      for (const n of Object.values(report.facts!.chairs)) expect(n).toBeGreaterThanOrEqual(3);
    }
    const maps = BENCHMARK_LAYOUTS.map((id) => layoutOf(id).map.join("\n"));
    expect(new Set(maps).size).toBe(10);
  });

  it("stay good when mirrored", () => {
    for (const id of BENCHMARK_LAYOUTS) {
      const report = checkLayout(mirrored(layoutOf(id)));
      // chairs keep clear of the top left of the counter then, not of the top right: regions differ
      const rules = new Set(report.problems.filter((p) => p.level === "error").map((p) => p.rule));
      rules.delete("regions");
      rules.delete("forced");
      expect([...rules], id).toEqual([]);
    }
  });

  it("are written as they are read", () => {
    for (const id of BENCHMARK_LAYOUTS)
      expect(parseLayout(layoutText(layoutOf(id)))).toEqual(layoutOf(id));
  });
});

describe("what follows from a layout", () => {
  it("the ring goes clockwise, as a hand on the wall finds it", () => {
    for (const id of BENCHMARK_LAYOUTS) {
      const { ring, layout } = geometryOf(id);
      const place = new Place(layout.map, layout.zones);
      const wall = [...place.clockwise];
      expect(wall.length, id).toBe(ring.length);
      ring.forEach((cell, k) => {
        const after = ring[(k + 1) % ring.length]!;
        expect(place.clockwise.get(rowOf(cell) * 100 + colOf(cell))).toBe(
          rowOf(after) * 100 + colOf(after),
        );
      });
    }
  });

  it("lines start where people are served, seven places long, four along the wall", () => {
    for (const id of BENCHMARK_LAYOUTS) {
      const geometry = geometryOf(id);
      for (const norm of BENCHMARK_NORMS) {
        if (!norm.shape) continue;
        const line = lineCells(geometry.service, norm.shape);
        expect(line[0]).toBe(geometry.service);
        expect(new Set(line).size).toBe(norm.id.startsWith("edge") ? 4 : 7);
        line.slice(1).forEach((cell, k) => {
          expect(neighbours(cell)).toContain(line[k]);
        });
      }
    }
  });

  it("right-hand and left-hand lines mirror each other", () => {
    for (const norm of BENCHMARK_NORMS) {
      if (!norm.shape || !norm.id.includes("right")) continue;
      const left = normOf(norm.id.replace("right", "left"));
      expect(left.shape?.map(([a, r]) => [a, r === 0 ? 0 : -r])).toEqual(norm.shape);
    }
  });

  it("four pairs of lines share their first four places, fifteen more their first three", () => {
    const shapes = BENCHMARK_NORMS.flatMap((n) => (n.shape ? [n.shape] : []));
    const shared = shapes.flatMap((a, i) =>
      shapes.slice(i + 1).map((b) => a.findIndex((p, k) => p.join() !== b[k]?.join())),
    );
    expect(shared.filter((n) => n >= 4).length).toBe(4);
    expect(shared.filter((n) => n === 3).length).toBe(15);
  });

  it("seats go by column, top first, from either side", () => {
    const { chairs, seatsFromRight } = geometryOf("cafe");
    expect(byColumn(chairs, 1).map((c) => [colOf(c), rowOf(c)])).toEqual(
      chairs.map((c) => [colOf(c), rowOf(c)]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!),
    );
    expect(colOf(seatsFromRight[0]!)).toBe(Math.max(...chairs.map(colOf)));
  });

  it("a blocked move stays, an open one leads next door", () => {
    for (const id of BENCHMARK_LAYOUTS) {
      const { next, walkable } = geometryOf(id);
      walkable.forEach((open, cell) => {
        if (!open) return;
        expect(next[cell * 5 + 4]).toBe(cell);
        const reached = [0, 1, 2, 3].map((a) => next[cell * 5 + a]!).filter((n) => n !== cell);
        expect(new Set(reached)).toEqual(new Set(neighbours(cell).filter((n) => walkable[n])));
      });
    }
  });
});

describe("a broken map is caught by the rule it breaks", () => {
  const all = BENCHMARK_LAYOUTS.flatMap((id) => breaks(layoutOf(id)).map((b) => ({ id, ...b })));

  it("in a hundred ways and more, every rule among them", () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    expect(new Set(all.map((b) => b.name)).size).toBeGreaterThanOrEqual(30);
    const rules = new Set<LayoutRule>(all.map((b) => b.rule));
    expect([...rules].sort()).toEqual(
      [
        "boundary",
        "budget",
        "chairs",
        "connected",
        "counter",
        "door-mouth",
        "doors",
        "forced",
        "line-floor",
        "line-full",
        "line-zone",
        "poi",
        "regions",
        "ring",
        "service",
        "size",
        "symbols",
        "zone-q",
        "zone-r",
      ].sort(),
    );
  });

  for (const id of BENCHMARK_LAYOUTS)
    it(`${id}: each of its breaks`, () => {
      for (const { name, rule, broken } of breaks(layoutOf(id))) {
        const report = checkLayout(broken);
        const errors = report.problems.filter((p) => p.level === "error").map((p) => p.rule);
        expect(errors, name).toContain(rule);
        expect(report.ok).toBe(false);
      }
    });
});

describe("a layout file that cannot be read", () => {
  const text = layoutText(layoutOf("cafe"));
  const cases: [string, string, RegExp][] = [
    ["no id", text.replace("id: cafe\n", ""), /no "id:" line/],
    ["an id with spaces", text.replace("id: cafe", "id: my cafe"), /lower-case letters/],
    ["an unknown block", text.replace("@zones", "@areas"), /unknown block "@areas"/],
    ["a stray line", text.replace("name:", "title:"), /is none of id:/],
    [
      "a place without a column",
      text.replace("menu-board 1 5", "menu-board 1"),
      /<name> <row> <col>/,
    ],
  ];
  for (const [name, broken, message] of cases)
    it(`says so: ${name}`, () => {
      expect(() => parseLayout(broken, "my.txt")).toThrow(message);
    });

  it("may have Windows line ends", () => {
    const layout: Layout = parseLayout(text.replaceAll("\n", "\r\n"));
    expect(layout).toEqual(layoutOf("cafe"));
    expect(put(layout, "map", 1, 1, "T").map[1]).toBe("#T............#");
  });
});
