/** Width and height in pixels as a PNG, JPEG or WebP says in its head; nulls when it does not. */
export function pictureSize(data: Uint8Array): { width: number | null; height: number | null } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return png(data, view) ?? jpeg(data, view) ?? webp(data, view) ?? { width: null, height: null };
}

type Size = { width: number; height: number } | null;

const has = (data: Uint8Array, at: number, text: string): boolean =>
  data.length >= at + text.length &&
  [...text].every((letter, i) => data[at + i] === letter.charCodeAt(0));

function png(data: Uint8Array, view: DataView): Size {
  if (data.length < 24 || !has(data, 1, "PNG") || !has(data, 12, "IHDR")) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments to the frame header (SOF0 to SOF15; the ones between that are something else excepted). */
function jpeg(data: Uint8Array, view: DataView): Size {
  if (data.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < data.length && data[at] === 0xff) {
    const marker = data[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // fill bytes stand alone
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return null;
}

function webp(data: Uint8Array, view: DataView): Size {
  if (data.length < 30 || !has(data, 0, "RIFF") || !has(data, 8, "WEBP")) return null;
  if (has(data, 12, "VP8X")) {
    const u24 = (at: number) => view.getUint16(at, true) | (data[at + 2]! << 16);
    return { width: u24(24) + 1, height: u24(27) + 1 };
  }
  if (has(data, 12, "VP8L")) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (!has(data, 12, "VP8 ")) return null;
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}
