import { NO_USAGE, type Usage } from "./types.js";

/** Of all calls so far; answers from the cache cost nothing. */
export interface Totals {
  /** calls that were sent and ended, however they ended */
  calls: number;
  cacheHits: number;
  /** of the calls that were sent; null where no provider said anything */
  usage: Usage;
  /** US dollars; null when no call could be priced */
  cost: number | null;
  /** answers whose cost is not known: no price, or no token counts */
  uncosted: number;
  /** spent waiting between tries and for a place among the calls in flight; milliseconds, over all calls */
  waitedMs: number;
}

export interface Spent extends Totals {
  /** models without a price that were called */
  unpriced: string[];
  /** the same by `provider/model` */
  byModel: Record<string, Totals>;
}

/** What one finished call adds. */
export interface Booking {
  usage: Usage;
  cost: number | null;
  priced: boolean;
  /** false: it brought no answer, so there is nothing to pay that anybody knows of; true when left out */
  answered?: boolean;
  waitedMs: number;
}

/** The books of a process: one account per model, summed on demand. */
export class Ledger {
  private readonly models = new Map<string, Totals>();
  private readonly unpriced = new Set<string>();

  book(name: string, { usage, cost, priced, answered = true, waitedMs }: Booking): void {
    const totals = this.of(name);
    totals.calls++;
    totals.waitedMs += waitedMs;
    totals.usage = addUsage(totals.usage, usage);
    if (cost === null) totals.uncosted += answered ? 1 : 0;
    else totals.cost = (totals.cost ?? 0) + cost;
    if (!priced) this.unpriced.add(name);
  }

  hit(name: string): void {
    this.of(name).cacheHits++;
  }

  spent(): Spent {
    const sum = noTotals();
    const byModel: Record<string, Totals> = {};
    for (const [name, totals] of this.models) {
      byModel[name] = { ...totals };
      sum.calls += totals.calls;
      sum.cacheHits += totals.cacheHits;
      sum.uncosted += totals.uncosted;
      sum.waitedMs += totals.waitedMs;
      sum.usage = addUsage(sum.usage, totals.usage);
      if (totals.cost !== null) sum.cost = (sum.cost ?? 0) + totals.cost;
    }
    return { ...sum, unpriced: [...this.unpriced].sort(), byModel };
  }

  private of(name: string): Totals {
    let totals = this.models.get(name);
    if (!totals) {
      totals = noTotals();
      this.models.set(name, totals);
    }
    return totals;
  }
}

function noTotals(): Totals {
  return { calls: 0, cacheHits: 0, usage: NO_USAGE, cost: null, uncosted: 0, waitedMs: 0 };
}

/** Sums what is known. */
export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (x: number | null, y: number | null): number | null =>
    x === null ? y : y === null ? x : x + y;
  return {
    input: sum(a.input, b.input),
    cachedInput: sum(a.cachedInput, b.cachedInput),
    output: sum(a.output, b.output),
    reasoning: sum(a.reasoning, b.reasoning),
  };
}
