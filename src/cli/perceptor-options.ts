import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { UsageError } from "../core/errors.js";
import type { RecordedSource } from "../perceptor/types.js";
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
    if (source.kind === "recorded") await refuseGaps(source, flags);
    return generatedCondition({ source, everyTurn: perceptorEveryTurn ?? false });
  },
};

/** A cue file that lacks episodes is found out before the first call is paid for. */
async function refuseGaps(source: RecordedSource, flags: FlagValues): Promise<void> {
  if (flags.perceptorEveryTurn)
    throw new UsageError(
      "first_views_only",
      `${source.name} holds cues of first views: leave out --perceptor-every-turn, or name the perceptor itself`,
    );
  // a command that plays no selection of episodes asks for one cue and finds out by itself
  if (flags.maxTurns === undefined) return;
  const { dataset, tasks, episodes, limit, twins } = flags as {
    dataset?: string;
    tasks?: string[];
    episodes?: string[];
    limit?: number;
    twins?: boolean;
  };
  const [{ readDataset, selectSpecs }, { openImageFolder }, { missingCues }] = await Promise.all([
    import("../scenes/dataset.js"),
    import("../scenes/image-folder.js"),
    import("../perceptor/sources/recorded.js"),
  ]);
  const set = dataset === undefined ? readDataset() : openImageFolder(dataset).dataset;
  const specs = selectSpecs(set, { tasks, episodes, limit, twins });
  const gaps = source.missing(specs.map(({ id, twin }) => ({ id, twin: twin ?? false })));
  if (gaps.length > 0) throw missingCues(source, gaps);
}
