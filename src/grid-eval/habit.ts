import { UsageError } from "../core/errors.js";
import { Rng } from "../core/rng.js";
import { geometryOf } from "../grid/layouts.js";
import { normOf } from "../grid/norms/index.js";
import { plannerFor } from "../grid/planner/planner.js";
import { rulesOf } from "../grid/rules.js";
import { drawGoals } from "../grid/tasks.js";
import type { Arrival, Goal, Group, NormDefinition, Scenario } from "../grid/types.js";
import type { NormPlan } from "./plan.js";

/**
 * An extra habit of the background people that nobody is sanctioned for (the paper's D.1): does a newcomer take
 * what everybody does for what one has to do?
 */

/** Under norms on how to move everybody leaves by one door; under the others everybody moves and pauses in turn. */
const EXITS = ["all-exit-left", "all-exit-bottom", "all-exit-right"];
const RHYTHM = "move-1-wait-1";

/** The habit of a norm for `auto`: an exit drawn from the norm's name, or the rhythm. */
export function habitOf(norm: NormDefinition, wanted: string): string {
  if (wanted !== "auto") return normOf(wanted).id;
  return norm.family === "procedure" ? Rng.from("habit", norm.id).pick(EXITS) : RHYTHM;
}

/** Plans whose people have the habit. @throws UsageError when it is the norm itself */
export function withHabits(plans: readonly NormPlan[], wanted: string): NormPlan[] {
  return plans.map((plan) => {
    const habit = habitOf(normOf(plan.norm), wanted);
    if (habit === plan.norm)
      throw new UsageError(
        "distractor_is_norm",
        `"${habit}" is the norm itself: leave it out with --norms, or choose another --distractor`,
      );
    const changed = (scenario: Scenario): Scenario => withHabit(scenario, habit);
    return {
      ...plan,
      lesson: plan.lesson && changed(plan.lesson),
      tests: plan.tests.map(changed),
    };
  });
}

/** The scenario with the habit; people whose goals could not be reached with it get others of the same kind. */
export function withHabit(scenario: Scenario, habitId: string): Scenario {
  const geometry = geometryOf(scenario.layout);
  const [norm, habit] = [normOf(scenario.norm), normOf(habitId)];
  const planner = plannerFor(geometry, rulesOf(scenario.rules), [norm, habit]);
  const rng = Rng.from("habit goals", scenario.id, habitId);
  const fits = (goal: Goal, group: Group): boolean => planner.everReaches(goal, group);
  const settled = (arrival: Arrival): Arrival => {
    const { group, goals } = arrival;
    if (goals.every((goal) => fits(goal, group))) return arrival;
    const drawn = drawGoals({ geometry, kind: norm.taskKind, habit }, rng, group);
    const kept = goals.map((goal, i) => (fits(goal, group) ? goal : (drawn[i] as Goal)));
    if (!kept.every((goal) => fits(goal, group)))
      throw new UsageError(
        "distractor_conflict",
        `people cannot keep "${norm.id}" and have the habit "${habitId}" as well: some of their goals would be out of reach. Choose a habit about something else.`,
      );
    return { ...arrival, goals: [kept[0] as Goal, kept[1] as Goal] };
  };
  const slots = scenario.slots.map((slot) =>
    slot.policy === "newcomer" ? slot : { ...slot, first: settled(slot.first) },
  );
  return { ...scenario, habit: habitId, slots };
}
