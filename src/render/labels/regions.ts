import type { Vec2 } from "../../world/types.js";

/** An id picture: entity numbers row by row, 0 = background. */
export interface IdImage {
  width: number;
  height: number;
  ids: Uint16Array;
}

/** Where one entity is in the picture. */
export interface Area {
  id: number;
  /** of the whole entity, all its pieces */
  pixels: number;
  /** pole of inaccessibility of its largest piece: the pixel furthest from the piece's edge */
  pole: Vec2;
  /** box around the largest piece: x0, y0, x1, y1 (inclusive) */
  box: readonly [number, number, number, number];
}

/** Connected pieces (4 neighbours) of equal ids: a piece number per pixel, and how many pixels each has. */
export function pieces({ width, height, ids }: IdImage): { piece: Int32Array; sizes: number[] } {
  const parent: number[] = [];
  const find = (a: number): number => {
    let root = a;
    while (parent[root] !== root) root = parent[root]!;
    for (let at = a; parent[at] !== root; ) {
      const next = parent[at]!;
      parent[at] = root;
      at = next;
    }
    return root;
  };
  const piece = new Int32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = y * width + x;
      const left = x > 0 && ids[o - 1] === ids[o] ? piece[o - 1]! : -1;
      const above = y > 0 && ids[o - width] === ids[o] ? piece[o - width]! : -1;
      if (left < 0 && above < 0) {
        piece[o] = parent.length;
        parent.push(parent.length);
      } else if (left < 0 || above < 0 || left === above) {
        piece[o] = left < 0 ? above : left;
      } else {
        const a = find(left);
        const b = find(above);
        const low = Math.min(a, b);
        parent[Math.max(a, b)] = low;
        piece[o] = low;
      }
    }
  }
  const sizes: number[] = new Array(parent.length).fill(0);
  for (let o = 0; o < piece.length; o++) {
    const root = find(piece[o]!);
    piece[o] = root;
    sizes[root]!++;
  }
  return { piece, sizes };
}

/** Distance of every pixel to the nearest pixel of another id or to the picture's edge, in thirds of a pixel. */
export function insideDistance({ width, height, ids }: IdImage): Int32Array {
  const d = new Int32Array(width * height);
  const pass = (o: number, id: number, steps: readonly [number, number][]) => {
    let best = d[o]!;
    for (const [offset, cost] of steps) {
      const q = o + offset;
      const reach = ids[q] === id ? d[q]! + cost : cost;
      if (reach < best) best = reach;
    }
    d[o] = best;
  };
  const before: [number, number][] = [
    [-1, 3],
    [-width, 3],
    [-width - 1, 4],
    [-width + 1, 4],
  ];
  const after = before.map(([offset, cost]): [number, number] => [-offset, cost]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = y * width + x;
      const rim = x === 0 || y === 0 || x === width - 1 || y === height - 1;
      d[o] = rim ? 3 : 1 << 20;
      if (!rim) pass(o, ids[o]!, before);
    }
  }
  for (let y = height - 2; y > 0; y--) {
    for (let x = width - 2; x > 0; x--) pass(y * width + x, ids[y * width + x]!, after);
  }
  return d;
}

interface Gathering {
  pixels: number;
  largest: number;
  size: number;
  x: number;
  y: number;
  depth: number;
  off: number;
  pole: Vec2;
  box: [number, number, number, number];
}

/** All entities of the picture with at least `least` pixels, ids ascending. */
export function areas(image: IdImage, least: number): Area[] {
  const { width, height, ids } = image;
  const { piece, sizes } = pieces(image);
  const found = new Map<number, Gathering>();
  for (let o = 0; o < ids.length; o++) {
    const id = ids[o]!;
    if (id === 0) continue;
    let g = found.get(id);
    if (!g) {
      g = {
        pixels: 0,
        largest: piece[o]!,
        size: 0,
        x: 0,
        y: 0,
        depth: -1,
        off: 0,
        pole: [0, 0],
        box: [width, height, 0, 0],
      };
      found.set(id, g);
    }
    g.pixels++;
    const size = sizes[piece[o]!]!;
    if (size > g.size) {
      g.size = size;
      g.largest = piece[o]!;
    }
  }
  const inLargest = (o: number): Gathering | undefined => {
    const g = ids[o] === 0 ? undefined : found.get(ids[o]!);
    return g && g.largest === piece[o] ? g : undefined;
  };
  for (let o = 0; o < ids.length; o++) {
    const g = inLargest(o);
    if (!g) continue;
    const x = o % width;
    const y = (o / width) | 0;
    g.x += x / g.size;
    g.y += y / g.size;
    g.box[0] = Math.min(g.box[0], x);
    g.box[1] = Math.min(g.box[1], y);
    g.box[2] = Math.max(g.box[2], x);
    g.box[3] = Math.max(g.box[3], y);
  }
  const depth = insideDistance(image);
  for (let o = 0; o < ids.length; o++) {
    const g = inLargest(o);
    if (!g || depth[o]! < g.depth) continue;
    const x = o % width;
    const y = (o / width) | 0;
    const off = Math.hypot(x - g.x, y - g.y);
    if (depth[o]! > g.depth || off < g.off) {
      g.depth = depth[o]!;
      g.off = off;
      g.pole = [x, y];
    }
  }
  return [...found]
    .filter(([, g]) => g.pixels >= least)
    .map(([id, g]) => ({ id, pixels: g.pixels, pole: g.pole, box: g.box }))
    .sort((a, b) => a.id - b.id);
}

/** For every pixel, how many pixels of the same id end there counted from the left. */
export function runs({ width, height, ids }: IdImage): Uint16Array {
  const out = new Uint16Array(width * height);
  for (let y = 0; y < height; y++) {
    let run = 0;
    for (let x = 0; x < width; x++) {
      const o = y * width + x;
      run = x > 0 && ids[o] === ids[o - 1] ? run + 1 : 1;
      out[o] = run;
    }
  }
  return out;
}
