import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { UsageError } from "../core/errors.js";
import { writeWhole } from "../core/files.js";
import { cacheRoot } from "../core/paths.js";
import type { Capabilities } from "./adapter.js";
import builtin from "./capabilities.generated.js";
import { REASONING_EFFORTS, type SettingName } from "./types.js";

const capabilityFields = z.object({
  temperature: z.boolean(),
  maxTemperature: z.number().positive().nullable(),
  seed: z.boolean(),
  maxTokensField: z.string().regex(/^[A-Za-z_]+$/),
  defaultMaxTokens: z.number().int().positive().nullable(),
  reasoningEffort: z.boolean(),
  efforts: z.array(z.enum(REASONING_EFFORTS)),
  reasoningAs: z.enum(["effort", "budget", "level", "adaptive"]).nullable(),
  structured: z.array(z.enum(["schema", "json", "prompt"])).min(1),
  structuredAs: z.enum(["format", "tool"]),
  images: z.boolean(),
  maxImages: z.number().int().nonnegative().nullable(),
  maxImageBytes: z.number().int().positive().nullable(),
  maxImageSide: z.number().int().positive().nullable(),
  imageOrder: z.enum(["kept", "hoisted"]).nullable(),
  jsonAnswers: z.boolean().nullable(),
});

const rule = capabilityFields.partial().extend({
  adapter: z.string().optional(),
  endpoint: z.string().optional(),
  model: z.union([z.string(), z.array(z.string())]).optional(),
});

const table = z.strictObject({
  schemaVersion: z.literal(1),
  checked: z.string().optional(),
  rules: z.array(rule.strict()),
});

type Rule = z.infer<typeof rule>;

/** Whose model, where: what a rule is looked up for. */
export interface Subject {
  /** `openai-chat`, `google`… */
  adapter: string;
  model: string;
  endpoint: string;
  /** the provider's own service */
  official: boolean;
}

export interface Found {
  capabilities: Capabilities;
  /** fields that come from the user's file or from `models check`: they belong to a run's fingerprint */
  overrides: Partial<Capabilities>;
}

export interface CapabilityTable {
  find(subject: Subject): Found;
}

/**
 * The table of the package, then what `models check` has stored (`checkedFile: null`: without that), then the
 * user's own file.
 * @throws UsageError bad_capabilities (names the file and the place)
 */
export function loadCapabilities(
  options: { file?: string; checkedFile?: string | null } = {},
): CapabilityTable {
  const own = table.parse(builtin).rules;
  const checked = options.checkedFile === null ? [] : readChecked(options.checkedFile);
  const file = options.file === undefined ? [] : readRules(options.file);
  return {
    find(subject) {
      const overrides = merge([...checked, ...file], subject);
      const capabilities = { ...merge(own, subject), ...overrides };
      return { capabilities: capabilities as Capabilities, overrides };
    },
  };
}

function merge(rules: readonly Rule[], subject: Subject): Partial<Capabilities> {
  const found: Partial<Capabilities> = {};
  for (const { adapter, endpoint, model, ...fields } of rules) {
    if (adapter !== undefined && !matches(adapter, subject.adapter)) continue;
    if (!isAt(endpoint, subject)) continue;
    const models = model === undefined ? ["*"] : [model].flat();
    if (models.some((pattern) => matches(pattern, subject.model))) Object.assign(found, fields);
  }
  return found;
}

function isAt(endpoint: string | undefined, subject: Subject): boolean {
  if (endpoint === undefined) return true;
  if (endpoint === "official" || endpoint === "other")
    return subject.official === (endpoint === "official");
  return matches(endpoint.replace(/\/+$/, ""), subject.endpoint);
}

/** `*` stands for any text; letter case is ignored. */
export function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "i").test(text);
}

function readRules(path: string): Rule[] {
  let data: unknown;
  try {
    data = parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(
      "bad_capabilities",
      `${path} cannot be read as YAML: ${error instanceof Error ? error.message.split("\n")[0] : error}`,
    );
  }
  const parsed = table.safeParse(data);
  if (parsed.success) return parsed.data.rules;
  const issue = parsed.error.issues[0]!;
  const at = issue.path.length > 0 ? ` at ${issue.path.join(".")}` : "";
  throw new UsageError(
    "bad_capabilities",
    `${path}${at}: ${issue.message}. A file looks like: schemaVersion: 1, rules: [{adapter: compatible, model: "my-*", temperature: false}]`,
  );
}

// ---------------------------------------------------------------------------------- what was found out

/** Where `models check` keeps what servers can do. */
export const checkedFile = (): string => join(cacheRoot(), "models", "capabilities.json");

/** An unreadable file of our own is no reason to stop: a check writes it anew. */
function readChecked(path: string = checkedFile()): Rule[] {
  if (!existsSync(path)) return [];
  try {
    return table.parse(JSON.parse(readFileSync(path, "utf8"))).rules;
  } catch {
    return [];
  }
}

/** Addresses and models of which something is stored. */
export function listChecked(
  path?: string,
): { adapter: string; endpoint: string; model: string; found: Partial<Capabilities> }[] {
  return readChecked(path).map(({ adapter = "*", endpoint = "*", model = "*", ...found }) => ({
    adapter,
    endpoint,
    model: [model].flat().join(", "),
    found,
  }));
}

/**
 * Keeps what a check has found out about a model at an address, in place of what was known of it; nothing at all
 * where `found` is empty.
 */
export function storeChecked(
  subject: Pick<Subject, "adapter" | "model" | "endpoint">,
  found: Partial<Capabilities>,
  path: string = checkedFile(),
): void {
  const { adapter, model, endpoint } = subject;
  const others = readChecked(path).filter(
    (r) => r.adapter !== adapter || r.model !== model || r.endpoint !== endpoint,
  );
  const own = Object.keys(found).length > 0 ? [{ adapter, endpoint, model, ...found }] : [];
  const rules = [...others, ...own];
  writeWhole(path, `${JSON.stringify({ schemaVersion: 1, rules }, null, 1)}\n`);
}

// ---------------------------------------------------------------------------------- after a refusal

/**
 * What is tried after a model has refused a setting: the same without the setting, structured output one step down
 * (schema, then JSON, then words). Null when nothing is left that could be left out. The name of the token limit
 * only changes over to the other one, so whoever calls this asks once for it.
 */
export function withoutSetting(can: Capabilities, setting: SettingName): Capabilities | null {
  switch (setting) {
    case "temperature":
      return can.temperature ? { ...can, temperature: false } : null;
    case "seed":
      return can.seed ? { ...can, seed: false } : null;
    case "reasoningEffort":
      return can.reasoningEffort ? { ...can, reasoningEffort: false } : null;
    case "maxTokens": {
      const other: Record<string, string> = {
        max_tokens: "max_completion_tokens",
        max_completion_tokens: "max_tokens",
      };
      const next = other[can.maxTokensField];
      return next === undefined ? null : { ...can, maxTokensField: next };
    }
    case "structured": {
      const left = can.structured.slice(1);
      return left.length > 0 ? { ...can, structured: left } : null;
    }
  }
}
