import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { normact, scratch } from "../helpers/cli.js";

it("a run that was moved is gone on with by its folder, and every line names it there", async () => {
  const out = join(scratch(), "runs");
  const nobody = "http://127.0.0.1:9/v1";
  const begun = await normact([
    ...["eval", "--model", "compatible/m", "--base-url", nobody, "--limit", "1"],
    ...["--workers", "1", "--display", "none", "--out", out],
  ]);
  expect(begun.code).toBe(3);
  const moved = join(scratch(), "moved");
  renameSync(join(out, readdirSync(out)[0]!), moved);
  const shown = await normact(["run", "show", moved]);
  expect(shown.stdout.trim().split("\n").at(-1)).toContain(`normact eval --resume ${moved}`);
  const again = await normact(["eval", "--resume", moved, "--display", "none"]);
  expect(again.code).toBe(3);
  expect(again.stderr).toContain(`run: ${moved}\n`);
  expect(again.stderr.trim().split("\n").at(-1)).toContain(`--resume ${moved}`);
});
