import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Parcels } from "../../src/models/parcels.js";

const picture = fc
  .uint8Array({ minLength: 3000, maxLength: 9000 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const part = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => ({ type: "text", text })),
  picture.map((b) => ({ type: "image_url", image_url: { url: `data:image/png;base64,${b}` } })),
  picture.map((b) => ({ type: "input_image", image_url: `data:image/png;base64,${b}` })),
  picture.map((data) => ({ type: "image", source: { type: "base64", data } })),
  picture.map((data) => ({ inlineData: { mimeType: "image/png", data } })),
);
const sent = (parcels: Parcels, body: Record<string, unknown>): Buffer =>
  Buffer.from(parcels.fill(JSON.stringify(parcels.take(body).body)));

describe("Parcels", () => {
  it("send the bytes that the whole body would have been", () => {
    const parcels = new Parcels();
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), fc.jsonValue(), (content, more) => {
        const body = { model: "m", messages: [{ role: "user", content }], more };
        expect(sent(parcels, body).equals(Buffer.from(JSON.stringify(body)))).toBe(true);
      }),
    );
  });

  it("keep pictures out of what the SDK turns into JSON, and nothing else", () => {
    const data = "A".repeat(8000);
    const said = `${"a".repeat(5000)} "quoted"`;
    const schema = { properties: { url: { const: "B".repeat(8000) } } };
    const { body } = new Parcels().take({ data, text: "A".repeat(8000), url: said, schema });
    expect(body.data).toMatch(/^picture-[0-9a-f-]{36}-0\.$/);
    expect(body).toMatchObject({ text: "A".repeat(8000), url: said, schema });
  });

  it("hold a picture for as long as its call lasts", () => {
    const parcels = new Parcels();
    const { body, end } = parcels.take({ data: "A".repeat(8000) });
    const text = JSON.stringify(body);
    expect(parcels.fill(text)).toHaveLength(8000 + '{"data":""}'.length);
    expect(parcels.fill(text)).toHaveLength(8000 + '{"data":""}'.length);
    end();
    expect(() => parcels.fill(text)).toThrow("without its picture");
  });
});
