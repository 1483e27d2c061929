import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesHash } from "../../src/core/bytes-hash.js";
import { canonicalJson, sha256 } from "../../src/core/hash.js";

/** The same by JSON.stringify's own means. */
const byReplacer = (value: unknown): string =>
  JSON.stringify(value, (_key, v: unknown) =>
    v === null || typeof v !== "object" || Array.isArray(v)
      ? v
      : Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1))),
  );

describe("canonicalJson", () => {
  it("sorts keys at every level, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(value)).toBe(byReplacer(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("leaves out what is undefined and takes dates as JSON does", () => {
    const value = { b: undefined, a: [undefined, new Date(0)], 10: 1, 9: 2 };
    expect(canonicalJson(value)).toBe('{"9":2,"10":1,"a":[null,"1970-01-01T00:00:00.000Z"]}');
    expect(canonicalJson(value)).toBe(byReplacer(value));
  });
});

describe("bytesHash", () => {
  it("is SHA-256, once and again", () => {
    const bytes = Buffer.from("norm");
    expect(bytesHash(bytes)).toBe(sha256("norm"));
    expect(bytesHash(bytes)).toBe(sha256("norm"));
  });
});
