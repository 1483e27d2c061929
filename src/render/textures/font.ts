/**
 * A small stroke font for signs: capitals, digits and a few marks. A glyph is a set of polylines on
 * a grid 12 high (y up); strokes are drawn thick with round ends, so octagonal bows look round.
 */

interface Glyph {
  width: number;
  /** polylines, each x0,y0,x1,y1,… */
  strokes: number[][];
}

/** width|polyline;polyline — points as "x,y" */
const SOURCE: Record<string, string> = {
  A: "8.4|0,0 4.2,12 8.4,0;1.5,4 6.9,4",
  B: "8|0,0 0,12 5.5,12 7.5,10.5 7.5,8 5.5,6.4 0,6.4;5.5,6.4 8,4.5 8,2 6,0 0,0",
  C: "8|8,9.5 6.4,12 1.8,12 0,9.8 0,2.2 1.8,0 6.4,0 8,2.5",
  D: "8|0,0 0,12 5,12 8,9 8,3 5,0 0,0",
  E: "7|7,12 0,12 0,0 7,0;0,6.3 6,6.3",
  F: "7|7,12 0,12 0,0;0,6.3 6,6.3",
  G: "8|8,9.5 6.4,12 1.8,12 0,9.8 0,2.2 1.8,0 6.2,0 8,2 8,5.6 4.8,5.6",
  H: "8|0,0 0,12;8,0 8,12;0,6.2 8,6.2",
  I: "1|0.5,0 0.5,12",
  J: "7|7,12 7,2.2 5.4,0 2,0 0.3,2.4",
  K: "8|0,0 0,12;8,12 0,5;2.8,7.4 8,0",
  L: "7|0,12 0,0 7,0",
  M: "10|0,0 0,12 5,4.5 10,12 10,0",
  N: "8|0,0 0,12 8,0 8,12",
  O: "8.4|2,0 0,2.3 0,9.7 2,12 6.4,12 8.4,9.7 8.4,2.3 6.4,0 2,0",
  P: "8|0,0 0,12 5.8,12 8,10 8,7.4 5.8,5.4 0,5.4",
  Q: "8.6|2,0 0,2.3 0,9.7 2,12 6.4,12 8.4,9.7 8.4,2.3 6.4,0 2,0;5,3.4 8.6,-0.6",
  R: "8|0,0 0,12 5.8,12 8,10 8,7.4 5.8,5.4 0,5.4;4.2,5.4 8,0",
  S: "8|7.8,9.8 6.2,12 1.8,12 0.2,10.2 0.2,8 1.8,6.5 6.2,5.6 7.8,4 7.8,1.9 6.2,0 1.8,0 0,2.2",
  T: "8.4|0,12 8.4,12;4.2,12 4.2,0",
  U: "8|0,12 0,2.3 1.9,0 6.1,0 8,2.3 8,12",
  V: "8.4|0,12 4.2,0 8.4,12",
  W: "11.2|0,12 2.8,0 5.6,9 8.4,0 11.2,12",
  X: "8|0,0 8,12;0,12 8,0",
  Y: "8.4|0,12 4.2,6 8.4,12;4.2,6 4.2,0",
  Z: "8|0,12 8,12 0,0 8,0",
  "0": "8|2,0 0,2.3 0,9.7 2,12 6,12 8,9.7 8,2.3 6,0 2,0",
  "1": "4|0,9.5 3.4,12 3.4,0",
  "2": "8|0.2,9.6 1.8,12 6.2,12 7.8,10 7.8,7.6 0,0 8,0",
  "3": "8|0.2,12 7.6,12 3.8,7.2 6.2,7.2 8,5.2 8,2.2 6,0 1.8,0 0,2.2",
  "4": "8.4|6,0 6,12 0,3.6 8.4,3.6",
  "5": "8|7.4,12 0.8,12 0.4,6.6 2,7.6 6,7.6 8,5.6 8,2.2 6,0 1.8,0 0,2",
  "6": "8|7.4,10.4 6,12 2,12 0,9.8 0,2.2 2,0 6,0 8,2.2 8,5 6,7 2,7 0,5",
  "7": "8|0,12 8,12 3,0",
  "8": "8|2,6.4 0.4,8 0.4,10.2 2,12 6,12 7.6,10.2 7.6,8 6,6.4 2,6.4 0,4.6 0,2 2,0 6,0 8,2 8,4.6 6,6.4",
  "9": "8|0.6,1.6 2,0 6,0 8,2.2 8,9.8 6,12 2,12 0,9.8 0,7 2,5 6,5 8,7",
  "'": "1|0.8,12 0.4,9",
  ".": "1|0.5,0 0.5,0.1",
  ",": "1|0.8,0.4 0.2,-2",
  "-": "5|0,6 5,6",
  "!": "1|0.5,12 0.5,4.2;0.5,0 0.5,0.1",
  "?": "7|0,9.6 1.6,12 5.4,12 7,10 7,8 3.6,5.6 3.6,4;3.6,0 3.6,0.1",
  ":": "1|0.5,8 0.5,8.1;0.5,1.6 0.5,1.7",
  "/": "5|0,-1 5,13",
  "+": "7|0,6 7,6;3.5,2.5 3.5,9.5",
  "&": "9|9,0 2,8.4 2,10.6 3.4,12 5,12 6,10.6 6,9 0.6,4.6 0.6,1.8 2.4,0 5,0 8.6,5",
};

const SPACE_WIDTH = 4.5;
const GAP = 3.2;
/** Height of a capital in font units. */
export const CAP_HEIGHT = 12;
/** Half the thickness of a stroke in font units. */
export const HALF_STROKE = 1.05;

function parseGlyph(text: string): Glyph {
  const [width, lines] = text.split("|") as [string, string];
  const strokes = lines.split(";").map((line) => line.split(/[ ,]/).map(Number));
  return { width: Number(width), strokes };
}

const GLYPHS = new Map(Object.entries(SOURCE).map(([key, text]) => [key, parseGlyph(text)]));

/** True when every character of `text` can be drawn (lower case is drawn as capitals). */
export function isDrawable(text: string): boolean {
  return [...text.toUpperCase()].every((c) => c === " " || c === "\n" || GLYPHS.has(c));
}

/** One line of text as stroke segments x0,y0,x1,y1 in font units, starting at x = 0. */
export function layOutLine(text: string): { segments: number[][]; width: number } {
  const segments: number[][] = [];
  let pen = 0;
  for (const char of text.toUpperCase()) {
    const glyph = GLYPHS.get(char);
    if (!glyph) {
      pen += SPACE_WIDTH + GAP;
      continue;
    }
    for (const s of glyph.strokes) {
      for (let i = 0; i + 3 < s.length; i += 2) {
        segments.push([pen + s[i]!, s[i + 1]!, pen + s[i + 2]!, s[i + 3]!]);
      }
    }
    pen += glyph.width + GAP;
  }
  return { segments, width: Math.max(0, pen - GAP) };
}
