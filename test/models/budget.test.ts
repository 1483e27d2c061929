import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Budget, type Reservation } from "../../src/models/budget.js";

const taken = (r: unknown): Reservation => {
  expect(r).toHaveProperty("settle");
  return r as Reservation;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the budget", () => {
  it("ends calls with max_cost once it is spent, fatally, and names the flag", async () => {
    const budget = new Budget({ maxCost: 1 });
    taken(await budget.reserve({ cost: 0.6, tokens: 10 })).settle({ cost: 0.7, tokens: 10 });
    const error = await budget.reserve({ cost: 0.6, tokens: 10 });
    expect(error).toMatchObject({ code: "max_cost", retry: "never", fatal: true });
    expect((error as { message: string }).message).toMatch(/\$1 .*\$0\.7000.*--max-cost/);
    // a smaller call still fits
    taken(await budget.reserve({ cost: 0.3, tokens: 10 })).settle(null);
  });

  it("counts tokens in the same way", async () => {
    const budget = new Budget({ maxTokensTotal: 100 });
    taken(await budget.reserve({ cost: 0, tokens: 60 })).settle({ cost: 0, tokens: 60 });
    expect(await budget.reserve({ cost: 0, tokens: 60 })).toMatchObject({
      code: "max_tokens_total",
      fatal: true,
    });
  });

  it("counts what an earlier process spent", async () => {
    const budget = new Budget({ maxCost: 1 }, { cost: 0.9 });
    expect(await budget.reserve({ cost: 0.2, tokens: 1 })).toMatchObject({ code: "max_cost" });
  });

  it("holds back what is in flight: the next one waits, and goes on when less was taken", async () => {
    const budget = new Budget({ maxCost: 1 });
    const first = taken(await budget.reserve({ cost: 0.8, tokens: 1 }));
    let second: unknown = "waiting";
    const asked = budget.reserve({ cost: 0.8, tokens: 1 }).then((r) => {
      second = r;
    });
    await turn();
    expect(second).toBe("waiting");
    first.settle({ cost: 0.1, tokens: 1 });
    await asked;
    taken(second).settle({ cost: 0.1, tokens: 1 });
  });

  it("a call that failed gives everything back; settling twice counts once", async () => {
    const budget = new Budget({ maxCost: 1 });
    const failed = taken(await budget.reserve({ cost: 1, tokens: 1 }));
    failed.settle(null);
    failed.settle({ cost: 1, tokens: 1 });
    taken(await budget.reserve({ cost: 1, tokens: 1 }));
  });

  it("a waiting call can be given up", async () => {
    const budget = new Budget({ maxCost: 1 });
    taken(await budget.reserve({ cost: 1, tokens: 1 }));
    const stop = new AbortController();
    const waiting = budget.reserve({ cost: 1, tokens: 1 }, stop.signal);
    stop.abort();
    expect(await waiting).toBeNull();
  });

  it("without limits nothing ever waits", async () => {
    const budget = new Budget({});
    expect(budget.limited).toBe(false);
    for (let i = 0; i < 5; i++) taken(await budget.reserve({ cost: 1e9, tokens: 1e12 }));
  });

  it("is never passed when calls take no more than expected, whatever their number and order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 })), {
          maxLength: 30,
        }),
        async (calls) => {
          const budget = new Budget({ maxTokensTotal: 100 });
          let spent = 0;
          let refused = 0;
          await Promise.all(
            calls.map(async ([expected, less]) => {
              const r = await budget.reserve({ cost: 0, tokens: expected });
              if (!r || !("settle" in r)) {
                refused++;
                return;
              }
              await turn();
              const tokens = Math.min(expected, less);
              spent += tokens;
              r.settle({ cost: 0, tokens });
            }),
          );
          expect(spent).toBeLessThanOrEqual(100);
          if (calls.reduce((sum, [e]) => sum + e, 0) <= 100) expect(refused).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });
});
