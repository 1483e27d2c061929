import type { Rng } from "../../core/rng.js";
import palettes from "../../world/palettes.generated.js";
import type { AgeGroup, Look, Sex } from "../../world/types.js";

export type PaletteKey =
  | "skin"
  | "hair"
  | "greyHair"
  | "top"
  | "bottom"
  | "shoes"
  | "wall"
  | "brick"
  | "plaster"
  | "cabinet"
  | "wood"
  | "fabric"
  | "car"
  | "rug"
  | "paving"
  | "asphalt"
  | "grass"
  | "gravel"
  | "hedge"
  | "fence";
export type Palette = Record<PaletteKey, string[]>;

/** The benchmark's colours or those of the training pictures; the two share none. */
export function paletteFor(split: "benchmark" | "training"): Palette {
  return palettes[split] as Palette;
}

/** Clothes, hair and small things that make age and sex plain to see. */
export function personLook(rng: Rng, palette: Palette, age: AgeGroup, sex: Sex): Look {
  const female = sex === "female";
  const elderly = age === "elderly";
  const look: Look = {
    skin: rng.pick(palette.skin),
    hair: female
      ? rng.pick(elderly ? (["bun", "curly"] as const) : (["long", "pony", "bun"] as const))
      : rng.pick(elderly ? (["bald", "short"] as const) : (["short"] as const)),
    hairColour: rng.pick(elderly ? palette.greyHair : palette.hair),
    top: rng.pick(palette.top),
    bottom: rng.pick(palette.bottom),
    shoes: rng.pick(palette.shoes),
    outfit: female
      ? rng.pick(elderly ? (["skirt"] as const) : (["trousers", "skirt", "dress"] as const))
      : age === "child"
        ? rng.pick(["shorts", "trousers"] as const)
        : "trousers",
    sleeves: elderly ? "long" : rng.pick(["long", "short"] as const),
  };
  if (elderly) {
    look.cane = true;
    look.jacket = rng.pick(palette.fabric);
    if (rng.chance(0.7)) look.glasses = true;
    if (!female && rng.chance(0.5)) look.hat = { kind: "flat", colour: rng.pick(palette.fabric) };
    if (!female && rng.chance(0.4)) look.beard = true;
  } else if (age === "adult") {
    if (rng.chance(0.25)) look.jacket = rng.pick(palette.top);
    if (rng.chance(0.15)) look.glasses = true;
    if (!female && rng.chance(0.3)) look.beard = true;
    if (!female && rng.chance(0.2)) look.hat = { kind: "cap", colour: rng.pick(palette.top) };
    const carries = rng.float();
    if (carries < 0.2) look.backpack = rng.pick(palette.fabric);
    else if (carries < 0.36) look.bag = rng.pick(palette.fabric);
    if (rng.chance(0.15)) look.scarf = rng.pick(palette.top);
  } else {
    if (rng.chance(0.3)) look.backpack = rng.pick(palette.top);
    if (!female && rng.chance(0.3)) look.hat = { kind: "cap", colour: rng.pick(palette.top) };
  }
  return look;
}
