import { type Adapter, type Capabilities, UnreadableAnswer } from "./adapter.js";
import { withoutSetting } from "./capabilities.js";
import {
  BLUE,
  colourProbe,
  judgeOrder,
  orderProbe,
  RED,
  readColours,
  readOrder,
  SETTINGS_PROBE,
  twoColours,
} from "./check-probes.js";
import { type CheckReport, emptyReport, type Taken } from "./check-report.js";
import { outcomeOfError } from "./failure.js";
import { Gate } from "./limiter-gate.js";
import { callWithRetry, sleepFor, type TransportHooks } from "./retry.js";
import { type RetryPolicy, retryPolicy } from "./retry-timing.js";
import type {
  ModelError,
  ModelOutcome,
  ModelRequest,
  SettingName,
  StructuredMode,
} from "./types.js";

export type { CheckReport, Taken } from "./check-report.js";

export const SMALL = [128, 64] as const;
export const LARGE = [2048, 1024] as const;

export interface CheckOptions {
  retry?: Partial<RetryPolicy>;
  hooks?: TransportHooks;
  signal?: AbortSignal;
}

/**
 * Finds out what a model at an address can do, in six to ten small calls: settings, a picture with two colours
 * answered as JSON, the order of texts and pictures, and pictures of two sizes.
 * @param can from the table, without what an earlier check has stored
 */
export async function checkModel(
  adapter: Adapter,
  model: string,
  can: Capabilities,
  options: CheckOptions = {},
): Promise<CheckReport> {
  const check = new Check(adapter, model, can, options);
  await check.run();
  return check.report;
}

interface Answer {
  text: string;
  outcome: ModelOutcome;
  error: ModelError | null;
  inputTokens: number | null;
}

class Check {
  readonly report: CheckReport;
  private can: Capabilities;
  /** ways of asking for JSON that an error refused */
  private readonly refusedModes: StructuredMode[] = [];
  private readonly gate: Gate;

  constructor(
    private readonly adapter: Adapter,
    private readonly model: string,
    private readonly table: Capabilities,
    private readonly options: CheckOptions,
  ) {
    this.can = table;
    this.gate = new Gate({ mode: 1 }, options.hooks?.sleep ?? sleepFor);
    this.report = emptyReport(adapter, model, table);
  }

  async run(): Promise<void> {
    try {
      if (!(await this.settings())) return;
      await this.colours();
      if (this.can.images) await this.order();
      if (this.can.images) await this.sizes();
      this.report.overrides = this.differences();
    } finally {
      this.gate.close();
    }
  }

  private async settings(): Promise<boolean> {
    const answer = await this.ask(SETTINGS_PROBE);
    const effort = this.table.reasoningEffort && this.can.efforts.find((e) => e !== "none");
    // by itself: thinking may exclude other settings
    if (effort && !answer.error)
      await this.ask({ ...SETTINGS_PROBE, temperature: undefined, reasoningEffort: effort });
    const tried = (before: boolean, after: boolean): Taken =>
      before ? (after ? "taken" : "refused") : "not tried";
    const { report, table, can } = this;
    report.temperature = tried(table.temperature, can.temperature);
    report.seed = tried(table.seed, can.seed);
    report.reasoningEffort = effort ? tried(true, can.reasoningEffort) : "not tried";
    report.maxTokensField = can.maxTokensField;
    report.error = answer.error;
    return answer.error === null;
  }

  /** Goes down from schema to words until a JSON answer has come in the way that was asked for. */
  private async colours(): Promise<void> {
    const { report } = this;
    let picture: Uint8Array | null = await twoColours(RED, BLUE, ...SMALL);
    for (;;) {
      const mode = this.can.structured[0]!;
      const answer = await this.ask(colourProbe(picture, mode !== "schema"));
      if (answer.error?.code === "images_unsupported" && picture) {
        this.can = { ...this.can, images: false };
        picture = null;
        continue;
      }
      if (answer.error) return;
      // a refusal has led down already, and the question has to name the keys
      if (this.can.structured[0] !== mode) continue;
      const said = readColours(answer.text);
      if (said && picture) {
        report.colours = `${said.left} left, ${said.right} right`;
        report.sees = said.left === "red" && said.right === "blue";
      }
      if (said && (said.keys || mode !== "schema")) {
        report.structured = mode;
        report.jsonAnswers = true;
        return;
      }
      if (this.goDown("structured")) continue;
      report.jsonAnswers = false;
      return;
    }
  }

