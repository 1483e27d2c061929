import { describe, expect, it } from "vitest";
import { freeScenario } from "../../src/grid/scenarios/free.js";
import { watchScenario } from "../../src/grid-pictures/index.js";
import { GridPainter } from "../../src/images/grid-frames.js";
import { decode } from "../../src/images/index.js";
import { encodeAnimation, pagesOf, svgToPng } from "../../src/images/svg.js";

describe("moving pictures", () => {
  const painter = new GridPainter({ cell: 16, rulers: false });
  const { width, height } = painter.place;
  const delay = 200;

  it.each(["gif", "webp"] as const)("%s: a page for each frame of an episode", async (format) => {
    const trace = watchScenario(
      freeScenario({ norm: "odd-turns-only", layout: "cafe", seed: 2, steps: 12 }),
      "idle",
    );
    const frames: Uint8Array[] = [];
    for (const view of trace.frames) frames.push(await painter.pixels(view));
    const bytes = await encodeAnimation({ frames, width, height, delay }, format);
    expect(await pagesOf(bytes)).toEqual({
      pages: 13,
      width,
      height,
      format,
      delays: frames.map(() => delay),
    });
    const again = await encodeAnimation({ frames, width, height, delay }, format);
    expect(Buffer.compare(again, bytes)).toBe(0);
    const first = await decode(bytes);
    let far = 0;
    for (let i = 0; i < first.data.length; i++)
      far += Math.abs((first.data[i] as number) - (frames[0]?.[i] as number));
    expect(far / first.data.length).toBeLessThan(format === "webp" ? 1e-9 : 4);
  });

  it("GIF keeps frames that are equal; WebP shows them as one that stands longer", async () => {
    const frames = [1, 2, 2, 2, 3].map((v) => new Uint8Array(width * height * 3).fill(v * 50));
    const gif = await pagesOf(await encodeAnimation({ frames, width, height, delay }, "gif"));
    expect(gif.delays).toEqual([200, 200, 200, 200, 200]);
    const webp = await pagesOf(await encodeAnimation({ frames, width, height, delay }, "webp"));
    expect(webp.delays).toEqual([200, 600, 200]);
  });

  it("refuse frames of another size", async () => {
    const bad = { frames: [new Uint8Array(5)], width, height, delay };
    await expect(encodeAnimation(bad, "gif")).rejects.toThrow(RangeError);
  });

  it("SVG becomes PNG at its own size", async () => {
    const png = await svgToPng(
      '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><rect width="7" height="5" fill="#ff0000"/></svg>',
    );
    expect(await pagesOf(png)).toEqual({
      pages: 1,
      width: 7,
      height: 5,
      format: "png",
      delays: [],
    });
    expect([...(await decode(png)).data.subarray(0, 3)]).toEqual([255, 0, 0]);
  });
});
