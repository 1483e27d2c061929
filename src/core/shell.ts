/** A word as a shell takes it. */
export function shellQuote(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A command line to copy. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellQuote).join(" ");
}
