import { shade } from "../colour.js";
import { box, drum, type Solid } from "../solids.js";
import { disc, rect } from "../svg.js";

/** Seats, facing down the map; `turned` points them elsewhere. One cell each. */

/** A café or library chair: four legs, a seat, a back with slats. */
export function woodenChair(wood: string, cushion: string): Solid[] {
  const leg = shade(wood, 0.75);
  return [
    ...[
      [0.24, 0.26],
      [0.68, 0.26],
      [0.24, 0.7],
      [0.68, 0.7],
    ].map(([x, y]) => box(x as number, y as number, 0, 0.08, 0.08, 0.32, leg)),
    box(0.22, 0.24, 0.32, 0.56, 0.56, 0.08, wood),
    box(0.28, 0.36, 0.4, 0.44, 0.4, 0.06, cushion),
    box(0.22, 0.22, 0.4, 0.08, 0.08, 0.4, wood),
    box(0.7, 0.22, 0.4, 0.08, 0.08, 0.4, wood),
    box(0.22, 0.22, 0.66, 0.56, 0.08, 0.16, wood),
  ];
}

/** An upholstered chair with arms, for offices. */
export function armchair(cover: string, frame: string): Solid[] {
  return [
    box(0.16, 0.18, 0, 0.68, 0.66, 0.18, frame),
    box(0.24, 0.32, 0.18, 0.52, 0.52, 0.2, cover),
    box(0.14, 0.28, 0.1, 0.12, 0.56, 0.42, shade(cover, 0.88)),
    box(0.74, 0.28, 0.1, 0.12, 0.56, 0.42, shade(cover, 0.88)),
    box(0.14, 0.14, 0.1, 0.72, 0.18, 0.72, cover),
  ];
}

/** A moulded seat on a steel beam, for waiting rooms. */
export function waitingChair(shell: string): Solid[] {
  return [
    box(0.04, 0.46, 0.16, 0.92, 0.1, 0.07, "#9aa4ad"),
    box(0.46, 0.3, 0, 0.08, 0.4, 0.18, "#7f8a94"),
    box(0.17, 0.24, 0.24, 0.66, 0.58, 0.1, shell),
    box(0.25, 0.36, 0.34, 0.5, 0.38, 0.02, shade(shell, 1.22)),
    box(0.17, 0.18, 0.34, 0.66, 0.1, 0.46, shell),
  ];
}

/** A barber's chair: chrome foot, leather seat, foot and head rests. */
export function barberChair(leather: string): Solid[] {
  const chrome = "#c9d0d6";
  return [
    drum(0.5, 0.5, 0, 0.32, 0.05, chrome),
    drum(0.5, 0.5, 0.05, 0.1, 0.22, shade(chrome, 0.85)),
    box(0.24, 0.3, 0.27, 0.52, 0.48, 0.14, leather),
    box(0.14, 0.3, 0.3, 0.1, 0.44, 0.2, chrome),
    box(0.76, 0.3, 0.3, 0.1, 0.44, 0.2, chrome),
    box(0.24, 0.2, 0.41, 0.52, 0.12, 0.42, leather),
    box(0.34, 0.14, 0.83, 0.32, 0.12, 0.14, shade(leather, 1.15)),
    box(0.3, 0.82, 0.1, 0.4, 0.12, 0.06, chrome),
  ];
}

/** A cinema seat: deep cushion, padded back with a number plate, two arms, a cup. */
export function cinemaSeat(velvet: string): Solid[] {
  const arm = "#2a2230";
  const back = rect(0.08, 0.08, 0.56, 0.36, shade(velvet, 0.86), { rx: 0.08 });
  return [
    box(0.12, 0.24, 0, 0.76, 0.6, 0.14, arm),
    box(0.2, 0.3, 0.14, 0.6, 0.56, 0.2, shade(velvet, 1.18)),
    box(0.06, 0.3, 0.05, 0.14, 0.54, 0.44, arm),
    box(0.8, 0.3, 0.05, 0.14, 0.54, 0.44, arm),
    box(0.14, 0.14, 0.1, 0.72, 0.16, 0.56, velvet, {
      back: back + disc(0.36, 0.28, 0.09, "#f0b93a"),
    }),
    box(0.2, 0.15, 0.66, 0.6, 0.14, 0.1, shade(velvet, 1.1)),
    drum(0.87, 0.68, 0.49, 0.055, 0.12, "#f4efe6"),
  ];
}

/** A round upholstered stool with a low back, for trying on. */
export function pouf(cover: string): Solid[] {
  return [
    drum(0.5, 0.54, 0, 0.32, 0.08, "#b48a5a"),
    drum(0.5, 0.54, 0.08, 0.36, 0.3, cover),
    drum(0.5, 0.54, 0.38, 0.3, 0.04, shade(cover, 1.18)),
    box(0.2, 0.13, 0.2, 0.6, 0.12, 0.5, cover),
  ];
}

/** A moulded garden chair, for a shop floor. */
export function plasticChair(plastic: string): Solid[] {
  const slots = [0.08, 0.2, 0.32, 0.44].map((x) => rect(x, 0.1, 0.05, 0.24, shade(plastic, 0.6)));
  return [
    ...[
      [0.22, 0.26],
      [0.7, 0.26],
      [0.22, 0.72],
      [0.7, 0.72],
    ].map(([x, y]) => box(x as number, y as number, 0, 0.08, 0.08, 0.3, shade(plastic, 0.8))),
    box(0.2, 0.26, 0.3, 0.6, 0.56, 0.08, plastic),
    box(0.26, 0.38, 0.38, 0.48, 0.38, 0.01, shade(plastic, 1.25)),
    box(0.14, 0.28, 0.3, 0.09, 0.5, 0.22, shade(plastic, 0.92)),
    box(0.77, 0.28, 0.3, 0.09, 0.5, 0.22, shade(plastic, 0.92)),
    box(0.2, 0.18, 0.38, 0.6, 0.09, 0.46, plastic, { front: slots.join(""), back: slots.join("") }),
  ];
}
