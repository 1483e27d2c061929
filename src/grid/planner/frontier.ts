/**
 * The open list of a search whose costs are small whole numbers: one stack per cost, so that taking the
 * cheapest is a step along an array. Entries are never removed when a better one comes; the search skips
 * those that are out of date. Costs must not fall below the last one taken, nor rise by WIDTH or more.
 */
const WIDTH = 64;
const LAST = WIDTH - 1;

export class Frontier {
  private readonly heads = new Int32Array(WIDTH).fill(-1);
  private readonly next: Int32Array;
  private readonly node: Int32Array;
  private readonly cost: Int32Array;
  private used = 0;
  private held = 0;
  private at = 0;
  /** cost of the entry that was taken last */
  taken = 0;

  constructor(private readonly room: number) {
    this.next = new Int32Array(room);
    this.node = new Int32Array(room);
    this.cost = new Int32Array(room);
  }

  clear(cost: number): void {
    if (this.held > 0) this.heads.fill(-1);
    this.used = 0;
    this.held = 0;
    this.at = cost;
  }

  push(node: number, cost: number): void {
    if (this.used >= this.room) throw new RangeError("Frontier: more entries than it was made for");
    const entry = this.used++;
    const bucket = cost & LAST;
    this.node[entry] = node;
    this.cost[entry] = cost;
    this.next[entry] = this.heads[bucket] as number;
    this.heads[bucket] = entry;
    this.held++;
  }

  /** The latest of the cheapest entries, -1 when none is left. */
  pop(): number {
    if (this.held === 0) return -1;
    while ((this.heads[this.at & LAST] as number) < 0) this.at++;
    const bucket = this.at & LAST;
    const entry = this.heads[bucket] as number;
    this.heads[bucket] = this.next[entry] as number;
    this.held--;
    this.taken = this.cost[entry] as number;
    return this.node[entry] as number;
  }
}
