import type { ModelRequest, SentImage } from "./types.js";

/** Characters of English text a token, as the providers give it. */
const CHARACTERS_PER_TOKEN = 4;
/** Roles, separators and the like, a message. */
const MESSAGE_TOKENS = 12;
/** What is taken for the length of an answer when nobody limits it. */
export const DEFAULT_OUTPUT_TOKENS = 1000;

export interface TokenEstimate {
  input: number;
  /** the most the request allows; a usual length where it sets no limit */
  output: number;
}

/**
 * How many tokens a request will take: for dry runs and for what a budget holds back, never for a bill. Text at
 * four characters a token, pictures by their provider's published rule.
 * @param name `provider/model`
 * @param images the request's pictures as sent (`preview(request).sent.images`)
 */
export function estimateTokens(
  request: ModelRequest,
  name: string,
  images: readonly SentImage[],
): TokenEstimate {
  let characters = request.system?.length ?? 0;
  for (const part of request.parts) if (part.type === "text") characters += part.text.length;
  if (request.jsonSchema) characters += JSON.stringify(request.jsonSchema.schema).length;
  const pictures = images.reduce((sum, image) => sum + imageTokens(name, image), 0);
  return {
    input: Math.ceil(characters / CHARACTERS_PER_TOKEN) + pictures + MESSAGE_TOKENS,
    output: request.maxTokens ?? DEFAULT_OUTPUT_TOKENS,
  };
}

/** Tokens of one picture; 1,000 where its size is not known. */
export function imageTokens(name: string, image: Pick<SentImage, "width" | "height">): number {
  const { width, height } = image;
  if (width === null || height === null) return 1000;
  const slash = name.indexOf("/");
  const model = name.slice(slash + 1);
  switch (name.slice(0, slash)) {
    case "openai":
      return openaiTokens(model, width, height);
    case "google":
      // from Gemini 3 on a picture has one price at the default resolution, whatever its size
      return /gemini-[12]\b/.test(model) ? geminiTiles(width, height) : 1120;
    case "anthropic":
      return Math.min(patches(width, height, 28), claudeCap(model));
    default:
      // the grid of the open models that most local servers serve
      return patches(width, height, 28);
  }
}

function patches(width: number, height: number, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

/** Larger pictures are made smaller until they fit; up to Claude 4.6 they may have half as many patches. */
function claudeCap(model: string): number {
  return /claude-(3|(opus|sonnet|haiku)-4(-[0-6])?(-\d{8})?$)/.test(model) ? 1568 : 4784;
}

/** Small models count patches at a surcharge, the GPT-4 and early GPT-5 families tiles, newer ones patches. */
function openaiTokens(model: string, width: number, height: number): number {
  if (/^(gpt-4\.1|gpt-5)-(mini|nano)/.test(model))
    return Math.round(Math.min(patches(width, height, 32), 1536) * 1.62);
  if (/^(gpt-4o-mini)/.test(model)) return tiles(width, height, 2833, 5667);
  if (/^gpt-5(-|$)/.test(model)) return tiles(width, height, 70, 140);
  if (/^(gpt-4|o\d)/.test(model)) return tiles(width, height, 85, 170);
  return Math.ceil(Math.min(patches(width, height, 32), 10_000) * 1.2);
}

/** Fitted into 2048 × 2048, the shorter side brought down to 768, then cut into squares of 512. */
function tiles(width: number, height: number, base: number, each: number): number {
  const fit = Math.min(1, 2048 / Math.max(width, height));
  const shrink = Math.min(1, 768 / (Math.min(width, height) * fit));
  const scale = fit * shrink;
  return base + each * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}

function geminiTiles(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258;
  return 258 * Math.ceil(width / 768) * Math.ceil(height / 768);
}
