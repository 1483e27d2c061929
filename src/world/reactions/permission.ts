/** Asking for leave: who may give it, and what it then covers. */
import { can } from "../assets.js";
import { permissionScope } from "../speech.js";
import { emit, type PersonEntity, routines, type WorldState } from "../state.js";
import type { Entity, Region } from "../types.js";
import { type Askable, askables, named } from "./vocabulary.js";

/** What a request is answered with. */
export interface Answer {
  reply: string;
  /** what is granted; null when nothing is */
  scope: string[] | null;
}

/** What a person may give leave for beyond what they own; null when they have no say at all. */
function authority(s: WorldState, person: string, all: readonly Askable[]): Set<string> | null {
  const host = routines(s, "host").find((r) => r.person === person);
  if (!host && !all.some((c) => c.owner === person)) return null;
  return new Set(host?.alsoGrants ?? []);
}

/** The thing pointed at in this action or the one before, if any. */
function pointedAt(s: WorldState): string[] {
  const { pointing, action } = s;
  if (!pointing || typeof pointing.target !== "string" || action === null) return [];
  return pointing.action >= action - 1 ? [pointing.target] : [];
}

/** Things named stand for what lies on or in them too. */
function withContents(s: WorldState, ids: readonly string[]): string[] {
  const inner = [...s.entities.values()].filter(
    (e) => e.containedIn && ids.includes(e.containedIn),
  );
  return [...new Set([...ids, ...inner.map((e) => e.id)])];
}

const refusal = (reply: string): Answer => ({ reply, scope: null });

/** Is a request for leave, as its words go, about one of these things and places, or about "it", "in there"? */
export function asksAbout(
  place: { entities: readonly Entity[]; regions: readonly Region[] },
  content: string,
  ids: readonly string[],
): boolean {
  const asked = permissionScope(content);
  if (asked.sitOnly) return false;
  const meant = named(asked.words, askables(place.entities, place.regions));
  return meant.length > 0 ? meant.some((id) => ids.includes(id)) : asked.any;
}

/** The answer of a person to a request for leave. */
export function answerRequest(s: WorldState, person: PersonEntity, content: string): Answer {
  const all = askables(s.entities.values(), s.episode.regions);
  const also = authority(s, person.id, all);
  if (!also) return refusal("I cannot say, that is not mine to decide.");
  const asked = permissionScope(content);
  if (asked.sitOnly) {
    const seats = [...s.entities.values()].filter((e) => can(e, "sittable"));
    return { reply: "Of course, have a seat.", scope: seats.map((e) => e.id) };
  }
  const ids = named(asked.words, all);
  const wanted = withContents(s, ids.length > 0 ? ids : pointedAt(s));
  if (wanted.length === 0) {
    if (asked.any) return { reply: "Yes, of course, go ahead.", scope: ["any"] };
    return refusal("Sorry, I am not sure what you mean.");
  }
  return answerFor(person.id, wanted, all, also);
}

function answerFor(
  person: string,
  wanted: readonly string[],
  all: readonly Askable[],
  also: ReadonlySet<string>,
): Answer {
  const asked = all.filter((c) => wanted.includes(c.id));
  if (asked.every((c) => c.owner === "agent")) return refusal("But that is yours already.");
  const granted = asked.filter(
    (c) => c.owner === person || c.owner === undefined || also.has(c.id),
  );
  if (granted.length === 0) return refusal("You would have to ask whoever it belongs to.");
  return { reply: "Yes, of course, go ahead.", scope: granted.map((c) => c.id) };
}

/** Writes a grant into the trace; ids in the order of the episode. */
export function grant(s: WorldState, person: PersonEntity, scope: readonly string[]): void {
  emit(s, { type: "granted", person: person.id, scope: [...scope] });
}
