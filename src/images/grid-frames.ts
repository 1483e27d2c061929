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
  private readonly parts = new Map<string, Promise<Uint8Array>>();

  constructor(options: PictureOptions = {}) {
    this.place = frameLayout(options);
  }

  /** A frame as rows of pixels, three bytes each, `place.width` × `place.height`. */
  async pixels(view: FrameView): Promise<Uint8Array> {
    const room = await this.room(view.layout);
    const canvas = room.slice();
    for (const part of frameParts(view, this.place))
      blend(canvas, this.place.width, this.place.height, await this.part(part), part);
    return canvas;
  }

  /** A frame as PNG. Same view, same bytes. */
  async png(view: FrameView): Promise<Uint8Array> {
    const { width, height } = this.place;
    const image = await fromRaw(await this.pixels(view), width, height, 3);
    return image.png({ compressionLevel: 2, adaptiveFiltering: false }).toBuffer();
  }

  private room(layout: string): Promise<Uint8Array> {
    const { width, height } = this.place;
    return kept(this.rooms, layout, async () => {
      const svg = svgDocument(width, height, backgroundSvg(layoutOf(layout), this.place));
      return withoutAlpha(await rasterise(svg, width, height));
    });
  }

  private part({ key, width, height, svg }: FramePart): Promise<Uint8Array> {
    return kept(this.parts, `${key}|${width}x${height}`, () =>
      rasterise(svgDocument(width, height, svg), width, height),
    );
  }
}

/** From the cache, or made and put there; the oldest goes when it is full, failures are not kept. */
function kept(
  cache: Map<string, Promise<Uint8Array>>,
  key: string,
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
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

/** Puts a part with alpha onto the canvas, in place; what hangs over the edge is cut off. */
function blend(
  canvas: Uint8Array,
  canvasWidth: number,
  canvasHeight: number,
  rgba: Uint8Array,
  { x, y, width, height }: FramePart,
): void {
  const right = Math.min(width, canvasWidth - x);
  const low = Math.min(height, canvasHeight - y);
  for (let row = Math.max(0, -y); row < low; row++) {
    let from = (row * width + Math.max(0, -x)) * 4;
    let to = ((y + row) * canvasWidth + x + Math.max(0, -x)) * 3;
    for (let col = Math.max(0, -x); col < right; col++, from += 4, to += 3) {
      const alpha = rgba[from + 3] as number;
      if (alpha === 0) continue;
      for (let c = 0; c < 3; c++) {
        const under = canvas[to + c] as number;
        const over = rgba[from + c] as number;
        canvas[to + c] = alpha === 255 ? over : (under * (255 - alpha) + over * alpha + 127) / 255;
      }
    }
  }
}
