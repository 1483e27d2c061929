import { createHash } from "node:crypto";
import { type FailedCase, outcomeWords } from "./case.js";
import { epochOf } from "./cases.js";
import { ERROR_LABELS, LABEL_MEANING, type LabelRecord } from "./labels.js";
import { SHEET_SCRIPT, SHEET_STYLE } from "./sheet-page.js";

/** One case on a reviewer's sheet. */
export interface SheetCase {
  run: string;
  failed: FailedCase;
  label: LabelRecord;
  /** small picture of the first view */
  picture: { mediaType: "image/webp"; bytes: Uint8Array } | null;
}

/**
 * A sheet on which a person checks a judge's labels: picture, goal and cue, answers, trace, label, and a verdict to
 * give. One HTML file that asks for nothing from anywhere; verdicts stay in the browser until they are saved as
 * CSV. Everything that a model wrote is escaped.
 */
export function sheetHtml(
  cases: readonly SheetCase[],
  about: { judge: string; seed: number },
): string {
  const title = `Error labels by ${about.judge}: ${cases.length} cases`;
  const key = sheetKey(cases, about);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash()}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${SHEET_STYLE}</style>
</head>
<body data-key="${key}">
<header>
<h1>${escapeHtml(title)}</h1>
<p>Drawn at random (seed ${about.seed}), the same number under every cue condition. For each case: does the label fit what happened? If not, choose the one that does. Verdicts stay in this browser; save them as a file when you are done or want a break.</p>
<details><summary>What the labels mean</summary><dl>${ERROR_LABELS.map((l) => `<dt>${l}</dt><dd>${escapeHtml(LABEL_MEANING[l])}</dd>`).join("")}</dl></details>
</header>
<div class="bar" role="region" aria-label="Your verdicts"><label>Your name or initials <input id="reviewer" autocomplete="off"></label>
<button id="save" type="button">Save verdicts as CSV</button>
<output id="state" aria-live="polite"></output></div>
<main>${cases.map(caseHtml).join("\n")}</main>
<script>${SHEET_SCRIPT}</script>
</body>
</html>
`;
}

/** Two sheets never share what a browser remembers. */
function sheetKey(cases: readonly SheetCase[], about: { judge: string; seed: number }): string {
  const ids = cases.map((c) => [c.run, c.failed.sample.id, c.label.caseHash, c.label.primary]);
  return createHash("sha256")
    .update(JSON.stringify([ids, about]))
    .digest("hex")
    .slice(0, 16);
}

const scriptHash = (): string => createHash("sha256").update(SHEET_SCRIPT).digest("base64");

function caseHtml({ run, failed, label, picture }: SheetCase, index: number): string {
  const { sample } = failed;
  const data = {
    run,
    id: sample.id,
    epoch: String(epochOf(sample)),
    cue: failed.cue,
    model: label.model,
    judge: label.judge,
    label: label.primary ?? "",
  };
  const attributes = Object.entries(data)
    .map(([k, v]) => ` data-${k}="${escapeHtml(v)}"`)
    .join("");
  const name = `case-${index}`;
  return `<article${attributes}>
<h2>${index + 1}. ${escapeHtml(sample.id)} <small>cue ${escapeHtml(failed.cue)}, ${escapeHtml(label.model)}</small></h2>
${picture ? `<img alt="What the planner saw at first" src="data:${picture.mediaType};base64,${Buffer.from(picture.bytes).toString("base64")}">` : ""}
<p><b>Goal.</b> ${escapeHtml(failed.goal)}</p>
<p><b>Cue.</b> ${escapeHtml(failed.cueText ?? "(none)")}</p>
<p><b>Unwritten rule.</b> ${escapeHtml(failed.norm)}</p>
${sample.turns.map((t) => `<details${t.turn === 0 ? " open" : ""}><summary>Answer ${t.turn + 1}</summary><pre tabindex="0">${escapeHtml(pretty(t.raw))}</pre></details>`).join("\n")}
<details><summary>What happened (${sample.trace.length} events)</summary><ol start="0">${sample.trace.map((e) => `<li>${escapeHtml(eventLine(e))}</li>`).join("")}</ol></details>
<p><b>Outcome.</b> ${escapeHtml(`${outcomeWords(failed)}. ${sample.goal.reason.sentence} ${sample.norm.reason.sentence}`)}</p>
<p class="label"><b>Label: ${escapeHtml(label.primary ?? "none")}</b>${label.labels.length > 1 ? `, also ${escapeHtml(label.labels.slice(1).join(", "))}` : ""}. ${escapeHtml(label.explanation ?? "")}</p>
<fieldset><legend>Does the label fit?</legend>
<label><input type="radio" name="${name}" value="agree"> yes</label>
<label><input type="radio" name="${name}" value="disagree"> no, it is <select aria-label="The label that fits"><option value="">choose</option>${ERROR_LABELS.map((l) => `<option>${l}</option>`).join("")}<option>none of them</option></select></label>
<label><input type="radio" name="${name}" value="unsure"> cannot say</label>
<label>Note <input class="note" autocomplete="off"></label></fieldset>
</article>`;
}

function pretty(raw: string | null): string {
  if (raw === null) return "(no answer)";
  try {
    return JSON.stringify(JSON.parse(raw), null, 1);
  } catch {
    return raw;
  }
}

function eventLine(event: FailedCase["sample"]["trace"][number]): string {
  const { i: _i, t, turn, action, type, ...rest } = event as Record<string, unknown>;
  const body = JSON.stringify(rest);
  return `${Number(t).toFixed(1)} s, answer ${Number(turn) + 1}${action === null ? "" : `, action ${Number(action) + 1}`}: ${type} ${body.length > 300 ? `${body.slice(0, 297)}...` : body}`;
}

/** Text that no browser takes for markup, in an element or in a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c]!,
  );
}
