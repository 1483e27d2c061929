import { type Price, type Prices, priceOf, type Rates } from "./prices.js";
import type { Usage } from "./types.js";

/**
 * What a call cost, in US dollars. Null when the model has no price or the provider did not say how many tokens
 * it counted: unknown is not free. Output includes reasoning; cached input has a price of its own.
 * @param endpoint where the call went; the built-in prices hold at the providers' own addresses only
 */
export function costOf(
  prices: Prices,
  name: string,
  usage: Usage,
  endpoint?: string,
): number | null {
  return costAt(priceOf(prices, name, endpoint), usage);
}

/** The same for a price that was looked up before. */
export function costAt(price: Price | null, usage: Usage): number | null {
  if (!price || usage.input === null || usage.output === null) return null;
  const rates: Rates = price.over && usage.input > price.over.tokens ? price.over : price;
  const cached = Math.min(usage.cachedInput ?? 0, usage.input);
  const millionths =
    (usage.input - cached) * rates.input +
    cached * (rates.cachedInput ?? rates.input) +
    usage.output * rates.output;
  return millionths / 1e6;
}
