// All benchmarks, one after the other: npm run bench. They print ratios and assert nothing.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./kit.mjs";

for (const file of readdirSync(join(root, "bench"))
  .filter((f) => f.endsWith(".mjs") && !["run.mjs", "kit.mjs"].includes(f))
  .sort()) {
  console.log(`\n== ${file}`);
  spawnSync(process.execPath, [join(root, "bench", file)], { stdio: "inherit" });
}
