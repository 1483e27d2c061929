import { closestMatch } from "../../core/closest.js";
import { UsageError } from "../../core/errors.js";
import type { ModelRuntime } from "../../models/runtime.js";
import { type CueSource, SCENE_RULES } from "../types.js";

export interface SourceServices {
  /** the one that planners' calls go through too; asked for only by sources that call a model */
  runtime(): Promise<ModelRuntime>;
  /** server of the perceptor's model */
  baseUrl?: string;
}

const MODEL_PROVIDERS = ["openai", "compatible", "google", "anthropic"] as const;

/**
 * The source of a name as `--perceptor` takes it.
 * @throws UsageError unknown_perceptor, with what is allowed and the closest match
 */
export async function cueSource(name: string, services: SourceServices): Promise<CueSource> {
  if (name === SCENE_RULES) return (await import("./scene-rules.js")).sceneRulesSource();
  if (name.startsWith("precomputed:") && name.length > 12)
    return (await import("./recorded.js")).recordedSource(name.slice(12));
  if (name.startsWith("command:") && name.slice(8).trim() !== "")
    return (await import("./command.js")).commandSource(name.slice(8));
  const slash = name.indexOf("/");
  const provider = name.slice(0, slash);
  if (slash > 0 && name.length > slash + 1 && MODEL_PROVIDERS.some((p) => p === provider)) {
    const { modelSource } = await import("./model.js");
    const runtime = await services.runtime();
    const options = services.baseUrl === undefined ? {} : { baseUrl: services.baseUrl };
    return modelSource(runtime.client(name, options));
  }
  const known = [
    SCENE_RULES,
    ...MODEL_PROVIDERS.map((p) => `${p}/MODEL`),
    "precomputed:FILE",
    "command:PROGRAM",
  ];
  const near = closestMatch(name, [SCENE_RULES]);
  throw new UsageError(
    "unknown_perceptor",
    `unknown perceptor "${name}".${near ? ` Did you mean "${near}"?` : ""} There are: ${known.join(", ")}.`,
  );
}
