import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { CueFlags, CueServices, FlagValues } from "./cue-flags.js";

/** What `--perceptor` takes, for help texts. */
export const PERCEPTORS =
  "builtin/scene-rules, openai/<model>, compatible/<model>, google/<model>, anthropic/<model>, precomputed:<file>, command:<program>";

function url(text: string): string {
  if (!/^https?:\/\//.test(text))
    throw new InvalidArgumentError("an address like http://localhost:8000/v1 is needed.");
  return text;
}

/** Said whenever the embedded rules make cues. */
export const SCENE_RULES_NOTE =
  "cues are made by scene-graph rules (builtin/scene-rules): they read true states from the object list and see no picture. That is a baseline and no NormPerceptor; name a model with --perceptor, e.g. --perceptor compatible/normperceptor --perceptor-base-url http://localhost:8000/v1";

/** Adds the flags that say who makes cues. */
export function declarePerceptor(command: Command): Command {
  return command
    .option(
      "--perceptor <source>",
      `who makes the cue "generated": ${PERCEPTORS}`,
      "builtin/scene-rules",
    )
    .option("--perceptor-base-url <url>", "server of the perceptor's model", url);
}

/** `--cue generated` and its flags. */
export const generatedFlags: CueFlags = {
  cue: "generated",
  declare(command) {
    declarePerceptor(command).option(
      "--perceptor-every-turn",
      "a new cue for every turn's view (default: one of the first view)",
    );
  },
  async make(flags: FlagValues, services: CueServices) {
    const [{ cueSource }, { generatedCondition }] = await Promise.all([
      import("../perceptor/sources/index.js"),
      import("../perceptor/condition.js"),
    ]);
    const {
      perceptor = "builtin/scene-rules",
      perceptorBaseUrl,
      perceptorEveryTurn,
    } = flags as {
      perceptor?: string;
      perceptorBaseUrl?: string;
      perceptorEveryTurn?: boolean;
    };
    const source = await cueSource(perceptor, {
      runtime: services.runtime,
      ...(perceptorBaseUrl === undefined ? {} : { baseUrl: perceptorBaseUrl }),
    });
    if (source.kind === "scene") services.note(SCENE_RULES_NOTE);
    return generatedCondition({ source, everyTurn: perceptorEveryTurn ?? false });
  },
};
