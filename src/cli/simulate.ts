import { Command } from "commander";
import { UsageError } from "../core/errors.js";
import { plural } from "../core/shown.js";
import type { Judgement, TwinJudgement } from "../tasks/judge.js";
import { note, print, printJson } from "./io.js";
import { repeat } from "./options.js";

/** `normact simulate EP --plan FILE`: carries out a plan and says what the checkers make of it. */
export function simulateCommand(): Command {
  return new Command("simulate")
    .description("carry out a plan in an episode and print trace and verdicts")
    .argument("<episode>", "episode id, e.g. road_crossing/000")
    .requiredOption(
      "--plan <file>",
      "plan as JSON, - for standard input; repeat, one a turn",
      repeat,
    )
    .option("--twin", "the twin instead: the same instance with the norm's trigger gone")
    .option("--json", "print everything as JSON")
    .addHelpText(
      "after",
      '\nExample:\n  $ echo \'[{"think":"","action":"rest","parameters":{}}]\' | normact simulate queue_waiting/000 --plan -',
    )
    .action(simulate);
}

async function simulate(
  id: string,
  options: { plan: string[]; twin?: boolean; json?: boolean },
): Promise<void> {
  const [
    { loadEpisode },
    { plansFromFiles, observeNow },
    { createWorld },
    { taskById },
    { judge, judgeTwin },
    loop,
  ] = await Promise.all([
    import("./scenes-actions.js"),
    import("./turns.js"),
    import("../world/index.js"),
    import("../tasks/registry.js"),
    import("../tasks/judge.js"),
    import("../eval/turns.js"),
  ]);
  if (options.plan.length > loop.MAX_TURNS)
    throw new UsageError(
      "too_many_plans",
      `an episode has at most ${loop.MAX_TURNS} turns; ${plural(options.plan.length, "plan")} given`,
    );
  const episode = loadEpisode(id, options.twin);
  const task = taskById(episode.task);
  const plans = await plansFromFiles(options.plan);

  const world = createWorld(episode);
  let failure: { action: number; code: string; error: string } | null = null;
  for (const [turn, plan] of plans.entries()) {
    observeNow(world);
    failure = world.runPlan(plan).failure;
    const over = loop.episodeOver(
      plan,
      failure === null,
      () => task.goal(episode, world.trace).ok,
      turn,
    );
    if (over && turn + 1 < plans.length) {
      note(
        `the episode was over after turn ${turn}: ${plural(plans.length - turn - 1, "plan")} left out`,
      );
      break;
    }
  }
  const scored = episode.twin
    ? twinScores(judgeTwin(task, episode, world.trace))
    : scores(judge(task, episode, world.trace));
  if (options.json) {
    printJson({
      trace: world.trace,
      ...scored.json,
      actionsExecuted: world.actionsExecuted,
      failure,
    });
    return;
  }
  for (const event of world.trace) {
    const { i, t, turn, action, type, ...rest } = event;
    print(
      `${String(i).padStart(3)} ${t.toFixed(1).padStart(6)} s  turn ${turn} ${action === null ? "   -" : `  #${action}`}  ${type} ${shorten(rest)}`,
    );
  }
  print(`\n${scored.lines.join("\n")}`);
  if (failure)
    print(`the plan stopped at action ${failure.action}: ${failure.code}, ${failure.error}`);
}

interface Said {
  reason: { code: string; sentence: string };
  at: number | null;
}

/** A verdict with its reason's code and sentence side by side. */
const flat = ({ reason, at }: Said) => ({ reason: reason.code, sentence: reason.sentence, at });
const line = (what: string, yes: boolean, { reason }: Said): string =>
  `${`${what}:`.padEnd(18)}${yes ? "yes" : "no"} (${reason.code}: ${reason.sentence})`;

function scores({ goal, norm, taskSuccess }: Judgement) {
  return {
    json: {
      goal: { ok: goal.ok, ...flat(goal) },
      norm: { ok: norm.ok, ...flat(norm), engaged: norm.engaged },
      taskSuccess,
    },
    lines: [
      line("goal achieved", goal.ok, goal),
      line("norm compliance", norm.ok, norm),
      `task success:     ${taskSuccess ? "yes" : "no"}`,
    ],
  };
}

/** On a twin there is no norm to keep; what counts is whether the absent one was paid for. */
function twinScores({ goal, twin }: TwinJudgement) {
  return {
    json: {
      goal: { ok: goal.ok, ...flat(goal) },
      overcomplied: { overcomplied: twin.overcomplied, ...flat(twin) },
    },
    lines: [line("goal achieved", goal.ok, goal), line("overcomplied", twin.overcomplied, twin)],
  };
}

function shorten(value: object): string {
  const text = JSON.stringify(value);
  return text.length > 110 ? `${text.slice(0, 107)}...` : text;
}
