import { jsonlLines } from "../../core/jsonl.js";
import { anthropicSdk, versionFor } from "../anthropic.js";
import type { BatchApi, BatchItem, BatchProvider } from "./types.js";

type Sdk = Awaited<ReturnType<typeof anthropicSdk>>;
type Batches = Sdk["messages"]["batches"];
type Batch = Awaited<ReturnType<Batches["retrieve"]>>;
type Requests = Parameters<Batches["create"]>[0]["requests"];

/** Anthropic's message batches: the requests go up in one body, the answers come down line by line. */
export const anthropicBatch: BatchProvider = {
  // the service takes 100,000 requests and 256 MB
  limits: { requests: 100_000, bytes: 48e6 },
  line: (id, body) => ({ custom_id: id, params: body }),
  async open(connection) {
    return anthropicApi(await anthropicSdk(connection), connection.timeoutMs);
  },
};

function anthropicApi(client: Sdk, timeoutMs: number): BatchApi {
  const { batches } = client.messages;
  return {
    async submit({ path }) {
      const requests: Requests = [];
      for (const { text } of jsonlLines(path)) requests.push(JSON.parse(text));
      const first = requests[0]?.params as unknown as Record<string, unknown>;
      const headers = versionFor(first ?? {});
      return (await batches.create({ requests }, { headers, timeout: timeoutMs + 1000 })).id;
    },
    /** No name can be given to a batch, so it is known by its time and size. */
    async find({ count, since, known }) {
      const fitting: string[] = [];
      for await (const batch of batches.list({ limit: 100 })) {
        // newest first
        if (Date.parse(batch.created_at) < since - 5000) break;
        if (sizeOf(batch) === count && !known.includes(batch.id)) fitting.push(batch.id);
      }
      // the oldest: what follows was made by somebody else, or later by us and is known
      return fitting.at(-1) ?? null;
    },
    async poll(id) {
      const batch = await batches.retrieve(id);
      const total = sizeOf(batch);
      const running = batch.request_counts.processing;
      return { state: stateOf(batch), done: total - running, total, reason: null };
    },
    async *results(id) {
      for await (const { custom_id, result } of await batches.results(id)) {
        const item = itemOf(custom_id, result);
        if (item) yield item;
      }
    },
    async cancel(id) {
      await batches.cancel(id);
    },
  };
}

const sizeOf = ({ request_counts: n }: Batch): number =>
  n.processing + n.succeeded + n.errored + n.canceled + n.expired;

/** A batch that has ended was expired or cancelled when nothing of it came to another end. */
function stateOf({ processing_status, request_counts: n }: Batch) {
  if (processing_status !== "ended") return "running";
  if (n.succeeded + n.errored > 0) return "done";
  return n.expired > 0 ? "expired" : n.canceled > 0 ? "cancelled" : "done";
}

function itemOf(id: string, result: { type: string; message?: unknown; error?: unknown }) {
  const item: BatchItem | null =
    result.type === "succeeded"
      ? { id, kind: "answered", raw: result.message }
      : result.type === "errored"
        ? { id, kind: "error", status: null, body: result.error }
        : result.type === "expired"
          ? { id, kind: "expired" }
          : result.type === "canceled"
            ? { id, kind: "cancelled" }
            : null;
  return item;
}
