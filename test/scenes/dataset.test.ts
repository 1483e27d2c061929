import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECK_CLASSES, drawFault, simulateOneTurn } from "../../src/scenes/checks.js";
import {
  datasetHash,
  defaultDatasetFolder,
  readDataset,
  selectSpecs,
} from "../../src/scenes/dataset.js";
import { ScenePool } from "../../src/scenes/jobs.js";
import {
  type EpisodeSpec,
  episodeFromSpec,
  generateFromSpec,
  twinOf,
} from "../../src/scenes/spec.js";
import { TASKS } from "../../src/tasks/registry.js";
import { normact, scratch } from "../helpers/cli.js";

const dataset = readDataset();

describe("the shipped set", () => {
  it("holds 50 episodes of each of the eleven tasks, variants about evenly", () => {
    expect(dataset.specs).toHaveLength(550);
    expect(dataset.info.hash).toBe(datasetHash(dataset.specs));
    for (const task of TASKS) {
      const own = dataset.specs.filter((s) => s.task === task.id);
      expect(own.map((s) => s.id)).toEqual(
        Array.from({ length: 50 }, (_, i) => `${task.id}/${String(i).padStart(3, "0")}`),
      );
      for (const variant of task.variants) {
        const share = own.filter((s) => s.variant === variant).length / 50;
        expect(Math.abs(share - 1 / task.variants.length)).toBeLessThan(0.05);
      }
    }
  });

  it("rebuilds to the very episodes that its hashes name, and no two are alike", () => {
    const seen = new Set<string>();
    for (const spec of dataset.specs.filter((s) => s.instance % 10 === 3)) {
      const episode = episodeFromSpec(spec);
      expect(episode.id).toBe(spec.id);
      expect(episodeFromSpec(twinOf(spec)).twin).toBe(true);
      seen.add(JSON.stringify([episode.agent, episode.entities.map((e) => e.location)]));
    }
    expect(seen.size).toBe(55);
  });

  it("lets nobody stand in the way of a plan, except whom the agent should ask", () => {
    for (const spec of dataset.specs) {
      const episode = episodeFromSpec(spec);
      const ids = episode.entities.map((e) => e.id);
      for (const { name, plan } of episode.plans.aware) {
        const bumps = simulateOneTurn(episode, ids, plan).filter((e) => e.type === "bumped");
        expect(bumps, `${spec.id} ${name}`).toEqual([]);
      }
    }
  });

  it("draws again where somebody stands in the way", () => {
    const spec = dataset.specs.find((s) => s.id === "washing_used_dishes/001") as EpisodeSpec;
    expect(spec.attempt).toBe(1);
    const first = { ...spec, attempt: 0 };
    const fault = drawFault(generateFromSpec(first), generateFromSpec(twinOf(first)));
    expect(fault).toMatch(/^plan "eat_then_wash": \d+ stands in the way$/);
    expect(drawFault(generateFromSpec(spec), generateFromSpec(twinOf(spec)))).toBeNull();
  });

  it("keeps each spec within 2 KB", () => {
    for (const spec of dataset.specs) expect(JSON.stringify(spec).length).toBeLessThan(2048);
  });

  it("tells nothing by the order of ids: the parts' places in it are spread", () => {
    const ranks = dataset.specs
      .filter((s) => s.task === "road_crossing")
      .map((s) => {
        const episode = episodeFromSpec(s);
        const ids = episode.entities.map((e) => Number(e.id)).sort((a, b) => a - b);
        return ids.indexOf(Number(episode.roles.bin)) / (ids.length - 1);
      });
    expect(ranks.filter((r) => r < 0.5).length).toBeGreaterThan(12);
    expect(ranks.filter((r) => r > 0.5).length).toBeGreaterThan(12);
  });
});

describe("selection", () => {
  it("spreads a limit over the tasks and keeps the set's order", () => {
    const ids = selectSpecs(dataset, { limit: 13 }).map((s) => s.id);
    expect(ids).toHaveLength(13);
    expect(new Set(ids.map((id) => id.split("/")[0])).size).toBe(11);
    expect(ids).toEqual(dataset.specs.map((s) => s.id).filter((id) => ids.includes(id)));
  });
});

describe("checks", () => {
  it("hold for one episode of each task", async () => {
    const pool = new ScenePool(0);
    for (const spec of selectSpecs(dataset, { limit: 11 })) {
      const result = await pool.run<Record<string, string | null>>({ type: "check", spec });
      for (const name of CHECK_CLASSES) expect(result[name], `${spec.id}: ${name}`).toBeNull();
    }
    await pool.close();
  });

  it("find a spec whose generator gives something else, and exit with 1", async () => {
    const dir = scratch();
    cpSync(defaultDatasetFolder(), dir, { recursive: true });
    const specs = dataset.specs.map((s, i) => (i === 5 ? { ...s, seed: 1 } : s));
    writeFileSync(join(dir, "episodes.jsonl"), specs.map((s) => `${JSON.stringify(s)}\n`).join(""));
    const info = JSON.parse(readFileSync(join(dir, "dataset.json"), "utf8"));
    writeFileSync(join(dir, "dataset.json"), JSON.stringify({ ...info, hash: datasetHash(specs) }));
    const { code, stdout } = await normact([
      "scenes",
      "check",
      "--set",
      dir,
      "--episodes",
      specs[5]!.id,
      "--json",
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).classes["same bytes"].failed[0].id).toBe(specs[5]!.id);
  });

  it("name file and line of a broken set", () => {
    const dir = scratch();
    cpSync(defaultDatasetFolder(), dir, { recursive: true });
    const lines = readFileSync(join(dir, "episodes.jsonl"), "utf8").split("\n");
    lines[6] = lines[6]!.slice(0, 40);
    writeFileSync(join(dir, "episodes.jsonl"), lines.join("\n"));
    expect(() => readDataset(dir)).toThrow("episodes.jsonl:7");
    lines[6] = "";
    writeFileSync(join(dir, "episodes.jsonl"), lines.join("\n"));
    expect(() => readDataset(dir)).toThrow("hash");
  });
});
