import type { ModelError } from "./types.js";

/** What one call is expected to take, or what it took. */
export interface Spending {
  /** US dollars */
  cost: number;
  /** input and output tokens */
  tokens: number;
}

export interface BudgetLimits {
  maxCost?: number | undefined;
  maxTokensTotal?: number | undefined;
}

/** Held for a call in flight; settled exactly once. */
export interface Reservation {
  /** what the call really took; null: nothing (it was never sent, or it failed) */
  settle(actual: Spending | null): void;
}

/**
 * Keeps a process under its limits, calls in flight included: each reserves what it is expected to take and
 * settles with what it took. A call that would go beyond waits for those in flight, and ends with the outcome
 * `limit` when nothing is in flight any more.
 */
export class Budget {
  private spent: Spending;
  private reserved: Spending = { cost: 0, tokens: 0 };
  private inFlight = 0;
  private readonly row: (() => void)[] = [];

  constructor(
    private readonly limits: BudgetLimits,
    alreadySpent: Partial<Spending> = {},
  ) {
    this.spent = { cost: alreadySpent.cost ?? 0, tokens: alreadySpent.tokens ?? 0 };
  }

  get limited(): boolean {
    return this.limits.maxCost !== undefined || this.limits.maxTokensTotal !== undefined;
  }

  /** @returns a reservation, or the error that ends the call; null when `signal` was aborted meanwhile */
  async reserve(
    expected: Spending,
    signal?: AbortSignal,
  ): Promise<Reservation | ModelError | null> {
    for (;;) {
      if (signal?.aborted) return null;
      const over = this.exceededBy(expected);
      if (!over) return this.take(expected);
      if (this.inFlight === 0 || this.spentUp()) return over;
      await this.settled(signal);
    }
  }

  /** Counts what was spent elsewhere, by the same run in an earlier process. */
  count(spent: Spending): void {
    this.add(this.spent, spent, 1);
  }

  private take(expected: Spending): Reservation {
    this.inFlight++;
    this.add(this.reserved, expected, 1);
    let open = true;
    return {
      settle: (actual) => {
        if (!open) return;
        open = false;
        this.inFlight--;
        this.add(this.reserved, expected, -1);
        if (actual) this.add(this.spent, actual, 1);
        for (const wake of this.row.splice(0)) wake();
      },
    };
  }

  private add(to: Spending, what: Spending, sign: 1 | -1): void {
    to.cost += sign * what.cost;
    to.tokens += sign * what.tokens;
  }

  /** Nothing is left whatever the calls in flight bring. */
  private spentUp(): boolean {
    const { maxCost = Infinity, maxTokensTotal = Infinity } = this.limits;
    return this.spent.cost >= maxCost || this.spent.tokens >= maxTokensTotal;
  }

  private exceededBy(expected: Spending): ModelError | null {
    const { maxCost, maxTokensTotal } = this.limits;
    // sums of cents leave dust behind
    const cost = this.spent.cost + Math.max(0, this.reserved.cost) + expected.cost;
    if (maxCost !== undefined && cost > maxCost * (1 + 1e-9))
      return limitReached(
        "max_cost",
        `the limit of $${maxCost} is reached: $${round(this.spent.cost)} are spent and the next call may take $${round(expected.cost)}. Raise --max-cost to go on.`,
      );
    const tokens = this.spent.tokens + this.reserved.tokens + expected.tokens;
    if (maxTokensTotal !== undefined && tokens > maxTokensTotal)
      return limitReached(
        "max_tokens_total",
        `the limit of ${maxTokensTotal} tokens is reached: ${this.spent.tokens} are used and the next call may take ${expected.tokens}. Raise --max-tokens-total to go on.`,
      );
    return null;
  }

  private settled(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      this.row.push(wake);
      signal?.addEventListener("abort", wake, { once: true });
    });
  }
}

function limitReached(code: string, message: string): ModelError {
  return { code, message, status: null, retry: "never", fatal: true };
}

function round(dollars: number): string {
  return dollars.toFixed(dollars < 1 ? 4 : 2);
}
