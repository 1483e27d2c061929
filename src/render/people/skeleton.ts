import { apply, compose, type Matrix, multiply, type Point } from "../matrix.js";
import type { Measures } from "./measures.js";
import type { HandShape, Pose } from "./pose.js";
import { add, clamp, dot, length, scale, smooth, sub, unit } from "./vec.js";

/** Half the thickness of what one sits on oneself, metres at k = 1. */
const BUTTOCK = 0.085;

/** One point of the bent back: height, depth, forward angle. */
export interface SpinePoint {
  y: number;
  z: number;
  angle: number;
}

export interface Arm {
  shoulder: Point;
  elbow: Point;
  wrist: Point;
  fingers: Point;
  palm: Point;
  shape: HandShape;
}

export interface Leg {
  hip: Point;
  knee: Point;
  ankle: Point;
  /** toes down, and toes to the right, radians */
  pitch: number;
  turn: number;
}

/**
 * All joints. The upper body (spine, arms, head) counts in a frame that is the model frame turned by the
 * trunk's twist (`upper`); legs count in the model frame. Pairs are [right, left].
 */
export interface Skeleton {
  measures: Measures;
  pose: Pose;
  hips: Point;
  upper: Matrix;
  spine: SpinePoint[];
  neck: Point;
  /** modelled head (centre at its middle, front −z) to the upper frame */
  head: Matrix;
  arms: [Arm, Arm];
  legs: [Leg, Leg];
}

const SPINE_STEPS = 16;

/** Points of the back from below the hips (a negative share) to the root of the neck. */
function bendSpine(m: Measures, pose: Pose): SpinePoint[] {
  const out: SpinePoint[] = [{ y: 0, z: 0, angle: pose.lean }];
  const step = m.spine / SPINE_STEPS;
  for (let i = 1; i <= SPINE_STEPS; i++) {
    const last = out[i - 1]!;
    const angle = pose.lean + pose.hunch * smooth(0.2, 1, i / SPINE_STEPS);
    const mid = (last.angle + angle) / 2;
    out.push({ y: last.y + Math.cos(mid) * step, z: last.z - Math.sin(mid) * step, angle });
  }
  return out;
}

/** The back at a share of its length; outside 0..1 it goes on straight. */
export function spineAt(spine: readonly SpinePoint[], share: number, length: number): SpinePoint {
  const inside = clamp(share, 0, 1);
  const f = inside * SPINE_STEPS;
  const i = Math.min(SPINE_STEPS - 1, Math.floor(f));
  const a = spine[i]!;
  const b = spine[i + 1]!;
  const t = f - i;
  const angle = a.angle + (b.angle - a.angle) * t;
  const over = (share - inside) * length;
  return {
    y: a.y + (b.y - a.y) * t + Math.cos(angle) * over,
    z: a.z + (b.z - a.z) * t - Math.sin(angle) * over,
    angle,
  };
}

/** The middle joint of two bones from `a` towards `b`, bent to the side of `hint`; and where they end. */
export function twoBones(
  a: Point,
  b: Point,
  first: number,
  second: number,
  hint: Point,
): { joint: Point; end: Point } {
  const line = sub(b, a);
  const d = clamp(length(line), Math.abs(first - second) + 0.01, (first + second) * 0.9995);
  const dir = unit(line);
  const along = (first * first - second * second + d * d) / (2 * d);
  const aside = Math.sqrt(Math.max(0, first * first - along * along));
  const side = unit(sub(hint, scale(dir, dot(hint, dir))));
  const joint = add(a, add(scale(dir, along), scale(side, aside)));
  return { joint, end: add(a, scale(dir, d)) };
}

/** The mouth on the modelled head. */
const MOUTH: Point = [0, -0.067, -0.09];

