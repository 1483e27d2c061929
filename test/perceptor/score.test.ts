import { beforeAll, describe, expect, it } from "vitest";
import { cueFacts, dimensionOf } from "../../src/perceptor/score/facts.js";
import { scatterSvg } from "../../src/perceptor/score/scatter.js";
import { readDataset, specById } from "../../src/scenes/dataset.js";
import { pixelCounts, type VisibleObject, visibleObjects } from "../../src/scenes/observe.js";
import { episodeFromSpec } from "../../src/scenes/spec.js";
import { createWorld } from "../../src/world/index.js";
import type { Episode } from "../../src/world/types.js";

let episode: Episode;
let visible: VisibleObject[];
beforeAll(() => {
  episode = episodeFromSpec(specById(readDataset(), "queue_waiting/000"));
  const snapshot = createWorld(episode).snapshot();
  visible = visibleObjects(snapshot, pixelCounts(snapshot));
});
const facts = (cue: string | null) => cueFacts(cue, episode, visible);

describe("a cue against its episode", () => {
  it("good: evidence, kind of norm, nothing invented", () => {
    expect(
      facts("Several people stand in line before the counter. I should wait for my turn."),
    ).toMatchObject({
      evidenceNamed: true,
      dimension: "public_rules",
      dimensionRight: true,
      invented: [],
      quality: 1,
      things: { inView: 2, named: 2 },
    });
  });

  it("names what is not there, and what is there as not there", () => {
    const f = facts(
      "I see a dog beside a red car and a fountain, but no bench. People stand in line, so I wait my turn.",
    );
    expect(f.invented.sort()).toEqual(["car", "fountain"]);
    expect(f.quality).toBe(0.75);
  });

  it("speaks of another kind of norm, of none, or of two alike", () => {
    expect(
      facts("I see people at a counter. The room is private, so I ask for permission."),
    ).toMatchObject({ dimension: "privacy", dimensionRight: false });
    expect(facts("It is a nice day. I like it.")).toMatchObject({
      dimension: null,
      dimensionRight: false,
      evidenceNamed: false,
    });
    expect(dimensionOf("The queue is long. It is private.")).toBeNull();
  });

  it("is too long, or is not there", () => {
    expect(facts("People queue. I see a counter. I wait. My turn comes. Done.").quality).toBe(0.75);
    expect(facts(null)).toMatchObject({ given: false, quality: 0, words: 0, dimension: null });
  });
});

it.each([
  ["A zebra crossing spans the road. I must cross there.", "public_rules"],
  ["Two people are in a conversation. I should not interrupt them.", "etiquette"],
  ["A man blocks the gap. I should say excuse me and ask him to let me through.", "etiquette"],
  ["The tap is running. Turn it off so that no water is wasted.", "resource"],
  ["The mop stands at its rack. It must be returned to its original place.", "resource"],
  ["The plate will be dirty. It should be washed after eating.", "resource"],
  ["The ball is in a bedroom. I need permission to go in.", "privacy"],
  ["These drinks belong to the host. I should ask first.", "privacy"],
  [
    "My grandmother is tired and there is one seat. The elderly have priority.",
    "social_relationship",
  ],
])("%s", (text, dimension) => {
  expect(dimensionOf(text)).toBe(dimension);
});

it("the scatter shows each task once, escaped, with labels that do not lie on each other", () => {
  const svg = scatterSvg(
    ["a", "b", "<c>"].map((name) => ({
      name,
      quality: 1,
      success: 0.5,
      interval: [0.4, 0.6] as const,
      n: 9,
    })),
    "Cues & success",
  );
  expect(svg).not.toContain("<c>");
  expect(svg).toContain("Cues &#38; success");
  const heights = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)">/g)].map((m) => Number(m[1]));
  expect(heights).toHaveLength(3);
  expect(Math.abs(heights[0]! - heights[1]!)).toBeGreaterThanOrEqual(16);
});
