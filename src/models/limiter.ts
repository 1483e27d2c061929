/**
 * How many calls one account may have in flight: a state machine without clock or promises. It grows by one when
 * as many calls in a row went well as may be in flight, halves once per round trip when the server says "too
 * fast", and stops growing for a round when the server breaks.
 */

export interface LimiterOptions {
  /** `auto` adapts between 1 and `cap`; a number stays */
  mode: "auto" | number;
  /** where `auto` begins */
  start?: number;
  /** `auto` never goes above */
  cap?: number;
}

export interface LimiterState {
  readonly adaptive: boolean;
  readonly cap: number;
  /** calls that may be in flight now */
  limit: number;
  inFlight: number;
  /** went well since the last change */
  successes: number;
  /** the limit was used up at some moment since the last change: only then is more of use */
  saturated: boolean;
  /** counts the cuts; a call begun before the last cut says nothing new about the limit */
  round: number;
  /** waits that a server imposed on the whole account and that are not over */
  holds: number;
}

export type CallEnd = "success" | "rate_limit" | "server_error" | "other";

export const AUTO_START = 8;
export const AUTO_CAP = 64;

export function newLimiter(options: LimiterOptions): LimiterState {
  const adaptive = options.mode === "auto";
  const cap = Math.max(1, Math.floor(options.cap ?? AUTO_CAP));
  const wanted =
    options.mode === "auto" ? Math.min(options.start ?? AUTO_START, cap) : options.mode;
  const limit = Math.max(1, Math.floor(wanted));
  return {
    adaptive,
    cap: adaptive ? cap : limit,
    limit,
    inFlight: 0,
    successes: 0,
    saturated: false,
    round: 0,
    holds: 0,
  };
}

/** May one more call start? */
export function mayStart(state: LimiterState): boolean {
  return state.holds === 0 && state.inFlight < state.limit;
}

/** @returns the round in which the call started, to be handed to `callEnded` */
export function callStarted(state: LimiterState): number {
  state.inFlight++;
  if (state.inFlight >= state.limit) state.saturated = true;
  return state.round;
}

export function callEnded(state: LimiterState, startedIn: number, end: CallEnd): void {
  state.inFlight--;
  if (!state.adaptive) return;
  if (end === "rate_limit") {
    // twenty calls in flight bring twenty refusals for the same fault
    if (startedIn === state.round) changeTo(state, Math.max(1, Math.floor(state.limit / 2)), 1);
    return;
  }
  if (end === "server_error") {
    state.successes = 0;
    return;
  }
  if (end !== "success" || startedIn !== state.round) return;
  state.successes++;
  if (state.successes < state.limit) return;
  if (state.saturated && state.limit < state.cap) changeTo(state, state.limit + 1, 0);
  else state.successes = 0;
}

function changeTo(state: LimiterState, limit: number, rounds: number): void {
  state.limit = limit;
  state.round += rounds;
  state.successes = 0;
  state.saturated = state.inFlight >= limit;
}
