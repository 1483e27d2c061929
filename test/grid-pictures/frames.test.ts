import { describe, expect, it, vi } from "vitest";
import { frameLayout, frameSvg, isoSvg } from "../../src/grid-pictures/index.js";
import type { FrameView, PersonView } from "../../src/grid-pictures/types.js";
import { GridPainter } from "../../src/images/grid-frames.js";
import { decode } from "../../src/images/index.js";
import { rasterise } from "../../src/images/svg.js";
import { badNumber, xmlFault } from "./helpers.js";

// the real one, counted
vi.mock("../../src/images/svg.js", async (load) => {
  const real = await load<typeof import("../../src/images/svg.js")>();
  return { ...real, rasterise: vi.fn(real.rasterise) };
});

const people: PersonView[] = [
  { id: 0, at: [5, 7], facing: "up", group: "orange", newcomer: true },
  { id: 1, at: [1, 1], facing: "left", group: "green" },
  { id: 2, at: [9, 13], facing: "right", group: "blue", pushed: true },
  { id: 3, at: [5, 6], facing: "down", group: "blue", sanctioned: true },
];
const view: FrameView = {
  layout: "cafe",
  turn: 12,
  people,
  goal: "Goal 1 of 2: sit on a chair",
  targets: [[9, 5]],
};

/** Pixels that differ between two pictures, by cell of the map; "out" is banner and rulers. */
function changedCells(a: Uint8Array, b: Uint8Array, place = frameLayout()): string[] {
  const cells = new Set<string>();
  for (let y = 0; y < place.height; y++)
    for (let x = 0; x < place.width; x++) {
      const o = (y * place.width + x) * 3;
      if (a[o] === b[o] && a[o + 1] === b[o + 1] && a[o + 2] === b[o + 2]) continue;
      const [row, col] = [
        Math.floor((y - place.top) / place.cell),
        Math.floor((x - place.left) / place.cell),
      ];
      cells.add(row >= 0 && row < 11 && col >= 0 && col < 15 ? `${row},${col}` : "out");
    }
  return [...cells].sort();
}

