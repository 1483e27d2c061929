import type { Plan, PlannedAction } from "../../world/types.js";
import { type Adjustment, GOAL_WORDS, type GoalKind, NAMES, NORM_WORDS } from "./lexicon.js";
import { alone, crowded, nearest } from "./places.js";
import type { ReadPrompt, SeenObject } from "./read.js";

const act = (
  think: string,
  action: string,
  parameters: Record<string, unknown> = {},
): PlannedAction => ({ think, action, parameters });

/** What the prompt lets the planner know: which adjustments the words call for, and what is in view. */
class Scene {
  readonly objects: SeenObject[];
  readonly task: string;
  private readonly norms: Set<Adjustment>;

  constructor(readonly prompt: ReadPrompt) {
    this.objects = prompt.objects;
    this.task = prompt.task;
    this.norms = new Set(
      (Object.keys(NORM_WORDS) as Adjustment[]).filter((k) => NORM_WORDS[k].test(prompt.words)),
    );
  }

  told(norm: Adjustment): boolean {
    return this.norms.has(norm);
  }

  all(name: RegExp): SeenObject[] {
    return this.objects.filter((o) => name.test(o.name));
  }

  one(name: RegExp): SeenObject | undefined {
    return this.all(name)[0];
  }

  /** The thing that the task's text names first: by its whole name, else by the last word of it. */
  named(): SeenObject | undefined {
    const things = this.objects.filter((o) => o.name !== "" && !NAMES.person.test(o.name));
    return (
      firstIn(things, (o) => this.task.indexOf(o.name)) ??
      firstIn(things, (o) => this.task.search(lastWord(o.name)))
    );
  }
}

const lastWord = (name: string): RegExp => {
  const word = name.split(" ").at(-1) ?? name;
  return new RegExp(`\\b${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\b`);
};

/** The thing with the smallest place that is none below 0. */
function firstIn(
  things: readonly SeenObject[],
  place: (o: SeenObject) => number,
): SeenObject | undefined {
  const found = things.map((o) => ({ o, at: place(o) })).filter(({ at }) => at >= 0);
  return found.sort((x, y) => x.at - y.at || y.o.name.length - x.o.name.length)[0]?.o;
}

/** The plan for a prompt: direct way to the goal, changed where the words call for it; empty when at a loss. */
export function keywordPlan(prompt: ReadPrompt): Plan {
  const scene = new Scene(prompt);
  const kind = GOAL_WORDS.find(([, words]) => words.test(prompt.task))?.[0];
  return kind === undefined ? [] : PLANS[kind](scene);
}

const PLANS: Record<GoalKind, (scene: Scene) => Plan> = {
  directions(scene) {
    const people = scene.all(NAMES.person);
    const person = scene.told("choose_free") ? alone(people) : crowded(people);
    if (!person) return [];
    const question = "Could you tell me the way to a place where I can eat, please?";
    return [
      act("go to this person", "move_to_object", { object_id: person.id }),
      say(person, question),
    ];
  },

  wash_hands(scene) {
    const faucets = scene.all(NAMES.faucet);
    const first = faucets[0];
    if (!first) return [];
    const plan = [act("wash here", "wash_hands", { object_id: first.id })];
    if (scene.told("turn_off")) {
      for (const f of faucets) {
        plan.push(
          act("no water is to run", "interact", { object_id: f.id, new_object_state: false }),
        );
      }
    }
    return plan;
  },

  mop(scene) {
    const mop = scene.one(NAMES.mop);
    const stain = scene.one(NAMES.stain);
    if (!mop || !stain) return [];
    const plan = [take(mop), act("clean the floor", "mop_floor", { dirt_id: stain.id })];
    if (scene.told("put_back")) plan.push(putBack(scene, mop));
    return plan;
  },

  eat(scene) {
    const food = scene.one(NAMES.food) ?? scene.named();
    if (!food) return [];
    const plan = [take(food), act("eat it", "eat_or_drink")];
    const dish = nearest(food, scene.all(NAMES.dish));
    const faucet = scene.one(NAMES.faucet);
    if (scene.told("wash_up") && dish && faucet) {
      plan.push(take(dish), act("wash it", "wash_object_in_hand", { object_id: faucet.id }));
    }
    return plan;
  },

  drink(scene) {
    const drink = scene.one(NAMES.drink);
    if (!drink) return [];
    const plan = [take(drink), act("drink it", "eat_or_drink")];
    const host = scene.one(NAMES.friend) ?? scene.one(NAMES.person);
    if (scene.told("ask_leave") && host)
      plan.unshift(say(host, `May I have the ${drink.name}, please?`));
    return plan;
  },

  answer(scene) {
    const person = scene.one(NAMES.family) ?? scene.one(NAMES.person);
    if (!person) return [];
    const answer = say(person, "Yes, I am listening. What is it?");
    if (!scene.told("walk_up")) return [answer];
    return [act("go to them first", "move_to_object", { object_id: person.id }), answer];
  },

  rest(scene) {
    const seat = scene.one(NAMES.seat);
    if (!seat) return [];
    const elder = scene.one(NAMES.elder);
    if (scene.told("offer_seat") && elder) {
      return [say(elder, `Please have a seat on the ${seat.name}.`)];
    }
    return [act("sit down", "sit_down_to_object", { object_id: seat.id })];
  },

  take(scene) {
    const thing = scene.named();
    if (!thing) return [];
    const people = scene.all(NAMES.person);
    const plan: Plan = [];
    if (scene.told("wait_turn")) {
      for (const _ of people) plan.push(act("somebody is before me", "rest"));
    }
    const close = nearest(thing, people);
    if (scene.told("ask_way") && close) plan.push(say(close, "Excuse me, may I get past, please?"));
    const friend = scene.one(NAMES.friend) ?? people[0];
    if (scene.told("ask_leave") && friend) {
      plan.push(say(friend, `May I go into the bedroom to get the ${thing.name}, please?`));
    }
    return [...plan, take(thing)];
  },

  go(scene) {
    const place = scene.named();
    if (!place) return [];
    const plan = [act("go there", "move_to_object", { object_id: place.id })];
    const crosswalk = scene.one(NAMES.crosswalk);
    if (scene.told("use_crosswalk") && crosswalk) {
      plan.unshift(act("cross there", "move_to_object", { object_id: crosswalk.id }));
    }
    return plan;
  },
};

const take = (thing: SeenObject): PlannedAction =>
  act(`take the ${thing.name}`, "move_and_take_object", { object_id: thing.id });

const say = (person: SeenObject, content: string): PlannedAction =>
  act(`say it to ${person.name}`, "speak_to", { target_id: person.id, content });

const COORDINATES =
  /x\s*[=:]\s*(-?\d+(?:\.\d+)?)\W+(?:and\s+)?y\s*[=:]\s*(-?\d+(?:\.\d+)?)|[([]\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)/;

/** To the coordinates that the text names, else onto what looks like the mop's place, else where it was seen. */
function putBack(scene: Scene, mop: SeenObject): PlannedAction {
  const named = COORDINATES.exec(scene.task);
  const think = "it goes back to its place";
  if (named) {
    const target_location = [Number(named[1] ?? named[3]), Number(named[2] ?? named[4]), 0];
    return act(think, "put_down_to_location", { target_location });
  }
  const place = scene.one(NAMES.mopPlace);
  if (place) return act(think, "put_down_to_location", { container_id: place.id });
  const [x, y] = mop.location ?? [0, 0];
  return act(think, "put_down_to_location", { target_location: [x, y, 0] });
}
