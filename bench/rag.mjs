// The norm index at NormBank's size, and the import of a bank as large: node bench/rag.mjs
// Rivals in the same run: faiss-node (where it is built: scripts/build-faiss.sh), the float32 pass without the coarse
// screen, and plain JavaScript. On a busy machine look at processor time: the clock counts the others' work too.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, row, timed } from "./kit.mjs";

const ROWS = 155_423;
const DIMS = 768;
const K = 1000;
const QUERIES = 12;

const rag = (file) => import(join(root, "dist/rag", file));
const { FlatIndex } = await rag("flat-index.js");
const { faissBackend } = await rag("faiss.js");
const { writeIndexFile } = await rag("index-file.js");

/** Rows of length 1, made one at a time: xorshift, seeded. */
function unitRows(seed) {
  let s = seed;
  const into = new Float32Array(DIMS);
  return () => {
    let sum = 0;
    for (let i = 0; i < DIMS; i++) {
      s ^= s << 13;
      s ^= s >>> 17;
      s ^= s << 5;
      into[i] = s / 2 ** 31;
      sum += into[i] * into[i];
    }
    const scale = 1 / Math.sqrt(sum);
    for (let i = 0; i < DIMS; i++) into[i] *= scale;
    return into;
  };
}

/** Peak memory of a child in MB, as an expression; resourceUsage would count what the parent had when it forked. */
const PEAK = `Number(/VmHWM:\\s+(\\d+)/.exec((await import("node:fs")).readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024`;

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const next = unitRows(7);
const queries = Array.from({ length: QUERIES }, () => Float32Array.from(next()));

/** Median milliseconds of a query, after two that warm up: on the clock, and of processor time on all cores. */
function speed(index) {
  for (const q of queries.slice(0, 2)) index.search(q, K);
  const cpu = [];
  const wall = queries.map((q) => {
    const before = process.cpuUsage();
    const ms = timed(() => index.search(q, K));
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
    return ms;
  });
  return { wall: median(wall), best: Math.min(...wall), cpu: median(cpu) };
}

/** Peak memory in MB of a process that opens the index and asks it. */
function peak(file) {
  const script = `
    const { FlatIndex } = await import(${JSON.stringify(join(root, "dist/rag/flat-index.js"))});
    const started = performance.now();
    const index = FlatIndex.open(${JSON.stringify(file)});
    const open = performance.now() - started;
    const { user, system } = process.cpuUsage();
    for (let i = 0; i < 3; i++) index.search(new Float32Array(${DIMS}).fill(0.03), ${K});
    console.log(JSON.stringify({ open, cpu: (user + system) / 1000, mb: ${PEAK} }));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  return JSON.parse(String(stdout));
}

const dir = mkdtempSync(join(tmpdir(), "normact-bench-"));
try {
  const file = join(dir, "index.faiss");
  writeIndexFile(file, { dims: DIMS, rows: ROWS }, unitRows(1));
  console.log(
    `index of ${ROWS} × ${DIMS}, k = ${K}, ${(statSync(file).size / 2 ** 20).toFixed(0)} MB`,
  );
  const { open, cpu, mb } = peak(file);
  const simd = FlatIndex.open(file);
  const fast = speed(simd);
  const checked = queries.slice(0, 3).map((q) => simd.search(q, K));
  const whole = speed(FlatIndex.open(file, { screen: false }));
  const slow = speed(FlatIndex.open(file, { simd: false }));
  row("query, SIMD, one core", fast.wall, "ms", slow.wall, "plain JavaScript", "≤ 35 ms");
  row("  the quickest one", fast.best, "ms", slow.best, "plain JavaScript", "");
  row("  of processor time", fast.cpu, "ms", slow.cpu, "plain JavaScript", "");
  row("  beside the float32 pass over every row", fast.wall, "ms", whole.wall, "no screen", "");
  row("  the quickest one", fast.best, "ms", whole.best, "no screen", "");
  row("  of processor time", fast.cpu, "ms", whole.cpu, "no screen", "");
  if ((await faissBackend.missing()) === null) {
    const faiss = await faissBackend.open(file);
    const rival = speed(faiss);
    row("  beside faiss-node in the same run", fast.wall, "ms", rival.wall, "faiss-node", "");
    row("  the quickest one", fast.best, "ms", rival.best, "faiss-node", "");
    row("  of processor time", fast.cpu, "ms", rival.cpu, "faiss-node", "");
    const same = checked.every(
      (hits, i) => JSON.stringify(hits) === JSON.stringify(faiss.search(queries[i], K)),
    );
    console.log(`  both give the same ${K} rows in the same order: ${same ? "yes" : "NO"}`);
    faiss.close();
  } else console.log("  faiss-node is not built here: scripts/build-faiss.sh");
  row("open", open / 1000, "s", 3, "limit", "≤ 3 s");
  row("  of processor time, with starting Node", cpu / 1000, "s", 3, "limit", "");
  row("peak memory of open and query", mb, "MB", 1200, "limit", "≤ 1200 MB");
  rmSync(file);

  const csv = join(dir, "normbank.csv");
  const { writeSyntheticNormBank } = await import(join(root, "scripts/synthetic-normbank.mjs"));
  writeSyntheticNormBank(csv);
  const script = `
    const { importBank } = await import(${JSON.stringify(join(root, "dist/rag/import.js"))});
    const started = performance.now();
    const { report } = importBank(${JSON.stringify(csv)}, ${JSON.stringify(join(dir, "bank"))});
    console.log(JSON.stringify({ s: (performance.now() - started) / 1000, mb: ${PEAK}, report: { ...report, droppedRows: report.droppedRows.length, mendedRows: 0, oddRows: 0 } }));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script]);
  const imported = JSON.parse(String(stdout));
  const { rows, kept, duplicates, dropped } = imported.report;
  console.log(`import of ${rows} rows: ${kept} kept, ${duplicates} duplicates, ${dropped} dropped`);
  row("import", imported.s, "s", 20, "limit", "≤ 20 s");
  row("peak memory of the import", imported.mb, "MB", 500, "limit", "≤ 500 MB");
} finally {
  if (existsSync(dir)) rmSync(dir, { recursive: true, force: true });
}
