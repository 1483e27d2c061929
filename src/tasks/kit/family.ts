import type { Rng } from "../../core/rng.js";
import type { AgeGroup, Sex, Vec2 } from "../../world/types.js";
import type { IndoorScene, PersonPlace } from "./indoor.js";

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

/**
 * Puts people into a furnished room, out of everybody's way and busy with nothing: some on a free seat, the
 * others standing where `spot` finds room. Whoever finds none is left out; null is somebody not of the family.
 */
export function bystanders(
  scene: IndoorScene,
  members: readonly (FamilyMember | null)[],
  spot: (rng: Rng) => Vec2,
  purpose: string,
): void {
  members.forEach((member, n) => {
    const rng = scene.stream(`${purpose} ${n}`);
    const who = member ? { name: member.word, sex: member.sex, ageGroup: member.ageGroup } : {};
    if (rng.chance(0.4) && sits(scene, who, rng)) return;
    for (let tries = 0; tries < 12; tries++) {
      const at = spot(rng);
      if (!scene.personFits(at, 30)) continue;
      scene.person(at, { heading: rng.range(0, 359), ...who });
      return;
    }
  });
}

const SEATS = ["sofa", "armchair", "chair"];

function sits(scene: IndoorScene, who: Omit<PersonPlace, "heading">, rng: Rng): boolean {
  const seats = scene.builder.entities.filter((e) => SEATS.includes(e.kind));
  return rng.shuffle(seats).some((seat) => scene.seat(seat, who));
}
