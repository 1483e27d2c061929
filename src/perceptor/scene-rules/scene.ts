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

/** The thing that the goal names first: by its whole name, else by the last word of one. */
function targetOf(goal: string, objects: readonly SeenThing[]): SeenThing | null {
  const things = objects.filter((o) => !isPerson(o) && o.name !== "");
  const named = (words: (name: string) => string): SeenThing | null =>
    things
      .map((o) => ({
        o,
        at: goal.search(new RegExp(`\\b${escaped(words(o.name.toLowerCase()))}\\b`)),
      }))
      .filter(({ at }) => at >= 0)
      .sort(
        (a, b) => a.at - b.at || b.o.name.length - a.o.name.length || a.o.distance - b.o.distance,
      )[0]?.o ?? null;
  return named((name) => name) ?? named((name) => name.split(" ").at(-1) ?? name);
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
