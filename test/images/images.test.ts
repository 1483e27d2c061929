import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  concatHalves,
  decode,
  decodeIds16,
  encodeIds16,
  encodeJpeg,
  encodeObservation,
  encodePng,
  encodeWebp,
  sha256OfPixels,
} from "../../src/images/index.js";

const noise = (n: number, seed: number) =>
  Uint8Array.from({ length: n }, (_, i) => (i * seed) % 251);

describe("images", () => {
  it("PNG gives back exactly the pixels", async () => {
    const pixels = noise(31 * 17 * 3, 7);
    const back = await decode(await encodePng(pixels, 31, 17));
    expect([back.width, back.height, back.channels]).toEqual([31, 17, 3]);
    expect(Buffer.from(back.data).equals(Buffer.from(pixels))).toBe(true);
  });

  it("id PNG is 16-bit grey with the ids as values", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 65535 }), { minLength: 60, maxLength: 60 }),
        async (values) => {
          const ids = Uint16Array.from(values);
          const png = await encodeIds16(ids, 10, 6);
          // IHDR: bit depth 16, colour type 0 (grey)
          expect([png[24], png[25]]).toEqual([16, 0]);
          const back = await decodeIds16(png);
          expect([back.width, back.height]).toEqual([10, 6]);
          expect([...back.ids]).toEqual(values);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("puts colour left and segmentation right", async () => {
    const left = new Uint8Array(4 * 2 * 3).fill(10);
    const right = new Uint8Array(4 * 2 * 3).fill(200);
    const both = await decode(await encodeObservation(left, right, 4, 2));
    expect([both.width, both.height]).toEqual([8, 2]);
    for (let y = 0; y < 2; y++) {
      for (let x = 0; x < 8; x++) expect(both.data[(y * 8 + x) * 3]).toBe(x < 4 ? 10 : 200);
    }
    expect(concatHalves(left, right, 4, 2)).toEqual(both.data);
  });

  it("JPEG and WebP stay close to the pixels", async () => {
    const pixels = new Uint8Array(32 * 32 * 3).map((_, i) => 60 + ((i / 96) | 0) * 4);
    for (const file of [await encodeJpeg(pixels, 32, 32), await encodeWebp(pixels, 32, 32)]) {
      const back = await decode(file);
      const off = back.data.reduce((sum, v, i) => sum + Math.abs(v - pixels[i]!), 0);
      expect(off / pixels.length).toBeLessThan(4);
    }
  });

  it("refuses pixels that do not fill the picture", async () => {
    await expect(encodePng(new Uint8Array(10), 2, 2)).rejects.toThrow(/2×2/);
    await expect(encodeIds16(new Uint16Array(3), 2, 2)).rejects.toThrow(/2×2/);
    expect(() => concatHalves(new Uint8Array(12), new Uint8Array(9), 2, 2)).toThrow(/halves/);
  });

  it("hashes pixels and size, not files", () => {
    const a = noise(24, 5);
    expect(sha256OfPixels(a, 4, 2)).toBe(sha256OfPixels(noise(24, 5), 4, 2));
    expect(sha256OfPixels(a, 4, 2)).not.toBe(sha256OfPixels(a, 2, 4));
    expect(sha256OfPixels(noise(24, 6), 4, 2)).not.toBe(sha256OfPixels(a, 4, 2));
    expect(sha256OfPixels(Uint16Array.of(1, 2), 2, 1)).toMatch(/^[0-9a-f]{64}$/);
  });
});
