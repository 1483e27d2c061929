import { hash32 } from "../../core/rng.js";
import { asset } from "../../world/assets.js";
import type { Entity, Snapshot } from "../../world/types.js";
import { gazeOf } from "./gaze.js";
import { HANDS, type HandPose, type Pose, seated, standing, walking } from "./pose.js";
import { clamp } from "./vec.js";

/** Talking hands, [right, left]: each speaker of a group takes another pair. */
const TALKING: (readonly [HandPose, HandPose])[] = [
  [HANDS.stressing, HANDS.offering],
  [HANDS.offering, HANDS.framing],
  [HANDS.framing, HANDS.hip],
];

/** Sitting on the seat the person is said to sit on (or that says so), else on something chair-like. */
function sitting(e: Entity, snapshot: Snapshot): Pose {
  const activity = e.person!.activity;
  const on =
    activity.type === "seated"
      ? snapshot.entities.find((o) => o.id === activity.on)
      : snapshot.entities.find((o) => o.seats?.some((s) => s.occupant === e.id));
  if (!on) return seated(0.45, 0.24);
  const height = (on.location[2] - e.location[2] + asset(on.kind).top) / 100;
  const edge = Math.max(...on.footprint.map(([x]) => x));
  const offset = on.seats?.find((s) => s.occupant === e.id)?.offset[0] ?? 0;
  return seated(height, (edge - offset) / 100);
}

function posture(e: Entity, snapshot: Snapshot): Pose {
  const p = e.person!;
  if (p.posture === "seated") return sitting(e, snapshot);
  return p.posture === "walking" || p.activity.type === "walking" ? walking() : standing();
}

function waiting(e: Entity, pose: Pose): Pose {
  const { look } = e.person!;
  if (look.phone) {
    return {
      ...pose,
      hands: [HANDS.phone, look.bag ? HANDS.carrying : HANDS.hanging],
      head: { ...pose.head, pitch: 0.46 },
    };
  }
  const kind = hash32(`wait${e.id}`) % 3;
  if (kind === 0) return { ...pose, hands: [HANDS.hanging, look.bag ? HANDS.hanging : HANDS.hip] };
  if (kind === 1)
    return { ...pose, hands: [HANDS.hangingBack, HANDS.hanging], hunch: pose.hunch + 0.05 };
  return pose;
}

function talking(e: Entity, pose: Pose): Pose {
  const activity = e.person!.activity;
  const group = activity.type === "conversing" ? [e.id, ...activity.with] : [e.id];
  const rank = group.map(Number).filter((n) => n < Number(e.id)).length;
  const [right, left] = TALKING[rank % TALKING.length]!;
  const mouth = rank % 3 === 2 ? "smile" : "talk";
  const tilt = rank % 2 === 0 ? 0.06 : -0.08;
  return {
    ...pose,
    hands: [right, left],
    mouth,
    lean: pose.lean + 0.05,
    head: { ...pose.head, roll: tilt },
  };
}

/** The bent back of old age, on top of any pose: head pushed forward, knees a little bent. */
function aged(e: Entity, pose: Pose): Pose {
  const { look, activity } = e.person!;
  const sitting = pose.seat !== null;
  const hands: [HandPose, HandPose] = [...pose.hands];
  if (look.cane) {
    // the stick stays on the ground: who calls waves with the other hand
    if (activity.type === "calling") hands[1] = HANDS.waving;
    hands[0] = HANDS.cane;
  }
  return {
    ...pose,
    hands,
    sink: pose.sink + 0.028,
    lean: pose.lean + (sitting ? 0.06 : 0.17),
    hunch: pose.hunch + (sitting ? 0.5 : 0.66),
    poke: pose.poke + 0.3,
  };
}

/** Turns head, eyes and a little of the trunk to what the person looks at. */
function looking(e: Entity, snapshot: Snapshot, pose: Pose): Pose {
  const gaze = gazeOf(e, snapshot);
  const twist = pose.seat ? gaze.yaw * 0.15 : gaze.yaw * 0.25;
  const onPhone = e.person!.activity.type === "queueing" && e.person!.look.phone;
  if (onPhone) return pose;
  return {
    ...pose,
    twist: pose.twist + twist,
    eyes: gaze.eyes,
    head: {
      ...pose.head,
      yaw: gaze.yaw - twist,
      pitch: clamp(pose.head.pitch + gaze.pitch, -0.5, 0.6),
    },
  };
}

/** The pose of a person at this moment; `holds` says which hands hold an entity. */
export function choosePose(
  e: Entity,
  snapshot: Snapshot,
  holds: readonly [boolean, boolean],
): Pose {
  const p = e.person!;
  let pose = posture(e, snapshot);
  if (p.activity.type === "conversing") pose = talking(e, pose);
  else if (p.activity.type === "queueing") pose = waiting(e, pose);
  else if (p.activity.type === "calling") {
    pose = { ...pose, hands: [HANDS.waving, HANDS.cupped], mouth: "shout", lean: pose.lean - 0.02 };
  } else if (hash32(`mood${e.id}`) % 2 === 0) pose = { ...pose, mouth: "smile" };
  if (p.look.bag && pose.seat === null && p.activity.type !== "calling") {
    const hands: [HandPose, HandPose] = [...pose.hands];
    hands[p.look.cane || p.look.phone ? 1 : 0] = HANDS.carrying;
    pose = { ...pose, hands };
  }
  if (p.ageGroup === "elderly") pose = aged(e, pose);
  if (holds[0] || holds[1]) {
    const hands: [HandPose, HandPose] = [...pose.hands];
    for (const side of [0, 1] as const) if (holds[side]) hands[side] = HANDS.holding;
    pose = { ...pose, hands };
  }
  return looking(e, snapshot, pose);
}
