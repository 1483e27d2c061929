import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { MODEL_PROVIDERS } from "../models/adapters.js";
import type { Environment } from "../models/endpoint.js";
import type { TransportHooks } from "../models/retry.js";
import type { RetryPolicy } from "../models/retry-timing.js";
import type { ClientOptions, ModelRuntime } from "../models/runtime.js";
import type { Terminal } from "./human.js";
import type { GenerationSettings } from "./model.js";
import type { ReplayReader } from "./replay.js";
import type { Planner } from "./types.js";

/** What planners may be given; each takes what concerns it. */
export interface PlannerOptions extends GenerationSettings, ClientOptions {
  /**
   * where models that are called come from: cache, limits and prices are its affair. Left out, the planner makes one
   * of its own without a cache, from the options below, and closes it
   */
  runtime?: ModelRuntime;
  /** of one try, milliseconds */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  hooks?: TransportHooks;
  /** the process's environment when left out */
  env?: Environment;
  terminal?: Terminal;
  replay?: ReplayReader;
}

interface Provider {
  name: string;
  /** its models; null: any name */
  models: readonly string[] | null;
  /** what stands for the model's name in messages */
  example: string;
  create(model: string, options: PlannerOptions): Promise<Planner>;
}

/** Every provider: a new one is one entry here. What each needs is loaded when it is named. */
const PROVIDERS: readonly Provider[] = [
  {
    name: "scripted",
    models: ["oracle", "norm-blind", "idle", "random"],
    example: "oracle",
    async create(model) {
      if (model === "random") return (await import("./random.js")).randomPlanner();
      const { idlePlanner, normBlindPlanner, oraclePlanner } = await import("./scripted.js");
      if (model === "oracle") return oraclePlanner();
      return model === "idle" ? idlePlanner() : normBlindPlanner();
    },
  },
  {
    name: "builtin",
    models: ["keyword"],
    example: "keyword",
    create: async () => (await import("./keyword/index.js")).keywordPlanner(),
  },
  {
    name: "human",
    models: ["terminal"],
    example: "terminal",
    create: async (_model, { terminal }) => (await import("./human.js")).humanPlanner(terminal),
  },
  {
    name: "replay",
    models: null,
    example: "RUN",
    create: async (run, { replay }) => (await import("./replay.js")).replayPlanner(run, replay),
  },
  ...MODEL_PROVIDERS.map(
    (name): Provider => ({
      name,
      models: null,
      example: "MODEL",
      create: (model, options) => calledPlanner(`${name}/${model}`, options),
    }),
  ),
];

/** A model that is called over the network. */
async function calledPlanner(name: string, options: PlannerOptions): Promise<Planner> {
  const { modelPlanner } = await import("./model.js");
  const { temperature, maxTokens, seed, reasoningEffort, schema } = options;
  const { baseUrl, api, structured } = options;
  const own = options.runtime ? null : await ownRuntime(options);
  const runtime = options.runtime ?? own!;
  const client = runtime.client(name, given({ baseUrl, api, structured }));
  const planner = modelPlanner(
    client,
    given({ temperature, maxTokens, seed, reasoningEffort, schema }),
  );
  return own ? { ...planner, close: () => void own.close() } : planner;
}

async function ownRuntime(options: PlannerOptions): Promise<ModelRuntime> {
  const { createRuntime } = await import("../models/runtime.js");
  const { timeoutMs, retry, hooks, env } = options;
  return createRuntime({ cache: "off", ...given({ timeoutMs, retry, hooks, env }) });
}

/** Without what was left out. */
function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, v]) => v !== undefined)) as T;
}

/** The calibration: what `normact eval` runs when no model is named. */
export const CALIBRATION = [
  "scripted/oracle",
  "scripted/norm-blind",
  "scripted/idle",
  "builtin/keyword",
] as const;

/** Every name that can be given, `openai/MODEL` and `replay/RUN` for providers that take any. */
export function plannerNames(): string[] {
  return PROVIDERS.flatMap((p) => (p.models ?? [p.example]).map((m) => `${p.name}/${m}`));
}

/**
 * Checks a name without making the planner (no key, no terminal is needed for that).
 * @throws UsageError unknown_model, with what is allowed and the closest match
 */
export function parsePlannerName(name: string): { provider: string; model: string } {
  const { provider, model } = find(name);
  return { provider: provider.name, model };
}

/**
 * The planner of a name `provider/model`.
 * @throws UsageError unknown_model; missing_key, bad_key, bad_base_url, missing_base_url, unpriced_model (models that are
 * called); no_terminal; no_replay_reader
 */
export async function createPlanner(name: string, options: PlannerOptions = {}): Promise<Planner> {
  const { provider, model } = find(name);
  return provider.create(model, options);
}

function find(name: string): { provider: Provider; model: string } {
  const slash = name.indexOf("/");
  const given = slash === -1 ? name : name.slice(0, slash);
  const model = slash === -1 ? "" : name.slice(slash + 1);
  const provider = PROVIDERS.find((p) => p.name === given);
  const fits = provider && model.trim() !== "" && (provider.models?.includes(model) ?? true);
  if (!provider || !fits) throw unknownModel(name, provider, model);
  return { provider, model };
}

function unknownModel(name: string, provider: Provider | undefined, model: string): UsageError {
  const guess = guessName(name, provider, model);
  return new UsageError(
    "unknown_model",
    `unknown model "${name}".${guess ? ` Did you mean "${guess}"?` : ""} A model is named provider/model: ${plannerNames().join(", ")}.`,
  );
}

/** Whose model a bare name is. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/^(gpt|o\d|chatgpt)/i, "openai"],
  [/^gemini/i, "google"],
  [/^claude/i, "anthropic"],
];

function guessName(name: string, provider: Provider | undefined, model: string): string | null {
  if (provider?.models) {
    const near = closestMatch(model, provider.models);
    return near === null ? null : `${provider.name}/${near}`;
  }
  if (provider) return null;
  const whole = closestMatch(name, plannerNames());
  if (whole) return whole;
  const fixed = PROVIDERS.flatMap((p) =>
    (p.models ?? []).map((m) => [m, `${p.name}/${m}`] as const),
  );
  const bare = fixed.find(([m]) => m === name.toLowerCase());
  if (bare) return bare[1];
  if (name.includes("/")) {
    const near = closestMatch(
      name.slice(0, name.indexOf("/")),
      PROVIDERS.map((p) => p.name),
    );
    return near === null ? null : `${near}/${model}`;
  }
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family ? `${family[1]}/${name}` : null;
}
