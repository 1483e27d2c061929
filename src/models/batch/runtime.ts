import type { Spending } from "../budget.js";
import { RuntimeClient } from "../client.js";
import type { Prices } from "../prices.js";
import type { ClientOptions, ModelRuntime, Spent } from "../runtime.js";
import type { ModelClient, ModelRequest, ModelResponse, WirePreview } from "../types.js";
import { batchProvider } from "./providers.js";
import { BatchWaves, type WaveOptions } from "./waves.js";

export interface BatchOptions extends Pick<WaveOptions, "say" | "pollMs" | "limits"> {
  /** does the runtime keep answers on disk? `true` when left out */
  keepsAnswers?: boolean;
}

/** A runtime whose clients answer by batches, once they are told in which run (`BatchedClient.open`). */
export class BatchRuntime implements ModelRuntime {
  private readonly clients = new Map<string, BatchedClient>();

  constructor(
    private readonly inner: ModelRuntime,
    private readonly options: BatchOptions,
  ) {}

  /** @throws UsageError no_batch, and what the runtime beneath throws */
  client(name: string, options?: ClientOptions): ModelClient {
    batchProvider(name);
    const inner = this.inner.client(name, options);
    if (!(inner instanceof RuntimeClient))
      throw new Error("batches need the runtime's own clients");
    const made = new BatchedClient(inner, this.options);
    this.clients.set(name, made);
    return made;
  }

  get keepsAnswers(): boolean {
    return this.options.keepsAnswers ?? true;
  }

  /** The client that was last made under a name. */
  made(name: string): BatchedClient | undefined {
    return this.clients.get(name);
  }

  spent(): Spent {
    return this.inner.spent();
  }

  countSpent(spent: Spending): void {
    this.inner.countSpent(spent);
  }

  prices(): Prices {
    return this.inner.prices();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

export class BatchedClient implements ModelClient {
  readonly name: string;
  readonly endpoint: string;
  readonly settings: ModelClient["settings"];
  private waves: BatchWaves | null = null;

  constructor(
    private readonly inner: RuntimeClient,
    private readonly options: BatchOptions,
  ) {
    this.name = inner.name;
    this.endpoint = inner.endpoint;
    this.settings = inner.settings;
  }

  /** From now on requests belong to the run in a folder; one run at a time. */
  async open(folder: string): Promise<BatchWaves> {
    this.waves = await BatchWaves.open({ folder, client: this.inner, ...this.options });
    return this.waves;
  }

  generate(request: ModelRequest): Promise<ModelResponse> {
    if (!this.waves) throw new Error("BatchedClient.generate before open");
    return this.waves.answer(request);
  }

  preview(request: ModelRequest): Promise<WirePreview> {
    return this.inner.preview(request);
  }
}
