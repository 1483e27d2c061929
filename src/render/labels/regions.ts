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

/**
 * Connected pieces (4 neighbours) of equal ids: a piece number per pixel (0 on the background), and how many
 * pixels each has.
 */
export function pieces({ width, height, ids }: IdImage): { piece: Int32Array; sizes: number[] } {
  const parent: number[] = [0];
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
      if (ids[o] === 0) continue;
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
    if (ids[o] === 0) continue;
    const root = find(piece[o]!);
    piece[o] = root;
    sizes[root]!++;
  }
  return { piece, sizes };
}

/**
 * Distance of every pixel to the nearest pixel of another id or to the picture's edge, in thirds of a pixel.
 * The background is left out.
 */
export function insideDistance({ width, height, ids }: IdImage): Int32Array {
  const d = new Int32Array(width * height).fill(3);
  // from the upper left, then from the lower right: each pixel learns from four neighbours
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const o = y * width + x;
      const id = ids[o];
      if (id === 0) continue;
      const above = o - width;
      const a = ids[o - 1] === id ? d[o - 1]! + 3 : 3;
      const b = ids[above] === id ? d[above]! + 3 : 3;
      const c = ids[above - 1] === id ? d[above - 1]! + 4 : 4;
      const e = ids[above + 1] === id ? d[above + 1]! + 4 : 4;
      d[o] = Math.min(a, b, c, e);
    }
  }
  for (let y = height - 2; y > 0; y--) {
    for (let x = width - 2; x > 0; x--) {
      const o = y * width + x;
      const id = ids[o];
      if (id === 0) continue;
      const under = o + width;
      const a = ids[o + 1] === id ? d[o + 1]! + 3 : 3;
      const b = ids[under] === id ? d[under]! + 3 : 3;
      const c = ids[under + 1] === id ? d[under + 1]! + 4 : 4;
      const e = ids[under - 1] === id ? d[under - 1]! + 4 : 4;
      d[o] = Math.min(d[o]!, a, b, c, e);
    }
  }
  return d;
}

/** What is known of one id while the picture is read. */
interface Gathering {
  pixels: number;
  /** its largest piece, and that piece's pixels, centre and box */
  piece: number;
  size: number;
  x: number;
  y: number;
  box: [number, number, number, number];
  depth: number;
  off: number;
  pole: Vec2;
}

/** Pixels and largest piece of every id, by id. */
function largestPieces(ids: Uint16Array, piece: Int32Array, sizes: number[]): Gathering[] {
  const found: Gathering[] = [];
  for (let o = 0; o < ids.length; o++) {
    const id = ids[o]!;
    if (id === 0) continue;
    let g = found[id];
    if (g === undefined) {
      const box: Gathering["box"] = [1e9, 1e9, -1, -1];
      g = { pixels: 0, piece: -1, size: 0, x: 0, y: 0, box, depth: -1, off: 0, pole: [0, 0] };
      found[id] = g;
    }
    g.pixels++;
    const size = sizes[piece[o]!]!;
    if (size > g.size) {
      g.size = size;
      g.piece = piece[o]!;
    }
  }
  return found;
}

/** All entities of the picture with at least `least` pixels, ids ascending. */
export function areas(image: IdImage, least: number): Area[] {
  const { width, height, ids } = image;
  const { piece, sizes } = pieces(image);
  const found = largestPieces(ids, piece, sizes);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o++) {
      if (ids[o] === 0) continue;
      const g = found[ids[o]!]!;
      if (g.piece !== piece[o]) continue;
      g.x += x;
      g.y += y;
      if (x < g.box[0]) g.box[0] = x;
      if (y < g.box[1]) g.box[1] = y;
      if (x > g.box[2]) g.box[2] = x;
      if (y > g.box[3]) g.box[3] = y;
    }
  }
  const depth = insideDistance(image);
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o++) {
      if (ids[o] === 0) continue;
      const g = found[ids[o]!]!;
      if (depth[o]! < g.depth || g.piece !== piece[o]) continue;
      // of equally deep pixels the one nearest to the middle
      const off = (x - g.x / g.size) ** 2 + (y - g.y / g.size) ** 2;
      if (depth[o]! > g.depth || off < g.off) {
        g.depth = depth[o]!;
        g.off = off;
        g.pole = [x, y];
      }
    }
  }
  const out: Area[] = [];
  found.forEach((g, id) => {
    if (g.pixels >= least) out.push({ id, pixels: g.pixels, pole: g.pole, box: g.box });
  });
  return out;
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
