import { apiText } from "../actions/text.js";
import type { PastTurn, PromptInput, VisibleObject } from "./types.js";

/**
 * Headings of the prompt. The keyword planner finds its way by them, so they are named once.
 */
export const HEADINGS = {
  hints: "# Hints",
  actions: "# Actions",
  picture: "# What you see",
  objects: "# Visible objects",
  hands: "# In your hands",
  history: "# So far",
  task: "# Task",
  duties: "# How to go about it",
  replies: "# Replies left",
  format: "# Output format",
  notes: "# Notes",
  examples: "# Examples",
} as const;

/** Retrieved hints, at the very head. */
export function hintsSection(hints: readonly string[]): string {
  return [
    HEADINGS.hints,
    "These may or may not bear on what you see:",
    ...hints.map((h) => `- ${h}`),
  ].join("\n");
}

/** The clock and who is addressed. */
export function openingSection(time: string, elapsedSeconds: number): string {
  return `It is ${laterTime(time, elapsedSeconds)}. You are an agent who lives in a small town and does things there by way of actions.`;
}

export function actionsSection(): string {
  return `${HEADINGS.actions}\n${apiText()}`;
}

export function pictureSection(): string {
  return [
    HEADINGS.picture,
    "One picture with two halves, both taken from where your eyes are:",
    "- the left half shows the colours of the scene;",
    "- the right half shows each object as an area of one colour, with the object's id written on it.",
  ].join("\n");
}

/** The visible list as JSON, one object a line; its detail is a setting of the run. */
export function objectsSection(input: Pick<PromptInput, "visible" | "objectList">): string {
  const { visible, objectList } = input;
  if (objectList === "ids") {
    return `${HEADINGS.objects}\nThe ids of everything in view:\n${JSON.stringify(visible.map((v) => v.id))}`;
  }
  const lines = visible.map((v) => JSON.stringify(objectList === "full" ? full(v) : brief(v)));
  const extra =
    objectList === "full"
      ? "; distance in cm from you; facing in degrees, clockwise from x as seen from above"
      : "";
  return [
    HEADINGS.objects,
    `Everything in view (location: [x, y, z] in cm, x north, y east, z up${extra}):`,
    lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n]`,
  ].join("\n");
}

function brief(v: VisibleObject): Record<string, unknown> {
  return { id: v.id, name: v.name, location: v.location };
}

function full(v: VisibleObject): Record<string, unknown> {
  const all = {
    ...brief(v),
    kind: v.kind,
    distance: v.distance,
    state: v.state,
    posture: v.posture,
    facing: v.facing,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

export function handsSection(hands: PromptInput["hands"]): string {
  const held = (h: PromptInput["hands"]["right"]): string =>
    h ? JSON.stringify({ id: h.id, name: h.name }) : "nothing";
  return `${HEADINGS.hands}\nRight hand (0): ${held(hands.right)}. Left hand (1): ${held(hands.left)}.`;
}

/** What became of the earlier replies, and what people said meanwhile. */
export function historySection(history: readonly PastTurn[]): string {
  return [HEADINGS.history, ...history.flatMap((turn, i) => pastTurnLines(turn, i + 1))].join("\n");
}

function pastTurnLines(turn: PastTurn, number: number): string[] {
  if (turn.unreadable) {
    const { code, message } = turn.unreadable;
    return [
      `Reply ${number} could not be read as a plan (${code}: ${message}), so nothing was carried out.`,
    ];
  }
  if (turn.steps.length === 0) return [`Reply ${number} held no action.`];
  const lines = [`Reply ${number}:`];
  turn.steps.forEach(({ step, result }, i) => {
    const call = `${i + 1}. ${step.action} ${JSON.stringify(step.parameters)}`;
    const outcome =
      result.result === "success" ? "success" : `failed (${result.code}): ${result.error}`;
    lines.push(`${call} -> ${outcome}`);
  });
  if (turn.dropped > 0) {
    lines.push(
      turn.dropped === 1
        ? "The one action after it was left out."
        : `The ${turn.dropped} actions after it were left out.`,
    );
  }
  for (const { id, name, content } of turn.heard) {
    lines.push(`${name} (id ${id}) said: ${JSON.stringify(content)}`);
  }
  return lines;
}

/** Goal and cue, as one text. */
export function taskText(goal: string, cue: string | null): string {
  return cue === null || cue === "" ? goal : `${goal} ${cue}`;
}

export function taskSection(goal: string, cue: string | null): string {
  return `${HEADINGS.task}\n${taskText(goal, cue)}`;
}

export function dutiesSection(): string {
  return [
    HEADINGS.duties,
    "- Take a good look at the scene and work out how things stand.",
    "- Judge from the task and from what you know now if one plan can carry it through, or only a part of it.",
    "- Where all is clear and each step follows from the last, reply with the whole chain of actions.",
    "- Where you cannot be sure of success yet, reply with one action only: the best next thing to do, or the best way to learn more.",
    "- A task that takes several acts, with things or with people, is better answered by a plan of several actions.",
  ].join("\n");
}

export function repliesSection(turn: number, maxTurns: number): string {
  const left = maxTurns - turn - 1;
  const after =
    left === 0
      ? "It is the last one."
      : `After it you have ${left === 1 ? "one more" : `${left} more`} at most.`;
  return `${HEADINGS.replies}\nThis is reply ${turn + 1} of ${maxTurns}. ${after} An empty array, [], says that you have finished.`;
}

export function formatSection(): string {
  return [
    HEADINGS.format,
    "Reply with a JSON array: one object for a single careful step, several for a plan. At most 20 objects. Each of them looks like this:",
    '{"think": "in a few words, why this action, and why one step or several", "action": "name of the action", "parameters": {"name": value, ...}}',
  ].join("\n");
}

export function notesSection(): string {
  return [
    HEADINGS.notes,
    "- Nothing but the array: no words before it, none after it.",
    "- Do not count on what you cannot see; if in doubt, one step at a time.",
    '- Inside a string, a double quote is written \\".',
  ].join("\n");
}

/** Both examples keep clear of the objects and the tasks of the benchmark (`normact cues lint` checks it). */
export function examplesSection(): string {
  return [
    HEADINGS.examples,
    "Several actions, when the way is clear (the task was to shut the garden gate):",
    '[{"think": "The gate is right there and nothing lies between us, so I can do all of it in one go.", "action": "move_to_object", "parameters": {"object_id": "412"}},',
    ' {"think": "I have reached the gate.", "action": "close_door", "parameters": {"component_id": "412", "which_hand": 0}}]',
    "One action, when more has to be known first (the task was to look at the kite up in the sky):",
    '[{"think": "No kite is in sight from here, so I take a single step and look to the right.", "action": "turn_in_degree", "parameters": {"degree": 90}}]',
  ].join("\n");
}

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** "YYYY-MM-DD HH:MM" so many seconds later, to the minute. No clock is asked and no time zone matters. */
export function laterTime(time: string, seconds: number): string {
  const match = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/.exec(time);
  if (!match) throw new RangeError(`laterTime: "${time}" is not of the form YYYY-MM-DD HH:MM`);
  let [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  minute += Math.floor(seconds / 60);
  hour += Math.floor(minute / 60);
  day += Math.floor(hour / 24);
  for (let length = monthLength(year, month); day > length; length = monthLength(year, month)) {
    day -= length;
    month += 1;
    if (month > 12) {
      month = 1;
      year += 1;
    }
  }
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour % 24)}:${two(minute % 60)}`;
}

function monthLength(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : MONTH_DAYS[month - 1]!;
}
