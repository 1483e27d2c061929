import type { Layout } from "../../grid/types.js";
import { bank } from "./bank.js";
import { barbershop } from "./barbershop.js";
import { cafe } from "./cafe.js";
import { clothingStore } from "./clothing-store.js";
import { groceryStore } from "./grocery-store.js";
import { hospital } from "./hospital.js";
import { library } from "./library.js";
import { movieTheater } from "./movie-theater.js";
import { pharmacy } from "./pharmacy.js";
import { plain } from "./plain.js";
import { postOffice } from "./post-office.js";
import type { Theme } from "./theme.js";

const THEMES: Record<string, Theme> = {
  cafe,
  bank,
  barbershop,
  "clothing-store": clothingStore,
  "grocery-store": groceryStore,
  hospital,
  library,
  "movie-theater": movieTheater,
  pharmacy,
  "post-office": postOffice,
};

/** The look of a layout: its own, or that of the place its id or name speaks of ("corner-cafe"), or a plain room. */
export function themeOf({ id, name }: Pick<Layout, "id" | "name">): Theme {
  const spoken = `${id} ${name}`.toLowerCase();
  const near = Object.keys(THEMES).find(
    (key) => spoken.includes(key.replaceAll("-", " ")) || spoken.includes(key),
  );
  return THEMES[id] ?? (near ? (THEMES[near] as Theme) : plain);
}
