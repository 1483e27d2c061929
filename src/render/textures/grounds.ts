import { hash2, noise2 } from "../noise.js";
import type { Texture } from "../types.js";
import { floorPixelAt, lineCover, mixOut, scaleOut, toGrid, visible } from "./detail.js";

/** Ground textures: they use render-space x and z, so that neighbouring pieces fit together. */

/** Speckle of grains of `size` metres and a slow drift of tone. */
function speckle(x: number, z: number, size: number, depth: number, pixel: number): number {
  const fine = depth * visible(size * 2, pixel) * (noise2(x / size, z / size) - 0.5);
  return 1 + fine + 0.1 * (noise2(x * 0.7, z * 0.7) - 0.5);
}

export const asphalt: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const patch = 0.12 * (noise2(wx * 0.35 + 9, wz * 0.35) - 0.5);
  scaleOut(out, speckle(wx, wz, 0.018, 0.34, pixel) + patch);
};

export const gravel: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const stone = hash2(Math.floor(wx / 0.03), Math.floor(wz / 0.03)) - 0.5;
  scaleOut(out, speckle(wx, wz, 0.04, 0.35, pixel) + 0.3 * stone * visible(0.03, pixel));
};

export const concrete: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const joint = Math.max(
    lineCover(toGrid(wx, 3), 0.008, pixel),
    lineCover(toGrid(wz, 3), 0.008, pixel),
  );
  scaleOut(out, speckle(wx, wz, 0.05, 0.08, pixel) * (1 - 0.35 * joint));
};

export const grass: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const blades = 0.5 * visible(0.05, pixel) * (noise2(wx * 55, wz * 38) - 0.5);
  const tufts = 0.4 * visible(0.3, pixel) * (noise2(wx * 7, wz * 7) - 0.5);
  const meadow = 0.36 * (noise2(wx * 0.8, wz * 0.8) - 0.5);
  const k = 0.98 + blades + tufts + meadow;
  out[0] = out[0]! * 0.82 * (k + 0.15 * (noise2(wx * 1.9 + 40, wz * 1.9) - 0.5));
  out[1] = out[1]! * 0.76 * k;
  out[2] = out[2]! * 0.8 * k;
};

/** Slabs in rows, each row shifted by half a slab. */
function slabs(size: number, joint: number, spread: number, dark: number): Texture {
  return (_x, _y, _z, wx, _wy, wz, distance, out) => {
    const pixel = floorPixelAt(distance);
    const row = Math.floor(wz / size);
    const shifted = wx + (row & 1) * size * 0.5;
    const column = Math.floor(shifted / size);
    const gap = Math.max(
      lineCover(toGrid(shifted, size), joint, pixel),
      lineCover(toGrid(wz, size), joint, pixel),
    );
    const tone = 1 + spread * visible(size * 0.6, pixel) * (hash2(column, row) - 0.5);
    scaleOut(out, tone * (1 - dark * gap) * speckle(wx, wz, 0.02, 0.08, pixel));
  };
}

export const paving = slabs(0.5, 0.007, 0.16, 0.45);
export const stone = slabs(0.8, 0.012, 0.26, 0.5);

export const floorTiles: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const gap = Math.max(
    lineCover(toGrid(wx, 0.4), 0.004, pixel),
    lineCover(toGrid(wz, 0.4), 0.004, pixel),
  );
  const tone = 1 + 0.07 * (hash2(Math.floor(wx / 0.4), Math.floor(wz / 0.4)) - 0.5);
  scaleOut(out, tone * (1 - 0.4 * gap) * (0.985 + 0.03 * noise2(wx * 9, wz * 9)));
};

