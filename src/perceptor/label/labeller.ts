import { NormactError } from "../../core/errors.js";
import type { ModelClient, ModelRequest, Usage } from "../../models/types.js";
import { plainText } from "../cue.js";
import type { Item } from "../dataset/item.js";
import { listed, sentence, someOf } from "../scene-rules/words.js";
import { checkLabel, LABEL_FLAGS, type LabelFlag } from "./check.js";
import type { Label } from "./file.js";
import { againPrompt, type LabelPrompt, labelPromptOf, ruleOf } from "./prompt.js";

/** Answers that one picture is asked for at most, the first one counted in. */
export const MAX_ATTEMPTS = 3;
const MAX_TOKENS = 2048;

/** Writes labels. */
export interface Labeller {
  /** as `--labeller` takes it */
  readonly name: string;
  /** @throws NormactError no_label when no answer came (server, limit, interruption) */
  label(item: Item, picture: () => Uint8Array): Promise<Label>;
  /** what is sent for a picture, for estimates; null where nobody is called */
  request(item: Item, picture: () => Uint8Array): ModelRequest | null;
}

/**
 * A model as labeller: the picture first, then the prompt with the task's rule. An answer that cannot be used is
 * asked for again, with what was wrong with it, up to three answers in all; then the last one is kept and flagged.
 */
export function modelLabeller(client: ModelClient, prompt: LabelPrompt): Labeller {
  const requestOf = (item: Item, png: Uint8Array, text: string, epoch: number): ModelRequest => ({
    parts: [
      {
        type: "image",
        data: png,
        mediaType: item.file.endsWith(".jpg") ? "image/jpeg" : "image/png",
      },
      { type: "text", text },
    ],
    temperature: 0,
    maxTokens: MAX_TOKENS,
    epoch,
  });
  return {
    name: client.name,
    request: (item, picture) => requestOf(item, picture(), labelPromptOf(item, prompt).text, 0),
    async label(item, picture) {
      const { text, version } = labelPromptOf(item, prompt);
      const png = picture();
      const earlier: Label["earlier"] = [];
      let usage: Usage | null = null;
      for (let attempt = 0; ; attempt++) {
        const why = earlier
          .at(-1)
          ?.flags.map((f) => LABEL_FLAGS[f as LabelFlag])
          .join(", and ");
        const words = why === undefined ? text : againPrompt(text, prompt, why);
        const answer = await client.generate(requestOf(item, png, words, attempt));
        const { outcome } = answer;
        if (outcome === "provider_error" || outcome === "limit" || outcome === "cancelled")
          throw new NormactError(
            answer.error?.fatal || outcome === "limit" ? "labeller_refuses" : "no_label",
            `${client.name}: ${answer.error?.message ?? outcome}`,
            3,
          );
        usage = sum(usage, answer.usage);
        const said = plainText(answer.text).text;
        const flags = flagsOf(outcome, said);
        if (flags.length > 0 && attempt + 1 < MAX_ATTEMPTS) {
          earlier.push({ text: said === "" ? null : said, flags });
          continue;
        }
        return {
          schemaVersion: 1,
          id: item.id,
          image: item.image,
          rule: ruleOf(item, prompt),
          text: said === "" ? null : said,
          status: flags.length === 0 ? "ok" : "flagged",
          flags,
          attempts: attempt + 1,
          earlier,
          labeller: client.name,
          model: answer.model,
          promptVersion: version,
          usage,
        };
      }
    },
  };
}

function flagsOf(outcome: "ok" | "refused" | "truncated" | "filtered", text: string): LabelFlag[] {
  if (outcome === "refused" || outcome === "filtered") return ["refused"];
  const flags = checkLabel(text);
  return outcome === "truncated" && !flags.includes("truncated") ? ["truncated", ...flags] : flags;
}

function sum(a: Usage | null, b: Usage): Usage {
  if (!a) return b;
  const add = (x: number | null, y: number | null): number | null =>
    x === null || y === null ? null : x + y;
  return {
    input: add(a.input, b.input),
    cachedInput: add(a.cachedInput, b.cachedInput),
    output: add(a.output, b.output),
    reasoning: add(a.reasoning, b.reasoning),
  };
}

export const BUILTIN_LABELLER = "builtin";

/**
 * Labels without a model: what the scene's object list shows, and the task's rule in the first person. They try
 * out the way from pictures to training files; a perceptor trained on them learns no way of seeing.
 */
export function builtinLabeller(prompt: LabelPrompt): Labeller {
  return {
    name: BUILTIN_LABELLER,
    request: () => null,
    async label(item) {
      const rule = ruleOf(item, prompt);
      const text = `${builtinScene(item)} ${sentence(`This shows that a rule holds here: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`)}`;
      const flags = checkLabel(text);
      return {
        schemaVersion: 1,
        id: item.id,
        image: item.image,
        rule,
        text,
        status: flags.length === 0 ? "ok" : "flagged",
        flags,
        attempts: 1,
        earlier: [],
        labeller: BUILTIN_LABELLER,
        model: BUILTIN_LABELLER,
        promptVersion: labelPromptOf(item, prompt).version,
        usage: null,
      };
    },
  };
}

/** Evidence first, then what else lies near; a picture of one's own has no list, so its goal stands there. */
function builtinScene(item: Item): string {
  const { scene } = item;
  if (!scene)
    return sentence(
      `I want the following: ${item.goal.replace(/[.!?]+\s*/g, "; ").replace(/; $/, "")}`,
    );
  const isEvidence = (name: string): number => Number(scene.evidence.includes(name));
  const objects = [...scene.visible].sort((a, b) => isEvidence(b.name) - isEvidence(a.name));
  const named = new Set<string>();
  const first = objects.filter((o) => !named.has(o.name) && named.add(o.name)).slice(0, 4);
  return sentence(`I see ${listed(first.map(someOf))}`);
}
