import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { normact, root, scratch } from "../helpers/cli.js";
import { smallBankFile } from "../rag/setup.js";

let env: Record<string, string> = {};
const tiny = ["--embedder", "tiny/encoder"];

beforeAll(async () => {
  const { mkdtempSync } = await import("node:fs");
  const { tmpdir } = await import("node:os");
  const home = mkdtempSync(join(tmpdir(), "normact-rag-cli-"));
  const models = join(home, "models");
  mkdirSync(models);
  const { writeTinyModels } = await import("../../scripts/tiny-onnx.mjs" as string);
  writeTinyModels(models);
  env = { NORMACT_CACHE: join(home, "cache"), NORMACT_MODELS: models };
  return async () => (await import("node:fs")).rmSync(home, { recursive: true, force: true });
});

const rag = (...args: string[]) => normact(["rag", ...args], { env });

describe("normact rag", () => {
  it("imports, builds, queries and verifies", async () => {
    const dir = scratch();
    const bank = join(dir, "bank");
    const imported = await rag("import", smallBankFile, "--out", bank, "--json");
    expect(imported.code, imported.stderr).toBe(0);
    expect(JSON.parse(imported.stdout)).toMatchObject({
      name: "small.csv",
      report: { rows: 10, kept: 10, dropped: 0 },
    });
    const index = join(dir, "index");
    const built = await rag("build", "--bank", bank, ...tiny, "--out", index);
    expect(built.code, built.stderr).toBe(0);
    expect(built.stdout).toMatch(/10 norms in 10 chunks, 16 columns; 10 embedded now in .*\/s/);
    expect(built.stderr).toMatch(/embed with tiny\/encoder: 10\/10/);
    const found = await rag(
      "query",
      "cut the line in the bakery",
      "--index",
      index,
      "-k",
      "3",
      "--json",
    );
    expect(found.code, found.stderr).toBe(0);
    const hits = JSON.parse(found.stdout);
    expect(hits).toHaveLength(3);
    expect(Object.keys(hits[0])).toEqual([
      "rank",
      "id",
      "score",
      "rerankScore",
      "setting",
      "behavior",
      "norm",
      "constraints",
      "text",
    ]);
    expect(hits[0].setting).toBe("bakery");
    expect(found.stderr).toMatch(
      /10 of 10 candidates, encoder tiny\/encoder, second stage lexical/,
    );
    const verified = await rag("verify", "--index", index);
    expect(verified.stdout).toMatch(/ok {3}index.faiss.*ok {3}records.jsonl.*ok {3}vectors/s);
    expect(verified.code).toBe(0);
    const bytes = readFileSync(join(index, "index.faiss"));
    bytes[60]! ^= 0xff;
    writeFileSync(join(index, "index.faiss"), bytes);
    const damaged = await rag("verify", "--index", index);
    expect(damaged.code).toBe(1);
    expect(damaged.stdout).toMatch(/BAD {2}index.faiss/);
  });

  it("goes on with a build after Ctrl-C", async () => {
    const dir = scratch();
    const file = join(dir, "big.csv");
    const [header, ...rows] = readFileSync(smallBankFile, "utf8").trimEnd().split("\n");
    const many = Array.from({ length: 300 }, (_, i) =>
      rows.map((r) => r.replace(/^([^,]+),/, `$1 ${i},`)),
    ).flat();
    writeFileSync(file, `${[header, ...many].join("\n")}\n`);
    const out = join(dir, "index");
    const args = ["rag", "build", "--bank", file, ...tiny, "--out", out, "--json"];
    const hook = pathToFileURL(join(root, "test", "helpers", "ctrl-c-at-progress.mjs")).href;
    const stopped = await normact(args, { env: { ...env, NODE_OPTIONS: `--import=${hook}` } });
    expect(stopped.code, stopped.stderr).toBe(130);
    expect(stopped.stderr).toMatch(
      /stopped after \d+ of 3000 texts; they are kept: run the same command again/,
    );
    const done = Number(/stopped after (\d+)/.exec(stopped.stderr)?.[1]);
    const resumed = await normact(args, { env });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ embedded: 3000 - done, records: 3000 });
  });

  it("says what is wrong and what to do, without a stack", async () => {
    const dir = scratch();
    const other = join(dir, "other.csv");
    writeFileSync(other, "text,label\na,b\n");
    const header = await rag("import", other);
    expect(header.code).toBe(2);
    expect(header.stderr).toMatch(
      /Expected in its first line: setting, behavior, setting-behavior/,
    );
    const left = await rag("import", other, "--out", join(dir, "nothing"));
    expect(left.code).toBe(2);
    expect(existsSync(join(dir, "nothing"))).toBe(false);
    const index = join(dir, "index");
    await rag("build", "--bank", smallBankFile, ...tiny, "--out", index);
    const mismatch = await rag("query", "x", "--index", index, "--embedder", "tiny/other");
    expect(mismatch.code).toBe(2);
    expect(mismatch.stderr).toMatch(/embedder.model: the index has "tiny\/encoder"/);
    const reranker = ["--reranker", "http://127.0.0.1:9"];
    const server = await rag("query", "x", "--index", index, ...reranker);
    expect(server.code).toBe(3);
    expect(server.stderr.trimEnd().split("\n").at(-1)).toBe(
      `normact rag query x --index ${index} ${reranker.join(" ")}`,
    );
    truncateSync(join(index, "index.faiss"), 100);
    const damaged = await rag("query", "x", "--index", index);
    expect(damaged.code).toBe(2);
    expect(damaged.stderr).toMatch(/index.faiss cannot be used: it has 100 bytes instead of/);
    expect(damaged.stderr.trimEnd().split("\n").at(-1)).toBe(
      `normact rag build --bank BANK --embedder tiny/encoder --out ${index}`,
    );
    const bge = await rag("query", "x", "--embedder", "bge");
    expect(bge.stderr).toMatch(/bge-base-en-v1.5 .* is not in .*--embedder use-lite/);
    const pull = await normact(["rag", "pull"], {
      env: { ...env, NORMACT_MODELS: "", HF_ENDPOINT: "http://127.0.0.1:9" },
    });
    expect(pull.code).toBe(1);
    expect(pull.stderr).toMatch(
      /cannot fetch Xenova\/bge-base-en-v1.5 from http:\/\/127.0.0.1:9\//,
    );
    for (const { stderr } of [header, mismatch, bge, pull]) expect(stderr).not.toMatch(/\n\s+at /);
    expect((await rag("query", " ")).code).toBe(2);
    expect((await rag("query", "x", "--backend", "faise")).code).toBe(2);
  });

  it("answers a query of five thousand characters", async () => {
    const long = await rag(
      "query",
      "water tap sink ".repeat(340),
      "--bank",
      smallBankFile,
      ...tiny,
      "--json",
    );
    expect(long.code, long.stderr).toBe(0);
    expect(long.stderr).toMatch(/longer than encoders read/);
    expect(JSON.parse(long.stdout)).toHaveLength(5);
  });

  it("finds the shipped bank clean", async () => {
    const lint = await rag("lint", "--json");
    const report = JSON.parse(lint.stdout);
    expect(report.findings).toEqual([]);
    expect(report.distinct).toBeGreaterThanOrEqual(1200);
    expect(lint.code).toBe(0);
  });
});

