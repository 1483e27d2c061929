import { sha256 } from "../core/hash.js";
import {
  actionsSection,
  dutiesSection,
  examplesSection,
  formatSection,
  handsSection,
  hintsSection,
  historySection,
  notesSection,
  objectsSection,
  openingSection,
  pictureSection,
  repliesSection,
  taskSection,
} from "./sections.js";
import type { PromptInput, PromptParts } from "./types.js";

/** Raised whenever the words or the order of the prompt change. */
export const PROMPT_TEMPLATE_VERSION = 1;

/**
 * The prompt of one turn, in the order of the paper's template (NormAct, appendix E), in other words: hints
 * (if any), time, actions, description of the picture, the picture, visible objects, hands, what happened so
 * far (later turns), task with its cue, how to go about it, replies left, output format, notes, examples.
 * Same input, same parts.
 */
export function buildPrompt(input: PromptInput): PromptParts {
  const before: string[] = [];
  if (input.headHints && input.headHints.length > 0) before.push(hintsSection(input.headHints));
  before.push(openingSection(input.time, input.elapsedSeconds ?? 0), actionsSection());
  const after = [objectsSection(input), handsSection(input.hands)];
  if (input.history.length > 0) after.push(historySection(input.history));
  after.push(
    taskSection(input.goal, input.cue),
    dutiesSection(),
    repliesSection(input.turn, input.maxTurns),
    formatSection(),
    notesSection(),
    examplesSection(),
  );
  if (!input.image) return [{ type: "text", text: joined([...before, ...after]) }];
  return [
    { type: "text", text: joined([...before, pictureSection()]) },
    { type: "image", role: "observation", picture: input.image },
    { type: "text", text: joined(after) },
  ];
}

const joined = (sections: string[]): string => sections.join("\n\n");

/** The text of a prompt; the picture's place is marked. This is what is hashed, printed and shown to people. */
export function promptText(parts: PromptParts): string {
  return parts.map((part) => (part.type === "text" ? part.text : "[picture]")).join("\n\n");
}

let templateHash: string | null = null;

/**
 * SHA-256 over the template with fixed contents in every setting: it changes with any word of the template
 * or of the actions' description, and with nothing of an episode.
 */
export function promptTemplateHash(): string {
  templateHash ??= sha256(
    [String(PROMPT_TEMPLATE_VERSION), ...SPECIMENS.map((s) => promptText(buildPrompt(s)))].join(
      "\f",
    ),
  );
  return templateHash;
}

const FIRST_TURN: PromptInput = {
  time: "2026-01-01 12:00",
  goal: "{goal}",
  cue: "{cue}",
  visible: [
    {
      id: "1",
      name: "{name}",
      location: [1, 2, 3],
      kind: "{kind}",
      distance: 4,
      state: "{state}",
      posture: "{posture}",
      facing: 5,
    },
  ],
  objectList: "names",
  hands: { right: null, left: { id: "2", name: "{held}" } },
  turn: 0,
  maxTurns: 3,
  history: [],
  image: {},
};

const SPECIMENS: PromptInput[] = [
  FIRST_TURN,
  { ...FIRST_TURN, objectList: "ids", image: null, visible: [], headHints: ["{hint}"] },
  {
    ...FIRST_TURN,
    objectList: "full",
    turn: 2,
    history: [
      { unreadable: { code: "{code}", message: "{message}" }, steps: [], dropped: 0, heard: [] },
      {
        steps: [
          { step: { think: "", action: "rest", parameters: {} }, result: { result: "success" } },
          {
            step: { think: "", action: "rest", parameters: {} },
            result: { result: "failed", code: "unreachable", error: "{error}" },
          },
        ],
        dropped: 2,
        heard: [{ id: "1", name: "{name}", content: "{said}" }],
      },
    ],
  },
];
