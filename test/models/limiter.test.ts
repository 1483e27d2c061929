import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallEnd,
  callEnded,
  callStarted,
  mayStart,
  newLimiter,
} from "../../src/models/limiter.js";
import { Gate } from "../../src/models/limiter-gate.js";

/** Fills the limiter and ends the calls that were started. */
function round(state: ReturnType<typeof newLimiter>, end: CallEnd): void {
  const rounds: number[] = [];
  while (mayStart(state)) rounds.push(callStarted(state));
  for (const r of rounds) callEnded(state, r, end);
}

describe("the limit", () => {
  it("grows by one per window of calls that went well", () => {
    const state = newLimiter({ mode: "auto" });
    const seen = [state.limit];
    for (let i = 0; i < 4; i++) {
      round(state, "success");
      seen.push(state.limit);
    }
    expect(seen).toEqual([8, 9, 10, 11, 12]);
  });

  it("stays where fewer calls run than may", () => {
    const state = newLimiter({ mode: "auto" });
    for (let i = 0; i < 100; i++) callEnded(state, callStarted(state), "success");
    expect(state.limit).toBe(8);
  });

  it("halves once per round trip, however many calls come back refused", () => {
    const state = newLimiter({ mode: "auto", start: 16 });
    round(state, "rate_limit");
    expect(state.limit).toBe(8);
    round(state, "rate_limit");
    expect(state.limit).toBe(4);
    for (let i = 0; i < 5; i++) round(state, "rate_limit");
    expect(state.limit).toBe(1);
  });

  it("a server that breaks only pauses growth", () => {
    const state = newLimiter({ mode: "auto" });
    const rounds = Array.from({ length: 8 }, () => callStarted(state));
    for (const r of rounds.slice(0, 7)) callEnded(state, r, "success");
    callEnded(state, rounds[7]!, "server_error");
    expect(state.limit).toBe(8);
    round(state, "success");
    expect(state.limit).toBe(9);
  });

  it("a fixed limit stays", () => {
    const state = newLimiter({ mode: 5 });
    round(state, "rate_limit");
    for (let i = 0; i < 20; i++) round(state, "success");
    expect(state.limit).toBe(5);
  });

  it("stays between one and the cap and above what is in flight when it started, whatever happens", () => {
    const ends = fc.constantFrom<CallEnd>("success", "rate_limit", "server_error", "other");
    const moves = fc.array(fc.oneof(fc.constant("start" as const), ends), { maxLength: 400 });
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 40 }), (steps, cap) => {
        const state = newLimiter({ mode: "auto", cap });
        const running: number[] = [];
        for (const step of steps) {
          const before = state.limit;
          if (step === "start") {
            if (!mayStart(state)) continue;
            running.push(callStarted(state));
            expect(state.inFlight).toBeLessThanOrEqual(state.limit);
          } else if (running.length > 0) callEnded(state, running.shift()!, step);
          expect(state.inFlight).toBe(running.length);
          expect(state.limit).toBeGreaterThanOrEqual(1);
          expect(state.limit).toBeLessThanOrEqual(cap);
          expect(state.limit - before).toBeLessThanOrEqual(1);
          if (state.limit < before) {
            expect(step).toBe("rate_limit");
            expect(state.limit).toBe(Math.max(1, Math.floor(before / 2)));
          }
        }
      }),
    );
  });
});

/** Waits that end when told. */
function manualSleep() {
  const open: { ms: number; wake(): void }[] = [];
  return {
    open,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((wake) => {
        open.push({ ms, wake });
        signal?.addEventListener("abort", () => wake());
      }),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the gate", () => {
  it("lets calls in first come, first served, and a call that comes back keeps its place", async () => {
    const gate = new Gate({ mode: 1 }, async () => {});
    const order: string[] = [];
    const first = gate.ticket();
    const leave = (await gate.enter(first))!;
    const others = ["b", "c"].map(async (name) => {
      const out = (await gate.enter(gate.ticket()))!;
      order.push(name);
      await turn();
      out("success");
    });
    await turn();
    leave("server_error");
    // tried again: before c, behind b, which runs already
    const again = gate.enter(first).then((out) => {
      order.push("a again");
      out!("success");
    });
    await Promise.all([...others, again]);
    expect(order).toEqual(["b", "a again", "c"]);
    expect(gate.inFlight).toBe(0);
  });

  it("never lets in more than the limit, and everybody in the end", async () => {
    const gate = new Gate({ mode: 3 }, async () => {});
    let now = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const out = (await gate.enter(gate.ticket()))!;
        most = Math.max(most, ++now);
        if (i % 3 === 0) await turn();
        now--;
        out(i % 5 === 0 ? "rate_limit" : "success");
      }),
    );
    expect(most).toBe(3);
    expect(gate.inFlight).toBe(0);
  });

  it("a wait that a server imposed holds everybody of the account", async () => {
    const { open, sleep } = manualSleep();
    const gate = new Gate({ mode: 4 }, sleep);
    const held = gate.hold(3000);
    let entered = false;
    const other = gate.enter(gate.ticket()).then((out) => {
      entered = true;
      out!("success");
    });
    await turn();
    expect(entered).toBe(false);
    expect(open.map((o) => o.ms)).toEqual([3000]);
    open[0]!.wake();
    await Promise.all([held, other]);
    expect(entered).toBe(true);
  });

  it("whoever is aborted leaves the row; the place goes to the next", async () => {
    const gate = new Gate({ mode: 1 }, async () => {});
    const leave = (await gate.enter(gate.ticket()))!;
    const stop = new AbortController();
    const gone = gate.enter(gate.ticket(), stop.signal);
    const next = gate.enter(gate.ticket());
    stop.abort();
    expect(await gone).toBeNull();
    leave("success");
    leave("success");
    const out = await next;
    expect(gate.inFlight).toBe(1);
    out!("success");
    expect(await gate.enter(gate.ticket(), stop.signal)).toBeNull();
  });

  it("giving up a hold frees the caller alone", async () => {
    const { open, sleep } = manualSleep();
    const gate = new Gate({ mode: 1 }, sleep);
    const stop = new AbortController();
    const held = gate.hold(9000, stop.signal);
    const other = gate.enter(gate.ticket());
    stop.abort();
    await held;
    await turn();
    expect(gate.inFlight).toBe(0);
    open[0]!.wake();
    expect(await other).not.toBeNull();
  });

  it("closing ends the holds", async () => {
    const { sleep } = manualSleep();
    const gate = new Gate({ mode: 1 }, sleep);
    const held = gate.hold(9000);
    gate.close();
    await held;
    expect(gate.limit).toBe(1);
  });
});
