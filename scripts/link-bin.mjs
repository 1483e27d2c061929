// Puts the command where `npx normact` looks first. Without it npx makes an installation of its own below the
// home folder at the first call, which takes time and a home that can be written. Windows keeps npx's way.
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules", ".bin");
if (process.platform !== "win32") {
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "normact"), { force: true });
  symlinkSync(join("..", "..", "bin", "normact"), join(folder, "normact"));
}
