import { run } from "./program.js";

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // the reader of a pipe went away (`normact … | head`): nothing more to say
  if (error.code === "EPIPE") process.exit(process.exitCode ?? 0);
  throw error;
});

await run(process.argv);
