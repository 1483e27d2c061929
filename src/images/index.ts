import { createHash } from "node:crypto";
import { fromFile, fromRaw } from "./sharp.js";

/**
 * Pixels to files and back. The only room that knows the image library. Pixels are rows of sRGB bytes, three
 * per pixel, unless said otherwise.
 */

/** Decoded picture: rows of `channels` bytes per pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: number;
}

/** Two pictures of the same size side by side: 2·width × height. */
export function concatHalves(
  left: Uint8Array,
  right: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const row = width * 3;
  if (left.length !== row * height || right.length !== row * height) {
    throw new RangeError(`both halves must be ${width}×${height} with 3 bytes per pixel`);
  }
  const out = new Uint8Array(row * 2 * height);
  for (let y = 0; y < height; y++) {
    out.set(left.subarray(y * row, (y + 1) * row), y * row * 2);
    out.set(right.subarray(y * row, (y + 1) * row), y * row * 2 + row);
  }
  return out;
}

/** Lossless PNG. Same pixels and library version, same bytes. */
export async function encodePng(
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const image = await fromRaw(pixels, width, height, 3);
  return image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
}

/** The picture a planner is shown: colour left, segmentation right, as one PNG. */
export function encodeObservation(
  rgb: Uint8Array,
  segmentation: Uint8Array,
  width: number,
  height: number,
): Promise<Uint8Array> {
  return encodePng(concatHalves(rgb, segmentation, width, height), width * 2, height);
}

/** 16-bit grey PNG whose pixel values are the ids themselves. */
export async function encodeIds16(
  ids: Uint16Array,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const image = await fromRaw(ids, width, height, 1);
  return image.toColourspace("grey16").png({ compressionLevel: 6 }).toBuffer();
}

/** The ids of a picture written by `encodeIds16`. */
export async function decodeIds16(
  bytes: Uint8Array,
): Promise<{ ids: Uint16Array; width: number; height: number }> {
  const image = await fromFile(bytes);
  const { data, info } = await image
    .toColourspace("grey16")
    .raw({ depth: "ushort" })
    .toBuffer({ resolveWithObject: true });
  const ids = new Uint16Array(info.width * info.height);
  for (let i = 0; i < ids.length; i++) ids[i] = data.readUInt16LE(i * 2 * info.channels);
  return { ids, width: info.width, height: info.height };
}

/** Small pictures for the gallery and the app. `quality` 1…100. */
export async function encodeWebp(
  pixels: Uint8Array,
  width: number,
  height: number,
  quality = 85,
): Promise<Uint8Array> {
  const image = await fromRaw(pixels, width, height, 3);
  return image.webp({ quality, effort: 4 }).toBuffer();
}

export async function encodeJpeg(
  pixels: Uint8Array,
  width: number,
  height: number,
  quality = 88,
): Promise<Uint8Array> {
  const image = await fromRaw(pixels, width, height, 3);
  return image.jpeg({ quality, chromaSubsampling: "4:4:4" }).toBuffer();
}

/** Any PNG, JPEG or WebP to three bytes per pixel. */
export async function decode(bytes: Uint8Array): Promise<Pixels> {
  const image = await fromFile(bytes);
  const { data, info } = await image
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8Array(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
    channels: info.channels,
  };
}

/** SHA-256 (hex) of raw pixels and their size: the identity of a picture, whatever file it is in. */
export function sha256OfPixels(
  pixels: Uint8Array | Uint16Array,
  width: number,
  height: number,
): string {
  const hash = createHash("sha256").update(`${width}x${height}\n`);
  return hash
    .update(new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength))
    .digest("hex");
}

/** A smaller WebP of any picture, at most `width` pixels wide; smaller ones keep their size. `quality` 1…100. */
export async function thumbnail(
  bytes: Uint8Array,
  width: number,
  quality = 80,
): Promise<Uint8Array> {
  const image = await fromFile(bytes);
  return image.resize({ width, withoutEnlargement: true }).webp({ quality, effort: 4 }).toBuffer();
}
