import type { Scene, SceneView, SeenThing } from "./types.js";

/** A view, ready for the rules' questions. */
export function sceneOf(view: SceneView): Scene {
  const goal = view.goal.toLowerCase();
  const objects = view.objects;
  return {
    goal,
    objects,
    people: objects.filter(isPerson),
    wants: (words) => words.test(goal),
    kinds: (...kinds) => objects.filter((o) => kinds.includes(o.kind)),
    target: targetOf(goal, objects),
  };
}

export const isPerson = (o: SeenThing): boolean => o.kind === "person" || o.posture !== null;

/** Is the person doing this ("talking", "waiting", "seated"…)? */
export const does = (o: SeenThing, what: string): boolean => o.posture?.includes(what) ?? false;

/** On the ground, cm. */
export const between = (a: SeenThing, b: SeenThing): number =>
  Math.hypot(a.location[0] - b.location[0], a.location[1] - b.location[1]);

/** The thing of a list that lies nearest to another. */
export function nearestTo(to: SeenThing, list: readonly SeenThing[]): SeenThing | null {
  return list.reduce<SeenThing | null>(
    (best, o) => (best === null || between(to, o) < between(to, best) ? o : best),
    null,
  );
}

/** The thing that the goal names: the longest name that stands in it whole, else by its last word. */
function targetOf(goal: string, objects: readonly SeenThing[]): SeenThing | null {
  const things = objects.filter((o) => !isPerson(o) && o.name !== "");
  const named = (words: (o: SeenThing) => string): SeenThing | null =>
    things
      .filter((o) => new RegExp(`\\b${escaped(words(o))}\\b`).test(goal))
      .sort((a, b) => b.name.length - a.name.length || a.distance - b.distance)[0] ?? null;
  return (
    named((o) => o.name.toLowerCase()) ?? named((o) => o.name.toLowerCase().split(" ").at(-1)!)
  );
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * How far somebody stands from the straight line between the agent and a thing, cm; null when they do not stand
 * between the two. The agent's own place is not in the list, but its distances are: a triangle with these three
 * sides has this height.
 */
export function asideOfTheWay(person: SeenThing, to: SeenThing): number | null {
  const a = to.distance;
  const b = person.distance;
  const c = between(person, to);
  if (a < 1 || b >= a || c >= a) return null;
  const s = (a + b + c) / 2;
  return (2 * Math.sqrt(Math.max(0, s * (s - a) * (s - b) * (s - c)))) / a;
}
