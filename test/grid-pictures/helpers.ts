import { svgDocument } from "../../src/grid-pictures/svg.js";
import { rasterise } from "../../src/images/svg.js";

/** True where the text is well-formed XML: tags nest, attributes are quoted and not repeated, no stray < or &. */
export function xmlFault(text: string): string | null {
  const open: string[] = [];
  const tag = /<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
  let at = 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const words = text.slice(at, next < 0 ? text.length : next);
    if (/&(?!(amp|lt|gt|quot|#39);)/.test(words)) return `stray & near ${words.slice(0, 40)}`;
    if (next < 0) break;
    tag.lastIndex = next;
    const hit = tag.exec(text);
    if (!hit) return `no tag at ${text.slice(next, next + 60)}`;
    const [whole, closing, name, attributes, empty] = hit as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const names = [...attributes.matchAll(/([\w:-]+)=/g)].map((m) => m[1]);
    if (new Set(names).size < names.length) return `attribute twice in ${whole.slice(0, 80)}`;
    if (/&(?!(amp|lt|gt|quot|#39);)/.test(attributes)) return `stray & in ${whole.slice(0, 80)}`;
    if (closing) {
      if (open.pop() !== name) return `</${name}> closes nothing`;
    } else if (!empty) open.push(name);
    at = next + whole.length;
  }
  return open.length > 0 ? `<${open.at(-1)}> is left open` : null;
}

/** Numbers that a drawing must not hold: none at all, negative sizes, exponents. */
export const badNumber = (svg: string): string | null =>
  /"[^"]*(NaN|undefined|Infinity|null)[^"]*"/.exec(svg)?.[0] ??
  /[\s"(,]-?\d+(?:\.\d+)?e[+-]?\d+/.exec(svg)?.[0] ??
  /(?:width|height|r|rx|ry)="-[^"]*"/.exec(svg)?.[0] ??
  null;

export interface Ink {
  /** share of the rectangle's pixels that are painted */
  inside: number;
  /** strongest alpha more than `slack` pixels beyond its edge: half an outline may stand over it */
  outside: number;
}

/** Draws SVG with a margin about its rectangle (pixels) and tells what is painted where. */
export async function inkOf(svg: string, width: number, height: number, slack = 1): Promise<Ink> {
  const margin = 30;
  const [w, h] = [width + 2 * margin, height + 2 * margin];
  const view = `${-margin} ${-margin} ${w} ${h}`;
  const pixels = await rasterise(svgDocument(w, h, svg, view), w, h);
  let painted = 0;
  let outside = 0;
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const alpha = pixels[(y * w + x) * 4 + 3] as number;
      const over = Math.max(
        margin - x,
        margin - y,
        x - margin - width + 1,
        y - margin - height + 1,
      );
      if (over > slack) outside = Math.max(outside, alpha);
      else if (over <= 0 && alpha > 40) painted++;
    }
  return { inside: painted / (width * height), outside };
}

/** A map of the tests' own, so that changes of the benchmark's layouts leave golden pictures alone. */
export const TEST_MAP = `id: ID
name: Test room
poi: lamp-post 9 3
@map
######KSK######
#...........VV#
#.hTh.......VV#
#..h....XX....#
#.............#
A......M......C
#..EE.........#
#.hTTh..hTh...#
#.hTTh..hTh...#
#.............#
######B########
@zones
...............
...............
...............
...............
...qq.....rr...
...qq.....rr...
...............
...............
...............
...............
...............
`;
