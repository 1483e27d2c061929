/**
 * Numbers to pixels: what the agent of a snapshot sees, and which entity stands at every pixel. Pure; same
 * snapshot and options, same bytes.
 */
export { PITCH, SEATED_DROP } from "./camera.js";
export { renderFrame, renderIds } from "./frame.js";
export { idColour, MIN_LABEL_PIXELS, type Segmentation, segmentation } from "./segmentation.js";
export { DEFAULT_RENDER, type Frame, type Label, type RenderOptions } from "./types.js";
