import type { Rng } from "../../core/rng.js";
import type { AgeGroup, Sex, Vec2 } from "../../world/types.js";
import type { IndoorScene } from "./indoor.js";

/** Who lives in a home: what they are called, and how old they look. */
export interface FamilyMember {
  word: string;
  sex: Sex;
  ageGroup: AgeGroup;
}

export const FAMILY: readonly FamilyMember[] = [
  { word: "mother", sex: "female", ageGroup: "adult" },
  { word: "father", sex: "male", ageGroup: "adult" },
  { word: "sister", sex: "female", ageGroup: "child" },
  { word: "brother", sex: "male", ageGroup: "child" },
  { word: "aunt", sex: "female", ageGroup: "adult" },
  { word: "uncle", sex: "male", ageGroup: "adult" },
  { word: "grandmother", sex: "female", ageGroup: "elderly" },
  { word: "grandfather", sex: "male", ageGroup: "elderly" },
];

/** Puts up to `count` people somewhere on the floor, out of everybody's way, busy with nothing. */
export function bystanders(
  scene: IndoorScene,
  members: readonly (Partial<FamilyMember> | null)[],
  spot: (rng: Rng) => Vec2,
  purpose: string,
): string[] {
  const ids: string[] = [];
  members.forEach((member, n) => {
    const rng = scene.stream(`${purpose} ${n}`);
    for (let tries = 0; tries < 12; tries++) {
      const at = spot(rng);
      if (!scene.personFits(at, 30)) continue;
      const named = member?.word !== undefined && { name: member.word };
      const { sex, ageGroup } = member ?? {};
      const heading = rng.range(0, 359);
      ids.push(
        scene.person(at, { heading, ...named, ...(sex && { sex }), ...(ageGroup && { ageGroup }) })
          .id,
      );
      return;
    }
  });
  return ids;
}
