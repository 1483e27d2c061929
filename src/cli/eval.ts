import type { Command } from "commander";
import { type EvalFlags, evalDeclaration } from "./eval-declaration.js";

/** `normact eval`: plan, execute and score the embodied episodes. */
export function evalCommand(): Command {
  return evalDeclaration().action(async (flags: EvalFlags, self: Command) =>
    (await import("./eval-action.js")).runEval(flags, self),
  );
}
