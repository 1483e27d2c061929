import { NormactError } from "../core/errors.js";
import { fromFile } from "./sharp.js";

/** A picture that came from outside, upright and without what cameras write beside the pixels. */
export interface Photo {
  /** JPEG */
  bytes: Uint8Array;
  width: number;
  height: number;
}

/**
 * Turns a picture upright (EXIF orientation), fits it into `maxSide` pixels, drops all metadata (place, time,
 * device) and encodes it as JPEG.
 * @throws NormactError bad_image when it cannot be read
 */
export async function uprightPhoto(bytes: Uint8Array, maxSide: number): Promise<Photo> {
  try {
    // of an empty file, this throws too
    const image = await fromFile(bytes);
    const { data, info } = await image
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new NormactError(
      "bad_image",
      `no picture that can be read (${(cause as Error).message})`,
      2,
      { cause },
    );
  }
}
