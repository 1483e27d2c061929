import {
  capabilitiesOf,
  createAdapter,
  findProvider,
  MODEL_PROVIDERS,
} from "../models/adapters.js";
import {
  checkedFile,
  listChecked,
  loadCapabilities,
  storeChecked,
} from "../models/capabilities.js";
import { type CheckReport, checkModel, LARGE, SMALL } from "../models/check.js";
import { loadEnvironment } from "../models/environment.js";
import { parseModelName } from "../models/runtime.js";
import { textTable } from "../report/text-table.js";
import { note, print, printJson } from "./io.js";
import type { ModelsCheckFlags, ModelsListFlags } from "./models.js";

export function list({ json }: ModelsListFlags): void {
  const env = loadEnvironment();
  const isSet = (name: string) => (env[name] ?? "").trim() !== "";
  const providers = MODEL_PROVIDERS.map((name) => {
    const { keyVariables, keyOptional, baseUrlVariable, defaultBaseUrl } = findProvider(name);
    return {
      name,
      keyVariables,
      /** the variable that counts; null: none is set */
      key: keyVariables.find(isSet) ?? null,
      keyOptional: keyOptional ?? false,
      baseUrlVariable,
      baseUrl: isSet(baseUrlVariable) ? env[baseUrlVariable]!.trim() : defaultBaseUrl,
    };
  });
  const checked = listChecked();
  if (json) {
    printJson({ schemaVersion: 1, providers: providers.map(withoutSecrets), checked });
    return;
  }
  const rows = providers.map((p) => [
    p.name,
    p.keyVariables.join(" or "),
    p.key === null ? (p.keyOptional ? "missing, not needed" : "missing") : `set (${p.key})`,
    shownUrl(p.baseUrl) ?? `--base-url or ${p.baseUrlVariable}`,
  ]);
  print(textTable(["provider", "key", "found", "address"], rows));
  if (checked.length === 0) return;
  print("");
  print(
    textTable(
      ["checked", "at", "found out"],
      checked.map((c) => [c.model, c.endpoint, inWords(c.found)]),
    ),
  );
}

const withoutSecrets = <P extends { baseUrl: string | null }>(provider: P): P => ({
  ...provider,
  baseUrl: shownUrl(provider.baseUrl),
});

/** An address without a name, a password or anything behind `?`. */
function shownUrl(text: string | null): string | null {
  if (text === null) return null;
  try {
    const url = new URL(text);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  } catch {
    return "(no address)";
  }
}

export async function check(name: string, flags: ModelsCheckFlags): Promise<void> {
  const { provider, model } = parseModelName(name);
  const adapter = createAdapter(provider, {
    env: loadEnvironment(),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
    ...(flags.openaiApi === undefined ? {} : { api: flags.openaiApi }),
    ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout * 1000 }),
  });
  const table = loadCapabilities({
    checkedFile: null,
    ...(flags.capabilities === undefined ? {} : { file: flags.capabilities }),
  });
  const { capabilities } = capabilitiesOf(table, adapter, model);
  note(`asking ${name} at ${adapter.endpoint}`);
  const report = await checkModel(adapter, model, capabilities).finally(() => adapter.close());
  const usable = report.error === null && report.sees === true;
  const store = flags.store !== false && report.error === null;
  if (store)
    storeChecked({ adapter: adapter.id, model, endpoint: adapter.endpoint }, report.overrides);
  if (flags.json) printJson({ schemaVersion: 1, usable, stored: store, ...report });
  else print(describe(name, report));
  if (store && !flags.json)
    note(
      Object.keys(report.overrides).length > 0
        ? `kept in ${checkedFile()}; runs with this model go by it from now on`
        : "nothing differs from what the table says, so nothing is kept",
    );
  if (!usable) process.exitCode = 1;
}

function describe(name: string, report: CheckReport): string {
  if (report.error)
    return `${name} does not answer: ${report.error.message} (${report.error.code})\n`;
  const lines: [string, string][] = [
    ["model", report.servedModel ?? "not named in the answers"],
    ["temperature", report.temperature],
    ["seed", report.seed],
    ["reasoning effort", report.reasoningEffort],
    ["output limit", report.maxTokensField],
    ["JSON", jsonLine(report)],
    ["pictures", pictureLine(report)],
    ["order", ORDERS[report.order]],
    ["picture sizes", sizeLine(report)],
    [
      "token counts",
      report.countsTokens ? "told" : "not told: limits on tokens and cost go by estimates",
    ],
    [
      "spent",
      `${report.calls} calls, ${report.tokens.input} tokens in, ${report.tokens.output} out`,
    ],
    ["differs from table", inWords(report.overrides) || "no"],
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return `${lines.map(([label, said]) => `${label.padEnd(width)}  ${said}`).join("\n")}\n`;
}

const ORDERS: Record<CheckReport["order"], string> = {
  kept: "texts and pictures are seen as they are sent",
  hoisted: "CHANGED: the server puts pictures before the text",
  unclear: "unclear: the model's answers fit no order",
  "not tried": "not tried",
};

function jsonLine({ structured, structuredRefused, jsonAnswers }: CheckReport): string {
  if (jsonAnswers === false)
    return `NO JSON: structured output does not work (tried: ${structuredRefused.join(", ")})`;
  const refused =
    structuredRefused.length > 0 ? ` (not kept: ${structuredRefused.join(", ")})` : "";
  return structured === null ? `not found out${refused}` : `by ${structured}${refused}`;
}

function pictureLine({ sees, colours, maxImages, overrides }: CheckReport): string {
  if (overrides.images === false) return "refused";
  const most = maxImages === null ? "" : `; at most ${maxImages} a request`;
  if (sees === null) return `the answer could not be read${most}`;
  return `${sees ? "seen" : `NOT SEEN: said ${colours}, shown red left, blue right`}${most}`;
}

function sizeLine({ pictureTokens, largeRefused }: CheckReport): string {
  const large = `${LARGE[0]}×${LARGE[1]}`;
  if (largeRefused) return `${large} refused: ${largeRefused}`;
  if (!pictureTokens) return "not tried";
  const { small, large: most } = pictureTokens;
  if (small === null || most === null) return `${large} taken`;
  return `${large} taken; input tokens ${small} with ${SMALL[0]}×${SMALL[1]}, ${most} with ${large}`;
}

const inWords = (found: object): string =>
  Object.entries(found)
    .map(([key, value]) => `${key}: ${Array.isArray(value) ? value.join(" > ") : value}`)
    .join("; ");
