/**
 * A priority queue for small whole keys: one pile per key, lowest key first, last in first out within
 * a pile. Pushing and popping take constant time, and equal keys leave in a fixed order.
 */
export class Buckets {
  /** top entry of each key's pile, -1 for none */
  private tops = new Int32Array(1024).fill(-1);
  private items = new Int32Array(1024);
  /** entry below in the same pile */
  private below = new Int32Array(1024);
  private entries = 0;
  private lowest = 0;
  private highest = -1;

  clear(): void {
    this.tops.fill(-1, 0, this.highest + 1);
    this.entries = 0;
    this.lowest = 0;
    this.highest = -1;
  }

  push(key: number, item: number): void {
    if (key >= this.tops.length) this.tops = grown(this.tops, key + 1, -1);
    if (this.entries === this.items.length) {
      this.items = grown(this.items, this.entries + 1, 0);
      this.below = grown(this.below, this.entries + 1, 0);
    }
    const entry = this.entries++;
    this.items[entry] = item;
    this.below[entry] = this.tops[key] as number;
    this.tops[key] = entry;
    if (key < this.lowest) this.lowest = key;
    if (key > this.highest) this.highest = key;
  }

  /** Takes out an item with the lowest key; -1 when there is none. */
  pop(): number {
    const { tops } = this;
    while (this.lowest <= this.highest) {
      const entry = tops[this.lowest] as number;
      if (entry >= 0) {
        tops[this.lowest] = this.below[entry] as number;
        return this.items[entry] as number;
      }
      this.lowest++;
    }
    return -1;
  }
}

function grown(array: Int32Array, atLeast: number, fill: number): Int32Array<ArrayBuffer> {
  const bigger = new Int32Array(Math.max(atLeast, array.length * 2));
  if (fill !== 0) bigger.fill(fill, array.length);
  bigger.set(array);
  return bigger;
}