describe("normact eval --cue rag", () => {
  it("says what it used, keeps it in the log, and is called rag-lite in tables", async () => {
    const out = scratch();
    const args = [
      "--cue",
      "rag",
      "--rag-bank",
      smallBankFile,
      "--rag-k",
      "3",
      "--rag-candidates",
      "7",
    ];
    const result = await normact(
      ["eval", "--model", "builtin/keyword", "--limit", "2", "--out", out, ...args, ...tiny],
      { env },
    );
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toMatch(
      /cue rag-lite: bank small.csv \(10 norms\), encoder tiny\/encoder, second stage lexical/,
    );
    expect(result.stdout).toMatch(/builtin\/keyword +rag-lite/);
    const { readdirSync } = await import("node:fs");
    const [run] = readdirSync(out);
    const info = JSON.parse(readFileSync(join(out, run!, "run.json"), "utf8"));
    expect(info.settings.cueSettings).toMatchObject({ k: 3, candidates: 7, bank: "small.csv" });
    const [sample] = readFileSync(join(out, run!, "samples.jsonl"), "utf8").split("\n");
    const { turns } = JSON.parse(sample!);
    expect(turns[0].cueLog.hits).toHaveLength(3);
    expect(turns[0].cueLog.hits[0]).toMatchObject({ rank: 1, firstRank: expect.any(Number) });
  });
});
