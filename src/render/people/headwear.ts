import type { Look, Person } from "../../world/types.js";
import type { PartBuilder } from "../builder.js";
import { mat } from "../colour.js";
import { box, cylinder, dome, sphere, torus, tube } from "../geometry/index.js";
import { cloth, knitted, shade } from "./cloth.js";

/** Round frames with thin arms. */
function drawGlasses(b: PartBuilder, fine: boolean): void {
  const frame = mat("#1d1a19", { specular: 0.5, shininess: 40 });
  const sides = fine ? 8 : 5;
  for (const side of [-1, 1]) {
    b.at(
      torus(0.0205, 0.0024, Math.PI * 2, fine ? 20 : 10, sides),
      frame,
      [side * 0.0325, 0.0, -0.1],
      [Math.PI / 2, side * -0.18, 0],
    );
    b.add(
      tube(
        [
          [side * 0.054, 0.004, -0.094],
          [side * 0.079, 0.006, -0.05],
          [side * 0.082, 0.004, 0.01],
        ],
        0.0022,
        4,
        5,
      ),
      frame,
    );
  }
  b.at(box(0.026, 0.0035, 0.0035), frame, [0, 0.005, -0.104]);
}

function drawHat(b: PartBuilder, hat: NonNullable<Look["hat"]>, fine: boolean): void {
  const m = cloth(hat.colour);
  const n = fine ? 24 : 14;
  if (hat.kind === "cap") {
    b.at(dome(1, n, 8), m, [0, 0.052, 0.004], [-0.06, 0, 0], [0.094, 0.088, 0.113]);
    b.at(
      cylinder(1, 1, 1, n),
      shade(m, 0.85),
      [0, 0.057, -0.098],
      [-0.14, 0, 0],
      [0.074, 0.009, 0.075],
    );
    b.at(sphere(0.009, 8, 6), m, [0, 0.14, 0.009]);
  } else if (hat.kind === "flat") {
    b.at(sphere(1, n, 10), m, [0, 0.083, -0.008], [-0.16, 0, 0], [0.104, 0.043, 0.128]);
    b.at(
      cylinder(1, 1, 1, n),
      shade(m, 0.75),
      [0, 0.064, -0.09],
      [-0.3, 0, 0],
      [0.07, 0.009, 0.05],
    );
  } else {
    const wool = knitted(hat.colour);
    b.at(dome(1, n, 8), wool, [0, 0.045, 0.004], [0.08, 0, 0], [0.093, 0.105, 0.111]);
    b.at(
      torus(1, 0.16, Math.PI * 2, n, 8),
      shade(wool, 0.85),
      [0, 0.052, 0.004],
      [0.08, 0, 0],
      [0.088, 0.1, 0.105],
    );
    b.at(sphere(0.027, 10, 8), wool, [0, 0.158, 0.012]);
  }
}

/** Studs, for women with uncovered ears. */
function drawEarrings(b: PartBuilder): void {
  const gold = mat("#d8b25a", { specular: 0.8, shininess: 40, reflect: 0.2 });
  for (const side of [-1, 1]) b.at(sphere(0.0062, 8, 6), gold, [side * 0.084, -0.042, -0.004]);
}

/** Hat, glasses and earrings in the modelled head's frame. */
export function drawHeadwear(b: PartBuilder, p: Person, fine: boolean): void {
  const { look } = p;
  if (look.hat) drawHat(b, look.hat, fine);
  if (look.glasses) drawGlasses(b, fine);
  if (p.sex === "female" && p.ageGroup !== "child" && fine) {
    if (look.hair === "bun" || look.hair === "pony") drawEarrings(b);
  }
}
