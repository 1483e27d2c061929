import { note } from "./io.js";
import { run } from "./program.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // the reader of a pipe went away (`normact … | head`): nothing more to say
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  note(`normact: cannot write the output: ${error.message}`);
  process.exit(error.code === "ENOSPC" || error.code === "EDQUOT" ? 3 : 1);
});
// progress that nobody can read is no reason to stop the work
process.stderr.on("error", () => {});

await run(process.argv);
