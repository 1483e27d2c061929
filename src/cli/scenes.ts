import { Command } from "commander";
import { note, print, printJson } from "./io.js";
import { list, repeat, wholeNumber } from "./options.js";

/** `normact scenes …`: build, prove, list, look at, draw and export the embodied data set. */
export function scenesCommand(): Command {
  const scenes = new Command("scenes").description(
    "the embodied episodes: build, check, list, show, render, export",
  );

  scenes
    .command("build")
    .description("draw all episodes until each passes its checks, and write the data set")
    .option("--seed <n>", "seed of the whole set", wholeNumber(0), 0)
    .option("--instances <n>", "episodes a task", wholeNumber(1, 999), 50)
    .option("--tasks <ids>", "only these tasks", list)
    .option("--out <dir>", "folder to write to (default: the package's scenes/embodied)")
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact scenes build --instances 5 --out /tmp/small")
    .action(async (options) => (await import("./scenes-actions.js")).build(options));

  scenes
    .command("check")
    .description("prove every episode: solvable, tempting, visible, ids, spec, bytes, twin")
    .option("--tasks <ids>", "only these tasks", list)
    .option("--episodes <ids>", "only these episodes", list)
    .option("--set <dir>", "folder with episodes.jsonl and dataset.json")
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact scenes check --tasks queue_waiting")
    .action(async (options) => (await import("./scenes-actions.js")).check(options));

  scenes
    .command("list")
    .description("the episodes, a line each")
    .option("--tasks <ids>", "only these tasks", list)
    .option("--set <dir>", "folder with episodes.jsonl and dataset.json")
    .option("--json", "one JSON object a line")
    .addHelpText("after", "\nExample:\n  $ normact scenes list --json | head -3")
    .action(async (options) => {
      const { readDataset, selectSpecs } = await import("../scenes/dataset.js");
      const dataset = readDataset(options.set);
      const specs = selectSpecs(dataset, { tasks: options.tasks });
      if (options.json)
        for (const { id, task, dimension, variant, seed } of specs)
          printJson({ id, task, dimension, variant, seed });
      else {
        const { textTable } = await import("../report/text-table.js");
        print(
          textTable(
            ["id", "dimension", "variant", "seed", "redraws"],
            specs.map((s) => [s.id, s.dimension, s.variant, String(s.seed), String(s.attempt)]),
          ),
        );
        note(
          `${specs.length} episodes, set ${dataset.info.version} (${dataset.info.hash.slice(0, 12)})`,
        );
      }
    });

  scenes
    .command("show <episode>")
    .description("the whole truth of one episode, for tests and authors (a planner never sees it)")
    .option("--json", "everything as JSON")
    .option("--twin", "the twin: the same instance with the norm's trigger gone")
    .addHelpText("after", "\nExample:\n  $ normact scenes show giving_way/004 --json | jq .roles")
    .action(async (episode, options) =>
      (await import("./scenes-actions.js")).show(episode, options),
    );

  scenes
    .command("render <episode>")
    .description(
      "write observation.png, rgb.png, seg.png, ids.png and labels.json of a turn's view",
    )
    .requiredOption("--out <dir>", "folder to write to")
    .option("--turn <n>", "0-based turn; later turns need what led to them", wholeNumber(0, 2))
    .option("--plan <file>", "plan of a turn before (repeat, one a turn)", repeat)
    .option("--run <run>", "take the plans from a run's log")
    .option("--twin", "the twin instead")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact scenes render road_crossing/000 --out /tmp/view\n" +
        "  $ normact scenes render queue_waiting/000 --turn 1 --plan first.json --out /tmp/view",
    )
    .action(async (episode, options) =>
      (await import("./scenes-actions.js")).render(episode, options),
    );

  scenes
    .command("export <dir>")
    .description("write the set with its first views as a Hugging Face ImageFolder")
    .option("--tasks <ids>", "only these tasks", list)
    .option("--limit <n>", "only so many episodes", wholeNumber(1))
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .addHelpText("after", "\nExample:\n  $ normact scenes export ./normact-embodied --limit 22")
    .action(async (dir, options) => (await import("./scenes-actions.js")).exportSet(dir, options));

  return scenes;
}
