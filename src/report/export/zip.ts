import { deflateRawSync } from "node:zlib";

/** One file of a ZIP archive. */
interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

// 1980-01-01, the first day that the format knows: same contents, same bytes
const DATE = 0x21;

/** Writes a ZIP archive piece by piece (deflate, no ZIP64: up to 4 GB and 65,535 files). */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  /** @param write takes the next bytes of the archive */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  add(name: string, text: string): void {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const entry: Entry = {
      name: Buffer.from(name),
      crc: crc32(data),
      packed: packed.length,
      size: data.length,
      offset: this.offset,
    };
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    this.common(head, 4, entry);
    this.put(head, entry.name, packed);
    this.entries.push(entry);
  }

  /** The directory at the end; nothing can be added after it. */
  end(): void {
    const start = this.offset;
    for (const entry of this.entries) {
      const head = Buffer.alloc(46);
      head.writeUInt32LE(0x02014b50, 0);
      head.writeUInt16LE(20, 4);
      this.common(head, 6, entry);
      head.writeUInt32LE(entry.offset, 42);
      this.put(head, entry.name);
    }
    const tail = Buffer.alloc(22);
    tail.writeUInt32LE(0x06054b50, 0);
    tail.writeUInt16LE(this.entries.length, 8);
    tail.writeUInt16LE(this.entries.length, 10);
    tail.writeUInt32LE(this.offset - start, 12);
    tail.writeUInt32LE(start, 16);
    this.put(tail);
  }

  /** The part that local and central headers share: needed version to length of the name. */
  private common(head: Buffer, at: number, entry: Entry): void {
    head.writeUInt16LE(20, at);
    // names are UTF-8
    head.writeUInt16LE(0x0800, at + 2);
    head.writeUInt16LE(8, at + 4);
    head.writeUInt16LE(0, at + 6);
    head.writeUInt16LE(DATE, at + 8);
    head.writeUInt32LE(entry.crc, at + 10);
    head.writeUInt32LE(entry.packed, at + 14);
    head.writeUInt32LE(entry.size, at + 18);
    head.writeUInt16LE(entry.name.length, at + 22);
  }

  private put(...parts: Uint8Array[]): void {
    for (const part of parts) {
      this.write(part);
      this.offset += part.length;
    }
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** CRC-32 as ZIP has it (zlib's own came with Node 20.15 only). */
export function crc32(data: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of data) c = CRC_TABLE[(c ^ byte) & 255]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}
