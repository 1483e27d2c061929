import { Command } from "commander";
import type { CuePack } from "../prompts/index.js";
import type { LintReport } from "../prompts/lint.js";
import type { Episode } from "../world/types.js";
import { note, print, printJson } from "./io.js";

interface CueOptions {
  cuePack?: string;
  json?: boolean;
}

/** `normact cues …`: what the cue conditions say, and whether they say too much. */
export function cuesCommand(): Command {
  const cues = new Command("cues").description(
    "goal and cue texts: show a task's, look for words that give a norm away",
  );

  cues
    .command("lint")
    .description(
      "check that no prompt of the condition none, no example and no evidence cue gives a norm away",
    )
    .option("--cue-pack <file>", "another cue pack")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact cues lint --cue-pack my-cues.yaml")
    .action(async (options: CueOptions) => lint(options));

  cues
    .command("show")
    .description("the texts of a task, as they are in the pack and filled for its first episode")
    .argument("<task>", "task id, e.g. queue_waiting")
    .option("--cue-pack <file>", "another cue pack")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact cues show returning_shared_objects")
    .action(async (task: string, options: CueOptions) => show(task, options));

  return cues;
}

async function packOf({ cuePack }: CueOptions): Promise<CuePack> {
  const { defaultCuePack, loadCuePack } = await import("../prompts/index.js");
  if (cuePack === undefined) return defaultCuePack();
  const { readText } = await import("../core/files.js");
  return loadCuePack(readText(cuePack), cuePack);
}

async function lint(options: CueOptions): Promise<void> {
  const pack = await packOf(options);
  const { lintCues } = await import("../prompts/lint.js");
  const report = lintCues(pack, await sampleEpisodes());
  const ok = report.findings.length === 0;
  if (options.json)
    printJson({ schemaVersion: 1, ok, pack: pack.name, source: pack.source, ...report });
  else await printLint(pack, report);
  if (!ok) process.exitCode = 1;
}

async function printLint(pack: CuePack, report: LintReport): Promise<void> {
  const [{ LINT_CHECKS }, { textTable }] = await Promise.all([
    import("../prompts/lint.js"),
    import("../report/text-table.js"),
  ]);
  const checks = Object.keys(LINT_CHECKS) as (keyof typeof LINT_CHECKS)[];
  const findings = (check: string): number =>
    report.findings.filter((f) => f.check === check).length;
  print(
    textTable(
      ["check", "texts read", "findings", "what it asks"],
      checks.map((c) => [c, String(report.read[c]), String(findings(c)), LINT_CHECKS[c]]),
    ),
  );
  for (const f of report.findings) print(`${f.where}: ${f.word}: "${f.excerpt}"`);
  const count = report.findings.length;
  note(`cue pack ${pack.name} (${pack.source}): ${count === 0 ? "clean" : `${count} findings`}`);
}

/** Some episodes of every variant of every task, drawn anew; the checks of the data set do not matter here. */
async function sampleEpisodes(): Promise<Episode[]> {
  const { TASKS } = await import("../tasks/registry.js");
  const episodes: Episode[] = [];
  for (const task of TASKS) {
    for (const variant of task.variants) {
      for (let instance = 0; instance < 4; instance++) {
        episodes.push(await draw(task.id, variant, instance));
      }
    }
  }
  return episodes;
}

/** The first draw of an instance that works. */
async function draw(task: string, variant: string, instance: number): Promise<Episode> {
  const [{ taskById }, { Redraw }] = await Promise.all([
    import("../tasks/registry.js"),
    import("../tasks/types.js"),
  ]);
  const definition = taskById(task);
  for (let attempt = 0; ; attempt++) {
    try {
      return definition.generate({
        seed: 0,
        instance,
        variant,
        attempt,
        twin: false,
        split: "benchmark",
      });
    } catch (error) {
      if (!(error instanceof Redraw) || attempt >= 200) throw error;
    }
  }
}

async function show(task: string, options: CueOptions): Promise<void> {
  const [{ taskById }, { filledCues }, { knownTasks }] = await Promise.all([
    import("../tasks/registry.js"),
    import("../prompts/lint.js"),
    import("../prompts/index.js"),
  ]);
  const definition = taskById(task);
  const pack = await packOf(options);
  const slots = knownTasks().find((k) => k.id === task)?.slots ?? [];
  const episode = await draw(task, definition.variants[0]!, 0);
  const texts = pack.tasks[task]!;
  const filled = filledCues(pack, episode);
  if (options.json) {
    printJson({
      schemaVersion: 1,
      task,
      pack: pack.name,
      source: pack.source,
      slots,
      texts,
      filled,
    });
    return;
  }
  print(`${task}, cue pack ${pack.name} (${pack.source})`);
  print(
    `slots: ${slots.length === 0 ? "none" : slots.map((s) => `{${s}} e.g. ${episode.slots[s]}`).join(", ")}`,
  );
  for (const [key, text] of Object.entries(texts)) {
    print(`\n${key}\n  ${text}`);
    const value = filled[key as keyof typeof filled];
    if (value !== text) print(`  filled: ${value}`);
  }
}
