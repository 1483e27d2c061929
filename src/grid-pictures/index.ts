/** Pictures of the grid world as SVG text, frames as data, replays as HTML. No pixels here: see `images`. */
export {
  backgroundSvg,
  type FrameLayout,
  type FramePart,
  frameLayout,
  frameParts,
  frameSvg,
} from "./frame.js";
export { type IsoOptions, isoSvg } from "./iso.js";
export { replayHtml } from "./replay/page.js";
export { svgDocument } from "./svg.js";
export { framesText, parseTrace } from "./trace.js";
export type { Facing, FrameView, PersonView, PictureOptions, Trace } from "./types.js";
export { goalCells, goalLine, Onlooker, watchScenario } from "./watch.js";
