import type { LegendEntry } from "../charts/legend.js";
import { type Html, html, type Part, trusted } from "./template.js";

/** Counts figures and tables through the page and keeps its ids apart. */
export class Numbering {
  private figures = 0;
  private tables = 0;
  figure(): { label: string; id: string } {
    this.figures++;
    return { label: `Figure ${this.figures}.`, id: `fig${this.figures}` };
  }
  table(): string {
    this.tables++;
    return `Table ${this.tables}.`;
  }
}

/** A drawing in both widths with its caption and, folded away, its numbers as a table. */
export function chartFigure(
  caption: Part,
  drawing: { wide: string; narrow: string },
  legend: readonly LegendEntry[],
  numbers?: { head: string[]; rows: string[][] },
): Html {
  return html`<figure><figcaption>${caption}</figcaption>
${legend.length > 1 && html`<ul class="legend">${legend.map((l) => html`<li>${trusted(l.mark)} ${l.name}</li>`)}</ul>`}
<div class="wide">${trusted(drawing.wide)}</div><div class="narrow">${trusted(drawing.narrow)}</div>
${
  numbers &&
  html`<details><summary>The figure as a table</summary><div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table><thead><tr>${numbers.head.map(
    (h) => html`<th scope="col" class="l">${h}</th>`,
  )}</tr></thead><tbody>${numbers.rows.map(
    (row) =>
      html`<tr>${row.map((cell, i) => (i === 0 ? html`<th scope="row" class="l">${cell}</th>` : html`<td class="l">${cell}</td>`))}</tr>`,
  )}</tbody></table></div></details>`
}</figure>`;
}
