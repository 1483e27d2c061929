import { existsSync } from "node:fs";
import { join } from "node:path";
import { NormactError } from "../core/errors.js";
import { readBytes, readText, writeWhole } from "../core/files.js";
import type { UnreadLine } from "../core/jsonl.js";
import { pluralIs } from "../core/shown.js";
import { casesOf } from "../diagnosis/cases.js";
import { type Drawable, drawCases, labelledCases } from "../diagnosis/sample.js";
import { sheetHtml } from "../diagnosis/sheet.js";
import { readLabels } from "../diagnosis/store.js";
import {
  distinctVerdicts,
  type HumanAgreement,
  humanAgreement,
  readVerdicts,
} from "../diagnosis/verdicts.js";
import { RunStore } from "../eval/store.js";
import { thumbnail } from "../images/index.js";
import type { CuePack } from "../prompts/index.js";
import { rate } from "../report/score-table.js";
import { textTable } from "../report/text-table.js";
import { drawObservation } from "../scenes/picture.js";
import { createWorld } from "../world/index.js";
import { agreementLines, noteUnread, packFile } from "./diagnose-actions.js";
import { note, print, printJson } from "./io.js";
import { progress } from "./progress.js";

interface SampleFlags {
  html: string;
  judge: string | string[];
  perCue: number;
  seed: number;
  out: string;
  cuePack?: string;
  json?: boolean;
}

/** Pixels; colour and segmentation side by side stay readable. */
const PICTURE_WIDTH = 960;

export async function runSample(names: string[], flags: SampleFlags): Promise<void> {
  const judge = [flags.judge].flat().at(-1)!;
  const pack = packFile(flags.cuePack);
  const stores = [...new Set(names)].map((name) => RunStore.open(flags.out, name));
  const folders = new Map(stores.map((s) => [s.info.runId, s.folder]));
  const unread: UnreadLine[] = [];
  const all = stores.flatMap((store) =>
    labelledCases(
      store.info.runId,
      casesOf(store, pack).failed,
      readLabels(store.folder, judge, (line) => unread.push(line)),
    ),
  );
  noteUnread(unread);
  if (all.length === 0)
    throw new NormactError(
      "no_labels",
      `${judge} has labelled none of the failed episodes of ${names.join(", ")} (or none failed): run "normact diagnose ${names.join(" ")}${judge === "builtin/rules" ? "" : ` --judge ${judge}`}" first`,
      2,
    );
  noteUnlabelled(all, stores, pack, judge);
  const drawn = drawCases(all, flags.perCue, flags.seed);
  const bar = progress("sheet", drawn.length);
  const cases = [];
  for (const d of drawn) {
    const bytes = await firstView(d, folders.get(d.run)!);
    cases.push({ ...d, picture: { mediaType: "image/webp" as const, bytes } });
    bar.tick(d.failed.sample.id);
  }
  bar.end();
  writeWhole(flags.html, sheetHtml(cases, { judge, seed: flags.seed }));
  const cues = [...new Set(drawn.map((d) => d.failed.cue))].map((cue) => ({
    cue,
    labelled: all.filter((d) => d.failed.cue === cue).length,
    drawn: drawn.filter((d) => d.failed.cue === cue).length,
  }));
  if (flags.json) printJson({ schemaVersion: 1, html: flags.html, judge, seed: flags.seed, cues });
  else
    print(
      textTable(
        ["cue", "labelled", "drawn"],
        cues.map((c) => [c.cue, String(c.labelled), String(c.drawn)]),
      ),
    );
  for (const c of cues)
    if (c.drawn < flags.perCue)
      note(
        `cue ${c.cue}: ${c.drawn} of the ${flags.perCue} asked for, since only ${c.labelled} are labelled`,
      );
  note(`open ${flags.html} in a browser; it works from the disk`);
}

/** Runs that the sheet cannot draw from, since this judge has not been asked about them. */
function noteUnlabelled(
  all: readonly Drawable[],
  stores: readonly RunStore[],
  pack: CuePack | null,
  judge: string,
): void {
  const there = new Set(all.map((d) => d.run));
  const without = stores.filter(
    (s) => !there.has(s.info.runId) && casesOf(s, pack).failed.length > 0,
  );
  for (const { info } of without)
    note(
      `nothing is drawn from ${info.runId}: ${judge} has labelled none of its failed episodes (normact diagnose ${info.runId}${judge === "builtin/rules" ? "" : ` --judge ${judge}`})`,
    );
}

/** The first view of a case as a small picture: the one that was sent, or drawn again. */
async function firstView({ failed }: Drawable, folder: string): Promise<Uint8Array> {
  const hash = failed.sample.turns[0]?.image;
  const kept = hash && /^[0-9a-f]{64}$/.test(hash) ? join(folder, "images", `${hash}.png`) : null;
  const png =
    kept && existsSync(kept)
      ? readBytes(kept)
      : (await drawObservation(createWorld(failed.episode).snapshot())).observation;
  return thumbnail(png, PICTURE_WIDTH);
}

export function runAgreement(files: string[], flags: { json?: boolean }): void {
  const given = files.flatMap((file) => readVerdicts(readText(file), file));
  const verdicts = distinctVerdicts(given);
  if (verdicts.length < given.length)
    note(`${pluralIs(given.length - verdicts.length, "verdict")} there twice and counted once`);
  const result = humanAgreement(verdicts);
  if (flags.json) printJson({ schemaVersion: 1, ...result });
  else print(agreementText(result));
}

function agreementText(r: HumanAgreement): string {
  const rows = (of: HumanAgreement["byCue"]): string[][] =>
    Object.entries(of).map(([name, p]) => [name, String(p.n), String(p.k), rate(p)]);
  return [
    `${r.rows} verdicts by ${r.reviewers.join(", ") || "nobody"} on labels by ${r.judges.join(", ") || "nobody"}: ${r.decided} decided, ${r.unsure} cannot say, ${r.empty} left open.\n`,
    textTable(
      ["", "decided", "label fits", "% (95 % Wilson)"],
      [
        ["all", String(r.agree.n), String(r.agree.k), rate(r.agree)],
        null,
        ...rows(r.byCue),
        null,
        ...rows(r.byLabel),
      ],
    ),
    agreementLines("reviewers and judge", r.withJudge),
    ...(r.betweenReviewers
      ? [agreementLines("the reviewers with each other", r.betweenReviewers)]
      : []),
  ].join("");
}
