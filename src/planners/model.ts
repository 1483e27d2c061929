import { providerPlanSchema } from "../actions/json-schema.js";
import { estimateTokens } from "../models/cost-estimate.js";
import type { ModelClient, ModelPart, ModelRequest, ReasoningEffort } from "../models/types.js";
import type { PromptParts } from "../prompts/types.js";
import type { Planner, PlannerInput } from "./types.js";

/** What a run may set for every call to a model. Nothing is sent that is not given. */
export interface GenerationSettings {
  temperature?: number;
  maxTokens?: number;
  /** sent as the provider's seed, where it has one */
  seed?: number;
  reasoningEffort?: ReasoningEffort;
  /** ask for the plan by a JSON schema, as far as the model takes one; else by the prompt's words alone */
  schema?: boolean;
}

/** A model behind a `ModelClient` as a planner. */
export function modelPlanner(client: ModelClient, settings: GenerationSettings = {}): Planner {
  return {
    name: client.name,
    label: `model at ${client.endpoint}`,
    needsPicture: true,
    privileged: false,
    endpoint: client.endpoint,
    settings: client.settings,
    async plan(input) {
      const answer = await client.generate(await modelRequest(input, settings));
      return {
        raw: answer.text,
        outcome: answer.outcome,
        usage: answer.usage,
        latencyMs: answer.cachedLatencyMs ?? answer.latencyMs,
        waitedMs: answer.waitedMs ?? 0,
        cached: answer.cached ?? false,
        ...(answer.earlier ? { earlier: true } : {}),
        cost: answer.cost ?? null,
        providerUsage: answer.providerUsage ?? null,
        requestId: answer.requestId ?? null,
        ...(answer.sent ? { sent: answer.sent } : {}),
        model: answer.model,
        providerAnswer: answer.raw,
        failedAttempts: answer.failedAttempts,
        ...(answer.error ? { error: answer.error } : {}),
      };
    },
    async preview(input) {
      const request = await modelRequest(input, settings);
      const wire = await client.preview(request);
      return { wire, tokens: estimateTokens(request, client.name, wire.sent.images) };
    },
  };
}

async function modelRequest(
  input: PlannerInput,
  settings: GenerationSettings,
): Promise<ModelRequest> {
  const { schema, ...sent } = settings;
  return {
    parts: await modelParts(input.prompt, input.image),
    ...sent,
    ...(schema ? { jsonSchema: { name: "plan", schema: providerPlanSchema() } } : {}),
    ...(input.epoch === undefined ? {} : { epoch: input.epoch }),
    ...(input.label === undefined ? {} : { label: input.label }),
    ...(input.run === undefined ? {} : { run: input.run }),
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
