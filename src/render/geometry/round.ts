import type { Geometry } from "../types.js";
import { fromTriangles, key, memo } from "./mesh.js";

/** Triangles of a grid of `rows` × `columns` points whose rows close on themselves when `wrap`. */
export function gridTriangles(rows: number, columns: number, wrap: boolean): number[] {
  const t: number[] = [];
  const across = wrap ? columns : columns - 1;
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i < across; i++) {
      const a = j * columns + i;
      const b = j * columns + ((i + 1) % columns);
      t.push(a, b, b + columns, a, b + columns, a + columns);
    }
  }
  return t;
}

/**
 * Surface of revolution about y: `profile` is a list of [radius, y] from bottom to top for an outer surface.
 * Start or end at radius 0 to close it. Edges sharper than `crease` degrees stay sharp.
 */
export function lathe(
  profile: readonly (readonly [radius: number, y: number])[],
  segments = 24,
  crease = 40,
): Geometry {
  return memo(key("lathe", segments, crease, ...profile.flat()), () => {
    const p: number[] = [];
    for (const [r, y] of profile) {
      for (let i = 0; i < segments; i++) {
        const a = (i / segments) * Math.PI * 2;
        p.push(Math.sin(a) * r, y, Math.cos(a) * r);
      }
    }
    return fromTriangles(p, gridTriangles(profile.length, segments, true), crease);
  });
}

/** Cylinder or cone along y, centred on the origin; `open` leaves out both lids. */
export function cylinder(
  top: number,
  bottom: number,
  height: number,
  segments = 20,
  open = false,
): Geometry {
  const h = height / 2;
  const wall: [number, number][] = [
    [bottom, -h],
    [top, h],
  ];
  return lathe(open ? wall : [[0, -h], ...wall, [0, h]], segments);
}

/** Cone along y with its tip up, centred on the origin. */
export function cone(radius: number, height: number, segments = 20): Geometry {
  return cylinder(0, radius, height, segments);
}

/** Ball centred on the origin. */
export function sphere(radius: number, segments = 20, rings = 14): Geometry {
  const profile: [number, number][] = [];
  for (let j = 0; j <= rings; j++) {
    const a = (j / rings - 0.5) * Math.PI;
    profile.push([j === 0 || j === rings ? 0 : Math.cos(a) * radius, Math.sin(a) * radius]);
  }
  return lathe(profile, segments, 60);
}

/** Upper half of a ball, its flat side on y = 0 (closed). */
export function dome(radius: number, segments = 20, rings = 8): Geometry {
  const profile: [number, number][] = [[0, 0]];
  for (let j = 0; j <= rings; j++) {
    const a = (j / rings) * (Math.PI / 2);
    profile.push([j === rings ? 0 : Math.cos(a) * radius, Math.sin(a) * radius]);
  }
  return lathe(profile, segments, 50);
}

/**
 * Ring lying flat (axis y): radius of the ring, radius of the tube. `arc` < 2π leaves a gap: it runs from +x
 * towards −z (counter-clockwise seen from above); its ends are open.
 */
export function torus(
  radius: number,
  tube: number,
  arc = Math.PI * 2,
  segments = 28,
  sides = 10,
): Geometry {
  return memo(key("torus", radius, tube, arc, segments, sides), () => {
    const whole = arc > Math.PI * 2 - 1e-6;
    const rows = segments + 1;
    const p: number[] = [];
    for (let j = 0; j < rows; j++) {
      const a = whole && j === segments ? 0 : (j / segments) * arc;
      for (let i = 0; i < sides; i++) {
        const b = (i / sides) * Math.PI * 2;
        const r = radius + Math.cos(b) * tube;
        p.push(Math.cos(a) * r, Math.sin(b) * tube, -Math.sin(a) * r);
      }
    }
    return fromTriangles(p, gridTriangles(rows, sides, true).reverse(), 60);
  });
}
