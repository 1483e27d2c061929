// Contact sheets of the asset table's kinds, for looking at them:
//   node scripts/props-sheet.mjs <out folder> [kind…]     (after `npm run build`; NORMACT_OUT names another build)
// A kind may carry a look as JSON: 'tray:{"sign":"GUESTS"}', and a state: 'faucet=on'.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "..");
const built = resolve(process.env.NORMACT_OUT ?? join(root, "dist"));
const load = (path) => import(pathToFileURL(join(built, path)).href);
const { entityParts } = await load("render/props/index.js");
const { cameraAt } = await load("render/camera.js");
const { renderParts } = await load("render/frame.js");
const { settingParts } = await load("render/setting/index.js");

const [out = "/tmp/props-sheets", ...wanted] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const assets = parse(readFileSync(join(root, "scenes/embodied/assets.yaml"), "utf8"));
const [W, H, COLUMNS] = [320, 260, 6];

function settingOf(outdoor) {
  return {
    place: "studio",
    indoor: !outdoor,
    ground: outdoor
      ? { material: "paving", colour: "#b9b2a6" }
      : { material: "planks", colour: "#b58a5c" },
    surfaces: [],
    walls: [],
    buildings: [],
    ceilings: [],
    backdrop: "trees",
    light: { azimuth: 215, elevation: 50, warmth: 0.4, brightness: 1 },
    bounds: [-500, -500, 500, 500],
  };
}

const OUTDOOR = new Set(
  "crosswalk trash_bin park_bench car tree bush street_lamp mailbox hydrant planter bicycle kiosk fountain street_sign cafe_table doghouse watering_can garden_chair".split(
    " ",
  ),
);

function entityOf(kind, id, state, look) {
  const [d, w, h] = assets[kind].size;
  const box = [
    [-d / 2, -w / 2],
    [d / 2, -w / 2],
    [d / 2, w / 2],
    [-d / 2, w / 2],
  ];
  return {
    id: String(id),
    name: assets[kind].name,
    kind,
    location: [0, 0, 0],
    yaw: 180 - 28,
    footprint: box,
    height: h,
    solid: true,
    state: state ?? assets[kind].states?.[0] ?? null,
    seats: assets[kind].seats?.map((y) => ({ offset: [0, y], occupant: null })),
    ...(look && { look }),
  };
}

/** Stands for a tap: it is seen over a sink. */
function companions(kind, entity) {
  if (kind !== "faucet") return [entity];
  entity.location = [16.8, 8.9, 90];
  const sink = entityOf("sink", 99);
  return [sink, entity];
}

function tile(spec, index) {
  const [, kind, state, look] = /^(\w+)(?:=(\w+))?(?::(.*))?$/.exec(spec);
  const entity = entityOf(kind, index + 1, state, look ? JSON.parse(look) : undefined);
  if (kind === "mop" || kind === "broom") entity.containedIn = "98";
  const snapshot = {
    setting: settingOf(OUTDOOR.has(kind)),
    regions: [],
    entities: companions(kind, entity),
    agent: { location: [0, 0, 0], yaw: 0, seatedOn: null, hands: [null, null] },
  };
  const [d, w, h] = assets[kind].size.map((v) => v / 100);
  const size = kind === "faucet" ? 0.5 : Math.max(0.14, Math.hypot(w, d) * 0.8, h * 1.25);
  const distance = size * 1.35 + 0.12;
  const pitch = h < 0.02 ? 35 : h > 1.5 ? 8 : 24;
  const p = (pitch * Math.PI) / 180;
  const base = kind === "faucet" ? 0.92 : 0;
  const eye = [0, base + h / 2 + distance * Math.sin(p), distance * Math.cos(p)];
  const camera = cameraAt(eye, 0, pitch, { width: W, height: H, fov: 60 });
  const parts = [
    ...settingParts(snapshot),
    ...snapshot.entities.flatMap((e) => entityParts(e, snapshot)),
  ];
  const triangles = parts
    .filter((q) => q.id === index + 1)
    .reduce((n, q) => n + q.geometry.indices.length / 3, 0);
  const frame = renderParts(parts, camera, snapshot.setting);
  return { rgb: frame.rgb, triangles, spec };
}

const kinds = wanted.length > 0 ? wanted : Object.keys(assets).filter((k) => k !== "person");
const PAGE = COLUMNS * 4;
for (let page = 0; page * PAGE < kinds.length; page++) {
  const tiles = kinds.slice(page * PAGE, (page + 1) * PAGE).map((k, i) => tile(k, page * PAGE + i));
  const columns = Math.min(COLUMNS, tiles.length);
  const rows = Math.ceil(tiles.length / columns);
  const sheet = sharp({
    create: { width: columns * W, height: rows * H, channels: 3, background: "#202020" },
  });
  const layers = tiles.flatMap((t, i) => {
    const left = (i % columns) * W;
    const top = Math.floor(i / columns) * H;
    const text = `<svg width="${W}" height="20"><text x="4" y="14" font-size="13" font-family="sans-serif" fill="#000">${t.spec.replace(/[<>&"]/g, "").slice(0, 34)} · ${t.triangles}</text></svg>`;
    return [
      { input: Buffer.from(t.rgb), raw: { width: W, height: H, channels: 3 }, left, top },
      { input: Buffer.from(text), left, top },
    ];
  });
  const file = join(out, `sheet-${page + 1}.png`);
  await sharp(await sheet.composite(layers).png().toBuffer()).toFile(file);
  console.log(file, tiles.map((t) => `${t.spec}:${t.triangles}`).join(" "));
}
