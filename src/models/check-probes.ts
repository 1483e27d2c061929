import { encodePng } from "../images/index.js";
import type { ModelRequest } from "./types.js";

/** The questions of `models check` and what their answers tell. */

type Colour = readonly [number, number, number];
export const RED: Colour = [220, 20, 20];
export const BLUE: Colour = [20, 40, 220];

/** A picture whose halves have one colour each. */
export function twoColours(
  left: Colour,
  right: Colour,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++)
    pixels.set(at % width < width / 2 ? left : right, at * 3);
  return encodePng(pixels, width, height);
}

/** Every setting at once: what is refused is dropped and named. */
export const SETTINGS_PROBE: ModelRequest = {
  parts: [{ type: "text", text: 'Reply with the single word "ready".' }],
  temperature: 0,
  seed: 1,
  maxTokens: 4096,
};

const JSON_SCHEMA = {
  name: "colours",
  schema: {
    type: "object",
    properties: {
      leftHalfColour: { type: "string", enum: ["red", "green", "blue", "yellow", "none"] },
      rightHalfColour: { type: "string", enum: ["red", "green", "blue", "yellow", "none"] },
    },
    required: ["leftHalfColour", "rightHalfColour"],
    additionalProperties: false,
  },
};

/**
 * One picture, one JSON answer. With a schema the words do not name the keys: only a server that keeps the schema
 * makes the model use them.
 */
export function colourProbe(picture: Uint8Array | null, withKeys: boolean): ModelRequest {
  const keys = withKeys ? ' with the keys "leftHalfColour" and "rightHalfColour"' : "";
  const asked = picture
    ? "Of which colour is the left half of the picture, of which the right half?"
    : 'There is no picture: both colours are "none".';
  return {
    parts: [
      ...(picture
        ? [{ type: "image" as const, data: picture, mediaType: "image/png" as const }]
        : []),
      {
        type: "text",
        text: `${asked} Answer with a JSON object${keys}; use one English word each.`,
      },
    ],
    maxTokens: 4096,
    jsonSchema: JSON_SCHEMA,
  };
}

export interface ColourAnswer {
  /** the keys of the schema, and no others */
  keys: boolean;
  left: string | null;
  right: string | null;
}

/** Null when there is no JSON object in the text. */
export function readColours(text: string): ColourAnswer | null {
  const found = /\{[\s\S]*\}/.exec(text)?.[0];
  let value: unknown;
  try {
    value = JSON.parse(found ?? "");
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const entries = Object.entries(value);
  const word = (side: string): string | null => {
    const hit = entries.find(([key]) => key.toLowerCase().includes(side))?.[1];
    return typeof hit === "string" ? hit.toLowerCase().trim() : null;
  };
  const names = entries.map(([key]) => key).sort();
  return {
    keys: names.join() === "leftHalfColour,rightHalfColour",
    left: word("left"),
    right: word("right"),
  };
}

/** A square, a word, a square: servers that sort pictures to the front show the word last. */
export function orderProbe(first: Uint8Array, second: Uint8Array): ModelRequest {
  const image = (data: Uint8Array) => ({
    type: "image" as const,
    data,
    mediaType: "image/png" as const,
  });
  return {
    parts: [
      image(first),
      { type: "text", text: "KIWI" },
      image(second),
      {
        type: "text",
        text:
          "Before this sentence stand three things: the word kiwi, a blue square and a red square, in some order. " +
          "Which came first, which second, which third? Answer with three words from kiwi, blue and red, and nothing else.",
      },
    ],
    maxTokens: 4096,
  };
}

/** Order of the three words at the end of an answer: `["red", "kiwi", "blue"]`; null when one is missing. */
export function readOrder(text: string): string[] | null {
  const words =
    text
      .toLowerCase()
      .match(/\b(kiwi|blue|red)\b/g)
      ?.slice(-3) ?? [];
  return new Set(words).size === 3 ? words : null;
}

export type Order = "kept" | "hoisted" | "unclear";

/** What two answers tell, to red–kiwi–blue and to blue–kiwi–red; a model that guesses does not get both right. */
export function judgeOrder(redFirst: string[] | null, blueFirst: string[] | null): Order {
  const said = `${redFirst?.join(" ")} / ${blueFirst?.join(" ")}`;
  if (said === "red kiwi blue / blue kiwi red") return "kept";
  return said === "red blue kiwi / blue red kiwi" ? "hoisted" : "unclear";
}
