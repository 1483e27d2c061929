// How long the main job takes, cold and warm, and what it needs of memory: node bench/eval.mjs
// Rival in the same run: the id passes alone (one a first view, on as many cores), which no evaluation that
// proves visibility can do without.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, row, timed } from "./kit.mjs";

const cache = mkdtempSync(join(tmpdir(), "normact-bench-"));
const bin = join(root, "bin", "normact");

/** Wall seconds and peak resident memory of a command. */
function command(args) {
  const script = `
    process.argv = [process.argv[0], ${JSON.stringify(bin)}, ...${JSON.stringify(args)}];
    process.on("exit", () => process.stderr.write("\\nRSS " + process.resourceUsage().maxRSS));
    await import(${JSON.stringify(join(root, "dist/cli/main.js"))});`;
  const started = performance.now();
  const done = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, NORMACT_CACHE: cache, CI: "true" },
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}`);
  return {
    seconds: (performance.now() - started) / 1000,
    rss: Number(/RSS (\d+)/.exec(done.stderr)[1]) / 1024,
  };
}

const { readDataset } = await import(join(root, "dist/scenes/dataset.js"));
const { episodeFromSpec } = await import(join(root, "dist/scenes/spec.js"));
const { renderIds } = await import(join(root, "dist/render/index.js"));
const { createWorld } = await import(join(root, "dist/world/index.js"));

const sampled = readDataset().specs.filter((_, i) => i % 5 === 0);
const snapshots = sampled.map((s) => createWorld(episodeFromSpec(s)).snapshot());
renderIds(snapshots[0]);
const cores = 2;
const passes =
  ((timed(() => {
    for (const s of snapshots) renderIds(s);
  }) /
    1000) *
    (550 / snapshots.length)) /
  cores;

const out = join(cache, "runs");
const oracle = [
  "eval",
  "--model",
  "scripted/oracle",
  "--out",
  out,
  "--json",
  "--fresh",
  "--workers",
  String(cores),
];
const cold = command(oracle);
const warm = command(oracle);
row(
  "eval, scripted planner, 550 episodes, cold",
  cold.seconds,
  "s",
  passes,
  "id passes alone",
  "≤ 40 s",
);
row("eval, the same, cache warm", warm.seconds, "s", passes, "id passes alone", "≤ 5 s");
row("peak memory of that", cold.rss, "MB", 1024, "1 GB", "< 1 GB");
const build = command([
  "scenes",
  "build",
  "--out",
  join(cache, "set"),
  "--json",
  "--workers",
  String(cores),
]);
row("scenes build, 550 episodes", build.seconds, "s", passes, "id passes alone", "≤ 180 s");
const bare = timed(() => spawnSync(process.execPath, ["-e", "0"])) / 1000;
const help = Math.min(...Array.from({ length: 5 }, () => command(["--help"]).seconds));
row("normact --help", help, "s", bare, "node -e 0", "≤ 0.25 s");
rmSync(cache, { recursive: true, force: true });