  private goDown(setting: SettingName): boolean {
    const next = withoutSetting(this.can, setting);
    if (setting === "structured") this.report.structuredRefused.push(this.can.structured[0]!);
    if (next) this.can = next;
    return next !== null;
  }

  private async order(): Promise<void> {
    const { report } = this;
    const red = await twoColours(RED, RED, SMALL[1], SMALL[1]);
    const blue = await twoColours(BLUE, BLUE, SMALL[1], SMALL[1]);
    const first = await this.ask(orderProbe(red, blue));
    if (first.error) {
      const most = /at most (\d+) (image|picture)/i.exec(first.error.message)?.[1];
      if (most !== undefined) report.maxImages = Number(most);
      return;
    }
    const second = await this.ask(orderProbe(blue, red));
    if (second.error) return;
    report.order = judgeOrder(readOrder(first.text), readOrder(second.text));
  }

  /** A server that makes pictures smaller charges a large one like a small one. */
  private async sizes(): Promise<void> {
    const ask = async (size: readonly [number, number]) =>
      this.ask({
        parts: [
          { type: "image", data: await twoColours(RED, BLUE, ...size), mediaType: "image/png" },
          ...SETTINGS_PROBE.parts,
        ],
        maxTokens: 4096,
      });
    const small = await ask(SMALL);
    if (small.error) return;
    const large = await ask(LARGE);
    this.report.largeRefused = large.error?.message ?? null;
    this.report.pictureTokens = { small: small.inputTokens, large: large.inputTokens };
  }

  /** One question, asked again without what is refused. */
  private async ask(request: ModelRequest): Promise<Answer> {
    const { adapter, model, options, report } = this;
    const dropped = new Set<SettingName>();
    const result = await callWithRetry(
      async () => {
        report.calls++;
        try {
          const { body } = adapter.toRequest(model, request, this.can);
          const raw = await adapter.call(body, model, options.signal);
          const answer = adapter.fromResponse(raw);
          if (!answer) throw new UnreadableAnswer(raw);
          return { ok: true, value: answer };
        } catch (thrown) {
          return { ok: false, ...adapter.classifyError(thrown, Date.now()) };
        }
      },
      {
        gate: this.gate,
        policy: retryPolicy({ maxAttempts: 3, ...options.retry }),
        sleep: options.hooks?.sleep ?? sleepFor,
        random: options.hooks?.random ?? Math.random,
        ...(options.signal ? { signal: options.signal } : {}),
        mend: ({ code, param }) => {
          if (code !== "unsupported_parameter" || !param) return false;
          if (param !== "structured" && dropped.has(param)) return false;
          dropped.add(param);
          if (param === "structured") this.refusedModes.push(this.can.structured[0]!);
          return this.goDown(param);
        },
      },
    );
    if (!result.ok)
      return {
        text: "",
        outcome: outcomeOfError(result.error),
        error: result.error,
        inputTokens: null,
      };
    const { text, outcome, usage, model: served } = result.value;
    report.servedModel = served ?? report.servedModel;
    report.countsTokens ||= usage.input !== null;
    report.tokens.input += usage.input ?? 0;
    report.tokens.output += usage.output ?? 0;
    return { text, outcome, error: null, inputTokens: usage.input };
  }

  /** Where no way brought JSON, only those are known to fail that were refused outright. */
  private structuredWays(): StructuredMode[] {
    const { table, can, refusedModes, report } = this;
    if (report.jsonAnswers !== false) return [...can.structured];
    const left = table.structured.filter((mode) => !refusedModes.includes(mode));
    return left.length > 0 ? left : ["prompt"];
  }

  private differences(): Partial<Capabilities> {
    const { table, can, report } = this;
    const found: Partial<Capabilities> = {
      temperature: can.temperature,
      seed: can.seed,
      maxTokensField: can.maxTokensField,
      reasoningEffort: can.reasoningEffort,
      structured: this.structuredWays(),
      jsonAnswers: report.jsonAnswers === false ? false : table.jsonAnswers,
      images: can.images,
      maxImages: report.maxImages ?? table.maxImages,
      imageOrder: report.order === "hoisted" ? "hoisted" : table.imageOrder,
    };
    const differs = Object.entries(found).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(table[key as keyof Capabilities]),
    );
    return Object.fromEntries(differs);
  }
}
