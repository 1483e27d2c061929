import { type Command, InvalidArgumentError } from "commander";
import type { ModelRuntime, RuntimeOptions } from "../models/runtime.js";
import { note } from "./io.js";
import { oneOf, wholeNumber } from "./options.js";

/** What every command that calls models may be told about the calls. */
export interface ModelFlags {
  baseUrl?: string;
  temperature?: number;
  maxTokens?: number;
  reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
  structured?: "auto" | "schema" | "json" | "prompt";
  openaiApi?: "chat" | "responses";
  concurrency?: number | "auto";
  cache?: "on" | "off" | "only";
  maxCost?: number;
  maxTokensTotal?: number;
  prices?: string;
  capabilities?: string;
  /** seconds */
  timeout?: number;
}

function temperature(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value) || value < 0 || value > 2)
    throw new InvalidArgumentError("a number from 0 to 2 is needed.");
  return value;
}

function dollars(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text.trim()) || !(value > 0))
    throw new InvalidArgumentError("an amount of US dollars above 0 is needed, e.g. 20 or 0.5.");
  return value;
}

function atATime(text: string): number | "auto" {
  return text === "auto" ? "auto" : wholeNumber(1, 256)(text);
}

/** Adds the flags of calls: where they go, what is sent, how many at a time, and how much they may cost. */
export function declareModelFlags(command: Command): Command {
  return command
    .option("--base-url <url>", "where the model is served, e.g. http://localhost:8000/v1")
    .option("--temperature <t>", "sent to the model", temperature)
    .option("--max-tokens <n>", "output tokens an answer", wholeNumber(1))
    .option(
      "--reasoning-effort <effort>",
      "how long the model is to think: none, minimal, low, medium, high, xhigh, max",
      oneOf(["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const),
    )
    .option(
      "--structured <mode>",
      "how the answer's shape is asked for: auto (schema, then JSON mode, then words), schema, json, prompt",
      oneOf(["auto", "schema", "json", "prompt"] as const),
    )
    .option(
      "--openai-api <api>",
      "of openai/ models: chat (Chat Completions) or responses",
      oneOf(["chat", "responses"] as const),
    )
    .option(
      "--concurrency <n>",
      "calls at a time; auto adapts to what the provider bears",
      atATime,
      "auto" as const,
    )
    .option(
      "--cache <mode>",
      "answers kept on disk: on, off, only (nothing is sent)",
      oneOf(["on", "off", "only"] as const),
      "on" as const,
    )
    .option("--max-cost <usd>", "stop, resumably, before more than this is spent", dollars)
    .option("--max-tokens-total <n>", "stop, resumably, before more are used", wholeNumber(1))
    .option("--prices <file>", "a price table of your own")
    .option("--capabilities <file>", "what models take, of your own")
    .option("--timeout <seconds>", "of one try of a call", wholeNumber(1, 86_400));
}

/** The runtime's options as the flags have them. */
export function runtimeOptions(flags: ModelFlags): RuntimeOptions {
  const { concurrency, cache, maxCost, maxTokensTotal, prices, capabilities, timeout } = flags;
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(cache === undefined ? {} : { cache }),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(maxTokensTotal === undefined ? {} : { maxTokensTotal }),
    ...(prices === undefined ? {} : { pricesFile: prices }),
    ...(capabilities === undefined ? {} : { capabilitiesFile: capabilities }),
    ...(timeout === undefined
      ? {}
      : { timeoutMs: timeout * 1000, headerTimeoutMs: timeout * 1000 }),
    onWarning: note,
  };
}

/** A runtime that is made when it is first asked for, and closed if it was. */
export function lazyRuntime(
  flags: ModelFlags,
  more: RuntimeOptions = {},
): { get(): Promise<ModelRuntime>; made(): ModelRuntime | null; close(): Promise<void> } {
  let runtime: ModelRuntime | null = null;
  return {
    async get() {
      const { createRuntime } = await import("../models/runtime.js");
      runtime ??= createRuntime({ ...runtimeOptions(flags), ...more });
      return runtime;
    },
    made: () => runtime,
    async close() {
      await runtime?.close();
    },
  };
}
