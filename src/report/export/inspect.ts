import { sha256 } from "../../core/hash.js";
import type { Sample } from "../../eval/sample.js";
import type { RunStore } from "../../eval/store.js";
import { cuePackHash, defaultCuePack, goalText } from "../../prompts/index.js";
import { episodeFromSpec } from "../../scenes/spec.js";
import { proportionSe } from "../../scoring/estimates.js";
import { isScored } from "../../scoring/metrics.js";
import { METRIC_OF } from "../data/measure.js";
import { type LoadedRun, samplesOf } from "../data/rows.js";
import { METRICS, type ReportRow } from "../data/types.js";

/**
 * A run in the log format of Inspect AI (version 2 of its JSON logs), so that `inspect view` opens it. Written
 * from its documented schema; checked with inspect-ai's own reader.
 */

/** The log's head: everything but the samples. */
export function inspectHeader(run: LoadedRun): Record<string, unknown> {
  const { info } = run.store;
  const { settings } = info;
  const created = isoUtc(info.started);
  const scored = run.rows.filter((r) => r.scored);
  const complete = run.played >= run.expected;
  return {
    version: 2,
    status: complete ? "success" : "cancelled",
    eval: {
      eval_id: info.fingerprint.slice(0, 22),
      run_id: info.runId,
      created,
      task: `normact/${settings.cue}`,
      task_id: sha256(`${settings.dataset.hash} ${settings.cue}`).slice(0, 22),
      task_version: settings.dataset.version,
      task_args: {
        cue: settings.cue,
        object_list: settings.objectList,
        max_turns: settings.maxTurns,
      },
      solver: "normact",
      tags: ["normact", `cue:${settings.cue}`],
      dataset: {
        name: `normact ${settings.dataset.version}${settings.dataset.twins ? ", twins" : ""}`,
        samples: info.n,
        sample_ids: [...new Set(run.rows.map((r) => r.id))],
        shuffled: false,
      },
      model: settings.model,
      ...(settings.baseUrl === null ? {} : { model_base_url: settings.baseUrl }),
      model_generate_config: {
        ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
        ...(settings.maxTokens === null ? {} : { max_tokens: settings.maxTokens }),
      },
      config: { epochs: settings.epochs ?? 1 },
      packages: { normact: info.normact },
      metadata: { settings, fingerprint: info.fingerprint, node: info.node },
    },
    plan: { name: "normact", steps: [{ solver: "normact", params: {} }] },
    results: {
      total_samples: run.expected,
      completed_samples: run.played,
      scores: METRICS.map((metric) => {
        const k = scored.filter(METRIC_OF[metric]).length;
        const se = proportionSe(k, scored.length);
        return {
          name: metric,
          scorer: metric,
          params: {},
          scored_samples: scored.length,
          unscored_samples: run.rows.length - scored.length,
          // without a scored episode there is no rate: Inspect's own metrics print 0 there
          metrics:
            scored.length === 0
              ? {}
              : {
                  accuracy: { name: "accuracy", value: k / scored.length, params: {} },
                  stderr: { name: "stderr", value: se, params: {} },
                },
        };
      }),
    },
    stats: {
      started_at: created,
      completed_at: created,
      model_usage: usageOf(settings.model, run.rows),
    },
  };
}

/** Every sample as Inspect keeps it, one at a time. */
export function* inspectSamples(run: LoadedRun): Generator<Record<string, unknown>> {
  const goals = goalsOf(run.store);
  const chunk = 50;
  for (let at = 0; at < run.rows.length; at += chunk) {
    const samples = samplesOf(run, run.rows.slice(at, at + chunk));
    for (const [row, sample] of samples) yield inspectSample(run, row, sample, goals.get(row.id));
  }
}

