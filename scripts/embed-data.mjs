// Turns the data files that people edit (YAML) into typed modules, so that the pure rooms
// need no file access. The modules are rebuilt by every `npm run build` and never committed.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** [source data file, generated module] */
const EMBEDDED = [
  ["actions-api/actions.yaml", "src/actions/definition.generated.ts"],
  ["scenes/embodied/assets.yaml", "src/world/assets.generated.ts"],
  ["scenes/embodied/palettes.yaml", "src/world/palettes.generated.ts"],
];

for (const [source, target] of EMBEDDED) {
  const from = join(root, source);
  if (!existsSync(from)) {
    console.error(`embed-data: ${source} is missing`);
    process.exitCode = 1;
    continue;
  }
  const data = parse(readFileSync(from, "utf8"));
  const text = `// Generated from ${source} by scripts/embed-data.mjs; edit that file instead.\nexport default ${JSON.stringify(data, null, 1)};\n`;
  const to = join(root, target);
  if (!existsSync(to) || readFileSync(to, "utf8") !== text) writeFileSync(to, text);
}
