import { UsageError } from "../core/errors.js";
import { writeWhole } from "../core/files.js";
import { plural } from "../core/shown.js";
import { RunStore } from "../eval/store.js";
import { note, print } from "./io.js";

interface ExportOptions {
  out: string;
  csv?: string;
  parquet?: string;
  inspect?: string;
}

/** Writes a run in every form that was asked for. */
export async function exportRun(id: string, options: ExportOptions): Promise<void> {
  const { csv, parquet, inspect } = options;
  if (csv === undefined && parquet === undefined && inspect === undefined)
    throw new UsageError(
      "no_form",
      "say what to write: --csv FILE, --parquet FILE or --inspect FILE",
    );
  if (inspect !== undefined && !/\.(json|eval)$/.test(inspect))
    throw new UsageError(
      "bad_inspect_name",
      `Inspect tells its logs by their ending: name ${inspect} .eval or .json`,
    );
  const store = RunStore.open(options.out, id);
  if (csv !== undefined || parquet !== undefined) {
    const { tidyColumns, tidyCsv, tidyParquet } = await import("../report/export/tidy.js");
    const columns = tidyColumns(store);
    if (csv === "-") print(tidyCsv(columns));
    else if (csv !== undefined) writeWhole(csv, tidyCsv(columns));
    if (parquet !== undefined) writeWhole(parquet, await tidyParquet(columns));
    note(`${plural(columns[0]?.values.length ?? 0, "sample")}, ${columns.length} columns`);
  }
  if (inspect !== undefined) {
    const { writeInspect } = await import("../report/export/write-inspect.js");
    const samples = writeInspect(store, inspect);
    note(`${plural(samples, "sample")}: ${inspect}`);
  }
}
