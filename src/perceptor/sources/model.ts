import { NormactError } from "../../core/errors.js";
import type { ModelClient } from "../../models/types.js";
import { cuePrompt, promptVersion } from "../prompt-files.js";
import { GENERATED_TABLE_NAME, type PictureSource } from "../types.js";

/** Room for two sentences and for what a reasoning model thinks before them. */
const MAX_TOKENS = 2048;

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
    async write({ goal, png }) {
      const answer = await client.generate({
        parts: [
          { type: "image", data: png, mediaType: "image/png" },
          { type: "text", text: cuePrompt(goal) },
        ],
        temperature: 0,
        maxTokens: MAX_TOKENS,
      });
      const { outcome } = answer;
      if (outcome === "provider_error" || outcome === "limit" || outcome === "cancelled")
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
      };
    },
  };
}
