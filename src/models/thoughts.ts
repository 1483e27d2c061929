/**
 * The answer behind a model's thoughts. Servers without a parser for them leave `<think>…</think>` at the head
 * of the text, some only the closing mark (the opening one stood in their prompt). Thoughts without an end mean
 * that no answer came. Thoughts in the middle of a text are the model's own words and stay.
 */
export function afterThoughts(text: string): string {
  const open = /^\s*<(think|thinking)>/i.exec(text);
  const name = open?.[1] ?? "think";
  const end = text.search(new RegExp(`</${name}>`, "i"));
  if (end !== -1) {
    const before = text.slice(open ? open[0].length : 0, end);
    // without an opening mark only what comes before any answer is thought
    if (open || !/<think>/i.test(before)) return text.slice(end + name.length + 3).trimStart();
  }
  return open ? "" : text;
}
