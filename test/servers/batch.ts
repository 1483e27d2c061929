import type { ServerResponse } from "node:http";
import { readCall } from "./read.js";
import { json } from "./replies.js";
import type { Reply, SeenRequest } from "./types.js";

/** What a service does to a request of a batch instead of answering it. */
export type Fate = "expired" | "cancelled" | "missing";

export interface BatchPlan {
  /** looks at a batch before it has ended; 1 when left out */
  looks?: number;
  /** of the request with that id of ours, the n-th of its batch */
  fate?: (id: string, n: number) => Fate | null;
  /** answers come in another order than the requests; true when left out */
  shuffled?: boolean;
  /** how a batch ends as a whole; `done` when left out */
  end?: "done" | "failed" | "expired";
  /** a reply to requests about batches instead of the usual one; null: the usual one */
  instead?: (what: BatchStep, n: number) => Reply | null;
}

export type BatchStep = "upload" | "create" | "look" | "list" | "results" | "cancel";

export interface FakeBatch {
  id: string;
  provider: "openai" | "anthropic" | "google";
  /** name that came with it */
  tag: string | null;
  requests: { id: string; body: Record<string, unknown> }[];
  looks: number;
  state: "running" | "done" | "failed" | "expired" | "cancelled";
  createdAt: number;
  model: string;
}

interface Item {
  id: string;
  status: number;
  body: unknown;
  fate: Fate | null;
}

/**
 * The batch endpoints of the three services. Each request of a batch is answered by the server's script, as if it
 * had come alone, so that every scenario is there for batches, too.
 */
export class BatchDesk {
  readonly batches: FakeBatch[] = [];
  private readonly files = new Map<string, string>();
  private readonly steps = new Map<BatchStep, number>();

  constructor(
    private readonly plan: BatchPlan,
    private readonly answer: (call: SeenRequest) => Promise<Reply>,
    private readonly origin: () => string,
  ) {}

  /** Null when the request is not about batches. */
  async reply(call: SeenRequest): Promise<Reply | null> {
    for (const [method, path, step, handle] of this.routes) {
      const found = call.method === method ? path.exec(call.path) : null;
      if (!found) continue;
      const n = this.steps.get(step) ?? 0;
      this.steps.set(step, n + 1);
      const made = await handle(call, found[1] ?? "");
      return this.plan.instead?.(step, n) ?? made;
    }
    return null;
  }

  private readonly routes: readonly [
    method: string,
    path: RegExp,
    step: BatchStep,
    handle: (call: SeenRequest, id: string) => Reply | Promise<Reply>,
  ][] = [
    ["POST", /\/v1\/files$/, "upload", (call) => this.upload(call)],
    ["GET", /\/v1\/files\/([^/]+)\/content$/, "results", (_c, id) => this.file(id)],
    ["POST", /\/v1\/batches$/, "create", (call) => this.createOpenAI(call)],
    ["POST", /\/v1\/messages\/batches$/, "create", (call) => this.createAnthropic(call)],
    [
      "POST",
      /\/models\/([^/:]+):batchGenerateContent$/,
      "create",
      (c, m) => this.createGoogle(c, m),
    ],
    ["GET", /\/messages\/batches\/([^/?]+)\/results$/, "results", (_c, id) => this.lines(id)],
    ["POST", /\/batches\/([^/:]+)[/:]cancel$/, "cancel", (_c, id) => this.cancel(id)],
    ["GET", /\/batches(?:\?.*)?$/, "list", (call) => this.list(call)],
    ["GET", /\/batches\/([^/?]+)$/, "look", (_c, id) => this.look(id)],
  ];

