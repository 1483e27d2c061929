import {
  type CallEnd,
  callEnded,
  callStarted,
  type LimiterOptions,
  type LimiterState,
  mayStart,
  newLimiter,
} from "./limiter.js";

/** A call's place in the row; a call that is tried again keeps its place. */
export interface Ticket {
  readonly number: number;
}

interface Waiting {
  ticket: Ticket;
  /** in which round it starts */
  go(round: number): void;
}

type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** The limiter of one account with the callers that wait for it, first come, first served. */
export class Gate {
  private readonly state: LimiterState;
  private readonly row: Waiting[] = [];
  private next = 0;
  /** nobody starts before that moment; milliseconds of `performance.now()` */
  private notBefore = 0;
  private readonly over = new AbortController();

  constructor(
    options: LimiterOptions,
    private readonly sleep: Sleep,
  ) {
    this.state = newLimiter(options);
  }

  get limit(): number {
    return this.state.limit;
  }

  get inFlight(): number {
    return this.state.inFlight;
  }

  ticket(): Ticket {
    return { number: this.next++ };
  }

  /**
   * Waits for a place among the calls in flight.
   * @returns what gives the place back, with how the call ended; null when `signal` was aborted meanwhile
   */
  async enter(ticket: Ticket, signal?: AbortSignal): Promise<((end: CallEnd) => void) | null> {
    if (signal?.aborted) return null;
    const left = this.notBefore - performance.now();
    if (left > 0) {
      this.notBefore = 0;
      void this.hold(left);
    }
    const free = this.row.length === 0 && mayStart(this.state);
    const round = free ? callStarted(this.state) : await this.wait(ticket, signal);
    if (round === null) return null;
    let gone = false;
    return (end) => {
      if (gone) return;
      gone = true;
      callEnded(this.state, round, end);
      this.admit();
    };
  }

  /** Nobody starts for so long: the server asked the whole account to wait. */
  async hold(ms: number, signal?: AbortSignal): Promise<void> {
    this.state.holds++;
    const waited = this.sleep(ms, this.over.signal).then(() => {
      this.state.holds--;
      this.admit();
    });
    if (!signal) return waited;
    // whoever gives up goes; the others are held all the same
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener("abort", done);
        resolve();
      };
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
      void waited.then(done);
    });
  }

  /** The same without waiting for it: whoever comes within that time is held for the rest of it. */
  defer(ms: number): void {
    this.notBefore = Math.max(this.notBefore, performance.now() + ms);
  }

  /** Ends the waits, so that no timer keeps the process. */
  close(): void {
    this.over.abort();
  }

  private wait(ticket: Ticket, signal: AbortSignal | undefined): Promise<number | null> {
    return new Promise((resolve) => {
      const leave = (): void => {
        const at = this.row.indexOf(waiting);
        if (at === -1) return;
        this.row.splice(at, 1);
        resolve(null);
      };
      const waiting: Waiting = {
        ticket,
        go: (round) => {
          signal?.removeEventListener("abort", leave);
          resolve(round);
        },
      };
      let at = this.row.length;
      while (at > 0 && this.row[at - 1]!.ticket.number > ticket.number) at--;
      this.row.splice(at, 0, waiting);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  private admit(): void {
    while (this.row.length > 0 && mayStart(this.state)) {
      this.row.shift()!.go(callStarted(this.state));
    }
  }
}
