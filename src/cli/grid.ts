import { Command } from "commander";
import { RULE_NAMES } from "../grid/rules.js";
import { GROUPS } from "../grid/types.js";
import { addGridEvalCommand } from "./grid-eval.js";
import { addGridScoreCommands } from "./grid-score.js";
import { addViewCommands } from "./grid-view.js";
import { list, oneOf, wholeNumber } from "./options.js";

const NEWCOMERS = ["oracle", "norm-blind", "random", "idle"] as const;

/** `normact grid …`: norms, layouts, scenarios and episodes of the grid world. */
export function gridCommand(): Command {
  const grid = new Command("grid").description(
    "the grid world: norms, layouts, the benchmark's scenarios, episodes",
  );

  grid
    .command("norms [id]")
    .description("the fifty norms, or one of them, with family, task and rule")
    .option("--json", "one JSON object a line")
    .addHelpText("after", "\nExample:\n  $ normact grid norms --json | grep coordination")
    .action(async (id, options) => (await import("./grid-actions.js")).norms(id, options));

  grid.addCommand(layoutsCommand());

  grid
    .command("build")
    .description("draw the scenarios of the benchmark until each is proven, and write them")
    .option("--norms <ids>", "only these norms", list)
    .option("--rules <set>", "how the open questions are settled", oneOf(RULE_NAMES), "repaired")
    .option("--out <dir>", "folder to write to (default: the package's scenes/gridworld)")
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExample:\n  $ normact grid build --norms clockwise-circulation --out /tmp/grid",
    )
    .action(async (options) => (await import("./grid-benchmark-actions.js")).build(options));

  grid
    .command("check")
    .description(
      "prove every scenario again: the oracle does it clean, the norm-blind breaks the norm, those who know it never do",
    )
    .option("--norms <ids>", "only these norms", list)
    .option("--layouts <ids>", "only these layouts", list)
    .option("--phases <names>", "only these of interaction, seen, unseen", list)
    .option("--set <dir>", "folder with benchmark.jsonl and benchmark.json")
    .option("--workers <n>", "worker threads", wholeNumber(0, 64))
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ normact grid check --norms bend-left-2")
    .action(async (options) => (await import("./grid-benchmark-actions.js")).check(options));

  grid
    .command("figures")
    .description(
      "per norm: what a lesson shows, how long tests take, what acting at random would get",
    )
    .option("--norms <ids>", "only these norms", list)
    .option("--set <dir>", "folder with benchmark.jsonl and benchmark.json")
    .option("--json", "one JSON object a line")
    .addHelpText("after", "\nExample:\n  $ normact grid figures --norms move-1-wait-1,edge-left")
    .action(async (options) => (await import("./grid-benchmark-actions.js")).figures(options));

  grid
    .command("rollout")
    .description("play an episode by script and print it, a line of JSON a turn")
    .requiredOption("--norm <id>", "the community's norm")
    .option("--layout <id>", "a layout's id, or a layout file", "cafe")
    .option("--seed <n>", "seed of the episode", wholeNumber(0), 0)
    .option("--steps <n>", "turns", wholeNumber(1, 1_000_000), 200)
    .option("--newcomer <who>", `one of ${NEWCOMERS.join(", ")}`, oneOf(NEWCOMERS), "oracle")
    .option(
      "--agents <n>",
      "people, the newcomer included (default: the norm's own)",
      wholeNumber(1),
    )
    .option("--group <colour>", `the newcomer's group: ${GROUPS.join(", ")}`, oneOf(GROUPS))
    .option(
      "--blind-slots <n>",
      "background slots that do not know the norm (default: 1)",
      wholeNumber(0),
    )
    .option("--rules <set>", "how the open questions are settled", oneOf(RULE_NAMES), "repaired")
    .option(
      "--distractor <norm>",
      "a norm that the background keeps as a habit, without sanctions for it",
    )
    .option("--json", "header and turns as lines of JSON (else a summary)")
    .addHelpText(
      "after",
      "\nExamples:\n  $ normact grid rollout --norm bend-right-1 --seed 7 --json | head -3\n" +
        "  $ normact grid rollout --norm all-exit-left --distractor move-2-wait-1",
    )
    .action(async (options) => (await import("./grid-actions.js")).rollout(options));

  addViewCommands(grid);
  addGridEvalCommand(grid);
  addGridScoreCommands(grid);
  return grid;
}

function layoutsCommand(): Command {
  const layouts = new Command("layouts").description("the maps: list, check, show");
  layouts
    .command("list", { isDefault: true })
    .description("ids, names and sizes")
    .option("--json", "one JSON object a line")
    .addHelpText("after", "\nExample:\n  $ normact grid layouts")
    .action(async (options) => (await import("./grid-actions.js")).listLayouts(options));
  layouts
    .command("check [layouts...]")
    .description("look layouts over against every rule: ids, files, or all of them")
    .option("--rules", "list the rules and stop")
    .option("--verbose", "print warnings and counts as well")
    .option("--json", "one JSON report a line")
    .addHelpText("after", "\nExample:\n  $ normact grid layouts check my-canteen.txt")
    .action(async (ids, options) => (await import("./grid-actions.js")).checkLayouts(ids, options));
  layouts
    .command("show <layout>")
    .description("the map with what follows from it: zones, ring, regions, a norm's line")
    .option("--norm <id>", "number the places of this norm's line")
    .option("--json", "everything as JSON")
    .addHelpText("after", "\nExample:\n  $ normact grid layouts show cafe --norm bend-right-1")
    .action(async (id, options) => (await import("./grid-actions.js")).showLayout(id, options));
  return layouts;
}
