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
  soda_can: "top",
};

/** Kinds whose shape varies with a seed, and by how many. */
const SHAPES: Readonly<Record<string, number>> = {
  picture: 3,
  bookshelf: 40,
  potted_plant: 20,
  stain: 60,
};

/** The colours of a thing and what varies its shape; the renderer knows the rest of its looks. */
export function furnitureLook(
  kind: string,
  rng: Rng,
  palette: Palette,
): Record<string, string | number> {
  const key = COLOURS[kind];
  const shapes = SHAPES[kind];
  const look: Record<string, string | number> = {};
  if (key) look.colour = rng.pick(palette[key]);
  if (shapes !== undefined) look.seed = rng.int(1, shapes);
  if (kind === "faucet") look.style = rng.pick(["arch", "low"]);
  if (kind === "ball") look.style = rng.pick(["stripes", "panels"]);
  if (kind === "door") look.style = rng.pick(["panel", "plain"]);
  if (kind === "bed") look.wood = rng.pick(palette.wood);
  if (kind === "juice_bottle") look.content = rng.pick(["#e8912d", "#c7402f", "#e6c33a"]);
  return look;
}
