import type { Activity, RegionKind, Vec2, Vec3 } from "./types.js";

/** What happened: the events of a trace, and what an action answers. Frame and units as in `types.ts`. */

export type Intent =
  | "ask_directions"
  | "ask_help"
  | "ask_permission"
  | "ask_way"
  | "greet"
  | "offer_seat"
  | "other"
  | "report_location";

/** Where an event stands: i in the list, t seconds, 0-based turn, 0-based action or null. */
export interface EventStamp {
  i: number;
  t: number;
  turn: number;
  action: number | null;
}

export type EventBody =
  | { type: "moved"; polyline: Vec2[] }
  | { type: "entered" | "left"; region: string; kind: RegionKind }
  | { type: "bumped"; person: string; distance: number }
  | {
      type: "spoke";
      target: string;
      content: string;
      intents: Intent[];
      distance: number;
      /** the target's activity when spoken to */
      activity: Activity["type"];
    }
  | { type: "heard"; person: string; content: string }
  | { type: "granted"; person: string; scope: string[] }
  | { type: "activityChanged"; person: string; from: Activity["type"]; to: Activity["type"] }
  | { type: "personMoved"; person: string; polyline: Vec2[] }
  | { type: "served"; person: string }
  | { type: "conversationEnded"; people: string[] }
  | { type: "blockerLeft"; person: string }
  | { type: "took"; object: string; hand: 0 | 1; owner?: string }
  | { type: "put"; object: string; location: Vec3; container?: string }
  | { type: "stateChanged"; object: string; from: string; to: string; by: string }
  | { type: "washed"; what: string; faucet: string }
  | { type: "ate"; object: string }
  | { type: "mopped"; stain: string }
  | { type: "sat" | "stood"; who: string; seat: string }
  | { type: "opened" | "closed" | "knocked"; door: string }
  | { type: "pointed"; object: string; cancel?: boolean }
  | { type: "looked"; object: string; cancel?: boolean }
  | { type: "looked"; location: Vec3; cancel?: boolean }
  | { type: "turned"; degree: number }
  | {
      type: "waited";
      seconds: number;
      wokenBy: "served" | "conversationEnded" | "blockerLeft" | null;
    }
  | { type: "failed"; code: FailureCode; error: string };

export type TraceEvent = EventStamp & EventBody;
export type Trace = TraceEvent[];

/** Why an action failed; closed list. */
export const FAILURE_CODES = [
  "unknown_object",
  "ambiguous_object",
  "not_visible",
  "unreachable",
  "too_far",
  "not_pickable",
  "hand_occupied",
  "hand_empty",
  "wrong_tool",
  "wrong_state",
  "not_sittable",
  "seat_taken",
  "not_a_door",
  "locked",
  "invalid_location",
  "not_edible",
  "target_not_person",
  "bad_parameter",
  "unknown_action",
  "step_limit",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

export type ActionResult =
  | { result: "success" }
  | { result: "failed"; code: FailureCode; error: string };
