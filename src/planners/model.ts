import type { ModelClient, ModelPart, ModelRequest } from "../models/types.js";
import type { PromptParts } from "../prompts/types.js";
import type { Planner, PlannerInput } from "./types.js";

/** What a run may set for every call to a model. Nothing is sent that is not given. */
export interface GenerationSettings {
  temperature?: number;
  maxTokens?: number;
  /** sent as the provider's seed, where it has one */
  seed?: number;
}

/** A model behind a `ModelClient` as a planner. */
export function modelPlanner(client: ModelClient, settings: GenerationSettings = {}): Planner {
  return {
    name: client.name,
    label: `model at ${client.endpoint}`,
    needsPicture: true,
    privileged: false,
    endpoint: client.endpoint,
    async plan(input) {
      const answer = await client.generate(await modelRequest(input, settings));
      return {
        raw: answer.text,
        outcome: answer.outcome,
        usage: answer.usage,
        latencyMs: answer.latencyMs,
        model: answer.model,
        providerAnswer: answer.raw,
        failedAttempts: answer.failedAttempts,
        ...(answer.error ? { error: answer.error } : {}),
      };
    },
  };
}

async function modelRequest(
  input: PlannerInput,
  settings: GenerationSettings,
): Promise<ModelRequest> {
  return {
    parts: await modelParts(input.prompt, input.image),
    ...settings,
    ...(input.signal ? { signal: input.signal } : {}),
  };
}

/** The prompt's parts in the model's words, in the same order. */
async function modelParts(prompt: PromptParts, image: PlannerInput["image"]): Promise<ModelPart[]> {
  const parts: ModelPart[] = [];
  for (const part of prompt) {
    if (part.type === "text") {
      parts.push({ type: "text", text: part.text });
    } else {
      if (!image) throw new Error("modelParts: the prompt speaks of a picture and none is there");
      parts.push({ type: "image", data: await image(), mediaType: "image/png" });
    }
  }
  return parts;
}
