import { layoutOf } from "../grid/layouts.js";
import {
  backgroundSvg,
  type FrameLayout,
  type FramePart,
  type FrameView,
  frameLayout,
  frameParts,
  type PictureOptions,
  svgDocument,
} from "../grid-pictures/index.js";
import { fromRaw } from "./sharp.js";
import { rasterise } from "./svg.js";

/** Pictures kept at most: figures, goals and numbers come back all the time, odd texts do not. */
const MOST_KEPT = 800;

/**
 * Paints frames of the grid world. The room of a layout and each figure are drawn from SVG once and kept;
 * a frame is then copied together from them, a few milliseconds instead of a few hundred.
 */
export class GridPainter {
  readonly place: FrameLayout;
  private readonly rooms = new Map<string, Promise<Uint8Array>>();
  private readonly parts = new Map<string, Promise<Sprite>>();

  constructor(options: PictureOptions = {}) {
    this.place = frameLayout(options);
  }

  /** A frame as rows of pixels, three bytes each, `place.width` × `place.height`. */
  async pixels(view: FrameView): Promise<Uint8Array> {
    const room = await this.room(view.layout);
    const canvas = room.slice();
    for (const part of frameParts(view, this.place))
      blend(canvas, this.place.width, await this.part(part), part);
    return canvas;
  }

  /** A frame as PNG. Same view, same bytes. */
  async png(view: FrameView): Promise<Uint8Array> {
    const { width, height } = this.place;
    const image = await fromRaw(await this.pixels(view), width, height, 3);
    return image.png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
  }

  private room(layout: string): Promise<Uint8Array> {
    const { width, height } = this.place;
    return kept(this.rooms, layout, async () => {
      const svg = svgDocument(width, height, backgroundSvg(layoutOf(layout), this.place));
      return withoutAlpha(await rasterise(svg, width, height));
    });
  }

  private part({ key, width, height, draw }: FramePart): Promise<Sprite> {
    return kept(this.parts, `${key}|${width}x${height}`, async () =>
      spriteOf(await rasterise(svgDocument(width, height, draw()), width, height), width),
    );
  }
}

/** The painted pixels of a part, and they alone: most of a part is air. */
interface Sprite {
  rows: Uint16Array;
  cols: Uint16Array;
  /** four bytes each */
  rgba: Uint8Array;
}

function spriteOf(rgba: Uint8Array, width: number): Sprite {
  const painted: number[] = [];
  for (let i = 0; i * 4 < rgba.length; i++) if (rgba[i * 4 + 3] !== 0) painted.push(i);
  const bytes = new Uint8Array(painted.length * 4);
  painted.forEach((pixel, k) => {
    bytes.set(rgba.subarray(pixel * 4, pixel * 4 + 4), k * 4);
  });
  return {
    rows: Uint16Array.from(painted, (pixel) => Math.floor(pixel / width)),
    cols: Uint16Array.from(painted, (pixel) => pixel % width),
    rgba: bytes,
  };
}

/** From the cache, or made and put there; the oldest goes when it is full, failures are not kept. */
function kept<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let value = cache.get(key);
  if (!value) {
    value = make();
    cache.set(key, value);
    value.catch(() => cache.delete(key));
    const oldest = cache.size > MOST_KEPT ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
  }
  return value;
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0, o = 0; i < rgba.length; i += 4, o += 3) {
    rgb[o] = rgba[i] as number;
    rgb[o + 1] = rgba[i + 1] as number;
    rgb[o + 2] = rgba[i + 2] as number;
  }
  return rgb;
}

/** Puts a sprite onto the canvas, in place; parts lie within the picture (see `frameParts`). */
function blend(
  canvas: Uint8Array,
  canvasWidth: number,
  { rows, cols, rgba }: Sprite,
  { x, y }: FramePart,
): void {
  for (let k = 0, from = 0; k < rows.length; k++, from += 4) {
    const to = ((y + (rows[k] as number)) * canvasWidth + x + (cols[k] as number)) * 3;
    const alpha = rgba[from + 3] as number;
    const under = 255 - alpha;
    for (let c = 0; c < 3; c++) {
      const sum = (canvas[to + c] as number) * under + (rgba[from + c] as number) * alpha;
      canvas[to + c] = (sum + 127) / 255;
    }
  }
}
