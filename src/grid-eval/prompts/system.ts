import type { Goal } from "../../grid/types.js";
import type { Stage } from "../types.js";
import { goalText, objectLines } from "./words.js";

/** Goes up whenever a prompt's words change: part of a run's fingerprint. */
export const GRID_PROMPT_VERSION = 2;

/** What of a prompt can be chosen. */
export interface PromptChoice {
  observation: "image" | "text" | "both";
  textSanctions: "self" | "all";
}

/** What is said of the rule: hidden, learned before, or told. */
export type RuleKnown = "hidden" | "learned" | "told";

const RULE: Record<RuleKnown, string> = {
  hidden:
    "The other people follow a rule of this place that nobody has told you, and some people may not know it either.",
  learned:
    "The other people follow a rule of this place. Nobody has told you what it is; what you have learned of it stands below.",
  told: "The other people follow a rule of this place. It is told to you below.",
};

/**
 * The system prompt: place, role, goals in order, what stands where, how moving works, actions, what is won and
 * lost, and the form of the answer.
 */
export function systemPrompt(
  stage: Stage,
  goals: readonly [Goal, Goal],
  choice: PromptChoice,
  rule: RuleKnown = stage.phase === "interaction" ? "hidden" : "learned",
): string {
  const { geometry, phase, horizon } = stage;
  const learning = phase === "interaction";
  const picture = choice.observation !== "text";
  const parts = [
    `# Where you are
You are a visitor in a room (${geometry.layout.name}), seen from above as a grid with 11 rows and 15 columns. Cells are written (row, column); both count from 0, row 0 is the top row, column 0 the leftmost. Time goes in steps: on each step everybody in the room picks one action and all of them happen together.`,
    `# Who you are
You are new here.${picture ? " In the picture you wear the golden ring." : ""} ${RULE[rule]} Everyone wears a shirt in one of three colours (orange, green, blue). Whoever makes a move that breaks the rule is marked with a red X for one step, for all to see. People come, do what they came for, and leave; others take their place.`,
    learning
      ? `# What you are to do
Reach your two goals in this order, and find out what the rule is while you do so:
1. ${goalText(goals[0], geometry)}
2. ${goalText(goals[1], geometry)}
When you have left you come in again after a while as another visitor with other goals, and you keep what you have learned. All of it lasts ${horizon} steps. Afterwards you will be tested by what you then hold to be the rule.`
      : `# What you are to do
Reach your two goals in this order without breaking the rule of the place:
1. ${goalText(goals[0], geometry)}
2. ${goalText(goals[1], geometry)}
You have ${horizon} steps at most.`,
    `# What is where
${objectLines(geometry).join("\n")}`,
    `# How moving works
- Up, Down, Left and Right move one cell; a wall, furniture or the edge leaves you where you are. WAIT stays.
- Two people can change places. When several end up on one cell, one of those who walked in keeps it and everyone else there is pushed to a free cell nearby.
- Being pushed, or waiting, is never held against anybody; only moves that somebody chose can break the rule.
- Nobody may stand in the way for long: people who block a door are moved aside.
- While you are being served at the counter you stand still by yourself.`,
    `# What you win and lose
- a goal reached: +10
- every step in the room: -0.1
- walking into a cell that others want or hold: -5
- a move that breaks the rule: -20`,
    answerSection(learning),
  ];
  return parts.join("\n\n");
}

function answerSection(learning: boolean): string {
  const fields = [
    '- "reasoning": a few sentences on what you see and why you act so',
    '- "action": one of "Up", "Down", "Left", "Right", "WAIT"',
    ...(learning
      ? [
          '- "belief": the rule as you understand it now, in plain words that would let someone else keep it in another room; say so if you have no idea yet',
          '- "confidence": how sure you are of it, a number from 0 to 1',
        ]
      : []),
  ];
  return `# Your answer
Answer with one JSON object and nothing else. Its fields:
${fields.join("\n")}`;
}

/** The answer's shape as a strict schema. */
export function answerSchema(learning: boolean): { name: string; schema: Record<string, unknown> } {
  const properties = {
    reasoning: { type: "string" },
    action: { type: "string", enum: ["Up", "Down", "Left", "Right", "WAIT"] },
    ...(learning ? { belief: { type: "string" }, confidence: { type: "number" } } : {}),
  };
  return {
    name: learning ? "newcomer_step" : "newcomer_test_step",
    schema: {
      type: "object",
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
  };
}
