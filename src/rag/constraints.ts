/**
 * NormBank's constraints (Ziems et al. 2023): items joined by " [AND] ", each "<subject> <relation> '<value>'",
 * where the subject is "[PERSON]'s role", "[OTHER]'s age bracket" or something of the situation ("time of day").
 */
export interface Constraint {
  /** whose attribute it is; null: the situation's */
  of: "person" | "other" | null;
  attribute: string;
  /** "is", "is not", "is less than", "is over"… */
  relation: string;
  value: string;
}

const JOIN = " [AND] ";
const SUBJECT = /^\[(PERSON|OTHER)\]['’]s\s+/;
// "is", "is not", and "is" with one of the comparisons
const RELATION =
  /^(.+?)\s+(is(?:\s+not)?(?:\s+(?:(?:less|more|greater|fewer|older|younger|higher|lower)\s+than|over|under|above|below|at\s+least|at\s+most|between|in|on|from))?)\s+(['‘"“].*['’"”]|[^'‘"“].*)$/i;

/**
 * Reads a constraint cell. A value may hold apostrophes and doubled quotes: it ends at the last quote before the
 * next " [AND] " or the end.
 * @returns the items in order, and those that are not of the grammar, word for word
 */
export function parseConstraints(cell: string): { items: Constraint[]; unread: string[] } {
  const items: Constraint[] = [];
  const unread: string[] = [];
  for (const part of cell.split(JOIN)) {
    const text = part.trim();
    if (text === "") continue;
    const item = parseItem(text);
    if (item) items.push(item);
    else unread.push(text);
  }
  return { items, unread };
}

function parseItem(text: string): Constraint | null {
  const who = SUBJECT.exec(text)?.[1];
  const rest = text.replace(SUBJECT, "");
  const match = RELATION.exec(rest);
  if (!match) return null;
  const [, attribute, relation, quoted] = match as unknown as [string, string, string, string];
  const value = unquote(quoted.trim());
  if (value === "") return null;
  return {
    of: who === "PERSON" ? "person" : who === "OTHER" ? "other" : null,
    attribute: attribute.trim(),
    relation: relation.toLowerCase().replace(/\s+/g, " "),
    value,
  };
}

function unquote(text: string): string {
  const inner = /^['‘"“].*['’"”]$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
  return inner.replace(/""/g, '"').trim();
}

const OWNER = { person: "the person's ", other: "the other person's " } as const;

/** "the person's role is customer and time of day is not night"; items that are not of the grammar as they are. */
export function constraintsInWords(cell: string): string {
  const { items, unread } = parseConstraints(cell);
  const said = items.map(
    ({ of, attribute, relation, value }) =>
      `${of ? OWNER[of] : "the "}${of ? attribute : attribute.replace(/^the /i, "")} ${relation} ${value}`,
  );
  const raw = unread.map((text) =>
    text.replace(/\[PERSON\]/g, "the person").replace(/\[OTHER\]/g, "the other person"),
  );
  return [...said, ...raw].join(" and ");
}
