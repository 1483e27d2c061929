import { describe, expect, it } from "vitest";
import { EpisodeBuilder } from "../../src/tasks/kit/builder.js";
import { Frame } from "../../src/tasks/kit/frame.js";
import { place, Stage, scatter } from "../../src/tasks/kit/stage.js";
import { Redraw } from "../../src/tasks/types.js";

const builder = () =>
  new EpisodeBuilder(
    { seed: 1, instance: 0, variant: "plain", attempt: 0, twin: false, split: "benchmark" },
    { id: "a_task", dimension: "etiquette" },
  );

describe("frame", () => {
  it("lays ahead and right out in the world", () => {
    const frame = new Frame([100, 50], 90);
    expect(frame.at(10, 0)).toEqual([100, 60]);
    expect(frame.at(0, 10)).toEqual([90, 50]);
    expect(frame.yaw(-90)).toBe(0);
    expect(frame.bounds(0, -10, 20, 10)).toEqual([90, 50, 110, 70]);
  });
});

describe("stage", () => {
  it("lets nothing overlap, block a way or hide a key thing", () => {
    const stage = new Stage([0, 0], 0);
    stage.keepInView([600, 0], 20);
    stage.claim([600, 0], 20);
    stage.keepOpen([
      [0, 0],
      [0, 500],
    ]);
    expect(stage.fits([600, 30], 20)).toBe(false); // overlaps
    expect(stage.fits([300, 10], 20)).toBe(false); // hides
    expect(stage.fits([50, 300], 20)).toBe(false); // in the way
    expect(stage.fits([0, 30], 20)).toBe(false); // on the agent
    expect(stage.fits([900, 0], 20)).toBe(true); // behind
    expect(stage.fits([300, 200], 20)).toBe(true); // beside
  });

  it("asks for another draw when a key thing is hidden or out of view", () => {
    const stage = new Stage([0, 0], 0);
    stage.claim([300, 0], 30);
    expect(() => stage.keepInView([600, 0], 20)).toThrow(Redraw);
    expect(() => stage.keepInView([100, 300], 20)).toThrow(Redraw);
    expect(() => stage.keepInView([600, 200], 20)).not.toThrow();
  });

  it("puts only down what fits, and uses up no id for what does not", () => {
    const b = builder();
    const stage = new Stage([0, 0], 0);
    stage.keepInView([600, 0], 20);
    expect(place(b, stage, "tree", { at: [300, 0] })).toBeNull();
    expect(b.entities).toHaveLength(0);
    expect(place(b, stage, "car", { at: [700, 400] })?.kind).toBe("car");
    expect(place(b, stage, "tree", { at: [700, 450] })).toBeNull();
    const first = builder().object("tree", { at: [0, 0] }).id;
    expect(b.entities[0]?.id).toBe(first);
  });

  it("scatters as many as there is room for", () => {
    const b = builder();
    const stage = new Stage([0, 0], 0);
    const rng = b.rng("test");
    const put = scatter(b, stage, rng, [{ kind: "bush" }], 30, (r) => [
      r.int(100, 300),
      r.int(-100, 100),
    ]);
    expect(put.length).toBeGreaterThan(0);
    expect(put.length).toBeLessThan(30);
  });
});
