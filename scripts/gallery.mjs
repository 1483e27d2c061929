// Makes the pictures of docs/gallery.md and the README from the built package: node scripts/gallery.mjs
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { readDataset, specById } = await import(join(root, "dist/scenes/dataset.js"));
const { episodeFromSpec } = await import(join(root, "dist/scenes/spec.js"));
const { drawObservation } = await import(join(root, "dist/scenes/picture.js"));
const { createWorld } = await import(join(root, "dist/world/index.js"));
const { decode, encodeWebp } = await import(join(root, "dist/images/index.js"));

/** One episode a task, chosen by eye. */
const CHOSEN = {
  road_crossing: 0,
  queue_waiting: 0,
  avoiding_interruption: 2,
  giving_way: 2,
  approaching_before_talking: 2,
  turning_off_faucets: 1,
  returning_shared_objects: 1,
  washing_used_dishes: 1,
  avoiding_private_rooms: 2,
  respecting_belongings: 1,
  giving_priority_to_elder: 1,
};
const LIMIT = 80 * 1024;

const dataset = readDataset();
const folder = join(root, "docs/images");
mkdirSync(folder, { recursive: true });

async function small(png, file) {
  const { data, width, height } = await decode(png);
  for (let quality = 88; quality >= 30; quality -= 6) {
    writeFileSync(file, await encodeWebp(data, width, height, quality));
    if (statSync(file).size <= LIMIT) return;
  }
  throw new Error(`${file} does not fit into ${LIMIT} bytes`);
}

for (const [task, instance] of Object.entries(CHOSEN)) {
  const id = `${task}/${String(instance).padStart(3, "0")}`;
  const episode = episodeFromSpec(specById(dataset, id));
  const picture = await drawObservation(createWorld(episode).snapshot());
  await small(picture.rgb, join(folder, `${task}.webp`));
  if (task === "avoiding_private_rooms")
    await small(picture.observation, join(folder, "observation.webp"));
  console.log(id);
}

const { layoutIds } = await import(join(root, "dist/grid/layouts.js"));
const { isoSvg } = await import(join(root, "dist/grid-pictures/index.js"));
const { svgToPng } = await import(join(root, "dist/images/svg.js"));
for (const id of layoutIds()) {
  await small(await svgToPng(isoSvg(id)), join(folder, `grid-${id}.webp`));
  console.log(`grid ${id}`);
}
