import type { Plan } from "../../world/types.js";
import { localReply, type Planner } from "../types.js";
import { keywordPlan } from "./plan.js";
import { type ReadPrompt, readPrompt } from "./read.js";

/**
 * A baseline without a model: reads the prompt's text (goal, cue, visible objects) and nothing else, maps
 * words of the goal to a direct plan and words of norms to adjustments of it. It shows how far spotting words
 * gets; what it reaches says nothing about understanding.
 */
export function keywordPlanner(): Planner {
  return {
    name: "builtin/keyword",
    label: "keyword baseline: spots words in the prompt's text, no model, no picture",
    needsPicture: false,
    privileged: false,
    plan: async ({ promptText }) => localReply(JSON.stringify(keywordReply(promptText))),
  };
}

/** The plan that the keyword planner gives for a prompt's text. */
export function keywordReply(promptText: string): Plan {
  const prompt = readPrompt(promptText);
  if (prompt.last === null) return keywordPlan(prompt);
  return prompt.last.allDone ? [] : again(prompt);
}

/** After a failure: once more, and closer if somebody was too far to hear. */
function again(prompt: ReadPrompt): Plan {
  const plan = keywordPlan(prompt);
  const tooFar = prompt.last?.failedAction === "speak_to" && prompt.last.failureCode === "too_far";
  if (!tooFar) return plan;
  return plan.flatMap((step) =>
    step.action === "speak_to"
      ? [
          {
            think: "closer, to be heard",
            action: "move_to_object",
            parameters: { object_id: step.parameters.target_id },
          },
          step,
        ]
      : [step],
  );
}
