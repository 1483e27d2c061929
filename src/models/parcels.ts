import { randomUUID } from "node:crypto";

/** Where the protocols carry pictures as base64 (Chat Completions, Responses, Anthropic and Google). */
const PICTURE_FIELDS = new Set(["url", "image_url", "data"]);
/** Shorter texts are not worth the trouble. */
const LONG = 4096;

/**
 * Takes long base64 texts out of bodies before an SDK turns them into JSON, and puts them back into what it sends:
 * JSON.stringify looks at each of their characters for something to escape, and the text is then copied once more
 * into bytes, which together cost more than all else about a call with a picture.
 */
export class Parcels {
  /** texts of calls under way, by the label that stands for them */
  private readonly held = new Map<string, string>();
  // no prompt can hold it by chance or by knowing it
  private readonly mark = `picture-${randomUUID()}-`;
  private next = 0;

  /** A copy of a body with labels for its pictures; `end` forgets them when the call is over. */
  take(body: Record<string, unknown>): { body: Record<string, unknown>; end(): void } {
    const labels: string[] = [];
    const light = this.lighten(body, "", labels) as Record<string, unknown>;
    return {
      body: light,
      end: () => {
        for (const label of labels) this.held.delete(label);
      },
    };
  }

  /** The bytes of a JSON text with its pictures in place; a text without labels comes back as it is. */
  fill(text: string): string | Buffer {
    const pieces = text.split(this.mark);
    if (pieces.length === 1) return text;
    const parts = [pieces[0]!];
    for (const piece of pieces.slice(1)) {
      const end = piece.indexOf(".");
      const held = this.held.get(`${this.mark}${piece.slice(0, end + 1)}`);
      if (held === undefined) throw new Error("Parcels: a label without its picture");
      parts.push(held, piece.slice(end + 1));
    }
    return joined(parts);
  }

  private lighten(value: unknown, field: string, labels: string[]): unknown {
    if (typeof value === "string") {
      if (value.length < LONG || !PICTURE_FIELDS.has(field) || needsEscape(value)) return value;
      const label = `${this.mark}${this.next++}.`;
      this.held.set(label, value);
      labels.push(label);
      return label;
    }
    if (Array.isArray(value)) return value.map((one) => this.lighten(one, field, labels));
    if (typeof value !== "object" || value === null) return value;
    // a schema may name its fields as it likes; it holds no picture
    if (field === "schema" || field === "json_schema" || field === "input_schema") return value;
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, this.lighten(v, k, labels)]),
    );
  }
}

/** Anything but base64 or a data URI stays where it is: what is put back is not looked at again. */
const needsEscape = (text: string): boolean =>
  text.includes('"') || text.includes("\\") || !/^[\x20-\x7e]*$/.test(text.slice(0, 256));

/** Texts at odd places are pictures: plain ASCII, written without a look at each character. */
function joined(parts: readonly string[]): Buffer {
  const sizes = parts.map((part, i) => (i % 2 === 1 ? part.length : Buffer.byteLength(part)));
  const out = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [i, part] of parts.entries()) {
    out.write(part, at, i % 2 === 1 ? "latin1" : "utf8");
    at += sizes[i]!;
  }
  return out;
}
