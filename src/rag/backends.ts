import { unknownName } from "../core/closest.js";
import { UsageError } from "../core/errors.js";
import { BACKENDS, type IndexBackend } from "./vector-index.js";

/**
 * The backend of a name. Each is loaded when asked for.
 * @throws UsageError unknown_index_backend, backend_missing
 */
export async function indexBackend(name: string): Promise<IndexBackend> {
  const found = BACKENDS.find((b) => b === name);
  if (!found) throw unknownName("index backend", name, BACKENDS);
  const backend =
    found === "flat"
      ? (await import("./flat-index.js")).flatBackend
      : (await import("./faiss.js")).faissBackend;
  const why = await backend.missing();
  if (why !== null)
    throw new UsageError(
      "backend_missing",
      `the index backend "${name}" cannot be used here: ${why}`,
    );
  return backend;
}
