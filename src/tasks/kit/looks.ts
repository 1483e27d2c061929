import type { Rng } from "../../core/rng.js";
import type { Palette, PaletteKey } from "./people.js";

/** Which palette a kind takes its main colour from. */
const COLOURS: Readonly<Record<string, PaletteKey>> = {
  sofa: "fabric",
  armchair: "fabric",
  chair: "wood",
  coffee_table: "wood",
  dining_table: "wood",
  side_table: "wood",
  desk: "wood",
  bookshelf: "wood",
  rug: "rug",
  bed: "fabric",
  wardrobe: "wood",
  nightstand: "wood",
  coat_rack: "wood",
  floor_lamp: "fabric",
  picture: "top",
  kitchen_counter: "cabinet",
  sink: "cabinet",
  bathroom_sink: "cabinet",
  wall_cabinet: "cabinet",
  towel: "top",
  book: "top",
  ball: "top",
  pot: "top",
  kettle: "fabric",
  cup: "top",
  bucket: "top",
  door: "wood",
  mop_rack: "wood",
  shoes: "shoes",
  toy_blocks: "top",
  cardboard_box: "plaster",
  juice_bottle: "top",
  soda_can: "top",
};

/** The colour of a thing; the renderer knows the rest of its looks. */
export function furnitureLook(kind: string, rng: Rng, palette: Palette): Record<string, string> {
  const key = COLOURS[kind];
  return key ? { colour: rng.pick(palette[key]) } : {};
}
