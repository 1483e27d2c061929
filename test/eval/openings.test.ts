import { describe, expect, it } from "vitest";
import { Openings } from "../../src/eval/openings.js";
import { IdPassCache } from "../../src/scenes/cache.js";
import { readDataset } from "../../src/scenes/dataset.js";
import { pixelCounts } from "../../src/scenes/observe.js";
import { episodeFromSpec, episodeHash, twinOf } from "../../src/scenes/spec.js";
import { createWorld } from "../../src/world/index.js";

const spec = readDataset().specs[0]!;

describe("Openings", () => {
  it("give the episode of a spec, its hash and its views", async () => {
    const { episode, hash, look } = new Openings(true, new IdPassCache(null)).of(spec);
    expect(episode).toEqual(episodeFromSpec(spec));
    expect(hash).toBe(episodeHash(episode));
    const world = createWorld(episode);
    const first = world.snapshot();
    expect(await look(first, 0)).toEqual(pixelCounts(first));
    world.observe([]);
    const turned = world.execute({
      think: "",
      action: "turn_in_degree",
      parameters: { degree: 90 },
    });
    expect(turned).toEqual({ result: "success" });
    const later = world.snapshot();
    expect(later).not.toEqual(first);
    expect(await look(later, 1)).toEqual(pixelCounts(later));
    expect(await look(first, 0)).toEqual(pixelCounts(first));
  });

  it("make an episode once where it comes again, twins apart, and let nobody write into it", () => {
    const openings = new Openings(true, new IdPassCache(null));
    const { episode } = openings.of(spec);
    expect(openings.of(spec).episode).toBe(episode);
    expect(openings.of(twinOf(spec)).hash).toBe(spec.twinSha256);
    expect(() => {
      (episode.entities[0]!.location as unknown as number[])[0] = 7;
    }).toThrow(TypeError);
  });
});
