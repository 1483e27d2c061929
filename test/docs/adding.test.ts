import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, scratch } from "../helpers/cli.js";

/** A code block of the page with what the comment above it says to do with it. */
interface Step {
  kind: "file" | "line" | "import" | "append";
  file: string;
  after?: string;
  code: string;
}

function stepsOf(page: string): Step[] {
  const found = page.matchAll(
    /<!-- (file|line|import|append): ([^;\s]+)(?:; after: (.+?))? -->\n```\w+\n([\s\S]*?)```/g,
  );
  return [...found].map(([, kind, file, after, code]) => ({
    kind: kind as Step["kind"],
    file: file!,
    ...(after === undefined ? {} : { after }),
    code: code!,
  }));
}

function apply(step: Step, folder: string): void {
  const path = join(folder, step.file);
  writeFileSync(path, step.kind === "file" ? step.code : changed(readFileSync(path, "utf8"), step));
}

/** A file's text with the step's code where the page says. */
function changed(text: string, step: Step): string {
  if (step.kind === "import") return step.code + text;
  if (step.kind === "append") return `${text}\n${step.code}`;
  const at = text.indexOf(step.after!);
  expect(at, `${step.file} has "${step.after}"`).toBeGreaterThan(0);
  const end = text.indexOf("\n", at) + 1;
  return text.slice(0, end) + step.code + text.slice(end);
}

it("docs/adding.md, followed to the letter, gives a task, a cue condition, a planner, a model provider and a grid norm that work", () => {
  const copy = scratch();
  for (const name of [
    "src",
    "scripts",
    "scenes",
    "cues",
    "actions-api",
    "bin",
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  mkdirSync(join(copy, "out"));
  const steps = stepsOf(readFileSync(join(root, "docs", "adding.md"), "utf8"));
  expect(steps.map((s) => s.kind).sort()).toEqual(
    [
      "append",
      ...Array(5).fill("file"),
      ...Array(4).fill("import"),
      ...Array(5).fill("line"),
    ].sort(),
  );
  for (const step of steps) apply(step, copy);
  const env = { ...process.env, NORMACT_CACHE: join(copy, "cache"), CI: "true" };
  const node = (...args: string[]): string =>
    execFileSync(process.execPath, args, {
      cwd: copy,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  node("scripts/embed-data.mjs");
  node(join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json");

  const set = join(copy, "out", "set");
  const built = JSON.parse(
    node(
      "bin/normact",
      "scenes",
      "build",
      "--tasks",
      "binning_cans",
      "--instances",
      "3",
      "--out",
      set,
      "--workers",
      "1",
      "--json",
    ),
  );
  expect(built.episodes).toBe(3);
  const checked = JSON.parse(
    node("bin/normact", "scenes", "check", "--set", set, "--workers", "0", "--json"),
  );
  expect(checked.ok).toBe(true);
  const runs = JSON.parse(
    node(
      "bin/normact",
      "eval",
      "--model",
      "waiter/patient",
      "--cue",
      "polite",
      "--limit",
      "1",
      "--out",
      join(copy, "out", "runs"),
      "--json",
    ),
  ).runs;
  expect(runs[0]).toMatchObject({
    model: "waiter/patient",
    cue: "polite",
    n: 1,
    outcomes: { both: 0 },
  });

  const { providers } = JSON.parse(node("bin/normact", "models", "ls", "--json"));
  expect(providers.at(-1)).toMatchObject({
    name: "gateway",
    keyVariables: ["GATEWAY_API_KEY"],
    baseUrl: "https://gateway.example/v1",
  });

  const lines = node(
    "bin/normact",
    "grid",
    "rollout",
    "--norm",
    "no-going-down-on-even-turns",
    "--steps",
    "100",
    "--json",
  );
  const steps100 = lines
    .trim()
    .split("\n")
    .slice(1)
    .map((l) => JSON.parse(l));
  const policy = JSON.parse(lines.split("\n")[0]!).slots;
  const moved = steps100.flatMap((s) => s.agents.map((a: any) => ({ ...a, t: s.t })));
  const broke = moved.filter(
    (a) => a.action === "Down" && a.t % 2 === 0 && String(a.target) !== String(a.x),
  );
  expect(broke.length).toBeGreaterThan(0);
  for (const a of moved) expect(a.sanction).toBe(broke.includes(a));
  for (const a of broke) expect(policy[a.slot].policy).toBe("norm-blind");
}, 600_000);
