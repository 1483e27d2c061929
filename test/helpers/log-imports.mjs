// Loaded with `node --import`: writes the address of every module that is loaded to stderr.
import { register } from "node:module";

if (process.env.NORMACT_LOG_IMPORTS !== "hooks") {
  const hooks = `
    import { writeSync } from "node:fs";
    export async function load(url, context, next) {
      writeSync(2, url + "\\n");
      return next(url, context);
    }`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
