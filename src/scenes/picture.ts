import { concatHalves, encodeIds16, encodePng } from "../images/index.js";
import { type Label, renderFrame, segmentation } from "../render/index.js";
import type { Snapshot } from "../world/types.js";

/** One observation as files: PNG bytes, and where the labels stand. */
export interface ObservationPicture {
  /** colour left, segmentation right */
  observation: Uint8Array;
  rgb: Uint8Array;
  seg: Uint8Array;
  /** 16-bit grey, pixel = id, 0 = background */
  ids: Uint8Array;
  labels: Label[];
}

/** Draws a moment and encodes it (design page, section 3). */
export async function drawObservation(snapshot: Snapshot): Promise<ObservationPicture> {
  const frame = renderFrame(snapshot);
  const { width, height } = frame;
  const names = new Map(snapshot.entities.map((e) => [e.id, e.name]));
  const seg = segmentation(frame.ids, width, height, names);
  const [observation, rgb, segPng, ids] = await Promise.all([
    encodePng(concatHalves(frame.rgb, seg.image, width, height), 2 * width, height),
    encodePng(frame.rgb, width, height),
    encodePng(seg.image, width, height),
    encodeIds16(frame.ids, width, height),
  ]);
  return { observation, rgb, seg: segPng, ids, labels: seg.labels };
}
