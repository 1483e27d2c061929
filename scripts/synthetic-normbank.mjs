// Writes a CSV as large as NormBank, in its columns, grammar and shares, of made-up content, to measure imports:
//   node scripts/synthetic-normbank.mjs FILE [rows]
// 129 settings, 6,938 behaviours, 20.8 % exact duplicates, a few rows with quotes, apostrophes, broken letters and
// line breaks, and five that cannot be used. Same arguments, same bytes.
import { closeSync, openSync, writeSync } from "node:fs";
import { fileURLToPath } from "node:url";

const HEADER =
  "setting,behavior,setting-behavior,constraints,constraints_given,constraint_predict,norm,label,split";
const NORMS = ["taboo", "normal", "expected"];
const SHARES = [0.4379, 0.8208, 1];
const SETTINGS = 129;
const BEHAVIORS = 6938;
const DUPLICATES = 0.208;
const ROLES = [
  "customer",
  "waiter",
  "teacher",
  "driver",
  "patient",
  "host's friend",
  "visitor",
  "cook",
  "nurse",
  "guard",
];
const AGES = ["child", "teenager", "adult", "elderly", "toddler"];
const TIMES = ["night", "morning", "noon", "rush hour"];

/** mulberry32: small, seeded, the same everywhere */
function generator(seed) {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const quote = (cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function constraint(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const who = random() < 0.6 ? "[PERSON]" : "[OTHER]";
  const relation = random() < 0.2 ? "is not" : "is";
  const kind = random();
  if (kind < 0.4) return `${who}'s role ${relation} '${pick(ROLES)}'`;
  if (kind < 0.7) return `${who}'s age bracket ${relation} '${pick(AGES)}'`;
  if (kind < 0.85) return `time of day ${relation} '${pick(TIMES)}'`;
  if (kind < 0.9) return `${who}'s age is less than '${5 + Math.floor(random() * 60)}'`;
  if (kind < 0.999) return `number of people is over '${1 + Math.floor(random() * 40)}'`;
  return `food ${relation} 'pi√±ata cake'`;
}

/** The rows, one line each, header first. */
export function* normBankLines(rows) {
  const random = generator(20260101);
  yield HEADER;
  const before = [];
  for (let i = 0; i < rows; i++) {
    if (before.length > 0 && random() < DUPLICATES) {
      yield before[Math.floor(random() * before.length)];
      continue;
    }
    const setting = `place ${Math.floor(random() * SETTINGS)}`;
    const behavior = `do thing ${Math.floor(random() * BEHAVIORS)}${random() < 0.001 ? ', "loudly"' : ""}`;
    const items = Array.from({ length: 1 + Math.floor(random() * 4) }, () => constraint(random));
    const u = random();
    const label = SHARES.findIndex((share) => u < share);
    const given = items
      .slice(0, -1)
      .map((c) => `${c} [AND] `)
      .join("");
    const split = random() < 0.8 ? "train" : random() < 0.5 ? "dev" : "test";
    const line = [
      setting,
      behavior,
      `${setting} [BEHAVIOR] ${behavior}`,
      items.join(" [AND] "),
      given,
      items.at(-1),
      NORMS[label],
      String(label),
      split,
    ]
      .map(quote)
      .join(",");
    if (before.length < 50_000) before.push(line);
    yield line;
    if (i === 1000) yield 'place 1,do a broken thing,"never closed,taboo,0,train';
    if (i === 2000) yield "place 2,too few columns,taboo";
    if (i === 3000)
      yield "place 3,do,place 3 [BEHAVIOR] do,time of day is 'night',,time of day is 'night',forbidden,0,train";
    if (i === 4000)
      yield "place 4,do,place 4 [BEHAVIOR] do,time of day is 'night',,time of day is 'night',taboo,2,train";
    if (i === 5000) yield ",do,,time of day is 'night',,time of day is 'night',taboo,0,train";
  }
}

export function writeSyntheticNormBank(file, rows = 155_423) {
  const fd = openSync(file, "w");
  let lines = [];
  const flush = () => {
    writeSync(fd, `${lines.join("\n")}\n`);
    lines = [];
  };
  for (const line of normBankLines(rows)) {
    lines.push(line);
    if (lines.length === 4096) flush();
  }
  if (lines.length > 0) flush();
  closeSync(fd);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , file, rows] = process.argv;
  if (!file) {
    console.error("usage: node scripts/synthetic-normbank.mjs FILE [rows]");
    process.exit(2);
  }
  writeSyntheticNormBank(file, rows === undefined ? undefined : Number(rows));
}
