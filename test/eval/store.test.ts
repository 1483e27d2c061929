import { spawn } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { isHeld, takeLock } from "../../src/core/lock.js";
import { type RunSettings, RunStore } from "../../src/eval/store.js";
import { root } from "../helpers/cli.js";

const dir = mkdtempSync(join(tmpdir(), "normact-store-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const SETTINGS: RunSettings = {
  model: "openai/m",
  label: "model",
  cue: "none",
  dataset: { version: "1", hash: "h", twins: false },
  episodes: "e",
  maxTurns: 3,
  objectList: "names",
  seed: 0,
  cuePack: { name: "p", hash: "h" },
  promptTemplate: "t",
  renderer: "r",
  baseUrl: null,
  temperature: null,
  maxTokens: null,
  pictures: null,
};
const IDS = ["giving_way/000"];
const NOBODY = 0x3fffffff;

let roots = 0;
function newRun(root = join(dir, `runs${roots++}`)) {
  const info = {
    normact: "1",
    node: "v",
    started: "2026-01-02T03:04:05Z",
    settings: SETTINGS,
    n: 1,
  };
  return { root, store: RunStore.create(root, info, []) };
}

describe("going on with a run", () => {
  it("takes the unfinished one, also when its log holds lines of no use", () => {
    const { root, store } = newRun();
    appendFileSync(
      join(store.folder, "samples.jsonl"),
      'garbage\n{"id":"giving_way/000"}\n\0\n{"sch',
    );
    expect(RunStore.findIncomplete(root, SETTINGS, IDS)?.folder).toBe(store.folder);
  });

  it("refuses to leave behind a run whose run.json is damaged or gone, naming what to do", () => {
    for (const spoil of [
      (file: string) => writeFileSync(file, '{"schemaVersion":1,'),
      (file: string) => rmSync(file),
    ]) {
      const { root, store } = newRun();
      appendFileSync(join(store.folder, "samples.jsonl"), "{}\n");
      spoil(join(store.folder, "run.json"));
      expect(() => RunStore.findIncomplete(root, SETTINGS, IDS)).toThrow(/run\.json.*--fresh/);
    }
  });

  it("does not mind a folder that was made and nothing more", () => {
    const { root, store } = newRun();
    rmSync(join(store.folder, "run.json"));
    expect(RunStore.findIncomplete(root, SETTINGS, IDS)).toBeNull();
  });

  it("gives each of two runs begun in one second a folder of its own", () => {
    const { root, store } = newRun();
    const second = newRun(root).store;
    expect(second.folder).not.toBe(store.folder);
    expect(second.info.runId).toMatch(/-2$/);
    expect(readdirSync(root)).toHaveLength(2);
  });

  it("passes over a run that a living process plays", () => {
    const { root, store } = newRun();
    const release = store.lock()!;
    const told: string[] = [];
    expect(
      RunStore.findIncomplete(root, SETTINGS, IDS, { onHeld: (id) => told.push(id) }),
    ).toBeNull();
    expect(told).toEqual([store.info.runId]);
    release();
    expect(RunStore.findIncomplete(root, SETTINGS, IDS)?.folder).toBe(store.folder);
  });
});

/** A process that tries to take the locks it is told of, and keeps those that it gets. */
function rival(folder: string) {
  const script = `
    import { createInterface } from "node:readline";
    import { takeLock } from ${JSON.stringify(pathToFileURL(join(root, "dist/core/lock.js")).href)};
    for await (const name of createInterface({ input: process.stdin }))
      console.log(takeLock(${JSON.stringify(`${folder}/`)} + name) ? "got" : "held");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async take(name: string): Promise<string> {
      child.stdin.write(`${name}\n`);
      return String((await said.next()).value);
    },
    end: () =>
      new Promise<void>((resolve) => {
        child.on("close", () => resolve());
        child.stdin.end();
      }),
  };
}

describe("the lock", () => {
  const file = join(dir, "lock");
  const held = (holder: unknown) => {
    writeFileSync(file, typeof holder === "string" ? holder : JSON.stringify(holder));
    return isHeld(file);
  };

  it("is taken once, and given back", () => {
    rmSync(file, { force: true });
    const release = takeLock(file)!;
    expect(takeLock(file)).toBeNull();
    release();
    expect(existsSync(file)).toBe(false);
  });

  it("that another took over, while its holder slept, is not the first one's to give back", () => {
    rmSync(file, { force: true });
    const release = takeLock(file)!;
    const other = { pid: process.ppid, host: hostname() };
    expect(held(other)).toBe(true);
    release();
    expect(isHeld(file)).toBe(true);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(other);
  });

  it("of a process that was killed holds nobody up", () => {
    expect(held({ pid: NOBODY, host: hostname() })).toBe(false);
    expect(held({ pid: process.ppid, host: hostname() })).toBe(true);
    // the number was given out again, to the one that asks
    expect(held({ pid: process.pid, host: hostname() })).toBe(false);
    takeLock(join(dir, "other"))!();
    expect(held({ pid: NOBODY, host: hostname() })).toBe(false);
    expect(takeLock(file)).not.toBeNull();
  });

  it("goes to one of many processes that find it free or left behind, at the same moment", async () => {
    const folder = join(dir, "many");
    mkdirSync(folder);
    const rivals = Array.from({ length: 6 }, () => rival(folder));
    for (let round = 0; round < 60; round++) {
      const name = `lock-${round}`;
      if (round % 3 > 0)
        writeFileSync(join(folder, name), JSON.stringify({ pid: NOBODY, host: hostname() }));
      const got = await Promise.all(rivals.map((r) => r.take(name)));
      expect(got.filter((g) => g === "got").length, `round ${round}`).toBe(1);
    }
    await Promise.all(rivals.map((r) => r.end()));
    expect(readdirSync(folder).filter((f) => f.endsWith(".stale"))).toEqual([]);
  });

  it("of another machine counts as long as it is renewed", () => {
    expect(held({ pid: 1, host: "elsewhere.invalid" })).toBe(true);
    const past = new Date(Date.now() - 120_000);
    utimesSync(file, past, past);
    expect(isHeld(file)).toBe(false);
  });
});
