/**
 * Colours and options of things: what an entity's `look` may say. Every key may be left out; keys that a kind
 * does not know are ignored. Colours are "#rrggbb".
 *
 * | key      | meaning                                              | kinds |
 * | -------- | ---------------------------------------------------- | ----- |
 * | colour   | main colour                                          | all |
 * | accent   | second colour (lid, cushion, label, awning, handle)  | most |
 * | wood     | wooden parts                                         | furniture, benches, counters, doghouse, racks |
 * | metal    | metal parts                                          | lamps, benches, racks |
 * | top      | table or counter top                                 | counters, sinks, stove |
 * | seed     | number that varies shape and arrangement             | stain, tree, bush, bookshelf, picture, plants, shelves |
 * | sign     | text on it: capitals, digits, space, apostrophe      | delivery_counter (PICK UP), shop_counter, kiosk, tray (GUESTS), street_sign, parcel, door, vending_machine, trash_bin, mop_rack, cardboard_box |
 * | style    | variant of the shape                                 | tree: round / cone · street_sign: pedestrian / parking / stop · ball: stripes / panels / plain · faucet: arch / low · door: panel / plain · picture: hills / sea / flowers |
 * | hinge    | door: "left" (default) or "right", the door's own    | door |
 * | swing    | door: "back" (default, away from its front) / "front" | door |
 * | content  | colour of the drink                                  | juice_bottle, milk_glass, cup |
 * | bow      | colour of the bow tie                                | toy_bear |
 */
export type LookSource = Readonly<Record<string, string | number | boolean>>;

export class Look {
  constructor(private readonly source: LookSource = {}) {}

  /** A colour, or `fallback` when the key is absent. */
  colour(key: string, fallback: string): string {
    const value = this.source[key];
    return typeof value === "string" && value.startsWith("#") ? value : fallback;
  }

  /** Colour of the wooden parts: `wood`, else `colour`. */
  wood(fallback: string): string {
    return this.colour("wood", this.colour("colour", fallback));
  }

  text(key: string, fallback = ""): string {
    const value = this.source[key];
    return typeof value === "string" ? value : fallback;
  }

  number(key: string, fallback: number): number {
    const value = this.source[key];
    return typeof value === "number" ? value : fallback;
  }

  /** Whole number that varies a shape. */
  get seed(): number {
    return Math.floor(this.number("seed", 1));
  }
}
