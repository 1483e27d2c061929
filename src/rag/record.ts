import { z } from "zod";
import { sha256 } from "../core/hash.js";
import { constraintsInWords } from "./constraints.js";

export const NORM_WORDS = ["taboo", "normal", "expected"] as const;
export type NormWord = (typeof NORM_WORDS)[number];

/** One norm of a bank, wherever it came from. */
export const NormRecordSchema = z.object({
  /** made from the content, so that it stays the same when a bank is imported again */
  id: z.string(),
  /** where it holds; "" when the source does not say */
  setting: z.string(),
  behavior: z.string(),
  /** null when the source has no such label */
  norm: z.enum(NORM_WORDS).nullable(),
  /** as in the source, in NormBank's grammar or in words; "" for none */
  constraints: z.string(),
  /** the whole norm in one text, of sources that have it so; else it is put together from the other fields */
  text: z.string().optional(),
});
export type NormRecord = z.infer<typeof NormRecordSchema>;

/** The id of a norm, from what is shown of it: equal norms have equal ids. */
export function recordId(record: Omit<NormRecord, "id">): string {
  const { setting, behavior, norm, constraints, text } = record;
  return `n${sha256([setting, behavior, norm ?? "", constraints, text ?? ""].join("\u0000")).slice(0, 12)}`;
}

/** Raised with every change of the words below: vectors made of other words do not fit. */
export const TEXT_TEMPLATE_VERSION = 2;

/**
 * What is embedded and reranked: setting, behaviour, norm, then the constraints in words, without names of columns.
 * "bakery: push ahead. taboo. the person's role is customer."
 */
export function normText(record: NormRecord): string {
  const when = constraintsInWords(record.constraints);
  if (record.text !== undefined)
    return when === "" ? record.text : `${record.text}\nThis holds when ${when}.`;
  const where = record.setting === "" ? "" : `${record.setting}: `;
  const label = record.norm === null ? "" : ` ${record.norm}.`;
  return `${where}${record.behavior}.${label}${when === "" ? "" : ` ${when}.`}`;
}

/** The norm as a short hint; its constraints always go with it, since without them a label may say the opposite. */
export function normHint(record: NormRecord): string {
  const when = constraintsInWords(record.constraints);
  const condition = when === "" ? "" : ` when ${when}`;
  const place = record.setting === "" ? "" : `${record.setting}: `;
  if (record.text !== undefined)
    return `${place}${record.text.replace(/\s+/g, " ")}${condition === "" ? "" : ` (${condition.trim()})`}`;
  const label = record.norm === null ? "" : ` is ${record.norm}`;
  return `${place}"${record.behavior}"${label}${condition}`;
}
