import type { Point } from "../matrix.js";

export type HandShape = "relaxed" | "open" | "grip" | "point";
export type Mouth = "closed" | "smile" | "talk" | "shout";

/**
 * Where a hand is: `at` counts from its shoulder in arm lengths (x outwards from the body, y up, z back),
 * `fingers` and `palm` are directions in the same frame, `elbow` is where the elbow points.
 */
export interface HandPose {
  at: Point;
  fingers: Point;
  palm: Point;
  elbow: Point;
  shape: HandShape;
  /** counts `at` from the mouth instead, metres of an adult */
  atMouth?: boolean;
}

/** Where a foot is, metres from below the hip joint: x outwards, z back; `lift` of the ankle; turned out. */
export interface FootPose {
  x: number;
  z: number;
  lift: number;
  /** toes down, radians */
  pitch: number;
  /** toes outwards, radians */
  out: number;
}

/** Angles are radians; pairs are [right, left]. Forward leaning is positive. */
export interface Pose {
  /** how far the hips sink below standing straight, metres (seated: set by the seat) */
  sink: number;
  /** lean of the whole trunk, and the bend of the upper back on top of it */
  lean: number;
  hunch: number;
  /** how far the neck pokes forward */
  poke: number;
  /** turn of the trunk over the hips, to the right */
  twist: number;
  head: { yaw: number; pitch: number; roll: number };
  /** where the eyes look beyond the head's own turn, −1…1 */
  eyes: { x: number; y: number };
  mouth: Mouth;
  hands: [HandPose, HandPose];
  feet: [FootPose, FootPose];
  /** when seated: the seat's top above the ground, and how far before the person it ends; metres */
  seat: { height: number; front: number } | null;
}

export const hand = (
  at: Point,
  fingers: Point,
  palm: Point,
  shape: HandShape,
  elbow: Point = [0.45, -0.5, 0.8],
): HandPose => ({ at, fingers, palm, shape, elbow });

const foot = (x: number, z: number, out = 0.16, lift = 0, pitch = 0): FootPose => ({
  x,
  z,
  out,
  lift,
  pitch,
});

/** The things hands do. */
export const HANDS = {
  hanging: hand([0.12, -0.965, -0.1], [0, -1, -0.14], [-1, 0, 0.25], "relaxed"),
  hangingBack: hand([0.13, -0.97, -0.03], [0, -1, -0.05], [-1, 0, 0.3], "relaxed"),
  carrying: hand([0.16, -0.97, -0.03], [0, -1, 0], [-1, 0, 0.2], "grip"),
  /** palm up before the body: "you see…" */
  offering: hand(
    [0.06, -0.47, -0.62],
    [0.05, 0.18, -1],
    [-0.25, 1, 0.15],
    "open",
    [0.8, -0.7, 0.3],
  ),
  /** palms facing each other at chest height: "this big" */
  framing: hand([0.02, -0.33, -0.6], [-0.1, 0.5, -0.9], [-1, 0.15, 0.1], "open", [0.9, -0.6, 0.3]),
  /** raised with spread fingers while making a point */
  stressing: hand(
    [0.12, -0.12, -0.56],
    [-0.15, 0.95, -0.3],
    [-0.5, 0.1, -0.9],
    "open",
    [0.9, -0.7, 0.2],
  ),
  /** hand near the chin, listening */
  chin: hand([-0.24, 0.02, -0.42], [-0.3, 0.9, -0.1], [0, 0.2, 1], "relaxed", [0.3, -1, -0.2]),
  hip: hand([-0.02, -0.66, 0.0], [-0.7, -0.5, -0.5], [-0.6, -0.2, 0.8], "relaxed", [1, 0.1, 0.5]),
  waving: hand([0.34, 0.84, -0.14], [0.22, 1, -0.05], [0, 0.05, -1], "open", [0.9, -0.4, 0.1]),
  /** hollow hand beside the mouth, to be heard further */
  cupped: {
    ...hand([0.105, -0.035, -0.03], [-0.1, 0.9, -0.3], [-0.85, 0, 0.35], "open", [0.9, -0.8, 0]),
    atMouth: true,
  },
  phone: hand(
    [-0.14, -0.42, -0.5],
    [-0.25, 0.75, -0.6],
    [-0.1, 0.55, 0.85],
    "grip",
    [0.7, -0.8, 0.3],
  ),
  holding: hand([0.02, -0.46, -0.58], [-0.1, 0.25, -1], [-0.75, 0.65, 0], "grip", [0.8, -0.7, 0.4]),
  cane: hand([0.08, -0.68, -0.5], [-0.05, -0.45, -0.9], [0, -1, 0.1], "grip", [0.7, -0.3, 0.8]),
  lap: hand([-0.06, -0.68, -0.62], [-0.35, -0.1, -0.95], [0, -1, 0], "relaxed", [0.8, -0.3, 0.6]),
  swingForward: hand([0.08, -0.86, -0.42], [-0.05, -0.9, -0.5], [-1, 0, 0], "relaxed"),
  swingBack: hand([0.16, -0.93, 0.3], [0, -1, 0.25], [-1, 0, 0.1], "relaxed"),
} as const satisfies Record<string, HandPose>;

/** Standing at ease; every other pose starts from it. */
export function standing(): Pose {
  return {
    sink: 0.004,
    lean: 0.01,
    hunch: 0.14,
    poke: 0.24,
    twist: 0,
    head: { yaw: 0, pitch: 0, roll: 0 },
    eyes: { x: 0, y: 0 },
    mouth: "closed",
    hands: [HANDS.hanging, HANDS.hanging],
    feet: [foot(0.03, 0), foot(0.03, 0)],
    seat: null,
  };
}

/** In mid-stride. */
export function walking(): Pose {
  return {
    ...standing(),
    sink: 0.035,
    lean: 0.07,
    hands: [HANDS.swingBack, HANDS.swingForward],
    feet: [foot(0.01, -0.3, 0.08, 0.012, -0.2), foot(0.01, 0.3, 0.08, 0.085, 0.75)],
  };
}

/** On a seat whose top lies `height` metres above the ground and which ends `front` metres ahead. */
export function seated(height: number, front: number): Pose {
  return {
    ...standing(),
    lean: -0.05,
    hunch: 0.2,
    hands: [HANDS.lap, HANDS.lap],
    feet: [foot(0.05, 0, 0.14), foot(0.05, -0.03, 0.14)],
    seat: { height, front },
  };
}
