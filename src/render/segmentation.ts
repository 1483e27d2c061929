import { paintLeader, paintPlate } from "./labels/paint.js";
import { type Placed, Placer } from "./labels/place.js";
import { areas } from "./labels/regions.js";
import type { Label } from "./types.js";

/** What has fewer pixels in the id pass is neither listed nor labelled. */
export const MIN_LABEL_PIXELS = 60;

const BACKGROUND = [38, 38, 42] as const;

/** The right half of an observation. */
export interface Segmentation {
  /** width*height*3, sRGB bytes: one colour per entity, numbers on top */
  image: Uint8Array;
  /** ids ascending */
  labels: Label[];
  /** every entity with at least `MIN_LABEL_PIXELS`, ids ascending */
  visible: { id: string; pixels: number }[];
}

/** Least brightness (0…1, as the eye weighs colours) of an entity's colour. */
const LEAST_BRIGHT = 0.36;

/** Colour of an entity's number: hues by the golden ratio, five strengths, never dark. Bytes. */
export function idColour(id: number): [number, number, number] {
  if (id === 0) return [...BACKGROUND];
  const hue = (id * 0.6180339887498949) % 1;
  const strength = [
    [0.85, 0.95],
    [0.5, 1],
    [0.95, 0.72],
    [0.62, 0.82],
    [0.38, 0.9],
  ][id % 5]!;
  const [saturation, top] = strength as [number, number];
  const value = top * (1 - 0.08 * ((id * 0.7548776662466927) % 1));
  const channel = (shift: number) => {
    const k = (shift + hue * 6) % 6;
    return value * (1 - saturation * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  const pure = [channel(5), channel(3), channel(1)] as const;
  // pure blues and purples are dark to the eye: lift them to a common least brightness
  const seen = 0.3 * pure[0] + 0.59 * pure[1] + 0.11 * pure[2];
  const lift = Math.max(0, (LEAST_BRIGHT - seen) / (1 - seen));
  return pure.map((v) => Math.round((v + (1 - v) * lift) * 255)) as [number, number, number];
}

function flatColours(ids: Uint16Array): Uint8Array {
  const out = new Uint8Array(ids.length * 3);
  const known = new Map<number, [number, number, number]>();
  let last = -1;
  let colour: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i]!;
    if (id !== last) {
      last = id;
      colour = known.get(id) ?? idColour(id);
      known.set(id, colour);
    }
    out[i * 3] = colour[0];
    out[i * 3 + 1] = colour[1];
    out[i * 3 + 2] = colour[2];
  }
  return out;
}

function toLabel(p: Placed, names: ReadonlyMap<string, string>): Label {
  const id = String(p.area.id);
  const label: Label = { id, name: names.get(id) ?? "", anchor: p.area.pole, plate: p.plate };
  if (p.leader) label.leader = p.leader;
  return label;
}

/**
 * Instance segmentation with numbers, from an id pass. A number stands on its own entity, over the point
 * furthest from that entity's edge; where it does not fit there it stands beside, tied by a line. Plates lie
 * wholly inside the picture and never overlap. `names` are the labels' names by id.
 */
export function segmentation(
  ids: Uint16Array,
  width: number,
  height: number,
  names: ReadonlyMap<string, string> = new Map(),
): Segmentation {
  const found = areas({ width, height, ids }, MIN_LABEL_PIXELS);
  const placed = new Placer({ width, height, ids }, found).place();
  const image = flatColours(ids);
  const canvas = { width, height, pixels: image };
  for (const p of placed) if (p.leader) paintLeader(canvas, p.leader);
  for (const p of placed) paintPlate(canvas, p);
  const labels = placed.map((p) => toLabel(p, names)).sort((a, b) => Number(a.id) - Number(b.id));
  return {
    image,
    labels,
    visible: found.map((a) => ({ id: String(a.id), pixels: a.pixels })),
  };
}
