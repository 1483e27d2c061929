import { readFile } from "node:fs/promises";
import { openaiSdk } from "../openai-sdk.js";
import type { BatchApi, BatchItem, BatchProvider, BatchState } from "./types.js";

type Sdk = Awaited<ReturnType<typeof openaiSdk>>;
type Batch = Awaited<ReturnType<Sdk["batches"]["retrieve"]>>;
type Endpoint = Parameters<Sdk["batches"]["create"]>[0]["endpoint"];

/** OpenAI's batches: a file of requests goes up, one of answers and one of errors come down. */
export const openaiBatch: BatchProvider = {
  // the service takes 50,000 requests and 200 MB
  limits: { requests: 50_000, bytes: 48e6 },
  line: (id, body, { callPath }) => ({
    custom_id: id,
    method: "POST",
    url: `/v1${callPath}`,
    body,
  }),
  async open(connection) {
    return openaiApi(await openaiSdk(connection));
  },
};

const STATES: Record<Batch["status"], BatchState> = {
  validating: "waiting",
  in_progress: "running",
  finalizing: "running",
  cancelling: "running",
  completed: "done",
  failed: "failed",
  expired: "expired",
  cancelled: "cancelled",
};

function openaiApi(client: Sdk): BatchApi {
  return {
    async submit({ path, tag, callPath }) {
      const file = await client.files.create({
        file: new File([await readFile(path)], `${tag}.jsonl`, { type: "application/jsonl" }),
        purpose: "batch",
      });
      const batch = await client.batches.create({
        input_file_id: file.id,
        endpoint: `/v1${callPath}` as Endpoint,
        completion_window: "24h",
        metadata: { normact: tag },
      });
      return batch.id;
    },
    async find({ tag, since }) {
      for await (const batch of client.batches.list({ limit: 100 })) {
        if (batch.metadata?.normact === tag) return batch.id;
        // newest first
        if (batch.created_at * 1000 < since - 60_000) return null;
      }
      return null;
    },
    async poll(id) {
      const batch = await client.batches.retrieve(id);
      const counts = batch.request_counts;
      return {
        state: STATES[batch.status] ?? "running",
        done: counts ? counts.completed + counts.failed : null,
        total: counts?.total || null,
        reason: reasonOf(batch),
      };
    },
    async *results(id) {
      const batch = await client.batches.retrieve(id);
      // a file without a line cannot be fetched, and is not named
      for (const file of [batch.output_file_id, batch.error_file_id])
        if (file) yield* itemsOf(await (await client.files.content(file)).text());
    },
    async cancel(id) {
      await client.batches.cancel(id);
    },
  };
}

function reasonOf({ errors }: Batch): string | null {
  const said = (errors?.data ?? []).map(
    ({ code, message, line }) =>
      `${message ?? code ?? "no reason given"}${line ? ` (line ${line})` : ""}`,
  );
  return said.length === 0 ? null : said.slice(0, 3).join("; ");
}

interface Line {
  custom_id?: unknown;
  response?: { status_code?: number; body?: unknown; request_id?: string } | null;
  error?: { code?: string; message?: string } | null;
}

function* itemsOf(text: string): Generator<BatchItem> {
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const { custom_id, response, error } = JSON.parse(line) as Line;
    if (typeof custom_id !== "string") continue;
    if (error?.code === "batch_expired") yield { id: custom_id, kind: "expired" };
    else if (error?.code === "batch_cancelled") yield { id: custom_id, kind: "cancelled" };
    else if (response && (response.status_code ?? 200) < 400)
      yield { id: custom_id, kind: "answered", raw: withId(response) };
    else
      yield {
        id: custom_id,
        kind: "error",
        status: response?.status_code ?? null,
        body: response?.body ?? { error },
      };
  }
}

/** As a direct call has it. */
const withId = ({ body, request_id }: NonNullable<Line["response"]>): unknown =>
  typeof body === "object" && body !== null && request_id
    ? { ...body, _request_id: request_id }
    : body;