/** Boards 14 cm wide along x, 1.4 m long, each with its own tone. */
export const planks: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const row = Math.floor(wz / 0.14);
  const along = wx / 1.4 + hash2(row, 7) * 5;
  const board = Math.floor(along);
  const gap = Math.max(
    lineCover(toGrid(wz, 0.14), 0.0022, pixel),
    lineCover(toGrid(along * 1.4, 1.4), 0.0022, pixel),
  );
  const tone = 1 + 0.32 * visible(0.1, pixel) * (hash2(row, board) - 0.5);
  const grain = 0.2 * visible(0.03, pixel) * (noise2(wx * 3 + board * 9, wz * 62) - 0.5);
  scaleOut(out, (tone + grain) * (1 - 0.55 * gap));
};

export const carpet: Texture = (_x, _y, _z, wx, _wy, wz, distance, out) => {
  const pixel = floorPixelAt(distance);
  const pile = 0.3 * visible(0.02, pixel) * (noise2(wx * 110, wz * 110) - 0.5);
  scaleOut(out, 1 + pile + 0.08 * (noise2(wx * 3, wz * 3) - 0.5));
};

/** White dashes along a line from (ax, az) to (bx, bz), over another ground. */
export function withDashes(
  base: Texture,
  from: readonly [number, number],
  to: readonly [number, number],
): Texture {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const dx = (to[0] - from[0]) / length;
  const dz = (to[1] - from[1]) / length;
  return (x, y, z, wx, wy, wz, distance, out) => {
    base(x, y, z, wx, wy, wz, distance, out);
    const px = wx - from[0];
    const pz = wz - from[1];
    const off = px * dz - pz * dx;
    if (off > 0.5 || off < -0.5) return;
    const along = px * dx + pz * dz;
    const pixel = floorPixelAt(distance) * 0.5;
    const dash = lineCover(toGrid(along + 1.5, 6), 1.5, pixel);
    const paint = dash * lineCover(off, 0.07, pixel);
    mixOut(out, 0.78, 0.78, 0.75, paint * (0.85 + 0.15 * noise2(wx * 9, wz * 9)));
  };
}

/** A band of kerb stones along the edges of a polygon (render x, z), over another ground. */
export function withKerb(
  base: Texture,
  polygon: readonly (readonly [number, number])[],
  width = 0.16,
): Texture {
  const edges = polygon.map(([ax, az], i) => {
    const [bx, bz] = polygon[(i + 1) % polygon.length]!;
    const length = Math.hypot(bx - ax, bz - az) || 1;
    return { ax, az, dx: (bx - ax) / length, dz: (bz - az) / length };
  });
  return (x, y, z, wx, wy, wz, distance, out) => {
    for (const e of edges) {
      const px = wx - e.ax;
      const pz = wz - e.az;
      const off = Math.abs(px * e.dz - pz * e.dx);
      if (off > width) continue;
      const pixel = floorPixelAt(distance);
      const along = px * e.dx + pz * e.dz;
      const joint = Math.max(
        lineCover(toGrid(along, 1), 0.006, pixel),
        lineCover(off - width, 0.006, pixel),
      );
      mixOut(out, 0.5, 0.49, 0.46, 0.75);
      scaleOut(out, (1 - 0.4 * joint) * speckle(wx, wz, 0.02, 0.1, pixel));
      return;
    }
    base(x, y, z, wx, wy, wz, distance, out);
  };
}

/** A rug's woven border and stripes; the mesh's own x and z, `width` × `depth` metres. */
export function rugPattern(
  width: number,
  depth: number,
  accent: readonly [number, number, number],
): Texture {
  return (x, _y, z, wx, wy, wz, distance, out) => {
    const pixel = floorPixelAt(distance);
    const edge = Math.min(width / 2 - Math.abs(x), depth / 2 - Math.abs(z));
    const band = Math.max(lineCover(edge - 0.1, 0.03, pixel), lineCover(edge - 0.2, 0.012, pixel));
    const u = Math.abs(x / width + z / depth) + Math.abs(x / width - z / depth);
    const diamond = edge > 0.24 ? lineCover(toGrid(u + 0.06, 0.22) * width, 0.02, pixel) : 0;
    mixOut(out, accent[0], accent[1], accent[2], Math.max(band, diamond) * 0.85);
    carpet(x, 0, z, wx, wy, wz, distance, out);
  };
}
