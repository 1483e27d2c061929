import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areas } from "../../src/render/labels/regions.js";
import { idColour, MIN_LABEL_PIXELS, segmentation } from "../../src/render/segmentation.js";
import type { Label } from "../../src/render/types.js";

interface Blob {
  id: number;
  x: number;
  y: number;
  w: number;
  h: number;
  round: boolean;
}

function paint(width: number, height: number, blobs: readonly Blob[]): Uint16Array {
  const ids = new Uint16Array(width * height);
  for (const b of blobs) {
    for (let y = Math.max(0, b.y); y < Math.min(height, b.y + b.h); y++) {
      for (let x = Math.max(0, b.x); x < Math.min(width, b.x + b.w); x++) {
        const u = ((x + 0.5 - b.x) / b.w) * 2 - 1;
        const v = ((y + 0.5 - b.y) / b.h) * 2 - 1;
        if (!b.round || u * u + v * v < 1) ids[y * width + x] = b.id;
      }
    }
  }
  return ids;
}

const apart = (a: Label["plate"], b: Label["plate"]) =>
  a[0] + a[2] <= b[0] || b[0] + b[2] <= a[0] || a[1] + a[3] <= b[1] || b[1] + b[3] <= a[1];

/** What must hold of every segmentation picture. */
function check(width: number, height: number, ids: Uint16Array): void {
  const s = segmentation(ids, width, height);
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const expected = [...counts].filter(([id, n]) => id > 0 && n >= MIN_LABEL_PIXELS);
  expect(s.visible).toEqual(
    expected.sort((a, b) => a[0] - b[0]).map(([id, pixels]) => ({ id: String(id), pixels })),
  );
  expect(s.labels.map((l) => l.id)).toEqual(s.visible.map((v) => v.id));
  for (const [i, l] of s.labels.entries()) {
    const [ax, ay] = l.anchor;
    expect(ids[ay * width + ax]).toBe(Number(l.id));
    const [x, y, w, h] = l.plate;
    expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height).toBe(true);
    expect(h).toBeGreaterThanOrEqual(11);
    for (const other of s.labels.slice(i + 1)) expect(apart(l.plate, other.plate)).toBe(true);
    if (l.leader) {
      expect(l.leader[0]).toEqual(l.anchor);
      const [ex, ey] = l.leader[1];
      expect(ex >= x && ex < x + w && ey >= y && ey < y + h).toBe(true);
    } else {
      let own = 0;
      for (let v = y; v < y + h; v++) {
        for (let u = x; u < x + w; u++) if (ids[v * width + u] === Number(l.id)) own++;
      }
      expect(own).toBe(w * h);
    }
  }
}

const blob = (width: number, height: number): fc.Arbitrary<Blob> =>
  fc.record({
    id: fc.integer({ min: 1, max: 999 }),
    x: fc.integer({ min: -20, max: width - 3 }),
    y: fc.integer({ min: -20, max: height - 3 }),
    w: fc.integer({ min: 3, max: width / 2 }),
    h: fc.integer({ min: 3, max: height / 2 }),
    round: fc.boolean(),
  });

describe("segmentation", () => {
  it("labels every entity once, inside the picture, without overlap, on or tied to its own area", () => {
    fc.assert(
      fc.property(fc.array(blob(320, 240), { maxLength: 40 }), (blobs) =>
        check(320, 240, paint(320, 240, blobs)),
      ),
      { numRuns: 220 },
    );
  });

  it("holds for crowds of small things", () => {
    const small = blob(320, 240).map((b) => ({ ...b, w: 8 + (b.w % 9), h: 8 + (b.h % 9) }));
    fc.assert(
      fc.property(fc.array(small, { minLength: 30, maxLength: 90 }), (blobs) =>
        check(320, 240, paint(320, 240, blobs)),
      ),
      { numRuns: 40 },
    );
  });

  it("puts the number on a ring's band, not in its hole", () => {
    const ids = paint(200, 200, [
      { id: 7, x: 10, y: 10, w: 180, h: 180, round: true },
      { id: 8, x: 50, y: 50, w: 100, h: 100, round: true },
    ]);
    check(200, 200, ids);
    const [ring] = areas({ width: 200, height: 200, ids }, 60);
    const [x, y] = ring!.pole;
    expect(Math.hypot(x - 100, y - 100)).toBeGreaterThan(60);
  });

  it("labels the largest piece of what is seen in pieces", () => {
    const ids = paint(200, 100, [
      { id: 5, x: 0, y: 0, w: 200, h: 100, round: false },
      { id: 3, x: 60, y: 0, w: 20, h: 100, round: false },
    ]);
    const s = segmentation(ids, 200, 100, new Map([["5", "wall"]]));
    const label = s.labels.find((l) => l.id === "5")!;
    expect(label.anchor[0]).toBeGreaterThan(80);
    expect(label.name).toBe("wall");
  });

  it("leaves out what has fewer pixels than it takes to be listed", () => {
    const ids = paint(100, 100, [
      { id: 4, x: 5, y: 5, w: 10, h: 5, round: false },
      { id: 6, x: 50, y: 50, w: 12, h: 5, round: false },
    ]);
    const s = segmentation(ids, 100, 100);
    expect(s.visible).toEqual([{ id: "6", pixels: 60 }]);
    expect(s.labels.map((l) => l.id)).toEqual(["6"]);
  });

  it("gives every number a bright colour of its own", () => {
    const seen = new Set<string>();
    for (let id = 1; id <= 999; id++) {
      const c = idColour(id);
      expect(Math.max(...c)).toBeGreaterThan(150);
      seen.add(c.join());
    }
    expect(seen.size).toBeGreaterThan(990);
    expect(Math.max(...idColour(0))).toBeLessThan(60);
  });
});
