import type { Snapshot } from "../world/types.js";
import { agentCamera, type Camera } from "./camera.js";
import { fill, fillIds, type Target } from "./raster/fill.js";
import { floats, ints } from "./raster/pool.js";
import { type Projected, project } from "./raster/project.js";
import { groundUnder, sceneParts } from "./scene.js";
import { environmentFor } from "./setting/index.js";
import { develop } from "./shading/develop.js";
import { gather } from "./shading/gather.js";
import { lightOf } from "./shading/light.js";
import { occlusion } from "./shading/occlusion.js";
import { Shader } from "./shading/shader.js";
import { shadowMap } from "./shading/shadow.js";
import { DEFAULT_RENDER, type Frame, type Part, type RenderOptions } from "./types.js";

function target(name: string, width: number, height: number): Target {
  const n = width * height;
  return { width, height, owner: ints(`${name}-owner`, n), near: floats(`${name}-near`, n) };
}

/** The entity number at every pixel centre; things of the set hide what is behind them and count as 0. */
function idPass(projected: Projected, camera: Camera): Uint16Array {
  const pixels = target("ids", camera.width, camera.height);
  fillIds(projected, pixels);
  return Uint16Array.from(pixels.owner.subarray(0, camera.width * camera.height));
}

/** The middle of what shadows matter for: before the viewer, on the ground. */
function shadowCentre(camera: Camera, reach: number): [number, number, number] {
  const { eye, forward } = camera;
  const flat = Math.hypot(forward[0], forward[2]) || 1;
  const ahead = reach * 0.7;
  return [eye[0] + (forward[0] / flat) * ahead, 0, eye[2] + (forward[2] / flat) * ahead];
}

/** Draws given parts through a given camera under the light of the snapshot's setting. */
export function renderParts(
  parts: readonly Part[],
  camera: Camera,
  setting: Snapshot["setting"],
): Frame {
  const { width, height } = camera;
  const projected = project(parts, camera);
  const ids = idPass(projected, camera);
  const samples = target("samples", width * 2, height * 2);
  fill(projected, 2, samples);
  const light = lightOf(environmentFor(setting), setting.indoor);
  const shadows = shadowMap(parts, light, shadowCentre(camera, light.shadowReach));
  const shader = new Shader(projected, camera, light, shadows);
  const gathered = gather(shader, samples, projected, camera);
  const open = occlusion(gathered, camera, light);
  return { width, height, rgb: develop(gathered, open, ids, camera, light.exposure), ids };
}

function cameraOf(snapshot: Snapshot, options: RenderOptions): Camera {
  const { agent, setting } = snapshot;
  return agentCamera(agent, groundUnder(setting, agent.location), options);
}

/**
 * What the agent sees: the colour picture and the id pass (one sample per pixel centre).
 * Same snapshot and options, same bytes.
 */
export function renderFrame(snapshot: Snapshot, options: Partial<RenderOptions> = {}): Frame {
  const all = { ...DEFAULT_RENDER, ...options };
  return renderParts(sceneParts(snapshot), cameraOf(snapshot, all), snapshot.setting);
}

/** The id pass alone: exactly the `ids` of `renderFrame`, many times faster. */
export function renderIds(snapshot: Snapshot, options: Partial<RenderOptions> = {}): Uint16Array {
  const camera = cameraOf(snapshot, { ...DEFAULT_RENDER, ...options });
  return idPass(project(sceneParts(snapshot), camera), camera);
}
