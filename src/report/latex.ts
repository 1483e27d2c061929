import type { Reference } from "./data/reference.js";
import type { ReportData } from "./data/types.js";
import { type PlainTable, plainTables } from "./tables.js";

/**
 * The report's tables as LaTeX for `\input`, one file each, and `all.tex`, a document that holds them all. They
 * need the package booktabs alone; every file says so.
 */
export function latexTables(data: ReportData, reference: Reference | null): Record<string, string> {
  const files: Record<string, string> = {};
  for (const [i, set] of data.sets.entries()) {
    const prefix = data.sets.length > 1 ? `set${i + 1}-` : "";
    for (const t of plainTables(set, reference))
      files[`${prefix}${t.name}.tex`] = latexTable(t, `tab:normact-${prefix}${t.name}`);
  }
  files["all.tex"] = [
    "\\documentclass{article}",
    "\\usepackage[utf8]{inputenc}",
    "\\usepackage[T1]{fontenc}",
    "\\usepackage[margin=2cm]{geometry}",
    "\\usepackage{booktabs}",
    "\\begin{document}",
    ...Object.keys(files).map((name) => `\\input{${name}}`),
    "\\end{document}",
    "",
  ].join("\n");
  return files;
}

/** Lines that fit on one page at the smallest size; a float that is taller runs off the paper. */
const LINES_A_PAGE = 52;

/** One `table`, or several where the rows do not fit on a page. */
export function latexTable(t: PlainTable, label: string): string {
  const [first, ...more] = parts(t.rows);
  const numbers = widths(t);
  return [
    "% needs \\usepackage{booktabs}\n",
    float(t, first ?? [], numbers, { label, caption: `${t.title}. ${t.note}` }),
    ...more.map((rows, i) =>
      float(t, rows, numbers, { label: `${label}-${i + 2}`, caption: `${t.title} (continued).` }),
    ),
  ].join("");
}

/** Rows in lots that fit on a page; a group that is cut says its heading again. */
function parts(rows: PlainTable["rows"]): PlainTable["rows"][] {
  const out: PlainTable["rows"][] = [];
  let open: PlainTable["rows"] = [];
  let lines = 0;
  let heading: { group: string } | null = null;
  for (const row of rows) {
    const isRow = Array.isArray(row);
    if (!isRow) heading = row;
    // a heading alone at the foot of a page would stand without its rows
    if (lines + linesOf(row) + (isRow ? 0 : 1) > LINES_A_PAGE) {
      out.push(open);
      open = heading && isRow ? [heading] : [];
      lines = open.length;
    }
    open.push(row);
    lines += linesOf(row);
  }
  return open.length > 0 ? [...out, open] : out;
}

const linesOf = (row: string[] | { group: string }): number =>
  Array.isArray(row) ? Math.ceil(Math.max(1, row[0]!.length) / LONGEST_NAME) : 1.5;

/** Longest first cell that stays on one line; longer ones, names of models mostly, are broken. */
const LONGEST_NAME = 30;

interface Widths {
  /** the first column breaks its lines */
  wraps: boolean;
  size: string;
  columnGap: string;
}

/** The largest type at which the table is about as wide as an article's page. */
function widths(t: PlainTable): Widths {
  const rows = t.rows.filter((row) => Array.isArray(row));
  const column = (i: number): number =>
    Math.max(
      longestWord(t.head[i] ?? ""),
      ...rows.map((row) => Math.min(row[i]!.length, i === 0 ? LONGEST_NAME : 99)),
    );
  const letters = t.head.reduce((sum, _, i) => sum + column(i), 0);
  const sizes = [
    { size: "\\small", letter: 4.6, gap: 6 },
    { size: "\\footnotesize", letter: 4.25, gap: 3 },
    { size: "\\scriptsize", letter: 3.75, gap: 2.5 },
  ];
  const chosen =
    sizes.find((s) => letters * s.letter + 2 * s.gap * t.head.length <= 350) ?? sizes.at(-1)!;
  return {
    wraps: rows.some((row) => row[0]!.length > LONGEST_NAME),
    size: chosen.size,
    columnGap: `${chosen.gap}pt`,
  };
}

const longestWord = (text: string): number =>
  Math.max(0, ...text.split(" ").map((word) => word.length));

function float(
  t: PlainTable,
  rows: PlainTable["rows"],
  { wraps, size, columnGap }: Widths,
  { label, caption }: { label: string; caption: string },
): string {
  const columns = t.head.length;
  const body = rows.flatMap((row, i) =>
    Array.isArray(row)
      ? [line(row.map((cell, k) => (k === 0 && wraps ? broken(cell) : escapeLatex(cell))))]
      : [
          ...(i > 0 ? ["\\addlinespace"] : []),
          `\\multicolumn{${columns}}{l}{\\emph{${escapeLatex(row.group)}}} \\\\`,
        ],
  );
  return [
    "\\begin{table}[htbp]",
    "\\centering",
    size,
    `\\setlength{\\tabcolsep}{${columnGap}}`,
    `\\begin{tabular}{${wraps ? "p{4.1cm}" : "l"}${"r".repeat(columns - 1)}}`,
    "\\toprule",
    line(t.head.map((head, i) => (i === 0 ? escapeLatex(head) : stacked(head)))),
    "\\midrule",
    ...body,
    "\\bottomrule",
    "\\end{tabular}",
    `\\caption{${escapeLatex(caption)}}`,
    `\\label{${label}}`,
    "\\end{table}",
    "",
  ].join("\n");
}

/** A row. After the line break before it, TeX would take a star or a bracket for an option of that break. */
const line = (cells: readonly string[]): string =>
  `${/^[[*]/.test(cells[0] ?? "") ? "{}" : ""}${cells.join(" & ")} \\\\`;

/** A heading, a word a line. */
const stacked = (head: string): string =>
  head.includes(" ")
    ? `\\shortstack[r]{${head
        .split(/ (?!%)/)
        .map(escapeLatex)
        .join("\\\\")}}`
    : escapeLatex(head);

/** A name that may be broken after its slashes and underscores too. */
const broken = (name: string): string =>
  `\\raggedright\\hspace{0pt}${escapeLatex(name).replace(/\/|\\_/g, "$&\\allowbreak{}")}`;

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "`": "\\textasciigrave{}",
  "|": "\\textbar{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "–": "--",
  "−": "$-$",
  "′": "$'$",
  "’": "'",
  "…": "\\ldots{}",
  α: "$\\alpha$",
  κ: "$\\kappa$",
};

/** Text for any LaTeX engine; letters that the classic fonts lack become "?". */
export function escapeLatex(text: string): string {
  return text
    .replace(/[^\x20-\x7e\u00a0-\u017f–−′’…ακ]|[ĦħĸĿŀŉŦŧſ]/gu, "?")
    .replace(/[\\{}&%$#_~^`|<>–−′’…ακ]/g, (c) => SPECIAL[c]!)
    .replaceAll("..", "\\,..\\,");
}
