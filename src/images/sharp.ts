import type { Sharp } from "sharp";
import { NormactError } from "../core/errors.js";

type SharpModule = typeof import("sharp");

let loading: Promise<SharpModule> | undefined;

/**
 * The image library, loaded on first use so that commands without pictures do without it.
 * @throws NormactError `no_sharp` when it is not installed for this machine
 */
async function load(): Promise<SharpModule> {
  loading ??= import("sharp").then((m) => m.default as unknown as SharpModule);
  try {
    return await loading;
  } catch (cause) {
    loading = undefined;
    throw new NormactError(
      "no_sharp",
      'The image library "sharp" does not load on this machine. Reinstall it: npm install --include=optional sharp',
      1,
      { cause },
    );
  }
}

/** Raw pixels as an image: 1 to 4 channels of bytes (or 16-bit numbers), row by row. */
export async function fromRaw(
  pixels: Uint8Array | Uint16Array,
  width: number,
  height: number,
  channels: 1 | 2 | 3 | 4,
): Promise<Sharp> {
  if (pixels.length !== width * height * channels) {
    throw new RangeError(
      `${pixels.length} numbers are no picture of ${width}×${height} with ${channels} channels`,
    );
  }
  const sharp = await load();
  return sharp(pixels, { raw: { width, height, channels } });
}

/** An encoded image (PNG, JPEG, WebP…). */
export async function fromFile(bytes: Uint8Array): Promise<Sharp> {
  const sharp = await load();
  return sharp(bytes);
}

/** Frames of one size below each other, as the pages of one image; three bytes per pixel. */
export async function fromStack(
  pixels: Uint8Array,
  width: number,
  pageHeight: number,
  pages: number,
): Promise<Sharp> {
  const sharp = await load();
  const raw = { width, height: pageHeight * pages, channels: 3 as const, pageHeight };
  return sharp(pixels, { raw, limitInputPixels: false });
}
