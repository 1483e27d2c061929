/** A binary heap of small integers, smallest key first; equal keys leave in an order fixed by the pushes. */
export class Heap {
  private keys: Float64Array;
  private items: Int32Array;
  private size = 0;

  constructor(capacity: number) {
    this.keys = new Float64Array(capacity);
    this.items = new Int32Array(capacity);
  }

  get length(): number {
    return this.size;
  }

  clear(): void {
    this.size = 0;
  }

  push(key: number, item: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, items } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((keys[parent] as number) <= key) break;
      keys[at] = keys[parent] as number;
      items[at] = items[parent] as number;
      at = parent;
    }
    keys[at] = key;
    items[at] = item;
  }

  /** Takes out the item with the smallest key; -1 when there is none. */
  pop(): number {
    if (this.size === 0) return -1;
    const { keys, items } = this;
    const first = items[0] as number;
    const key = keys[--this.size] as number;
    const item = items[this.size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && (keys[child + 1] as number) < (keys[child] as number)) child++;
      if ((keys[child] as number) >= key) break;
      keys[at] = keys[child] as number;
      items[at] = items[child] as number;
      at = child;
    }
    keys[at] = key;
    items[at] = item;
    return first;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    const items = new Int32Array(this.items.length * 2);
    keys.set(this.keys);
    items.set(this.items);
    this.keys = keys;
    this.items = items;
  }
}
