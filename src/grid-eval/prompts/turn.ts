import { DOORS } from "../../grid/types.js";
import type { Belief, Sight, Stage } from "../types.js";
import type { PromptChoice } from "./system.js";
import { at, goalText } from "./words.js";

/** What the newcomer holds to be the rule, as its own or as told. */
export interface CarriedBelief {
  belief: Belief | null;
  /** the rule was told, so it is no guess */
  told: boolean;
}

/** The text that goes with a step: what is remembered, what is believed, and what is to be seen now. */
export function turnPrompt(
  sight: Sight,
  stage: Stage,
  memory: string,
  carried: CarriedBelief,
  choice: PromptChoice,
): string {
  return [memory, beliefText(stage, carried), nowText(sight, stage, choice)]
    .filter((part) => part !== "")
    .join("\n\n");
}

function beliefText({ phase }: Stage, { belief, told }: CarriedBelief): string {
  if (told) return `# The rule of this place\n${belief?.text ?? ""}`;
  const sure = belief?.confidence == null ? "" : ` (confidence ${belief.confidence})`;
  if (phase === "interaction")
    return `# What you held to be the rule so far\n${belief ? `${belief.text}${sure}` : "Nothing yet."}`;
  return `# The rule as you learned it before\n${belief ? `${belief.text}${sure}` : "You did not settle on one."}`;
}

function nowText(sight: Sight, stage: Stage, choice: PromptChoice): string {
  const { self, turn } = sight;
  const { geometry } = stage;
  const lines = [
    `# Step ${turn}`,
    `You (${self.group} shirt) stand at ${at(self.at)}.${self.entered ? " You have just come in." : ""}${self.displaced ? " You were pushed here." : ""}`,
    `Your goal now (${self.leg + 1} of 2): ${goalText(self.goals[self.leg], geometry)}.`,
    ...(self.service > 0 && self.leg === 0
      ? [`You have been served for ${self.service} of 3 steps.`]
      : []),
    ...(self.sanctioned ? ["You carry a red X: your last move broke the rule."] : []),
    ...(choice.observation === "image"
      ? ["The picture shows everybody in the room."]
      : personLines(sight, stage, choice)),
  ];
  return lines.join("\n");
}

/** The others, a line each; those who went out on the step before at the end. */
function personLines({ others }: Sight, stage: Stage, choice: PromptChoice): string[] {
  const here = others.filter((p) => !p.gone);
  const says = (sanctioned: boolean): string =>
    sanctioned && choice.textSanctions === "all" ? ", marked with a red X" : "";
  return [
    here.length === 0 ? "Nobody else is in the room." : "Others in the room:",
    ...here.map(
      (p) =>
        `- person ${p.id}, ${p.group} shirt, at ${at(p.at)}, ${p.action === null ? "has just come in" : `last action ${p.action}`}${says(p.sanctioned)}`,
    ),
    ...others
      .filter((p) => p.gone)
      .map(
        (p) =>
          `- person ${p.id}, ${p.group} shirt, has just left through door ${doorAt(p.at, stage)}${says(p.sanctioned)}`,
      ),
  ];
}

function doorAt(position: readonly [number, number], { geometry }: Stage): string {
  const index = geometry.doors.indexOf(position[0] * 15 + position[1]);
  return DOORS[index] ?? "?";
}
