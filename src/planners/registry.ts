import { closestMatch } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import type { Environment } from "../models/endpoint.js";
import type { RetryPolicy, TransportHooks } from "../models/transport.js";
import type { Terminal } from "./human.js";
import type { GenerationSettings } from "./model.js";
import type { ReplayReader } from "./replay.js";
import type { Planner } from "./types.js";

/** What planners may be given; each takes what concerns it. */
export interface PlannerOptions extends GenerationSettings {
  /** of a server that speaks OpenAI's chat completions */
  baseUrl?: string;
  /** of one call, milliseconds */
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
  {
    name: "openai",
    models: null,
    example: "MODEL",
    async create(model, options) {
      const [{ openaiClient }, { modelPlanner }] = await Promise.all([
        import("../models/openai.js"),
        import("./model.js"),
      ]);
      const { temperature, maxTokens, seed, ...connection } = options;
      const settings = Object.fromEntries(
        Object.entries({ temperature, maxTokens, seed }).filter(([, v]) => v !== undefined),
      );
      return modelPlanner(openaiClient(model, connection), settings);
    },
  },
];

/** The calibration: what `normact eval` runs when no model is named. */
export const CALIBRATION = [
  "scripted/oracle",
  "scripted/norm-blind",
  "scripted/idle",
  "builtin/keyword",
] as const;

/** Every name that can be given, `openai/MODEL` and `replay/RUN` for those that take any. */
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
 * @throws UsageError unknown_model; missing_key, bad_base_url (openai); no_terminal; no_replay_reader
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
  return /^(gpt|o\d|chatgpt)/i.test(name) ? `openai/${name}` : null;
}
