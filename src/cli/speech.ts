import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import { print, printJson, readInput } from "./io.js";

interface Options {
  eval?: string;
  json?: boolean;
}

/** `normact speech`: what the recogniser makes of something said, or how well it agrees with labels. */
export function speechCommand(): Command {
  return new Command("speech")
    .description("the intents that people in an episode would hear in a text")
    .argument("[text]", "what is said; - reads standard input")
    .option(
      "--eval <file>",
      "score the recogniser on labelled lines {text, intents} (JSONL, - for stdin)",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Examples:
  $ normact speech "Excuse me, may I get through?"
  $ normact speech "Could I have some juice?" --json
  $ normact speech --eval test/fixtures/utterances.jsonl
`,
    )
    .action(async (text: string | undefined, options: Options) => {
      if (options.eval !== undefined) {
        if (text !== undefined) {
          throw new UsageError("bad_usage", "speech: give either a text or --eval FILE, not both");
        }
        await evaluate(options.eval, options.json ?? false);
        return;
      }
      if (text === undefined) {
        throw new UsageError(
          "missing_text",
          'speech: there is no text. Give one in quotes, e.g. normact speech "May I come in?", or --eval FILE',
        );
      }
      await recognise(
        text === "-" ? (await readInput("-")).trimEnd() : text,
        options.json ?? false,
      );
    });
}

async function recognise(text: string, json: boolean): Promise<void> {
  const { permissionScope, recogniseIntents, reportedPlace } = await import("../world/speech.js");
  const intents = recogniseIntents(text);
  if (json) {
    printJson({ text, intents });
    return;
  }
  print(intents.join(", "));
  if (intents.includes("ask_permission")) {
    const { words, any, sitOnly } = permissionScope(text);
    print(
      `  asks for: ${sitOnly ? "a seat" : words.join(", ") || (any ? "whatever is meant" : "nothing named")}`,
    );
  }
  if (intents.includes("report_location")) {
    const { words, deictic } = reportedPlace(text);
    print(`  names: ${words.join(", ") || "nothing"}${deictic ? " (place only pointed at)" : ""}`);
  }
}

async function evaluate(file: string, json: boolean): Promise<void> {
  const { INTENTS, scoreUtterances } = await import("../world/speech-score.js");
  const { z } = await import("zod");
  const line = z.object({ text: z.string(), intents: z.array(z.enum(INTENTS)).min(1) });
  const utterances = (await readInput(file)).split("\n").flatMap((source, i) => {
    if (source.trim() === "") return [];
    const parsed = line.safeParse(readJson(source));
    if (parsed.success) return [parsed.data];
    throw new UsageError(
      "bad_utterance",
      `${file}:${i + 1}: not a labelled utterance. Each line is {"text":"…","intents":["greet"]}; intents are ${INTENTS.join(", ")}`,
    );
  });
  if (utterances.length === 0)
    throw new UsageError("no_utterances", `${file}: holds no labelled utterance`);
  const score = scoreUtterances(utterances);
  if (json) {
    printJson(score);
    return;
  }
  const rate = (value: number | null): string =>
    (value === null ? "–" : value.toFixed(3)).padStart(9);
  print(
    `${"intent".padEnd(16)}${"n".padStart(5)}${"precision".padStart(11)}${"recall".padStart(9)}`,
  );
  for (const { intent, n, precision, recall } of score.intents) {
    print(`${intent.padEnd(16)}${String(n).padStart(5)}  ${rate(precision)}${rate(recall)}`);
  }
  print(`${score.exact} of ${score.n} utterances have exactly the labelled intents`);
  for (const { text, expected, got } of score.wrong) {
    print(`  ${JSON.stringify(text)}: labelled ${expected.join(", ")}; found ${got.join(", ")}`);
  }
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}
