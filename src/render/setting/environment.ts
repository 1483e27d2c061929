import type { Setting } from "../../world/types.js";
import { noise2 } from "../noise.js";
import { smooth } from "../textures/detail.js";
import type { Environment, Rgb } from "../types.js";

type Direction = readonly [number, number, number];

/** World azimuth (degrees clockwise from north) and elevation to a direction in render space. */
export function directionOf(azimuth: number, elevation: number): Direction {
  const a = (azimuth * Math.PI) / 180;
  const e = (elevation * Math.PI) / 180;
  return [Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e)];
}

const times = (c: Rgb, k: number): Rgb => [c[0] * k, c[1] * k, c[2] * k];

/** Between a cool and a warm tone of the same light. */
function tone(cool: Rgb, warm: Rgb, share: number): Rgb {
  return [
    cool[0] + (warm[0] - cool[0]) * share,
    cool[1] + (warm[1] - cool[1]) * share,
    cool[2] + (warm[2] - cool[2]) * share,
  ];
}

const HAZE: Rgb = [0.66, 0.76, 0.88];

/** Blue overhead, pale at the horizon, drifting clouds; grey-green below it. */
function daySky(warmth: number): Environment["sky"] {
  const high = tone([0.2, 0.42, 0.86], [0.3, 0.46, 0.78], warmth);
  const low = tone([0.74, 0.86, 1], [0.96, 0.88, 0.8], warmth * 0.6);
  return (x, y, z, out) => {
    const k = (1 - Math.max(0, y)) ** 3.4;
    for (let i = 0; i < 3; i++) out[i] = high[i]! + (low[i]! - high[i]!) * k;
    if (y > 0.01) {
      const s = 1 / (y + 0.13);
      const u = x * s;
      const v = z * s;
      const cloud =
        0.6 * noise2(u * 1.3 + 9, v * 1.3) +
        0.28 * noise2(u * 3.1, v * 3.1 + 4) +
        0.12 * noise2(u * 7, v * 7);
      const cover = smooth(0.5, 0.76, cloud) * smooth(0.01, 0.16, y) * 0.85;
      for (let i = 0; i < 3; i++) out[i] = out[i]! + (1.02 - out[i]!) * cover;
    } else {
      const depth = Math.min(1, -y * 6);
      out[0] = out[0]! + (0.3 - out[0]!) * depth;
      out[1] = out[1]! + (0.3 - out[1]!) * depth;
      out[2] = out[2]! + (0.27 - out[2]!) * depth;
    }
  };
}

/** What shiny things indoors reflect: a light ceiling, darker floor, bright windows around. */
function roomSky(warmth: number): Environment["sky"] {
  return (x, y, z, out) => {
    const k = 0.34 + 0.5 * (y * 0.5 + 0.5);
    out[0] = k * (1 + 0.06 * warmth);
    out[1] = k;
    out[2] = k * (1.06 - 0.1 * warmth);
    const window =
      smooth(0.02, 0.3, y) * smooth(0.62, 0.34, y) * smooth(0.2, 0.7, Math.abs(x * x - z * z));
    for (let i = 0; i < 3; i++) out[i] = out[i]! + (1.2 - out[i]!) * 0.7 * window;
  };
}

function outdoors(setting: Setting): Environment {
  const { azimuth, elevation, warmth, brightness } = setting.light;
  const sun = directionOf(azimuth, Math.max(20, Math.min(80, elevation)));
  return {
    sun: {
      direction: sun,
      colour: times(tone([1.5, 1.46, 1.38], [1.72, 1.46, 1.1], warmth), brightness),
    },
    fill: {
      direction: directionOf(azimuth + 160, 18),
      colour: times([0.16, 0.17, 0.2], brightness),
    },
    ambient: {
      sky: times([0.44, 0.52, 0.66], brightness),
      ground: times([0.27, 0.25, 0.22], brightness),
    },
    fog: { density: 0.0055, colour: HAZE },
    exposure: 1,
    shadowBlur: 0.03,
    sky: daySky(warmth),
  };
}

/**
 * Rooms: lamps above give most light, from high up whatever the sun does, so that shadows stay short; windows
 * fill in from the side the setting names.
 */
function indoors(setting: Setting): Environment {
  const { azimuth, elevation, warmth, brightness } = setting.light;
  const high = 62 + Math.max(0, Math.min(90, elevation)) * 0.18;
  return {
    sun: {
      direction: directionOf(azimuth, high),
      colour: times(tone([0.64, 0.67, 0.69], [0.8, 0.68, 0.52], warmth), brightness),
    },
    fill: {
      direction: directionOf(azimuth + 35, 14),
      colour: times(tone([0.2, 0.22, 0.25], [0.24, 0.21, 0.18], warmth), brightness),
    },
    ambient: {
      sky: times(tone([0.5, 0.53, 0.56], [0.57, 0.52, 0.46], warmth), brightness),
      ground: times(tone([0.38, 0.37, 0.35], [0.43, 0.37, 0.31], warmth), brightness),
    },
    fog: { density: 0, colour: HAZE },
    exposure: 1,
    shadowBlur: 0.09,
    sky: roomSky(warmth),
  };
}

/** The light of a place: sun and clouds outdoors, lamps and windows indoors. */
export function environmentFor(setting: Setting): Environment {
  return setting.indoor ? indoors(setting) : outdoors(setting);
}
