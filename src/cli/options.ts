import { InvalidArgumentError } from "commander";

/** Option parsers: what commander hands to an option as text becomes a checked value. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(
        max === Number.MAX_SAFE_INTEGER
          ? `a whole number from ${min} on is needed.`
          : `a whole number from ${min} to ${max} is needed.`,
      );
    return value;
  };
}

/** "a,b c" → ["a", "b", "c"], each once; may be given several times. */
export function list(text: string, before: string[] = []): string[] {
  const items = text.split(/[\s,]+/).filter((s) => s !== "");
  if (items.length === 0) throw new InvalidArgumentError("a name is missing.");
  return [...new Set([...before, ...items])];
}

/** One value each time it is given. */
export function repeat(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** Names of models, one or (with commas) several each time it is given; a model's own name may hold a comma. */
export function modelNames(text: string, before: string[] = []): string[] {
  return [...before, ...text.split(/,\s*(?=[a-z]+\/)/)];
}

/** One of a closed list. */
export function oneOf<T extends string>(allowed: readonly T[]) {
  return (text: string): T => {
    const hit = allowed.find((a) => a === text);
    if (!hit) throw new InvalidArgumentError(`allowed: ${allowed.join(", ")}.`);
    return hit;
  };
}
