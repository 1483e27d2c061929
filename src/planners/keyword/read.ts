import { z } from "zod";
import { HEADINGS } from "../../prompts/sections.js";
import type { Vec3 } from "../../world/types.js";

export interface SeenObject {
  id: string;
  /** lower case; "" when the prompt lists ids alone */
  name: string;
  location: Vec3 | null;
}

/** What the keyword planner makes of a prompt's text. */
export interface ReadPrompt {
  /** hints, goal and cue: all that may hold words of a norm, lower case */
  words: string;
  /** goal and cue alone, lower case */
  task: string;
  objects: SeenObject[];
  /** how the reply before this one ended; null in the first turn */
  last: { allDone: boolean; failedAction: string | null; failureCode: string | null } | null;
}

const listed = z.array(
  z.union([
    z.string(),
    z.looseObject({
      id: z.string(),
      name: z.string(),
      location: z.tuple([z.number(), z.number(), z.number()]),
    }),
  ]),
);

/** Reads a prompt by its headings. Text that has none of them gives an empty reading. */
export function readPrompt(text: string): ReadPrompt {
  const task = section(text, HEADINGS.task).toLowerCase();
  const hints = section(text, HEADINGS.hints).toLowerCase();
  return {
    words: `${hints}\n${task}`,
    task,
    objects: readObjects(section(text, HEADINGS.objects)),
    last: readLast(section(text, HEADINGS.history)),
  };
}

/** What stands between a heading and the next one. */
function section(text: string, heading: string): string {
  const start = text.indexOf(`${heading}\n`);
  if (start === -1) return "";
  const rest = text.slice(start + heading.length + 1);
  const end = rest.search(/\n\n(?:# |\[picture\])/);
  return end === -1 ? rest : rest.slice(0, end);
}

function readObjects(text: string): SeenObject[] {
  const start = text.indexOf("\n[");
  if (start === -1) return [];
  let data: unknown;
  try {
    data = JSON.parse(text.slice(start + 1));
  } catch {
    return [];
  }
  const parsed = listed.safeParse(data);
  if (!parsed.success) return [];
  return parsed.data.map((o) =>
    typeof o === "string"
      ? { id: o, name: "", location: null }
      : { id: o.id, name: o.name.toLowerCase(), location: o.location },
  );
}

function readLast(text: string): ReadPrompt["last"] {
  if (text === "") return null;
  const reply = text.slice(Math.max(0, text.lastIndexOf("\nReply ")));
  const failed = /\d+\. (\w+) .* -> failed \((\w+)\)/.exec(reply);
  const unread = /could not be read/.test(reply);
  return {
    allDone: failed === null && !unread,
    failedAction: failed?.[1] ?? null,
    failureCode: failed?.[2] ?? null,
  };
}
