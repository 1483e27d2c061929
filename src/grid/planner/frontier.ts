/**
 * The open list of a search whose costs are small whole numbers: one stack per cost, so that taking the
 * cheapest is a step along an array. Entries are never removed when a better one comes; the search skips
 * nodes it has taken before. Costs must not fall below the last one taken, nor rise by WIDTH or more.
 */
const WIDTH = 64;
const LAST = WIDTH - 1;

export class Frontier {
  private readonly heads = new Int32Array(WIDTH).fill(-1);
  private readonly next: Int32Array;
  private readonly node: Int16Array;
  private used = 0;
  private held = 0;
  private at = 0;

  /** @param room entries between two calls of `clear` */
  constructor(room: number) {
    this.next = new Int32Array(room);
    this.node = new Int16Array(room);
  }

  clear(cost: number): void {
    if (this.held > 0) this.heads.fill(-1);
    this.used = 0;
    this.held = 0;
    this.at = cost;
  }

  push(node: number, cost: number): void {
    const entry = this.used++;
    const bucket = cost & LAST;
    this.node[entry] = node;
    this.next[entry] = this.heads[bucket] as number;
    this.heads[bucket] = entry;
    this.held++;
  }

  /** The latest of the cheapest entries, -1 when none is left. */
  pop(): number {
    if (this.held === 0) return -1;
    const { heads } = this;
    let at = this.at;
    while ((heads[at & LAST] as number) < 0) at++;
    this.at = at;
    const entry = heads[at & LAST] as number;
    heads[at & LAST] = this.next[entry] as number;
    this.held--;
    return this.node[entry] as number;
  }
}
