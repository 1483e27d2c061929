import type { Entity, Snapshot, Vec3 } from "../../world/types.js";
import { entityMatrix, PartBuilder } from "../builder.js";
import { limb } from "../geometry/index.js";
import { apply, type Point } from "../matrix.js";
import { surfaceHeight } from "../setting/height.js";
import type { Part } from "../types.js";
import { bagHand, drawBackpack, drawBag, drawCane, drawPhone } from "./carried.js";
import { choosePose } from "./choose.js";
import { drawApron, drawJacket, drawScarf, drawSeat, drawSkirt, drawTop } from "./clothes.js";
import { faceMaterial } from "./face.js";
import { drawHair } from "./hair.js";
import { boneMatrix } from "./hand.js";
import { earGeometry, headGeometry, headShape } from "./head.js";
import { drawHeadwear } from "./headwear.js";
import { drawArm, drawLeg, type Wardrobe, wardrobe } from "./limbs.js";
import { measure } from "./measures.js";
import { palmPoint, type Skeleton, solve } from "./skeleton.js";

/** People nearer than this are drawn in full detail, metres. */
const NEAR = 4.5;

function holding(e: Entity, snapshot: Snapshot): [boolean, boolean] {
  const held = snapshot.entities.filter((o) => o.heldBy?.who === e.id);
  return [held.some((o) => o.heldBy!.hand === 0), held.some((o) => o.heldBy!.hand === 1)];
}

/**
 * A person with height and width rounded to steps nobody sees (2 cm, 5 %), so that people share their
 * geometries.
 */
function rounded(e: Entity): Entity {
  const p = e.person!;
  const height = Math.round(p.height / 2) * 2;
  const build = Math.round(p.build * 20) / 20;
  return { ...e, person: { ...p, height, build } };
}

/** The joints of a person at this moment, in their model frame. */
function skeletonOf(e: Entity, snapshot: Snapshot): Skeleton {
  return solve(measure(e.person!), choosePose(e, snapshot, holding(e, snapshot)));
}

function drawHead(b: PartBuilder, e: Entity, s: Skeleton, w: Wardrobe, fine: boolean): void {
  const p = e.person!;
  const { k, head: size } = s.measures;
  const skull = apply(s.head, [0, -0.05, 0.02]);
  const wide = (p.ageGroup === "child" ? 0.042 : p.sex === "female" ? 0.047 : 0.056) * k;
  const root: Point = [0, s.neck[1] - 0.03 * k, s.neck[2]];
  const length = Math.hypot(skull[1] - root[1], skull[2] - root[2], skull[0]);
  b.pushMatrix(boneMatrix(skull, root, [0, 0, -1]));
  b.add(limb(length, wide, wide * 1.12, 0, fine ? 16 : 10), w.skin).pop();
  const shape = headShape(p);
  b.pushMatrix(s.head);
  b.add(headGeometry(shape, fine), faceMaterial(p, s.pose.mouth, s.pose.eyes));
  for (const side of [-1, 1]) {
    b.at(
      earGeometry(fine),
      w.skin,
      [side * 0.076, -0.008, 0.006],
      [0, side * 0.3, 0],
      [0.011 / size, 0.03, 0.018],
    );
  }
  drawHair(b, p, shape, fine);
  drawHeadwear(b, p, fine);
  b.pop();
}

/** Everything of one person; the id of all parts is the person's. */
export function personParts(entity: Entity, snapshot: Snapshot): Part[] {
  if (!entity.person) return [];
  const e = rounded(entity);
  const p = e.person!;
  const [ax, ay] = snapshot.agent.location;
  const fine = Math.hypot(e.location[0] - ax, e.location[1] - ay) < NEAR * 100;
  const s = skeletonOf(e, snapshot);
  const w = wardrobe(p.look);
  const [x, y, z] = e.location;
  const lift = surfaceHeight(snapshot.setting, [x, y]);
  const b = PartBuilder.forEntity({ ...e, location: [x, y, z + lift] });
  for (const leg of s.legs) drawLeg(b, leg, s, p, w, fine);
  drawSkirt(b, s, p, fine);
  if (p.look.cane) drawCane(b, s);
  const seated = s.pose.seat !== null;
  if (p.look.bag && !seated && p.activity.type !== "calling") {
    drawBag(b, s, p.look.bag, bagHand(p.look));
  }
  b.pushMatrix(s.upper);
  if (p.look.outfit === "trousers" || p.look.outfit === "shorts") drawSeat(b, s, p, w, fine);
  drawTop(b, s, p, w, fine);
  drawJacket(b, s, p, fine);
  drawApron(b, s, p, fine);
  drawScarf(b, s, p, fine);
  if (p.look.backpack) drawBackpack(b, s, p.look.backpack, fine);
  drawArm(b, s.arms[0], 0, s, p.look, w, fine);
  drawArm(b, s.arms[1], 1, s, p.look, w, fine);
  if (p.look.phone && p.activity.type === "queueing") drawPhone(b, s, 0);
  drawHead(b, e, s, w, fine);
  b.pop();
  return b.parts;
}

/** Where a person's palm is in the world, cm: things they hold are drawn there. */
export function palmLocation(e: Entity, snapshot: Snapshot, hand: 0 | 1): Vec3 {
  const p = apply(entityMatrix(e), palmPoint(skeletonOf(rounded(e), snapshot), hand));
  return [-p[2] * 100, p[0] * 100, p[1] * 100];
}
