import { jsonlLines } from "../../core/jsonl.js";
import { googleSdk, sdkParameters } from "../google.js";
import type { Connection } from "../provider.js";
import type { BatchApi, BatchItem, BatchProvider, BatchState, BatchStatus } from "./types.js";

type Sdk = Awaited<ReturnType<typeof googleSdk>>;
type Job = Awaited<ReturnType<Sdk["batches"]["get"]>>;
type Inlined = NonNullable<NonNullable<Job["dest"]>["inlinedResponses"]>;

/** Gemini's batches with their requests inside (`:batchGenerateContent`). */
export const googleBatch: BatchProvider = {
  // the service takes 20 MB in one body
  limits: { requests: 10_000, bytes: 18e6 },
  line: (id, body) => ({ key: id, request: body }),
  async open(connection) {
    const seen: Seen = { job: null };
    return googleApi(await googleSdk({ ...connection, fetch: listening(connection, seen) }), seen);
  },
};

/** What the SDK leaves out of a job: its counts and why it failed. */
interface Seen {
  job: {
    name?: string;
    error?: { message?: string };
    metadata?: { batchStats?: Record<string, string | number> };
  } | null;
}

/** The connection's fetch, which keeps the last job that came by. */
function listening({ fetch }: Connection, seen: Seen): Connection["fetch"] {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (init?.method !== "GET" || !/\/batches\/[^/?]+$/.test(String(input))) return response;
    const text = await response.text();
    const parsed = JSON.parse(text) as NonNullable<Seen["job"]>;
    seen.job = { name: parsed.name, error: parsed.error, metadata: parsed.metadata };
    return new Response(text, { status: response.status, headers: response.headers });
  };
}

/** The SDK turns BATCH_STATE_… into JOB_STATE_…; names that it does not know come as they are. */
const STATES: Record<string, BatchState> = {
  UNSPECIFIED: "waiting",
  QUEUED: "waiting",
  PENDING: "waiting",
  PAUSED: "waiting",
  RUNNING: "running",
  UPDATING: "running",
  CANCELLING: "running",
  SUCCEEDED: "done",
  PARTIALLY_SUCCEEDED: "done",
  FAILED: "failed",
  EXPIRED: "expired",
  CANCELLED: "cancelled",
};

const stateOf = ({ state }: Job): BatchState =>
  STATES[String(state ?? "PENDING").replace(/^(JOB|BATCH)_STATE_/, "")] ?? "running";

function googleApi(client: Sdk, seen: Seen): BatchApi {
  return {
    async submit({ path, tag, model }) {
      const inlinedRequests = [];
      for (const { text } of jsonlLines(path)) {
        const { key, request } = JSON.parse(text);
        inlinedRequests.push({ ...sdkParameters(request, model), metadata: { key } });
      }
      const job = await client.batches.create({
        model,
        src: { inlinedRequests },
        config: { displayName: tag },
      });
      return nameOf(job);
    },
    async find({ tag, since }) {
      for await (const job of await client.batches.list({ config: { pageSize: 100 } })) {
        if (job.displayName === tag) return nameOf(job);
        // newest first
        if (job.createTime && Date.parse(job.createTime) < since - 60_000) return null;
      }
      return null;
    },
    async poll(name) {
      const job = await client.batches.get({ name });
      return { state: stateOf(job), ...factsOf(seen.job, name) };
    },
    async *results(name, order) {
      const job = await client.batches.get({ name });
      yield* itemsOf(job.dest?.inlinedResponses ?? [], order);
    },
    async cancel(name) {
      await client.batches.cancel({ name });
    },
  };
}

const nameOf = ({ name }: Job): string => name ?? "";

function factsOf(job: Seen["job"], name: string): Omit<BatchStatus, "state"> {
  if (job?.name !== name) return { done: null, total: null, reason: null };
  const stats = job.metadata?.batchStats;
  const count = (key: string): number => Number(stats?.[key] ?? 0);
  return {
    done: stats ? count("successfulRequestCount") + count("failedRequestCount") : null,
    total: stats ? count("requestCount") : null,
    reason: job.error?.message ?? null,
  };
}

/** By the key that each request was given; by place where a service gives none back (it keeps the order). */
function* itemsOf(responses: Inlined, order: readonly string[]): Generator<BatchItem> {
  const named = responses.some((r) => r.metadata?.key);
  if (!named && responses.length !== order.length) return;
  for (const [i, { metadata, response, error }] of responses.entries()) {
    const id = named ? metadata?.key : order[i];
    if (!id) continue;
    if (response) yield { id, kind: "answered", raw: response };
    // codes of google.rpc: cancelled, deadline exceeded
    else if (error?.code === 1) yield { id, kind: "cancelled" };
    else if (error?.code === 4) yield { id, kind: "expired" };
    else yield { id, kind: "error", status: STATUS[error?.code ?? -1] ?? null, body: { error } };
  }
}

/** HTTP's status of a code of google.rpc. */
const STATUS: Record<number, number> = {
  3: 400,
  5: 404,
  7: 403,
  8: 429,
  13: 500,
  14: 503,
  16: 401,
};
