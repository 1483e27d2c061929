import { canonicalJson, sha256 } from "../../core/hash.js";
import type { Episode, Vec2 } from "../../world/types.js";

/**
 * The shape of a place whatever way it is turned: what kind of place, and all edge lengths of its walls, regions
 * and painted grounds in whole centimetres. Two scenes of one shape have one key.
 */
export function layoutKey(episode: Episode): string {
  const { setting, regions } = episode;
  const shape = {
    place: setting.place,
    walls: setting.walls
      .map((w) => [
        length(w.from, w.to),
        ...w.openings.map((o) => [Math.round(o.at), Math.round(o.width)]),
      ])
      .map((w) => JSON.stringify(w))
      .sort(),
    regions: regions.map((r) => `${r.kind} ${edges(r.polygon)}`).sort(),
    grounds: setting.surfaces.map((s) => `${s.material} ${edges(s.polygon)}`).sort(),
  };
  return sha256(canonicalJson(shape)).slice(0, 16);
}

const length = (a: Vec2, b: Vec2): number => Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]));

const edges = (polygon: readonly Vec2[]): string =>
  polygon.map((p, i) => length(p, polygon[(i + 1) % polygon.length]!)).join(" ");

/** Every colour that an episode was dressed and painted in, ascending. */
export function coloursOf(episode: Episode): string[] {
  return [...new Set(JSON.stringify(episode).match(/#[0-9a-f]{6}\b/gi) ?? [])].sort();
}

/** Where the agent stands and looks, as one word. */
export const viewpointKey = (episode: Episode): string =>
  `${episode.agent.location.join(",")}@${episode.agent.yaw}`;
