import { fromFile, fromStack } from "./sharp.js";

/** SVG and moving pictures; SVG text needs no font here, all lettering is drawn as paths. */

/** Rows of `width` × `height` pixels, four bytes each (straight alpha), of an SVG document of that size. */
export async function rasterise(svg: string, width: number, height: number): Promise<Uint8Array> {
  const image = await fromFile(Buffer.from(svg));
  const { data, info } = await image
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.width !== width || info.height !== height)
    throw new RangeError(`the SVG is ${info.width}×${info.height}, not ${width}×${height}`);
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

/** An SVG document as PNG, at its own size. */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  const image = await fromFile(Buffer.from(svg));
  return image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
}

export interface Animation {
  /** pixels of each frame, three bytes each; all of one size */
  frames: readonly Uint8Array[];
  width: number;
  height: number;
  /** milliseconds that a frame stands; GIF knows steps of 10 */
  delay: number;
}

/**
 * A looping GIF (256 colours) or lossless WebP with a page for each frame; WebP joins frames that are equal into
 * one that stands as long as all of them.
 */
export async function encodeAnimation(
  { frames, width, height, delay }: Animation,
  format: "gif" | "webp",
): Promise<Uint8Array> {
  const size = width * height * 3;
  const stack = new Uint8Array(size * frames.length);
  frames.forEach((frame, i) => {
    if (frame.length !== size) throw new RangeError(`frame ${i} is not ${width}×${height}`);
    stack.set(frame, i * size);
  });
  const image = await fromStack(stack, width, height, frames.length);
  const delays = frames.map(() => delay);
  return format === "gif"
    ? image
        .gif({
          loop: 0,
          delay: delays,
          effort: 1,
          // one palette for as many frames as it serves; differences nobody sees are left out
          interPaletteMaxError: 64,
          interFrameMaxError: 2,
          dither: 0,
          keepDuplicateFrames: true,
        })
        .toBuffer()
    : image.webp({ loop: 0, delay: delays, lossless: true, effort: 1 }).toBuffer();
}

/** How many pages an encoded picture has, how long each stands (milliseconds), and their size. */
export async function pagesOf(bytes: Uint8Array): Promise<{
  pages: number;
  width: number;
  height: number;
  format: string;
  delays: number[];
}> {
  const meta = await (await fromFile(bytes)).metadata();
  return {
    pages: meta.pages ?? 1,
    width: meta.width,
    height: meta.pageHeight ?? meta.height,
    format: meta.format,
    delays: meta.delay ?? [],
  };
}
