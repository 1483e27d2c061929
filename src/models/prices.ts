import { parse } from "yaml";
import { z } from "zod";
import { UsageError } from "../core/errors.js";
import { readText } from "../core/files.js";
import builtin from "./prices.generated.js";

const dollars = z.number().nonnegative();
const RatesSchema = z.strictObject({
  input: dollars,
  /** like `input` where it is not known */
  cachedInput: dollars.optional(),
  output: dollars,
});

const PriceSchema = RatesSchema.extend({
  /** `provider/model`; a `*` stands for anything */
  model: z.string().regex(/^[^\s/]+\/\S+$/, "provider/model is needed"),
  /** the day on which the price was read */
  as_of: z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day like 2026-10-24 is needed"),
  source: z.string().optional(),
  /** prices of requests with more input tokens than this */
  over: RatesSchema.extend({ tokens: z.int().positive() }).optional(),
});

const PriceFileSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** the only address at which a provider's prices hold, by provider; anywhere when left out */
  hosts: z.record(z.string(), z.string()).optional(),
  /** what a batch costs beside single calls, by provider: 0.5 is half; left out, it costs as much */
  batch: z.record(z.string(), z.number().positive().max(1)).optional(),
  sources: z.record(z.string(), z.string()).optional(),
  prices: z.array(PriceSchema),
});

/** US dollars per million tokens. */
export type Rates = z.infer<typeof RatesSchema>;
export type Price = z.infer<typeof PriceSchema> & {
  /** where it holds; anywhere when left out */
  host?: string;
  /** a batch costs so much of it; not known when left out */
  batch?: number;
};

/** Prices in the order in which they are looked up. */
export interface Prices {
  readonly entries: readonly Price[];
}

/**
 * The built-in table, behind the entries of a file of the user's own (YAML or JSON of the same form).
 * @throws UsageError bad_prices, naming the file and the place in it; NormactError when it cannot be read
 */
export function loadPrices(file?: string): Prices {
  const own = readTable(builtin, "src/models/prices.yaml");
  if (file === undefined) return { entries: own };
  let data: unknown;
  try {
    data = parse(readText(file));
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("cannot_")) throw error;
    throw new UsageError("bad_prices", `--prices ${file} is no YAML: ${(error as Error).message}`);
  }
  return { entries: [...readTable(data, file), ...own] };
}

function readTable(data: unknown, file: string): Price[] {
  const read = PriceFileSchema.safeParse(data);
  if (!read.success) {
    const issue = read.error.issues[0]!;
    const place = issue.path.length > 0 ? ` at ${issue.path.join(".")}` : "";
    throw new UsageError(
      "bad_prices",
      `--prices ${file} is no price table${place}: ${issue.message}. It begins with "schemaVersion: 1" and "prices:", each with model, as_of, input and output (US dollars per million tokens).`,
    );
  }
  const { hosts, batch, prices } = read.data;
  return prices.map((price) => {
    const provider = price.model.slice(0, price.model.indexOf("/"));
    const host = hosts?.[provider];
    const share = batch?.[provider];
    return {
      ...price,
      ...(host === undefined ? {} : { host }),
      ...(share === undefined ? {} : { batch: share }),
    };
  });
}

/**
 * The price of `provider/model`, null when none is known. Entries of the user's file come first; among one
 * file's entries the longest name that fits wins.
 * @param endpoint where the calls go; when it is given, prices bound to another address do not hold
 */
export function priceOf(prices: Prices, name: string, endpoint?: string): Price | null {
  let best: Price | null = null;
  for (const price of prices.entries) {
    if (!fits(price.model, name) || !holdsAt(price.host, endpoint)) continue;
    // a price without a host is the user's own, and those stand first
    if (best && best.host !== price.host) break;
    if (!best || price.model.length > best.model.length) best = price;
  }
  return best;
}

/** Names under which providers serve one and the same model. */
const RELEASE = "(-\\d{4}-\\d{2}-\\d{2}|-\\d{8}|-\\d{3}|-latest|-preview)?";

function fits(pattern: string, name: string): boolean {
  if (pattern === name) return true;
  const literal = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
  return new RegExp(`^${literal}${RELEASE}$`).test(name);
}

function holdsAt(host: string | undefined, endpoint: string | undefined): boolean {
  if (host === undefined || endpoint === undefined) return true;
  return new URL(endpoint).hostname === host;
}
