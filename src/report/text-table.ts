const NUMBER = /^[-+]?[$\d(–-](?!.*[a-z_]{4})/;

/**
 * A plain-text table. Numbers (with units, intervals, sums of money) are set to the right, words to the left; what only
 * begins with a figure, such as the id of a run, is a word.
 * @param rows cells as text; a row of null draws a rule, once where two meet
 */
export function textTable(header: string[], rows: (string[] | null)[], indent = ""): string {
  const all = [header, ...rows.filter((r): r is string[] => r !== null)];
  const widths = header.map((_, c) => Math.max(...all.map((r) => (r[c] ?? "").length)));
  const numeric = header.map((_, c) =>
    all.slice(1).every((r) => (r[c] ?? "") === "" || NUMBER.test(r[c] ?? "")),
  );
  const line = (cells: string[]): string =>
    indent +
    widths
      .map((w, c) => (numeric[c] ? (cells[c] ?? "").padStart(w) : (cells[c] ?? "").padEnd(w)))
      .join("  ")
      .trimEnd();
  const rule = indent + widths.map((w) => "-".repeat(w)).join("  ");
  const lines = [line(header), rule, ...rows.map((r) => (r === null ? rule : line(r)))];
  return `${lines.filter((l, i) => l !== rule || lines[i - 1] !== rule).join("\n")}\n`;
}
