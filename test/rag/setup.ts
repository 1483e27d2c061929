import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openBank } from "../../src/rag/bank.js";
import { importBank } from "../../src/rag/import.js";
import { root, scratch } from "../helpers/cli.js";

export const smallBankFile = join(root, "test", "fixtures", "rag", "small.csv");

/** A folder of models as bge would lie in it; the models are tiny. */
export async function tinyModels(): Promise<string> {
  const { writeTinyModels } = (await import("../../scripts/tiny-onnx.mjs" as string)) as {
    writeTinyModels(folder: string): void;
  };
  const folder = join(scratch(), "models");
  mkdirSync(folder);
  writeTinyModels(folder);
  return folder;
}

/** The ten norms of the fixture as an opened bank. */
export function smallBank() {
  const folder = scratch();
  importBank(smallBankFile, folder, { name: "small" });
  return openBank(folder);
}
