import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../core/paths.js";
import { scoreResponses } from "../eval/responses.js";
import type { ObjectList } from "../prompts/index.js";
import { callsTable } from "../report/calls-table.js";
import { scoreTable } from "../report/score-table.js";
import { cueNames } from "./cue-flags.js";
import { note, print, printJson, printMore } from "./io.js";

const SHOWN = 20;

/** `normact score --responses FILE` */
export async function scoreFile(options: {
  responses: string;
  cue?: string;
  modelName?: string;
  objectList: ObjectList;
  out: string;
  json?: boolean;
}): Promise<void> {
  const { summary, folders, faults } = await scoreResponses({
    file: options.responses,
    cue: options.cue,
    modelName: options.modelName,
    cues: cueNames(),
    objectList: options.objectList,
    out: options.out,
    version: String(JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version),
    now: new Date().toISOString(),
  });
  if (options.json) printJson(summary);
  else {
    print(scoreTable(summary));
    printMore(callsTable(summary.runs));
  }
  for (const { line, what } of faults.slice(0, SHOWN))
    note(`${options.responses}:${line}: ${what}`);
  if (faults.length > SHOWN) note(`… and ${faults.length - SHOWN} more`);
  for (const folder of folders) note(`run: ${folder}`);
  if (faults.length > 0) process.exitCode = 1;
}
