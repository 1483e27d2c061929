import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FakeAnswer, FakeError, Protocol } from "./types.js";
import { answerBody, errorBody } from "./wire.js";

/** What becomes of one request of a batch. */
export type BatchFate =
  | { kind: "answer"; answer: string | FakeAnswer }
  | { kind: "error"; error: FakeError }
  | { kind: "expired" | "cancelled" | "missing" };

export interface BatchRequestSeen {
  /** as our side names it */
  id: string;
  body: Record<string, unknown>;
  /** all texts of the request */
  text: string;
  pictures: number;
}

export interface BatchSeen {
  id: string;
  /** the name that was given to it (metadata, display name), empty where there is none */
  tag: string;
  requests: BatchRequestSeen[];
  headers: IncomingMessage["headers"];
  polls: number;
  cancelled: boolean;
  /** the provider's own word for its state, once it is over */
  created: number;
}

export interface BatchScript {
  /** what becomes of a request; an empty plan when left out */
  fate?(request: BatchRequestSeen, batch: BatchSeen, n: number): BatchFate;
  /** polls that a batch takes; 1 when left out */
  polls?: number | ((batch: BatchSeen) => number);
  /** why a whole batch fails */
  fails?(batch: BatchSeen): string | null;
  /** the batch is made, and then the caller hears nothing */
  silentCreate?(batch: BatchSeen): boolean;
  /** is told of every batch that was made, before it is answered */
  onCreate?(batch: BatchSeen): void | Promise<void>;
  /** Gemini: results come without the keys of their requests, in order */
  withoutKeys?: boolean;
}

export interface BatchServer extends AsyncDisposable {
  /** what `--base-url` is given for a provider */
  url(provider: "openai" | "google" | "anthropic"): string;
  batches: BatchSeen[];
  /** `METHOD path`, in order of arrival */
  calls: string[];
  script: BatchScript;
}

type Shape = "openai" | "google" | "anthropic";

/** A real HTTP server on loopback that speaks the batch endpoints of three providers and nothing else. */
export async function batchServer(script: BatchScript = {}): Promise<BatchServer> {
  const state = { batches: [] as BatchSeen[], files: new Map<string, string>() };
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const path = (request.url ?? "").replace(/\?.*$/, "");
    calls.push(`${request.method} ${path}`);
    const handler = ROUTES.find(([route]) => route.test(`${request.method} ${path}`));
    if (!handler) return send(response, { error: { message: `no ${path} here` } }, 404);
    await handler[1]({ request, response, body, path, state, script: made.script });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: BatchServer = {
    url: (provider) => (provider === "openai" ? `${origin}/v1` : origin),
    batches: state.batches,
    calls,
    script,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return made;
}

interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  path: string;
  state: { batches: BatchSeen[]; files: Map<string, string> };
  script: BatchScript;
}

const ROUTES: readonly (readonly [RegExp, (call: Call) => void | Promise<void>])[] = [
  [/^POST \/v1\/files$/, upload],
  [/^GET \/v1\/files\/[^/]+\/content$/, download],
  [/^POST \/v1\/batches$/, createOpenAI],
  [/^GET \/v1\/batches$/, listOf("openai")],
  [/^GET \/v1\/batches\/[^/]+$/, pollOf("openai")],
  [/^POST \/v1\/batches\/[^/]+\/cancel$/, cancelOf("openai")],
  [/^POST \/v1\/messages\/batches$/, createAnthropic],
  [/^GET \/v1\/messages\/batches$/, listOf("anthropic")],
  [/^GET \/v1\/messages\/batches\/[^/]+\/results$/, resultsAnthropic],
  [/^GET \/v1\/messages\/batches\/[^/]+$/, pollOf("anthropic")],
  [/^POST \/v1\/messages\/batches\/[^/]+\/cancel$/, cancelOf("anthropic")],
  [/^POST \/v1beta\/models\/[^/]+:batchGenerateContent$/, createGoogle],
  [/^GET \/v1beta\/batches$/, listOf("google")],
  [/^GET \/v1beta\/batches\/[^/:]+$/, pollOf("google")],
  [/^POST \/v1beta\/batches\/[^/]+:cancel$/, cancelOf("google")],
];

