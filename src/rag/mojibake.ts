/**
 * Text that was UTF-8, was read as Mac Roman or Windows-1252 and written as UTF-8 again ("pi√±ata" for "piñata").
 */

// characters of the bytes 0x80–0xff in the two old encodings; a blank in the second stands for an unused byte
const MAC_ROMAN =
  "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";
const WINDOWS_1252 =
  "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ" +
  Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join("");

const bytesOf = (table: string): Map<string, number> =>
  new Map(Array.from(table, (character, i) => [character, 0x80 + i]));
const ENCODINGS = [bytesOf(MAC_ROMAN), bytesOf(WINDOWS_1252)];

const strict = new TextDecoder("utf-8", { fatal: true });
// how the first byte of a two-, three- or four-byte sequence looks in either encoding, before another odd sign
const TELLTALE = /[√¬ÃÂâ‚Ââðƒ≈∆‰][^\p{ASCII}\p{L}]|[√][^\p{ASCII}]|‚Ä|â€|Ã.|\ufffd/u;

export interface Repaired {
  text: string;
  /** something was mended */
  repaired: boolean;
  /** something looks broken still */
  suspicious: boolean;
}

/** Mends what can be mended with certainty; says when something odd is left. */
export function repairMojibake(text: string): Repaired {
  if (isAscii(text)) return { text, repaired: false, suspicious: false };
  let repaired = false;
  const mended = text.replace(/\P{ASCII}+/gu, (run) => {
    const better = mendRun(run);
    if (better === null) return run;
    repaired = true;
    return better;
  });
  return { text: mended, repaired, suspicious: TELLTALE.test(mended) };
}

/** A run of signs that are, taken as bytes of an old encoding, valid UTF-8; null when they are not. */
function mendRun(run: string): string | null {
  for (const table of ENCODINGS) {
    const bytes: number[] = [];
    for (const character of run) {
      const byte = table.get(character);
      if (byte === undefined) break;
      bytes.push(byte);
    }
    if (bytes.length !== Array.from(run).length) continue;
    try {
      const text = strict.decode(Uint8Array.from(bytes));
      // the other encoding may make sense of the same signs: an accent without its letter does not
      if (!/[\p{M}\p{C}]/u.test(text)) return text;
    } catch {
      // genuine text in this encoding: nothing to mend
    }
  }
  return null;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}