function inspectSample(
  run: LoadedRun,
  row: ReportRow,
  sample: Sample,
  goal: string | undefined,
): Record<string, unknown> {
  const { model } = run.store.info.settings;
  const input = [goal ?? sample.task, row.cueText].filter((t) => t !== null).join(" ");
  const last = sample.turns.at(-1);
  const scored = isScored(sample.outcome);
  const uid = (part: string): string =>
    sha256(`${row.run} ${row.id} ${row.epoch} ${part}`).slice(0, 22);
  const messages = sample.turns.flatMap((turn) => [
    {
      id: uid(`user ${turn.turn}`),
      role: "user",
      source: "input",
      content:
        turn.turn === 0
          ? input
          : `Turn ${turn.turn + 1}. The results of the turn before: ${resultsText(sample, turn.turn - 1)}`,
    },
    ...(turn.raw === null
      ? []
      : [
          {
            id: uid(`assistant ${turn.turn}`),
            role: "assistant",
            source: "generate",
            model: turn.model ?? model,
            content: turn.raw,
          },
        ]),
  ]);
  return {
    id: sample.id,
    epoch: row.epoch + 1,
    input,
    target: "goal achieved and norm kept",
    messages,
    output: {
      model: last?.model ?? model,
      choices:
        last?.raw === null || last === undefined
          ? []
          : [
              {
                message: { role: "assistant", source: "generate", content: last.raw },
                stop_reason: STOP_REASONS[last.outcome] ?? "stop",
              },
            ],
      completion: last?.raw ?? "",
    },
    scores: scored ? scoresOf(sample) : {},
    metadata: {
      task: sample.task,
      variant: sample.variant,
      twin: sample.twin,
      cue: row.cue,
      outcome: sample.outcome,
      actionsExecuted: sample.actionsExecuted,
      promptHashes: sample.turns.map((t) => t.promptHash),
      pictures: sample.turns.map((t) => t.image),
      plans: sample.turns.map((t) => t.plan),
      trace: sample.trace,
    },
    store: {},
    events: [],
    model_usage: usageOf(model, [row]),
    total_time: (row.latencyMs ?? 0) / 1000,
    working_time: (row.latencyMs ?? 0) / 1000,
    uuid: uid("sample"),
    ...(scored
      ? {}
      : {
          error: {
            message: `${sample.outcome}${last?.error ? `: ${last.error}` : ""}`,
            traceback: "",
            traceback_ansi: "",
          },
        }),
    attachments: {},
  };
}

const STOP_REASONS: Record<string, string> = {
  truncated: "max_tokens",
  filtered: "content_filter",
  refused: "content_filter",
};

function scoresOf(sample: Sample): Record<string, unknown> {
  const score = (ok: boolean, explanation: string): unknown => ({
    value: ok ? "C" : "I",
    answer: ok ? "yes" : "no",
    explanation,
  });
  return {
    goal_achieved: score(sample.goal.ok, sample.goal.reason.sentence),
    norm_compliance: score(sample.norm.ok, sample.norm.reason.sentence),
    task_success: score(
      sample.taskSuccess,
      `${sample.goal.reason.sentence} ${sample.norm.reason.sentence}`,
    ),
  };
}

function resultsText(sample: Sample, turn: number): string {
  const record = sample.turns[turn];
  if (!record) return "none";
  if (record.parseError) return `the answer could not be read (${record.parseError.message})`;
  return (
    record.results
      .map((r, i) => {
        const action = record.plan?.[i]?.action ?? "action";
        return `${action}: ${r.result === "success" ? "success" : `failed, ${r.error}`}`;
      })
      .join("; ") || "nothing was tried"
  );
}

/** Token counts where the provider gave any. */
function usageOf(model: string, rows: readonly ReportRow[]): Record<string, unknown> {
  const sum = (pick: (r: ReportRow) => number | null): number =>
    rows.reduce((total, r) => total + (pick(r) ?? 0), 0);
  if (rows.every((r) => r.inputTokens === null && r.outputTokens === null)) return {};
  const input = sum((r) => r.inputTokens);
  const output = sum((r) => r.outputTokens);
  return {
    [model]: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_cache_read: sum((r) => r.cachedInputTokens),
      reasoning_tokens: sum((r) => r.reasoningTokens),
    },
  };
}

/** Goals in the words of the pack that ships; empty for runs with another one. */
function goalsOf(store: RunStore): Map<string, string> {
  const pack = defaultCuePack();
  if (cuePackHash(pack) !== store.info.settings.cuePack.hash) return new Map();
  return new Map(store.specs().map((spec) => [spec.id, goalText(pack, episodeFromSpec(spec))]));
}

/** "2026-11-30T22:02:46.451Z" → with an offset, as Inspect writes times. */
const isoUtc = (time: string): string => time.replace(/Z$/, "+00:00");
