import { NormactError } from "../../core/errors.js";
import { sentence } from "../../core/shown.js";
import { estimateTokens } from "../../models/cost-estimate.js";
import type { ModelClient, ModelRequest } from "../../models/types.js";
import { cuePrompt, promptVersion } from "../prompt-files.js";
import { GENERATED_TABLE_NAME, type PictureSource } from "../types.js";

/** Room for two sentences and for what a reasoning model thinks before them. */
const MAX_TOKENS = 2048;
/** What two sentences take, for estimates: the room above is for models that think first. */
const USUAL_CUE_TOKENS = 100;

/** A model behind the runtime: the colour picture first, then the words; temperature 0 where it can be set. */
export function modelSource(client: ModelClient): PictureSource {
  return {
    kind: "picture",
    name: client.name,
    tableName: GENERATED_TABLE_NAME,
    label: `model at ${client.endpoint}, sees the colour picture and the goal`,
    settings: {
      perceptor: client.name,
      endpoint: client.endpoint,
      prompt: promptVersion(cuePrompt("")),
      temperature: 0,
      maxTokens: MAX_TOKENS,
      ...client.settings,
    },
    async write({ goal, png, asker }) {
      const answer = await client.generate({ ...cueRequest(goal, png), ...asker });
      const { outcome } = answer;
      if (outcome === "limit")
        throw new NormactError(
          "limit_reached",
          `${client.name} made no cue: ${sentence(answer.error?.message ?? outcome)} What is finished is kept.`,
          3,
        );
      if (outcome === "provider_error" || outcome === "cancelled")
        throw new NormactError(
          "no_cue",
          `${client.name} made no cue: ${answer.error?.message ?? outcome}`,
          3,
        );
      return {
        text: answer.text === "" && outcome !== "ok" ? null : answer.text,
        outcome,
        model: answer.model,
        usage: answer.usage,
        cached: answer.cached ?? false,
        call: {
          cached: answer.cached ?? false,
          cost: answer.cost ?? null,
          latencyMs: Math.round(answer.cachedLatencyMs ?? answer.latencyMs),
          waitedMs: Math.round(answer.waitedMs ?? 0),
        },
      };
    },
    async preview({ goal, png }) {
      const request = cueRequest(goal, png);
      const wire = await client.preview(request);
      return {
        wire,
        tokens: {
          ...estimateTokens(request, client.name, wire.sent.images),
          output: USUAL_CUE_TOKENS,
        },
        model: client.name,
        endpoint: client.endpoint,
      };
    },
  };
}

const cueRequest = (goal: string, png: Uint8Array): ModelRequest => ({
  parts: [
    { type: "image", data: png, mediaType: "image/png" },
    { type: "text", text: cuePrompt(goal) },
  ],
  temperature: 0,
  maxTokens: MAX_TOKENS,
});
