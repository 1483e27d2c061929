import type { Planner, PlannerInput } from "../planners/index.js";
import { promptText } from "../prompts/index.js";

/** What is said below the prompt when an answer could not be read and is asked for once more. */
export function reaskText(error: { code: string; message: string }): string {
  return `Your reply to this could not be read as a plan (${error.code}: ${error.message}). Nothing of it was carried out. Write the plan again, as the output format above describes it, and nothing else.`;
}

/** The same turn once more, with the reason for asking again. */
export function askAgain(
  planner: Planner,
  input: PlannerInput,
  error: { code: string; message: string },
) {
  const prompt = [...input.prompt, { type: "text" as const, text: reaskText(error) }];
  const label = `${input.label ?? ""} again`;
  return planner.plan({ ...input, prompt, promptText: promptText(prompt), label });
}
