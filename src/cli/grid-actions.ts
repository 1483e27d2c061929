import { readText } from "../core/files.js";
import { checkLayout, LAYOUT_RULES, type LayoutReport } from "../grid/check/index.js";
import { Episode } from "../grid/episode.js";
import { parseLayout } from "../grid/layout-text.js";
import { addLayout, layoutIds, layoutOf } from "../grid/layouts.js";
import { logHeader, logStep } from "../grid/log.js";
import { normIds, normOf } from "../grid/norms/index.js";
import type { ScriptedNewcomer } from "../grid/planner/community.js";
import { type FreeRequest, freeScenario } from "../grid/scenarios/free.js";
import { rollout as play } from "../grid/scenarios/rollout.js";
import type { Layout, NormDefinition } from "../grid/types.js";
import { textTable } from "../report/text-table.js";
import { layoutPicture } from "./grid-text.js";
import { note, print, printJson } from "./io.js";

export function norms(id: string | undefined, options: { json?: boolean }): void {
  const shown = id === undefined ? normIds().map(normOf) : [normOf(id)];
  if (options.json) for (const norm of shown) printJson(normRow(norm));
  else
    print(
      textTable(
        ["#", "id", "family", "task", "held out", "rule"],
        shown.map((norm) => {
          const { number, family, taskKind, heldOut, description } = normRow(norm);
          return [String(number), norm.id, family, taskKind, heldOut ? "yes" : "", description];
        }),
      ),
    );
}

function normRow(norm: NormDefinition) {
  const { id, family, taskKind, heldOut, description, shape } = norm;
  const number = normIds().indexOf(id) + 1;
  return { number, id, family, taskKind, heldOut, description, ...(shape ? { shape } : {}) };
}

/** A layout by id, or read from a file and added for this run. */
export function layoutFrom(name: string): Layout {
  if (!/[./\\]/.test(name)) return layoutOf(name);
  const layout = parseLayout(readText(name), name);
  addLayout(layout);
  return layout;
}

export function listLayouts(options: { json?: boolean }): void {
  const rows = layoutIds().map((id) => {
    const { facts } = checkLayout(layoutOf(id));
    const chairs = Object.values(facts?.chairs ?? {}).reduce((a, b) => a + b, 0);
    return {
      id,
      name: layoutOf(id).name,
      poi: layoutOf(id).poi.length,
      floor: facts?.floor,
      chairs,
    };
  });
  if (options.json) for (const row of rows) printJson(row);
  else
    print(
      textTable(
        ["id", "name", "places by name", "floor cells", "chairs"],
        rows.map((r) => [r.id, r.name, String(r.poi), String(r.floor ?? ""), String(r.chairs)]),
      ),
    );
}

interface CheckLayoutsOptions {
  rules?: boolean;
  verbose?: boolean;
  json?: boolean;
}

export function checkLayouts(names: string[], options: CheckLayoutsOptions): void {
  if (options.rules) {
    if (options.json) printJson(LAYOUT_RULES);
    else print(textTable(["rule", "asks that"], Object.entries(LAYOUT_RULES)));
    return;
  }
  const wanted = names.length > 0 ? names : layoutIds();
  const reports = wanted.map((name) => checkLayout(layoutFrom(name)));
  for (const report of reports)
    if (options.json) printJson(report);
    else print(reportText(report, options.verbose ?? false));
  const failed = reports.filter((r) => !r.ok);
  note(`${reports.length - failed.length} of ${reports.length} layouts pass`);
  if (failed.length > 0) process.exitCode = 1;
}

function reportText(report: LayoutReport, verbose: boolean): string {
  const shown = report.problems.filter((p) => verbose || p.level === "error");
  const lines = shown.map((p) => `  ${p.level} ${p.rule}: ${p.message}`);
  const { facts } = report;
  const counts = facts
    ? `floor ${facts.floor}, ring ${facts.ring}, chairs ${Object.values(facts.chairs).join("+")}, longest task ${facts.longest.free} steps`
    : "not measured";
  if (verbose && facts)
    lines.push(
      `  forced tasks: ${Object.entries(facts.forced)
        .map(([id, n]) => `${id} ${n}`)
        .join(", ")}`,
    );
  return [`${report.ok ? "ok  " : "FAIL"} ${report.id}: ${counts}`, ...lines].join("\n");
}

export function showLayout(name: string, options: { norm?: string; json?: boolean }): void {
  const layout = layoutFrom(name);
  const norm = options.norm === undefined ? null : normOf(options.norm);
  const picture = layoutPicture(layout, norm);
  if (options.json) printJson(picture.data);
  else print(picture.text);
}

interface RolloutOptions extends Omit<FreeRequest, "habit"> {
  newcomer: ScriptedNewcomer;
  distractor?: string;
  json?: boolean;
}

export function rollout(options: RolloutOptions): void {
  const layout = layoutFrom(options.layout);
  const scenario = freeScenario({
    ...options,
    layout: layout.id,
    ...(options.distractor === undefined ? {} : { habit: options.distractor }),
  });
  if (!options.json) {
    const summary = play(scenario, { newcomer: options.newcomer });
    print(JSON.stringify({ scenario: scenario.id, ...summary }, null, 2));
    return;
  }
  const episode = new Episode(scenario, options.newcomer);
  printJson(logHeader(scenario, options.newcomer));
  while (episode.over === null) printJson(logStep(episode.step()));
}
