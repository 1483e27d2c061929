import { normOf } from "../../grid/norms/index.js";
import type { FrameView } from "../../grid-pictures/index.js";
import type { GridPainter } from "../../images/grid-frames.js";
import type { ModelClient, ModelRequest, ModelResponse, Usage } from "../../models/types.js";
import { readAnswer } from "../prompts/answer.js";
import { Memory } from "../prompts/memory.js";
import {
  answerSchema,
  GRID_PROMPT_VERSION,
  type PromptChoice,
  systemPrompt,
} from "../prompts/system.js";
import { turnPrompt } from "../prompts/turn.js";
import { PHASES } from "../records.js";
import {
  type Answer,
  type AnswerOutcome,
  type Belief,
  type CallRecord,
  type Felt,
  type Mind,
  type Newcomer,
  NoAnswer,
  type Sight,
  type Stage,
} from "../types.js";

/** What a newcomer with a model is made of. */
export interface ModelNewcomerOptions {
  client: ModelClient;
  /** told the norm in place of a belief; tests only */
  known: boolean;
  observation: PromptChoice["observation"];
  /** whose sanctions the text names; `all` for text alone, else `self`, unless given */
  textSanctions?: PromptChoice["textSanctions"] | undefined;
  /** whose sanctioned steps are kept beyond the latest ten */
  memory: "own" | "all";
  temperature: number;
  maxTokens: number;
  seed?: number | undefined;
  reasoningEffort?: ModelRequest["reasoningEffort"];
  painter: Pick<GridPainter, "png">;
  /** price of a call in US dollars; null when it is not known */
  price(usage: Usage): number | null;
  signal?: AbortSignal;
}

/** A newcomer that asks a model on every turn, in the manner of a ReAct agent. */
export function modelNewcomer(options: ModelNewcomerOptions): Newcomer {
  const { client, known, observation, memory, temperature, maxTokens } = options;
  const choice: PromptChoice = {
    observation,
    textSanctions: options.textSanctions ?? (observation === "text" ? "all" : "self"),
  };
  return {
    name: known ? `known-norm:${client.name}` : client.name,
    label: known ? "reference: a model that is told the norm" : "model",
    learns: !known,
    phases: known ? ["seen", "unseen"] : PHASES,
    paid: true,
    settings: {
      endpoint: client.endpoint,
      client: { ...client.settings },
      ...choice,
      memory,
      temperature,
      maxTokens,
      modelSeed: options.seed ?? null,
      reasoningEffort: options.reasoningEffort ?? null,
      prompts: GRID_PROMPT_VERSION,
    },
    player: (belief, norm) => ({
      mind: (stage) => new ModelMind(stage, options, choice, known ? toldBelief(norm) : belief),
    }),
  };
}

const toldBelief = (norm: string): Belief => ({
  text: normOf(norm).description,
  confidence: null,
});

/** A newcomer's thoughts in one episode. */
export class ModelMind implements Mind {
  private readonly memory: Memory;
  private frame: (() => FrameView) | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly options: ModelNewcomerOptions,
    private readonly choice: PromptChoice,
    private belief: Belief | null,
  ) {
    this.memory = new Memory(options.memory, options.observation !== "image");
  }

  see(sight: Sight, frame: () => FrameView): void {
    this.memory.see(sight);
    this.frame = frame;
  }

  async decide(sight: Sight): Promise<Answer> {
    const response = await this.options.client.generate(await this.request(sight));
    refuseFailure(response);
    const call = this.record(response);
    const read = readAnswer(response.text);
    if (!read) return { action: "WAIT", outcome: outcomeOf(response), call };
    const { action, reasoning, belief } = read;
    const learned = this.learning && belief !== null ? { belief } : {};
    return { action, outcome: "ok", reasoning, ...learned, call };
  }

  took(sight: Sight, answer: Answer, automatic: boolean): void {
    this.belief = answer.belief ?? this.belief;
    this.memory.add(sight, answer.action, answer.reasoning ?? "", automatic);
  }

  felt({ turn, sanctioned }: Felt): void {
    this.memory.felt(turn, sanctioned);
  }

  /** The request of this turn, complete. */
  async request(sight: Sight): Promise<ModelRequest> {
    const { stage, choice, options } = this;
    const carried = { belief: this.belief, told: options.known };
    const text = turnPrompt(sight, stage, this.memory.text(), carried, choice);
    const picture =
      choice.observation === "text" || !this.frame ? null : await options.painter.png(this.frame());
    return {
      system: systemPrompt(stage, sight.self.goals, choice, options.known ? "told" : undefined),
      parts: [
        ...(picture
          ? [{ type: "image" as const, data: picture, mediaType: "image/png" as const }]
          : []),
        { type: "text", text },
      ],
      temperature: options.temperature,
      maxTokens: options.maxTokens,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.reasoningEffort ? { reasoningEffort: options.reasoningEffort } : {}),
      jsonSchema: answerSchema(this.learning),
      ...(options.signal ? { signal: options.signal } : {}),
    };
  }

  private get learning(): boolean {
    return this.stage.phase === "interaction";
  }

  private record(response: ModelResponse): CallRecord {
    const { usage, text, model, latencyMs, failedAttempts, cached = false } = response;
    return {
      raw: text,
      model,
      ...usage,
      latencyMs,
      attempts: failedAttempts.length + 1,
      cached,
      cost: cached ? 0 : this.options.price(usage),
    };
  }
}

/** @throws NoAnswer when there is nothing that the model could be held to */
function refuseFailure({ outcome, error }: ModelResponse): void {
  if (outcome === "limit")
    throw new NoAnswer("limit", error?.message ?? "the limit of this run is reached", true);
  if (outcome === "cancelled") throw new NoAnswer("cancelled", "the call was given up", true);
  if (outcome === "provider_error")
    throw new NoAnswer(
      "provider_error",
      error?.message ?? "the provider could not answer",
      error?.fatal ?? false,
    );
}

function outcomeOf({ outcome }: ModelResponse): AnswerOutcome {
  return outcome === "refused" || outcome === "truncated" || outcome === "filtered"
    ? outcome
    : "unparsable";
}
