import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mix, outlineOf, shade } from "../../src/grid-pictures/colour.js";
import {
  element,
  escapeXml,
  lettering,
  num,
  poly,
  textWidth,
} from "../../src/grid-pictures/svg.js";
import { xmlFault } from "./helpers.js";

describe("SVG text", () => {
  it("escapes whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (a, b) => {
        const svg = element("g", { id: a }, escapeXml(b) || " ");
        expect(xmlFault(svg)).toBeNull();
        expect(svg.match(/</g)).toHaveLength(2);
      }),
    );
    expect(escapeXml(`<a b="c">&'`)).toBe("&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
    expect(escapeXml("a\u0000b\ud800c\u{1f600}")).toBe("abc\u{1f600}");
  });

  it("writes numbers short and without minus zero", () => {
    expect([num(1 / 3), num(-0.0001), num(2), num(-1.5)]).toEqual(["0.333", "0", "2", "-1.5"]);
    expect(poly([0, 0, 1, 0.5], "#000000")).toBe('<path d="M0 0L1 0.5Z" fill="#000000"/>');
  });

  it("finds faults in its own test of form", () => {
    expect(xmlFault("<g><a/></g>")).toBeNull();
    for (const broken of [
      "<g>",
      "</g>",
      "<g><a></g></a>",
      '<g a="1" a="2"/>',
      "<g>&</g>",
      "<g a=b/>",
      "a < b",
    ])
      expect(xmlFault(broken)).not.toBeNull();
  });

  it("draws letters as strokes, whatever the text", () => {
    const style = { height: 12, ink: "#123456" };
    expect(lettering("STEP 12", 0, 20, style)).toContain('stroke="#123456"');
    expect(lettering("", 0, 0, style)).toBe("");
    expect(lettering("\u4f60\u597d", 0, 0, style)).toBe("");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const svg = lettering(text, 5, 5, style);
        expect(svg).not.toMatch(/NaN|undefined/);
        expect(xmlFault(svg)).toBeNull();
      }),
    );
  });

  it("measures lines: longer texts are wider, height scales", () => {
    expect(textWidth("(12,3)", 12)).toBeGreaterThan(textWidth("(1,3)", 12));
    expect(textWidth("GOAL", 24)).toBeCloseTo(2 * textWidth("GOAL", 12));
    expect(textWidth("", 12)).toBe(0);
  });

  it("keeps what is anchored at the end left of its x", () => {
    const xs = (svg: string): number[] =>
      [...svg.matchAll(/[ML](-?[\d.]+) /g)].map((m) => Number(m[1]));
    expect(
      Math.max(...xs(lettering("ABC", 50, 0, { height: 12, ink: "#000000", anchor: "end" }))),
    ).toBeLessThanOrEqual(50);
    expect(
      Math.min(...xs(lettering("ABC", 50, 0, { height: 12, ink: "#000000" }))),
    ).toBeGreaterThanOrEqual(50);
  });
});

describe("colours", () => {
  it("stay colours when mixed, lightened and darkened", () => {
    expect(mix("#000000", "#ffffff", 0.5)).toBe("#808080");
    expect(shade("#336699", 1)).toBe("#336699");
    expect(shade("#336699", 0)).toBe("#000000");
    expect(shade("#336699", 2)).toBe("#ffffff");
    for (const factor of [0, 0.3, 1, 1.4, 3])
      expect(shade("#c0ffee", factor)).toMatch(/^#[0-9a-f]{6}$/);
    expect(outlineOf("#ffffff")).not.toBe("#ffffff");
  });
});
