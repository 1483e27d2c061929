import { type Html, html, type Part } from "./template.js";

export interface Column<T> {
  head: string;
  /** words go left, numbers right */
  align?: "left" | "right";
  cell(row: T): Part;
}

/**
 * A table with a caption that can be scrolled by itself on a narrow screen.
 * @param groups rows with a heading each; one without a heading for a plain table
 */
export function table<T>(
  caption: Part,
  columns: readonly Column<T>[],
  groups: readonly { heading?: string; rows: readonly T[] }[],
): Html {
  const side = (c: Column<T>): string => (c.align === "left" ? "l" : "r");
  return html`<figure class="table"><figcaption>${caption}</figcaption>
<div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table><thead><tr>${columns.map(
    (c) => html`<th scope="col" class="${side(c)}">${c.head}</th>`,
  )}</tr></thead>
${groups.map(
  (g) => html`<tbody>${
    g.heading !== undefined &&
    html`<tr class="group"><th scope="rowgroup" colspan="${columns.length}">${g.heading}</th></tr>`
  }
${g.rows.map(
  (row) =>
    html`<tr>${columns.map((c, i) =>
      i === 0
        ? html`<th scope="row" class="${side(c)}">${c.cell(row)}</th>`
        : html`<td class="${side(c)}">${c.cell(row)}</td>`,
    )}</tr>\n`,
)}</tbody>`,
)}</table></div></figure>`;
}

/** Rows by one of their names, in the order in which the names come. */
export function grouped<T>(
  rows: readonly T[],
  name: (row: T) => string,
): { heading: string; rows: T[] }[] {
  const out = new Map<string, T[]>();
  for (const row of rows) out.set(name(row), [...(out.get(name(row)) ?? []), row]);
  return [...out].map(([heading, own]) => ({ heading, rows: own }));
}
