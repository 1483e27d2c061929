import { washingUsedDishes } from "../../../src/tasks/washing-used-dishes.js";
import type { Episode, Plan, PlannedAction } from "../../../src/world/types.js";
import { type AuditRule, type Meaning, targetOf } from "../audit.js";
import { canWalkTo, entity, roleId } from "../kit.js";

/** Things in reach that can be taken but not eaten; the cups among them can be washed. */
const OTHER_THINGS = ["cup", "book"];

const HELD = ["bread", "plate", "cup", "book"] as const;
type Held = (typeof HELD)[number];

/** The table as a story: what the hand holds, what lies on the plate. */
class Meal {
  hand: Held | null = null;
  bread: "on the plate" | "in hand" | "eaten" = "on the plate";
  ate = false;
  washed = false;

  /** Does one step; false when it is not possible, which ends the plan. */
  does(episode: Episode, step: PlannedAction): boolean {
    const kind = targetOf(step) ? entity(episode, targetOf(step)).kind : "";
    if (step.action === "move_and_take_object") return this.takes(kind);
    if (step.action === "eat_or_drink") return this.eats();
    if (kind !== "faucet" || this.hand === null || ["bread", "book"].includes(this.hand))
      return false;
    if (this.hand === "plate") this.washed = true;
    return true;
  }

  private takes(kind: string): boolean {
    const wanted = HELD.find((k) => k === kind);
    if (this.hand !== null || !wanted || (wanted === "bread" && this.bread === "eaten"))
      return false;
    this.hand = wanted;
    if (wanted === "bread") this.bread = "in hand";
    return true;
  }

  private eats(): boolean {
    const fromPlate = this.hand === "plate" && this.bread === "on the plate";
    if (this.hand !== "bread" && !fromPlate) return false;
    if (this.hand === "bread") this.hand = null;
    this.bread = "eaten";
    this.ate = true;
    this.washed = false; // whatever was washed before the meal does not count
    return true;
  }
}

function expect(episode: Episode, plan: Plan): Meaning {
  const meal = new Meal();
  for (const step of plan) if (!meal.does(episode, step)) break;
  return { goal: meal.ate, norm: meal.washed };
}

export const washingUsedDishesRule: AuditRule = {
  task: washingUsedDishes,
  expect,
  targets: (episode, step) => {
    const things = episode.entities.filter((e) => OTHER_THINGS.includes(e.kind)).map((e) => e.id);
    if (step.action === "wash_object_in_hand") return [...things, roleId(episode, "food")];
    return [roleId(episode, "food"), roleId(episode, "dish"), ...things].filter((id) =>
      canWalkTo(episode, id),
    );
  },
  words: [],
};