function send(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

// ------------------------------------------------------------------------------------------------- creating

/** The file of a multipart form: what stands between its part's header and the next boundary. */
function upload({ body, response, state, request }: Call): void {
  const boundary = /boundary=([^;]+)/.exec(request.headers["content-type"] ?? "")?.[1] ?? "";
  const part = body.split(`--${boundary}`).find((p) => /filename=/.test(p)) ?? "";
  const id = `file-${state.files.size + 1}`;
  state.files.set(id, part.slice(part.indexOf("\r\n\r\n") + 4).replace(/\r\n$/, ""));
  send(response, { id, object: "file", purpose: "batch", bytes: body.length, filename: "f" });
}

async function createOpenAI(call: Call): Promise<void> {
  const { input_file_id, metadata, endpoint } = JSON.parse(call.body);
  const lines = (call.state.files.get(input_file_id) ?? "").split("\n").filter((l) => l !== "");
  const rows = lines.map((line) => JSON.parse(line));
  if (rows.some((row) => row.url !== endpoint || row.method !== "POST"))
    return send(call.response, { error: { message: "url and endpoint differ" } }, 400);
  await create(
    call,
    "openai",
    metadata?.normact ?? "",
    rows.map(({ custom_id, body }) => seen(custom_id, body)),
  );
}

async function createAnthropic(call: Call): Promise<void> {
  const { requests } = JSON.parse(call.body) as {
    requests: { custom_id: string; params: Record<string, unknown> }[];
  };
  const bad = requests.find(({ custom_id }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(custom_id));
  if (bad)
    return send(call.response, errorBody("anthropic", { status: 400, message: "custom_id" }), 400);
  await create(
    call,
    "anthropic",
    "",
    requests.map(({ custom_id, params }) => seen(custom_id, params)),
  );
}

async function createGoogle(call: Call): Promise<void> {
  const { batch } = JSON.parse(call.body);
  const requests = batch.inputConfig.requests.requests as {
    request: Record<string, unknown>;
    metadata: { key: string };
  }[];
  await create(
    call,
    "google",
    batch.displayName,
    requests.map(({ request, metadata }) => seen(metadata.key, request)),
  );
}

async function create(
  { state, script, response, request }: Call,
  shape: Shape,
  tag: string,
  requests: BatchRequestSeen[],
): Promise<void> {
  const n = state.batches.length + 1;
  const batch: BatchSeen = {
    id: shape === "google" ? `batches/b${n}` : `batch_${n}`,
    ...{ tag, requests, headers: request.headers },
    ...{ polls: 0, cancelled: false, created: Date.now() },
  };
  state.batches.push(batch);
  await script.onCreate?.(batch);
  if (script.silentCreate?.(batch)) return void request.socket.destroy();
  send(response, describe(shape, batch, script));
}

function seen(id: string, body: Record<string, unknown>): BatchRequestSeen {
  const text: string[] = [];
  let pictures = 0;
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (value !== null && typeof value === "object") {
      const { text: own, type, inlineData } = value as Record<string, unknown>;
      if (typeof own === "string") text.push(own);
      if (type === "image_url" || type === "input_image" || type === "image" || inlineData)
        pictures++;
      for (const one of Object.values(value)) walk(one);
    }
  };
  walk(body.messages ?? body.contents ?? body.input);
  return { id, body, text: text.join("\n"), pictures };
}

// -------------------------------------------------------------------------------------------------- asking

const idOf = (path: string): string =>
  /(batches\/[^/:]+)(:cancel)?$/.exec(path.replace(/\/(cancel|results)$/, ""))?.[1] ?? "";

function found({ path, state }: Call): BatchSeen | undefined {
  const id = idOf(path);
  return state.batches.find((b) => b.id === id || `batches/${b.id}` === id);
}

function listOf(shape: Shape) {
  return (call: Call) => {
    const all = [...call.state.batches].reverse().map((b) => describe(shape, b, call.script));
    send(
      call.response,
      shape === "google"
        ? { operations: all }
        : { object: "list", data: all, has_more: false, first_id: null, last_id: null },
    );
  };
}

function pollOf(shape: Shape) {
  return (call: Call) => {
    const batch = found(call);
    if (!batch) return send(call.response, { error: { message: "no such batch", code: 404 } }, 404);
    batch.polls++;
    send(call.response, describe(shape, batch, call.script, originOf(call)));
  };
}

function cancelOf(shape: Shape) {
  return (call: Call) => {
    const batch = found(call);
    if (batch) batch.cancelled = true;
    send(call.response, batch ? describe(shape, batch, call.script) : {}, batch ? 200 : 404);
  };
}

const originOf = ({ request }: Call): string => `http://${request.headers.host}`;

function describe(shape: Shape, batch: BatchSeen, script: BatchScript, origin = ""): unknown {
  const needed = typeof script.polls === "function" ? script.polls(batch) : (script.polls ?? 1);
  const over = batch.polls >= needed || batch.cancelled;
  const fails = over ? (script.fails?.(batch) ?? null) : null;
  return { openai: ofOpenAI, google: ofGoogle, anthropic: ofAnthropic }[shape]({
    ...{ batch, over, fails, script, origin },
  });
}

interface View {
  batch: BatchSeen;
  over: boolean;
  fails: string | null;
  script: BatchScript;
  origin: string;
}

const fatesOf = ({ batch, script }: View): BatchFate[] =>
  batch.requests.map((request, n) =>
    batch.cancelled
      ? { kind: "cancelled" }
      : (script.fate?.(request, batch, n) ?? { kind: "answer", answer: "[]" }),
  );

function ofOpenAI(view: View): unknown {
  const { batch, over, fails } = view;
  const fates = over ? fatesOf(view) : [];
  const expired = fates.some((f) => f.kind === "expired");
  const good = fates.filter((f) => f.kind === "answer").length;
  const bad = fates.filter((f) => f.kind !== "answer" && f.kind !== "missing").length;
  const ended = batch.cancelled ? "cancelled" : expired ? "expired" : "completed";
  return {
    ...{ id: batch.id, object: "batch", completion_window: "24h", input_file_id: "file-1" },
    created_at: Math.floor(batch.created / 1000),
    endpoint: "/v1/chat/completions",
    status: fails === null ? (over ? ended : "in_progress") : "failed",
    errors:
      fails === null
        ? undefined
        : { object: "list", data: [{ code: "invalid_request", message: fails, line: 1 }] },
    metadata: { normact: batch.tag },
    request_counts: { total: batch.requests.length, completed: good, failed: bad },
    ...(over && fails === null && good > 0 ? { output_file_id: `out-${batch.id}` } : {}),
    ...(over && fails === null && bad > 0 ? { error_file_id: `err-${batch.id}` } : {}),
  };
}

function download(call: Call) {
  const [, kind, id] = /files\/(out|err)-(.+)\/content$/.exec(call.path) ?? [];
  const batch = call.state.batches.find((b) => b.id === id);
  if (!batch) return send(call.response, { error: { message: "no such file" } }, 404);
  const fates = fatesOf({ batch, over: true, fails: null, script: call.script, origin: "" });
  const lines = fates.flatMap((fate, n) => {
    const { id: custom_id, body } = batch.requests[n]!;
    const line = openAILine(fate, custom_id, body, n);
    return line === null || (fate.kind === "answer") !== (kind === "out") ? [] : [line];
  });
  call.response.writeHead(200, { "content-type": "application/octet-stream" });
  call.response.end(`${lines.reverse().join("\n")}\n`);
}

function openAILine(
  fate: BatchFate,
  custom_id: string,
  body: Record<string, unknown>,
  n: number,
): string | null {
  const protocol: Protocol = body.input === undefined ? "chat" : "responses";
  const response = (status_code: number, value: unknown) =>
    JSON.stringify({
      ...{ id: `batch_req_${n}`, custom_id, error: null },
      response: { status_code, request_id: `req-${n}`, body: value },
    });
  const without = (code: string) =>
    JSON.stringify({
      ...{ id: `batch_req_${n}`, custom_id, response: null },
      error: { code, message: "This request could not be executed." },
    });
  if (fate.kind === "answer") return response(200, said(protocol, fate.answer, body, n));
  if (fate.kind === "error") return response(fate.error.status, errorBody(protocol, fate.error));
  return fate.kind === "missing" ? null : without(`batch_${fate.kind}`);
}

function said(
  protocol: Protocol,
  answer: string | FakeAnswer,
  body: Record<string, unknown>,
  n: number,
): unknown {
  const full = typeof answer === "string" ? { text: answer } : answer;
  return answerBody(protocol, full, { model: String(body.model), n, body });
}

function ofAnthropic(view: View): unknown {
  const { batch, over, origin } = view;
  const fates = over ? fatesOf(view) : [];
  const count = (kind: BatchFate["kind"]): number => fates.filter((f) => f.kind === kind).length;
  return {
    ...{ id: batch.id, type: "message_batch", ended_at: null, archived_at: null },
    created_at: new Date(batch.created).toISOString(),
    expires_at: new Date(batch.created + 86_400_000).toISOString(),
    processing_status: over ? "ended" : "in_progress",
    request_counts: {
      processing: over ? 0 : batch.requests.length,
      succeeded: count("answer"),
      errored: count("error"),
      canceled: count("cancelled"),
      expired: count("expired") + count("missing"),
    },
    results_url: over ? `${origin}/v1/messages/batches/${batch.id}/results` : null,
  };
}

function resultsAnthropic(call: Call) {
  const batch = found(call);
  if (!batch) return send(call.response, errorBody("anthropic", { status: 404, message: "" }), 404);
  const view = { batch, over: true, fails: null, script: call.script, origin: "" };
  const lines = fatesOf(view).flatMap((fate, n) => {
    const { id: custom_id, body } = batch.requests[n]!;
    const result = anthropicResult(fate, body, n);
    return result === null ? [] : [JSON.stringify({ custom_id, result })];
  });
  call.response.writeHead(200, { "content-type": "application/x-jsonl" });
  call.response.end(`${lines.reverse().join("\n")}\n`);
}

function anthropicResult(fate: BatchFate, body: Record<string, unknown>, n: number): unknown {
  if (fate.kind === "answer")
    return { type: "succeeded", message: said("anthropic", fate.answer, body, n) };
  if (fate.kind === "error") return { type: "errored", error: errorBody("anthropic", fate.error) };
  if (fate.kind === "missing") return null;
  return { type: fate.kind === "cancelled" ? "canceled" : "expired" };
}

const RPC: Record<number, number> = { 400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 500: 13, 503: 14 };

function ofGoogle(view: View): unknown {
  const { batch, over, fails, script } = view;
  const fates = over ? fatesOf(view) : [];
  const good = fates.filter((f) => f.kind === "answer").length;
  const responses = fates.flatMap((fate, n): unknown[] => {
    const { id, body } = batch.requests[n]!;
    const metadata = script.withoutKeys ? {} : { metadata: { key: id } };
    if (fate.kind === "missing") return [];
    if (fate.kind === "answer")
      return [{ response: said("google", fate.answer, body, n), ...metadata }];
    if (fate.kind === "error") {
      const { status, message } = fate.error;
      return [{ error: { code: RPC[status] ?? 2, message }, ...metadata }];
    }
    return [{ error: { code: fate.kind === "cancelled" ? 1 : 4, message: "late" }, ...metadata }];
  });
  if (!script.withoutKeys) responses.reverse();
  const ended = batch.cancelled
    ? "CANCELLED"
    : good < fates.length
      ? "PARTIALLY_SUCCEEDED"
      : "SUCCEEDED";
  const state = fails === null ? (over ? ended : "RUNNING") : "FAILED";
  const output = { inlinedResponses: { inlinedResponses: responses } };
  return {
    name: batch.id,
    metadata: {
      "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
      ...{ model: "models/m", displayName: batch.tag, state: `BATCH_STATE_${state}` },
      createTime: new Date(batch.created).toISOString(),
      batchStats: {
        requestCount: String(batch.requests.length),
        successfulRequestCount: String(good),
        failedRequestCount: String(fates.length - good),
        pendingRequestCount: String(over ? 0 : batch.requests.length),
      },
      ...(over && fails === null ? { output, name: batch.id } : {}),
    },
    ...(fails === null ? {} : { done: true, error: { code: 3, message: fails } }),
    ...(over && fails === null ? { done: true, response: output } : {}),
  };
}
