import { existsSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../core/errors.js";
import { readBytes } from "../core/files.js";
import { sha256 } from "../core/hash.js";
import { isHeld } from "../core/lock.js";
import { cacheRoot } from "../core/paths.js";
import { type Bank, IMPORTER_VERSION, openBank, SHIPPED_NAME, shippedBankFile } from "./bank.js";
import { type BuildOptions, buildIndex, buildLock } from "./build.js";
import type { Embedder } from "./embedder.js";
import { embedderOf, openEmbedder } from "./embedders.js";
import { importBank } from "./import.js";
import {
  fingerprintId,
  fingerprintOf,
  META_FILE,
  type OpenIndex,
  openIndex,
  readMeta,
} from "./index-folder.js";
import { type ModelPlace, modelPlace } from "./models.js";
import { openReranker } from "./rerankers.js";
import { DEFAULT_CANDIDATES, DEFAULT_K, Retriever } from "./retriever.js";
import type { BackendName } from "./vector-index.js";

export interface RetrievalOptions {
  /** a bank folder or a CSV in NormBank's columns; the shipped bank when left out */
  bank?: string | undefined;
  /** an index folder of the user's own */
  index?: string | undefined;
  embedder?: string | undefined;
  reranker?: string | undefined;
  backend?: BackendName | undefined;
  /** the user's folder of models */
  models?: string | undefined;
  k?: number | undefined;
  candidates?: number | undefined;
}

export interface RetrievalHooks extends BuildOptions {
  /** something that the user is to know: a fallback, a build that begins */
  say?: (text: string) => void;
}

/**
 * A bank folder, or a CSV imported into the cache.
 * @throws NormactError no_bank, bad_bank, wrong_header, empty_bank
 */
export function bankOf(path?: string): Bank {
  if (path !== undefined && existsSync(join(path, "bank.json"))) return openBank(path);
  const file = path ?? shippedBankFile();
  const key = sha256(readBytes(file)).slice(0, 20);
  const folder = join(cacheRoot(), "rag", "banks", `${key}-${IMPORTER_VERSION}`);
  if (!existsSync(join(folder, "bank.json")))
    importBank(file, folder, path === undefined ? { name: SHIPPED_NAME } : {});
  return openBank(folder);
}

/** Where the index of a bank and an encoder is kept when the user names no folder. */
export function indexPlace(bank: Bank, embedder: Embedder): string {
  const id = fingerprintId(fingerprintOf(bank.info.hash, embedder.info));
  return join(cacheRoot(), "rag", "indexes", id.slice(0, 20));
}

/**
 * Everything that a query needs: the index (built now if it is the cache's and not there yet), its encoder and the
 * second stage.
 * @throws NormactError index_mismatch, model_missing and what its parts throw
 */
export async function openRetriever(
  options: RetrievalOptions = {},
  hooks: RetrievalHooks = {},
): Promise<Retriever> {
  const place = modelPlace(options.models);
  const { index, embedder } = options.index
    ? await givenIndex(options.index, options, place)
    : await cachedIndex(options, place, hooks);
  try {
    const second = await openReranker(options.reranker ?? "auto", place);
    if (second.fallback) hooks.say?.(second.fallback);
    return new Retriever(index, embedder, second.reranker, {
      k: options.k ?? DEFAULT_K,
      candidates: options.candidates ?? DEFAULT_CANDIDATES,
    });
  } catch (error) {
    index.close();
    throw error;
  }
}

/** An index that the user names: its own encoder is taken, unless another is asked for, which must fit. */
async function givenIndex(
  folder: string,
  { embedder: name = "auto", bank, backend }: RetrievalOptions,
  place: ModelPlace,
): Promise<{ index: OpenIndex; embedder: Embedder }> {
  const meta = readMeta(folder);
  const has = meta.fingerprint.embedder;
  const embedder =
    name === "auto" ? await embedderOf(has, place) : (await openEmbedder(name, place)).embedder;
  const expected = {
    embedder: embedder.info,
    ...(bank === undefined ? {} : { bank: bankOf(bank).info.hash }),
  };
  const index = await openIndex(folder, { expected, ...(backend ? { backend } : {}) });
  return { index, embedder };
}

async function cachedIndex(
  { embedder: name = "auto", bank: file, backend }: RetrievalOptions,
  place: ModelPlace,
  hooks: RetrievalHooks,
): Promise<{ index: OpenIndex; embedder: Embedder }> {
  const bank = bankOf(file);
  const { embedder, fallback } = await openEmbedder(name, place);
  if (fallback) hooks.say?.(fallback);
  const folder = indexPlace(bank, embedder);
  if (!existsSync(join(folder, META_FILE))) {
    hooks.say?.(
      `building the index of ${bank.info.name} (${bank.records.size} norms) with ${embedder.info.model}; it is kept in ${folder}`,
    );
    await buildOrWait(bank, embedder, folder, hooks);
  }
  const expected = { bank: bank.info.hash, embedder: embedder.info };
  const index = await openIndex(folder, { expected, ...(backend ? { backend } : {}) });
  bank.records.close();
  return { index, embedder };
}

/** Two processes that need the same index: one builds, the other waits. */
async function buildOrWait(
  bank: Bank,
  embedder: Embedder,
  folder: string,
  hooks: RetrievalHooks,
): Promise<void> {
  for (;;) {
    try {
      await buildIndex(bank, embedder, folder, hooks);
      return;
    } catch (error) {
      if (!(error instanceof NormactError) || error.code !== "index_busy") throw error;
    }
    while (isHeld(buildLock(folder))) await new Promise((resolve) => setTimeout(resolve, 200));
    if (existsSync(join(folder, META_FILE))) return;
  }
}
