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

export function latexTable(t: PlainTable, label: string): string {
  const columns = t.head.length;
  const line = (cells: readonly string[]): string => `${cells.map(escapeLatex).join(" & ")} \\\\`;
  const body = t.rows.flatMap((row, i) =>
    Array.isArray(row)
      ? [line(row)]
      : [
          ...(i > 0 ? ["\\addlinespace"] : []),
          `\\multicolumn{${columns}}{l}{\\emph{${escapeLatex(row.group)}}} \\\\`,
        ],
  );
  return [
    "% needs \\usepackage{booktabs}",
    "\\begin{table}[htbp]",
    "\\centering",
    columns > 6 ? "\\footnotesize" : "\\small",
    ...(columns > 6 ? ["\\setlength{\\tabcolsep}{3pt}"] : []),
    `\\begin{tabular}{l${"r".repeat(columns - 1)}}`,
    "\\toprule",
    line(t.head),
    "\\midrule",
    ...body,
    "\\bottomrule",
    "\\end{tabular}",
    `\\caption{${escapeLatex(t.title)}. ${escapeLatex(t.note)}}`,
    `\\label{${label}}`,
    "\\end{table}",
    "",
  ].join("\n");
}

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
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "–": "--",
  "−": "$-$",
  "′": "$'$",
  "’": "'",
  "…": "\\ldots{}",
  α: "$\\alpha$",
};

/** Text for any LaTeX engine; letters that the classic fonts lack become "?". */
export function escapeLatex(text: string): string {
  return text
    .replace(/[\\{}&%$#_~^<>–−′’…α]/g, (c) => SPECIAL[c]!)
    .replace(/[^\x20-\x7e\u00a0-\u017f]/gu, "?")
    .replaceAll("..", "\\,..\\,");
}