  private upload(call: SeenRequest): Reply {
    const id = `file-${this.files.size + 1}`;
    const part = /filename="[^"]*"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(call.rawBody)?.[1] ?? "";
    this.files.set(id, part);
    return json({ id, object: "file", bytes: part.length, created_at: 1, purpose: "batch" });
  }

  private file(id: string): Reply {
    const text = this.files.get(id);
    if (text === undefined) return json({ error: { message: "No such file" } }, 404);
    return (response) => {
      response.writeHead(200, { "content-type": "application/octet-stream" });
      response.end(text);
    };
  }

  private createOpenAI({ body }: SeenRequest): Reply {
    const lines = (this.files.get(String(body.input_file_id)) ?? "").split("\n").filter(Boolean);
    const requests = lines.map((line) => {
      const { custom_id, body: own } = JSON.parse(line);
      return { id: String(custom_id), body: own };
    });
    const tag = (body.metadata as Record<string, string> | undefined)?.normact ?? null;
    const model = String(requests[0]?.body.model ?? "");
    return json(
      this.openai(this.add("openai", `batch_${this.batches.length + 1}`, tag, requests, model)),
    );
  }

  private createAnthropic({ body }: SeenRequest): Reply {
    const list = body.requests as { custom_id: string; params: Record<string, unknown> }[];
    const requests = list.map(({ custom_id, params }) => ({ id: custom_id, body: params }));
    const id = `msgbatch_${this.batches.length + 1}`;
    const model = String(requests[0]?.body.model ?? "");
    return json(this.anthropic(this.add("anthropic", id, null, requests, model)));
  }

  private createGoogle({ body }: SeenRequest, model: string): Reply {
    const batch = body.batch as {
      displayName?: string;
      inputConfig: { requests: { requests: { request: object; metadata?: { key?: string } }[] } };
    };
    const requests = batch.inputConfig.requests.requests.map(({ request, metadata }, i) => ({
      id: metadata?.key ?? String(i),
      body: request as Record<string, unknown>,
    }));
    const id = `b${this.batches.length + 1}`;
    return this.google(this.add("google", id, batch.displayName ?? null, requests, model));
  }

  private add(
    provider: FakeBatch["provider"],
    id: string,
    tag: string | null,
    requests: FakeBatch["requests"],
    model: string,
  ): FakeBatch {
    const made: FakeBatch = {
      ...{ id, provider, tag, requests, model },
      looks: 0,
      state: "running",
      createdAt: Date.now(),
    };
    this.batches.push(made);
    return made;
  }

  private find(id: string): FakeBatch | undefined {
    return this.batches.find((b) => b.id === id);
  }

  private async look(id: string): Promise<Reply> {
    const batch = this.find(id);
    if (!batch) return json({ error: { message: "No such batch" } }, 404);
    batch.looks++;
    if (batch.state === "running" && batch.looks > (this.plan.looks ?? 1))
      batch.state = this.plan.end ?? "done";
    if (batch.provider === "google") return this.google(batch);
    return json(
      batch.provider === "openai" ? await this.openaiEnded(batch) : this.anthropic(batch),
    );
  }

  private cancel(id: string): Reply {
    const batch = this.find(id);
    if (!batch) return json({ error: { message: "No such batch" } }, 404);
    batch.state = "cancelled";
    if (batch.provider === "google") return json({});
    return json(batch.provider === "openai" ? this.openai(batch) : this.anthropic(batch));
  }

  /** Newest first, as the services list them. */
  private async list(call: SeenRequest): Promise<Reply> {
    const provider = call.path.includes("/messages/")
      ? "anthropic"
      : call.path.includes("/v1beta/")
        ? "google"
        : "openai";
    const own = this.batches.filter((b) => b.provider === provider).reverse();
    if (provider === "google")
      return json({ operations: await Promise.all(own.map((b) => this.operation(b))) });
    const data = own.map((b) => (provider === "openai" ? this.openai(b) : this.anthropic(b)));
    return json({ object: "list", data, has_more: false, first_id: null, last_id: null });
  }

  // ------------------------------------------------------------------ each service's own words

  private openai(batch: FakeBatch): Record<string, unknown> {
    const status = { running: "in_progress", done: "completed" } as Record<string, string>;
    const total = batch.requests.length;
    const failed = batch.state === "failed";
    return {
      id: batch.id,
      object: "batch",
      endpoint: "/v1/chat/completions",
      status: status[batch.state] ?? batch.state,
      errors: failed
        ? { object: "list", data: [{ code: "invalid_json_line", message: "bad line", line: 1 }] }
        : null,
      input_file_id: "file-1",
      completion_window: "24h",
      created_at: Math.floor(batch.createdAt / 1000),
      request_counts: { total, completed: batch.state === "done" ? total : 0, failed: 0 },
      metadata: batch.tag === null ? null : { normact: batch.tag },
    };
  }

  private async openaiEnded(batch: FakeBatch): Promise<Record<string, unknown>> {
    if (batch.state === "running" || batch.state === "failed") return this.openai(batch);
    const out: unknown[] = [];
    const errors: unknown[] = [];
    for (const { id, status, body, fate } of await this.items(batch)) {
      if (fate === "missing") continue;
      const error = fate && { code: `batch_${fate}`, message: `This request was ${fate}.` };
      const response = error ? null : { status_code: status, request_id: `req_${id}`, body };
      const line = { id: `r_${id}`, custom_id: id, response, error };
      (error || status >= 400 ? errors : out).push(line);
    }
    const keep = (name: string, list: unknown[]): string | null => {
      if (list.length === 0) return null;
      this.files.set(`${name}-${batch.id}`, `${list.map((l) => JSON.stringify(l)).join("\n")}\n`);
      return `${name}-${batch.id}`;
    };
    return {
      ...this.openai(batch),
      output_file_id: keep("out", out),
      error_file_id: keep("err", errors),
    };
  }

  private anthropic(batch: FakeBatch): Record<string, unknown> {
    const total = batch.requests.length;
    const running = batch.state === "running";
    const none = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
    const kind = {
      done: "succeeded",
      cancelled: "canceled",
      expired: "expired",
      failed: "errored",
    };
    return {
      id: batch.id,
      type: "message_batch",
      processing_status: running ? "in_progress" : "ended",
      request_counts: running
        ? { ...none, processing: total }
        : { ...none, [kind[batch.state as keyof typeof kind]]: total },
      created_at: new Date(batch.createdAt).toISOString(),
      ended_at: running ? null : new Date().toISOString(),
      expires_at: new Date(batch.createdAt + 86_400_000).toISOString(),
      results_url: running ? null : `${this.origin()}/v1/messages/batches/${batch.id}/results`,
    };
  }

  private async lines(id: string): Promise<Reply> {
    const batch = this.find(id);
    if (!batch) return json({ error: { message: "No such batch" } }, 404);
    const items = (await this.items(batch)).filter(({ fate }) => fate !== "missing");
    const lines = items.map(({ id: custom_id, status, body, fate }) => {
      const type = fate === "cancelled" ? "canceled" : fate;
      const result = type
        ? { type }
        : status >= 400
          ? { type: "errored", error: body }
          : { type: "succeeded", message: body };
      return JSON.stringify({ custom_id, result });
    });
    return (response) => {
      response.writeHead(200, { "content-type": "application/x-jsonl" });
      response.end(`${lines.join("\n")}\n`);
    };
  }

  private google(batch: FakeBatch): Reply {
    return async (response, socket) => json(await this.operation(batch))(response, socket);
  }

  private async operation(batch: FakeBatch): Promise<Record<string, unknown>> {
    const { state } = batch;
    const word = { running: "RUNNING", done: "SUCCEEDED" } as Record<string, string>;
    const total = String(batch.requests.length);
    const answered = state === "done" || state === "expired";
    return {
      name: `batches/${batch.id}`,
      done: state !== "running",
      ...(state === "failed" ? { error: { code: 3, message: "bad request inside" } } : {}),
      metadata: {
        "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
        model: `models/${batch.model}`,
        displayName: batch.tag,
        state: `BATCH_STATE_${word[state] ?? state.toUpperCase()}`,
        createTime: new Date(batch.createdAt).toISOString(),
        batchStats: { requestCount: total, ...(answered ? { successfulRequestCount: total } : {}) },
        ...(answered ? { output: { inlinedResponses: await this.inlined(batch) } } : {}),
      },
    };
  }

  private async inlined(batch: FakeBatch): Promise<object> {
    const items = (await this.items(batch)).filter(({ fate }) => fate !== "missing");
    return {
      inlinedResponses: items.map(({ id, status, body, fate }) => {
        const metadata = { key: id };
        const code = fate === "cancelled" ? 1 : fate === "expired" ? 4 : null;
        if (code !== null) return { metadata, error: { code, message: String(fate) } };
        const said = (body as { error?: { message?: string } }).error;
        // codes of google.rpc in place of HTTP's
        const rpc = { 400: 3, 401: 16, 403: 7, 404: 5, 429: 8, 503: 14 } as Record<number, number>;
        return status >= 400
          ? { metadata, error: { code: rpc[status] ?? 13, message: said?.message ?? "" } }
          : { metadata, response: body };
      }),
    };
  }

  // ------------------------------------------------------------------ the requests inside

  private async items(batch: FakeBatch): Promise<Item[]> {
    const items: Item[] = [];
    for (const [n, { id, body }] of batch.requests.entries()) {
      const dead =
        batch.state === "cancelled" ? "cancelled" : batch.state === "expired" ? "expired" : null;
      const fate = this.plan.fate?.(id, n) ?? dead;
      const alone = fate ? { status: 0, body: null } : await this.alone(batch, n, body);
      items.push({ id, fate, ...alone });
    }
    return this.plan.shuffled === false ? items : items.reverse();
  }

  /** Asks the script what it would have said to the request by itself. */
  private async alone(
    batch: FakeBatch,
    n: number,
    body: Record<string, unknown>,
  ): Promise<{ status: number; body: unknown }> {
    const path = {
      openai: "input" in body ? "/v1/responses" : "/v1/chat/completions",
      anthropic: "/v1/messages",
      google: `/v1beta/models/${batch.model}:generateContent`,
    }[batch.provider];
    const call = readCall({ n, method: "POST", path, headers: {}, rawBody: JSON.stringify(body) });
    let status = 200;
    let text = "";
    const reply = await this.answer(call);
    // as much of a response as replies write to
    const paper = {
      writeHead: (code: number) => {
        status = code;
      },
      setHeader: () => {},
      write: (part: string) => {
        text += part;
      },
      end: (part = "") => {
        text += part;
      },
    };
    await reply(paper as unknown as ServerResponse, null as never);
    return { status, body: JSON.parse(text) };
  }
}
