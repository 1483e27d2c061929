/** One form for case, accents, quotes and dashes, and what quotation marks leave out (R0 of docs/speech.md). */
import { REPORTING } from "./speech-words.js";

const SINGLE_QUOTES = /[\u2018\u2019\u201a\u201b\u02bc\u2032\uff07`\u00b4]/g;
const DOUBLE_QUOTES = /[\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02]/g;

/** Case, width, accents, quotes, dashes and dotted abbreviations brought to one form. */
export function fold(text: string): string {
  return (
    text
      .replace(SINGLE_QUOTES, "'")
      .replace(DOUBLE_QUOTES, '"')
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      // an empty line parts sentences, a single line end does not
      .replace(/\r\n?/g, "\n")
      .replace(/\n[^\S\n]*\n\s*/g, " . ")
      .replace(/\s+/g, " ")
      .replace(/([a-z])\1{2,}/g, "$1")
      .replace(/\bo\.k\.?|\ball right\b/g, "ok")
      .replace(/\b(mr|mrs|ms|dr|st|prof)\./g, "$1")
      .replace(/\u2026|\.{2,}/g, " , ")
      .replace(/[\u2010\u2011]/g, "-")
      .replace(/[\u2012-\u2015]|--+|\s-\s/g, " , ")
      .replace(/'{2}/g, '"')
  );
}

/** Words right before an opening quote that hand over to somebody else's words. */
const HANDS_OVER =
  /([a-z]+)(?: (?:me|us|him|her|them|you|to me|to us|that|out|loudly|politely))? ?[,:]? ?$/;
/** Words right after a closing quote that say whose words they were. */
const TAKES_BACK =
  /^[ ,]*(?:(?:he|she|they|somebody|someone|(?:the|a|my) [a-z]+) ([a-z]+)|(said|asked|says|asks) (?!i\b)[a-z]+)/;

/** Leaves out quoted words that the text ascribes to somebody ("the sign says …"); keeps other quotes. */
export function dropQuoted(text: string): string {
  const parts = text.split(/"|(?:^|(?<=[\s,:(]))'(?=\S)|(?<=\S)'(?=[\s,.:;!?)]|$)/);
  const out: string[] = [];
  let tail = "";
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? "";
    const quoted = i % 2 === 1 && i + 1 < parts.length;
    if (!quoted) {
      out.push(" ", part);
      tail = part.slice(-40);
      continue;
    }
    const before = HANDS_OVER.exec(tail)?.[1];
    const after = TAKES_BACK.exec((parts[i + 1] ?? "").slice(0, 40));
    const ascribed =
      (before && REPORTING.has(before)) || (after && (after[2] || REPORTING.has(after[1] ?? "")));
    if (!ascribed) tail = part.slice(-40);
    out.push(" , ", ascribed ? "" : part);
  }
  return out.join("");
}
