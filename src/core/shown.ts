/**
 * Text from elsewhere (a server's error, a name in somebody's file) as it may be printed: control characters, which
 * could move the cursor or recolour a terminal, and those that turn the direction of writing stand as their code.
 * Line breaks and tabs stay.
 */
export function legible(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (c) =>
    c === "\n" || c === "\t"
      ? c
      : `[U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

/** A message of any origin as a sentence that another one can follow. */
export function sentence(message: string): string {
  const text = message.trimEnd();
  return /[.!?…:]$/.test(text) ? text : `${text}.`;
}

/** "1 run", "18 runs", "2 batches" (with `many`), "1,200 calls". */
export const plural = (n: number, word: string, many = `${word}s`): string =>
  `${n.toLocaleString("en-US")} ${n === 1 ? word : many}`;

/** "1 line is", "2 lines are" */
export const pluralIs = (n: number, word: string): string =>
  `${plural(n, word)} ${n === 1 ? "is" : "are"}`;