describe("frames", () => {
  const painter = new GridPainter();

  it("are well-formed SVG of the stated size, the same for the same view", () => {
    for (const options of [{}, { cell: 32 }, { rulers: false, banner: false, zones: false }]) {
      const svg = frameSvg(view, options);
      const { width, height } = frameLayout(options);
      expect(svg).toContain(`width="${width}" height="${height}"`);
      expect(xmlFault(svg)).toBeNull();
      expect(badNumber(svg)).toBeNull();
      expect(frameSvg(structuredClone(view), options)).toBe(svg);
    }
  });

  it("leave the view as it was", () => {
    const frozen = structuredClone(view);
    frameSvg(frozen);
    expect(frozen).toEqual(view);
  });

  it("painted from parts look as the SVG drawn in one piece does", async () => {
    const { width, height } = painter.place;
    const parts = await painter.pixels(view);
    const whole = await rasterise(frameSvg(view), width, height);
    let far = 0;
    for (let i = 0, o = 0; i < whole.length; i += 4, o += 3)
      for (let c = 0; c < 3; c++)
        far = Math.max(far, Math.abs((whole[i + c] as number) - (parts[o + c] as number)));
    expect(far).toBeLessThanOrEqual(3);
  });

  it("change in the cells of those who move, and nowhere else", async () => {
    const before = await painter.pixels(view);
    const moved = people.map((p) =>
      p.id === 1 ? { ...p, at: [1, 2] as const, facing: "right" as const } : p,
    );
    expect(changedCells(before, await painter.pixels({ ...view, people: moved }))).toEqual([
      "1,1",
      "1,2",
    ]);
  });

  it("show sanction and push in that person's cell, the newcomer's in the banner too", async () => {
    const before = await painter.pixels(view);
    const mark = (id: number, what: object): FrameView => ({
      ...view,
      people: people.map((p) => (p.id === id ? { ...p, ...what } : p)),
    });
    expect(changedCells(before, await painter.pixels(mark(1, { sanctioned: true })))).toEqual([
      "1,1",
    ]);
    expect(changedCells(before, await painter.pixels(mark(1, { pushed: true })))).toEqual(["1,1"]);
    expect(changedCells(before, await painter.pixels(mark(0, { sanctioned: true })))).toEqual([
      "5,7",
      "out",
    ]);
  });

  it("show step, goal, note and target; long goals stay in their place", async () => {
    const before = await painter.pixels(view);
    for (const change of [
      { turn: 13 },
      { goal: "Goal 2 of 2: leave by door A" },
      { note: "practice" },
      { goal: "x ".repeat(200) },
    ])
      expect(changedCells(before, await painter.pixels({ ...view, ...change }))).toEqual(["out"]);
    expect(changedCells(before, await painter.pixels({ ...view, targets: [] }))).toEqual(["9,5"]);
    for (const goal of ["Goal 1 of 2: go to the blood pressure kiosk (9,12)", "y".repeat(400)])
      expect(xmlFault(frameSvg({ ...view, goal }, { cell: 24 }))).toBeNull();
  });

  it("paint those further down over those behind, the faded below all", async () => {
    const two = (first: PersonView, second: PersonView): FrameView => ({
      ...view,
      people: [first, second],
    });
    const [a, b] = [
      people[1] as PersonView,
      { ...(people[3] as PersonView), at: [1, 1] as const, sanctioned: false },
    ];
    const ghost = { ...b, gone: true };
    const [one, other] = [await painter.pixels(two(a, ghost)), await painter.pixels(two(ghost, a))];
    expect(Buffer.compare(one, other)).toBe(0);
  });

  it("become PNG files of the same pixels, the same bytes from another painter", async () => {
    const png = await painter.png(view);
    const { data, width, height } = await decode(png);
    expect([width, height]).toEqual([painter.place.width, painter.place.height]);
    expect(Buffer.compare(data, await painter.pixels(view))).toBe(0);
    expect(Buffer.compare(await new GridPainter().png(view), png)).toBe(0);
  });

  it("stay quick: many frames from what has been drawn before", async () => {
    const fresh = new GridPainter();
    vi.mocked(rasterise).mockClear();
    await fresh.png(view);
    const drawn = vi.mocked(rasterise).mock.calls.length;
    // the room and at least each person
    expect(drawn).toBeGreaterThan(people.length);
    for (let i = 0; i < 40; i++) await fresh.png(view);
    const moved = people.map((p) => ({ ...p, at: [p.at[0], p.at[1] + 1] as [number, number] }));
    await fresh.png({ ...view, people: moved });
    expect(vi.mocked(rasterise).mock.calls).toHaveLength(drawn);
  });

  it("refuse cells that are too small or no whole number, and layouts that are not there", async () => {
    for (const cell of [0, 15, 200, 33.3, Number.NaN])
      expect(() => frameLayout({ cell })).toThrow(RangeError);
    expect(() => frameSvg({ ...view, layout: "cafee" })).toThrow(/Did you mean "cafe"/);
    await expect(painter.pixels({ ...view, layout: "cafee" })).rejects.toThrow(/cafee/);
  });
});

describe("isometric views", () => {
  it("may show people, each as a card on its cell", () => {
    const svg = isoSvg("cafe", { people });
    expect(xmlFault(svg)).toBeNull();
    expect(badNumber(svg)).toBeNull();
    expect(svg.length).toBeGreaterThan(isoSvg("cafe").length);
    expect(isoSvg("cafe", { zones: false }).length).toBeLessThan(isoSvg("cafe").length);
  });

  it("are drawn in any size, from whole pixels", () => {
    expect(isoSvg("bank", { half: 20 })).toContain(`width="${26 * 20 + 36}"`);
    for (const half of [0, 7, 97, 20.5]) expect(() => isoSvg("bank", { half })).toThrow(RangeError);
  });
});
