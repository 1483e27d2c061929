import type { SeenObject } from "./read.js";

/** cm on the ground; far apart when a place is not known. */
function distance(a: SeenObject, b: SeenObject): number {
  if (!a.location || !b.location) return Number.POSITIVE_INFINITY;
  return Math.hypot(a.location[0] - b.location[0], a.location[1] - b.location[1]);
}

/** The one of `list` that stands nearest to `to`. */
export function nearest(to: SeenObject, list: readonly SeenObject[]): SeenObject | undefined {
  return best(list, (o) => -distance(to, o));
}

/** The person with the most room around them. */
export function alone(people: readonly SeenObject[]): SeenObject | undefined {
  return best(people, (p) => room(p, people));
}

/** The person with others close by: where several stand together, somebody will know. */
export function crowded(people: readonly SeenObject[]): SeenObject | undefined {
  return best(people, (p) => -room(p, people));
}

const room = (p: SeenObject, people: readonly SeenObject[]): number =>
  Math.min(...people.filter((o) => o.id !== p.id).map((o) => distance(p, o)));

/** The first with the highest figure. */
function best<T>(list: readonly T[], figure: (item: T) => number): T | undefined {
  let found: T | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const item of list) {
    const value = figure(item);
    if (found === undefined || value > highest) {
      found = item;
      highest = value;
    }
  }
  return found;
}
