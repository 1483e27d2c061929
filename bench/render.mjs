// How long one observation takes: node bench/render.mjs (after npm run build)
// Rivals in the same run: PNG encoding of the same pixels (no picture leaves without it) and, for the id
// pass, writing its samples once to memory.
import { join } from "node:path";
import { root, row, timed } from "./kit.mjs";

const at = (file) => import(join(root, "dist", file));
const { taskById } = await at("tasks/registry.js");
const { renderFrame, renderIds, segmentation } = await at("render/index.js");
const { encodeObservation } = await at("images/index.js");

/** First view of instance 0 of a task. */
function firstView(task) {
  const definition = taskById(task);
  for (let attempt = 0; ; attempt++) {
    try {
      const variant = definition.variants[0];
      const episode = definition.generate({
        seed: 1,
        instance: 0,
        variant,
        attempt,
        twin: false,
        split: "benchmark",
      });
      const { setting, regions, entities, agent } = episode;
      return {
        setting,
        regions,
        entities,
        agent: { ...agent, seatedOn: null, hands: [null, null] },
      };
    } catch (error) {
      if (attempt > 50) throw error;
    }
  }
}

const best = (times, work) => Math.min(...Array.from({ length: times }, () => timed(work)));

async function bestAsync(times, work) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const started = performance.now();
    await work();
    least = Math.min(least, performance.now() - started);
  }
  return least;
}

for (const task of ["road_crossing", "queue_waiting", "washing_used_dishes"]) {
  const view = firstView(task);
  const names = new Map(view.entities.map((e) => [e.id, e.name]));
  let frame = renderFrame(view);
  let seg = segmentation(frame.ids, frame.width, frame.height, names);
  const { width, height } = frame;
  const drawing = best(12, () => {
    frame = renderFrame(view);
  });
  const labelling = best(12, () => {
    seg = segmentation(frame.ids, width, height, names);
  });
  const png = await bestAsync(6, () => encodeObservation(frame.rgb, seg.image, width, height));
  const ids = best(20, () => renderIds(view));
  const owner = new Int32Array(width * height);
  const depth = new Float32Array(width * height);
  const memory = best(20, () => {
    for (let i = 0; i < owner.length; i++) {
      owner[i] = i;
      depth[i] = i;
    }
  });
  row(`${task}: id pass`, ids, "ms", memory, "writing ids and depths", "≤ 20 ms");
  row(`${task}: colour`, drawing, "ms", png, "its PNG", "—");
  row(`${task}: labels`, labelling, "ms", png, "its PNG", "—");
  row(`${task}: observation`, drawing + labelling + png, "ms", png, "its PNG", "≤ 200 ms");
}