function solveArm(m: Measures, pose: Pose, spine: SpinePoint[], head: Matrix, side: 0 | 1): Arm {
  const sign = side === 0 ? 1 : -1;
  const outwards = (p: Point): Point => [p[0] * sign, p[1], p[2]];
  const at = spineAt(spine, 0.84, m.spine);
  const shoulder: Point = [sign * m.shoulderHalf, at.y, at.z - 0.012 * m.k];
  const h = pose.hands[side];
  const reach = m.upperArm + m.foreArm;
  const target = h.atMouth
    ? add(apply(head, MOUTH), scale(outwards(h.at), m.k))
    : add(shoulder, scale(outwards(h.at), reach));
  const { joint, end } = twoBones(shoulder, target, m.upperArm, m.foreArm, outwards(h.elbow));
  return {
    shoulder,
    elbow: joint,
    wrist: end,
    fingers: unit(outwards(h.fingers)),
    palm: unit(outwards(h.palm)),
    shape: h.shape,
  };
}

function solveLeg(m: Measures, pose: Pose, hips: Point, side: 0 | 1): Leg {
  const sign = side === 0 ? 1 : -1;
  const f = pose.feet[side];
  const hip: Point = [sign * m.hipHalf, hips[1], hips[2]];
  const turn = f.out * sign;
  let target: Point = [hip[0] + sign * f.x, m.ankle + f.lift, hips[2] + f.z];
  let pitch = f.pitch;
  if (pose.seat) {
    // shins stand upright when the knees can reach that height, else the feet dangle
    const kneeHeight = clamp(m.ankle + m.shin, hip[1] - m.thigh * 0.18, hip[1] + m.thigh * 0.3);
    const reach = Math.sqrt(m.thigh * m.thigh - (hip[1] - kneeHeight) ** 2);
    const floor = kneeHeight - m.shin;
    target = [hip[0] + sign * f.x, Math.max(m.ankle, floor), hip[2] - reach + f.z];
    if (floor > m.ankle + 0.02) pitch = 0.35;
  }
  const { joint, end } = twoBones(hip, target, m.thigh, m.shin, [sign * 0.08, 0.15, -1]);
  return { hip, knee: joint, ankle: end, pitch, turn };
}

function solveHead(m: Measures, pose: Pose, spine: SpinePoint[]): { neck: Point; head: Matrix } {
  const root = spine[SPINE_STEPS]!;
  const tilt = root.angle * 0.85 + pose.poke;
  const neck: Point = [0, root.y, root.z];
  const top = add(neck, [0, Math.cos(tilt) * m.neck, -Math.sin(tilt) * m.neck]);
  const { yaw, pitch, roll } = pose.head;
  const turned = compose(top, [-pitch, -yaw, roll], [m.head, m.head, m.head]);
  const head = multiply(turned, compose([0, 0.074, -0.022], [0, 0, 0], [1, 1, 1]));
  return { neck, head };
}

/** Joints of a body in a pose, in the person's model frame (front −z, right +x, on the ground). */
export function solve(m: Measures, pose: Pose): Skeleton {
  const height = pose.seat ? pose.seat.height + BUTTOCK * m.k : m.hip - pose.sink;
  // the knees come to just before the edge of the seat
  const back = pose.seat ? clamp(m.thigh * 0.98 - pose.seat.front - 0.03, -0.3, 0.16) : 0;
  const hips: Point = [0, height, back];
  const spine = bendSpine(m, pose);
  const { neck, head } = solveHead(m, pose, spine);
  return {
    measures: m,
    pose,
    hips,
    upper: compose(hips, [0, -pose.twist, 0], [1, 1, 1]),
    spine,
    neck,
    head,
    arms: [solveArm(m, pose, spine, head, 0), solveArm(m, pose, spine, head, 1)],
    legs: [solveLeg(m, pose, hips, 0), solveLeg(m, pose, hips, 1)],
  };
}

/** Where the palm of a hand is, in the model frame. */
export function palmPoint(s: Skeleton, side: 0 | 1): Point {
  const arm = s.arms[side];
  const k = s.measures.k;
  const p = add(arm.wrist, add(scale(arm.fingers, 0.085 * k), scale(arm.palm, 0.03 * k)));
  return apply(s.upper, p);
}
