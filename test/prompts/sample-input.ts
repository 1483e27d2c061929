import type { PromptInput, VisibleObject } from "../../src/prompts/types.js";

export function seen(
  id: string,
  name: string,
  location: [number, number, number],
  more: Partial<VisibleObject> = {},
): VisibleObject {
  return {
    id,
    name,
    location,
    kind: name.replace(/ /g, "_"),
    distance: 100,
    state: null,
    posture: null,
    facing: null,
    ...more,
  };
}

/** A first turn in a made-up place. */
export const FIRST: PromptInput = {
  time: "2026-05-12 14:30",
  goal: "Bring the globe to the desk.",
  cue: null,
  visible: [
    seen("7", "globe", [120.5, -30, 75], { kind: "globe", distance: 124.2 }),
    seen("12", "woman", [300, 0, 0], {
      kind: "person",
      distance: 300,
      posture: "standing, talking",
      facing: 180,
    }),
    seen("31", "faucet", [10, 20, 90], { kind: "faucet", distance: 22.4, state: "on" }),
  ],
  objectList: "names",
  hands: { right: null, left: null },
  turn: 0,
  maxTurns: 3,
  history: [],
  image: { width: 1280, height: 480 },
};

/** A third turn: one answer that could not be read, one plan that failed half-way. */
export const THIRD: PromptInput = {
  ...FIRST,
  elapsedSeconds: 125,
  turn: 2,
  hands: { right: { id: "7", name: "globe" }, left: null },
  history: [
    {
      unreadable: { code: "truncated", message: "the JSON breaks off" },
      steps: [],
      dropped: 0,
      heard: [],
    },
    {
      steps: [
        {
          step: { think: "", action: "move_and_take_object", parameters: { object_id: "7" } },
          result: { result: "success" },
        },
        {
          step: {
            think: "",
            action: "speak_to",
            parameters: { target_id: "12", content: 'Say "hi"' },
          },
          result: {
            result: "failed",
            code: "too_far",
            error: "the woman cannot hear you from here",
          },
        },
      ],
      dropped: 2,
      heard: [{ id: "12", name: "woman", content: "Pardon?\nWhat?" }],
    },
  ],
};
