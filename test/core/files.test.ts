import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { closestMatch, unknownName } from "../../src/core/closest.js";
import { NormactError } from "../../src/core/errors.js";
import { decodeText, makeFolder, readText, writeWhole } from "../../src/core/files.js";
import { canonicalJson, sha256 } from "../../src/core/hash.js";
import { JsonlWriter, readJsonl } from "../../src/core/jsonl.js";
import { insideFolder } from "../../src/core/paths.js";

const dir = mkdtempSync(join(tmpdir(), "normact-core-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("JSONL", () => {
  it("drops a torn last line and goes on behind it", () => {
    const file = join(dir, "log.jsonl");
    const first = new JsonlWriter(file);
    first.append({ n: 1 });
    first.close();
    appendFileSync(file, '{"n": 2, "torn');
    expect(readJsonl(file)).toEqual({ rows: [{ n: 1 }], dropped: 1 });
    const second = new JsonlWriter(file);
    second.append({ n: 3 });
    second.close();
    expect(readJsonl(file)).toEqual({ rows: [{ n: 1 }, { n: 3 }], dropped: 1 });
  });

  it("reads lines longer than a piece, and characters that a piece's end cuts", () => {
    const file = join(dir, "long.jsonl");
    const long = "ü€😀".repeat(400_000);
    writeFileSync(file, `${JSON.stringify(long)}\n\n[1]\r\n${JSON.stringify(`x${long}`)}`);
    expect(readJsonl(file)).toEqual({ rows: [long, [1], `x${long}`], dropped: 0 });
  });

  it("notices that the log was removed under it", () => {
    const file = join(dir, "gone.jsonl");
    const writer = new JsonlWriter(file);
    writer.append({ n: 1 });
    rmSync(file);
    expect(() => writer.append({ n: 2 })).toThrow(/gone\.jsonl was removed/);
    writer.close();
  });

  it("says which file could not be read", () => {
    const missing = join(dir, "nowhere.jsonl");
    expect(() => readJsonl(missing)).toThrow(missing);
  });

  it("says that the disk is full, and that the run can be gone on with", () => {
    const writer = new JsonlWriter("/dev/full");
    try {
      writer.append({ n: 1 });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(NormactError);
      expect((error as NormactError).code).toBe("disk_full");
      expect((error as NormactError).exitCode).toBe(3);
    }
    writer.close();
  });
});

describe("files", () => {
  it("replaces a file whole", () => {
    const file = join(dir, "a", "b.txt");
    writeWhole(file, "one");
    writeWhole(file, "two");
    expect(readText(file)).toBe("two");
  });

  it("names a folder that cannot be made", () => {
    const file = join(dir, "plain");
    writeFileSync(file, "");
    expect(() => makeFolder(join(file, "below"))).toThrow(/plain.*below.*is a file/);
  });

  it("reads text in the encoding that it is in", () => {
    const text = '[{"say":"Grüße 😀"}]';
    const le = Buffer.from(text, "utf16le");
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.concat([Buffer.from([0xff, 0xfe]), le]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(le).swap16()]),
    ])
      expect(decodeText(bytes)).toBe(text);
    expect(decodeText(Buffer.from([0xff]))).toBe("\ufffd");
  });

  it("makes folders above a folder, names what is in the way, and never hangs", () => {
    makeFolder(join(dir, "deep", "er", "still"));
    makeFolder(join(dir, "deep", "er", "still"));
    expect(() => makeFolder(join(dir, "plain"))).toThrow(/plain: something else is there/);
    expect(() => makeFolder("")).toThrow(/name is empty/);
    expect(() => makeFolder(join(dir, "x".repeat(300)))).toThrow(/too long/);
    symlinkSync(join(dir, "nowhere"), join(dir, "dangling"));
    expect(() => makeFolder(join(dir, "dangling", "below"))).toThrow(NormactError);
    if (existsSync("/proc/self"))
      expect(() => makeFolder("/proc/normact/below")).toThrow(/cannot create/);
  });

  it("leaves nothing behind when a file cannot be put in its place", () => {
    const folder = join(dir, "taken");
    mkdirSync(join(folder, "name", "inside"), { recursive: true });
    expect(() => writeWhole(join(folder, "name"), "x")).toThrow(NormactError);
    expect(readdirSync(folder)).toEqual(["name"]);
    writeWhole(join(folder, "n".repeat(250)), "long names are fine", { durable: true });
  });

  it("keeps names from outside inside their folder", () => {
    expect(insideFolder("/data", "x/y.png")).toBe("/data/x/y.png");
    for (const name of ["../secret", "/etc/passwd", "x/../../y", "", "a\0b"])
      expect(() => insideFolder("/data", name), name).toThrow(NormactError);
  });
});

describe("hashing", () => {
  it("sorts keys at every level", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(readFileSync(join(dir, "a", "b.txt"), "utf8")).toBe("two");
  });
});

describe("names with a typo", () => {
  it("offers the closest one, and none where nothing is near", () => {
    expect(closestMatch("queue_wating", ["road_crossing", "queue_waiting"])).toBe("queue_waiting");
    expect(closestMatch("zzzzzzzzzz", ["road_crossing", "queue_waiting"])).toBeNull();
    const error = unknownName("task", "queue_wating", ["road_crossing", "queue_waiting"]);
    expect(error.exitCode).toBe(2);
    expect(error.message).toContain('Did you mean "queue_waiting"?');
    expect(error.message).toContain("road_crossing");
  });
});
