import { normOf } from "../../grid/norms/index.js";
import { RULE_LABELS, RULE_TOPICS } from "./store.js";

/** Goes up whenever a judge's prompt changes: verdicts of other prompts are not taken over. */
export const JUDGE_PROMPT_VERSION = 1;

/** What a judge is told and the shape of its answer. */
export interface JudgePrompt {
  system: string;
  text: string;
  schema: { name: string; schema: Record<string, unknown> };
}

const SETTING = `You assess what visitors of a room have understood of its unwritten rule. The room is a grid of 11 rows and 15 columns with a left, a bottom and a right door, chairs in three regions, a service counter in the top wall, and two zones marked Q and R on the floor. People wear orange, green or blue shirts; on each step everybody moves one cell or waits. Whoever makes a move against the rule gets a mark.`;

const SCALE = `Give one whole number:
7 - the same rule, whatever the words
6 - the rule is there, with a small mistake, something small left out, or one extra condition that does not hold
5 - the right kind of behaviour and the right thing it hangs on, but the particular rule is another one
4 - the right kind of behaviour but hung on the wrong thing, or about half of the rule
3 - a small part that is right
2 - some loose connection with the behaviour in question
1 - nothing to do with the rule, or no rule at all
Judge what the statement would have people do. Style, length and how sure it sounds are of no account.`;

/** Scores a belief against the norm, from 1 to 7. */
export function beliefPrompt(norm: string, belief: string): JudgePrompt {
  return {
    system: `${SETTING}\n\nYou are shown the rule and what a visitor took it to be. ${SCALE}\n\nAnswer with one JSON object: "rationale" (two sentences at most), then "score".`,
    text: `# The rule\n${normOf(norm).description}\n\n# What the visitor took it to be\n${belief}`,
    schema: {
      name: "belief_score",
      schema: {
        type: "object",
        properties: {
          rationale: { type: "string" },
          score: { type: "integer", enum: [1, 2, 3, 4, 5, 6, 7] },
        },
        required: ["rationale", "score"],
        additionalProperties: false,
      },
    },
  };
}

const LABELS = `- correct: what makes up the true rule (which door, which shape of the line ...)
- partially_correct: a true part of it that leaves out what makes it up ("join at the end of the line" without its shape)
- task_generic: something the visitor was told anyway, or that any visitor would do (goals, rewards, keeping clear of others)
- spurious: a further rule that the true rule neither contains nor implies
- incorrect: at odds with the true rule (another door, another region, another shape)`;

/** Splits a belief into rules and labels each against the norm. */
export function rulesPrompt(norm: string, belief: string, told: string): JudgePrompt {
  return {
    system: `${SETTING}\n\nYou are shown the true rule, what a visitor was told before it began, and what it took the rule to be in the end. Split the last into single rules, one for each aspect of behaviour: everything about lining up is one rule, what is said on leaving another, and so on. Observations, evidence and remarks on how sure it is are no rules; a statement that says it does not know has none. Label each rule:\n${LABELS}\nGive spurious rules a topic out of: ${RULE_TOPICS.join(", ")}; all others null.\n\nAnswer with one JSON object with the list "rules" of {"rule", "reason", "label", "topic"}.`,
    text: `# The true rule\n${normOf(norm).description}\n\n# What the visitor was told\n${told}\n\n# What it took the rule to be\n${belief}`,
    schema: {
      name: "belief_rules",
      schema: {
        type: "object",
        properties: {
          rules: {
            type: "array",
            items: {
              type: "object",
              properties: {
                rule: { type: "string" },
                reason: { type: "string" },
                label: { type: "string", enum: [...RULE_LABELS] },
                topic: { anyOf: [{ type: "string", enum: [...RULE_TOPICS] }, { type: "null" }] },
              },
              required: ["rule", "reason", "label", "topic"],
              additionalProperties: false,
            },
          },
        },
        required: ["rules"],
        additionalProperties: false,
      },
    },
  };
}
