/**
 * The review page: picture and label side by side, one at a time. It shows texts as texts only, loads nothing from
 * elsewhere, and works by keyboard (a accept, e edit, r reject, arrows).
 */
export function reviewPage(nonce: string, token: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>normact: review labels</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1200px; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; }
h1 { font-size: 1.1rem; margin: 0; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1.5rem; margin-top: 1rem; }
@media (max-width: 800px) { main { grid-template-columns: minmax(0, 1fr); } }
img { width: 100%; border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem .8rem; margin: 0 0 1rem; }
dt { opacity: .7; } dd { margin: 0; overflow-wrap: anywhere; }
textarea { width: 100%; box-sizing: border-box; font: inherit; min-height: 9rem; }
button, select { font: inherit; padding: .35rem .8rem; }
button { margin-bottom: .4rem; }
.flags { color: #b3261e; } @media (prefers-color-scheme: dark) { .flags { color: #ff9c94; } }
.said { font-weight: 600; }
:focus-visible { outline: 3px solid #4a7dd6; outline-offset: 2px; }
</style>
</head>
<body>
<header>
<h1>Labels to review</h1>
<label>show <select id="filter"><option value="open">not yet reviewed</option><option value="flagged">flagged</option><option value="all">all</option></select></label>
<span id="where" role="status"></span>
</header>
<main>
<img id="picture" alt="the picture that the label describes">
<section>
<dl id="facts"></dl>
<label for="text">Label</label>
<textarea id="text"></textarea>
<p><button id="accept">Accept (a)</button> <button id="edit">Save the edited text (e)</button> <button id="reject">Reject (r)</button></p>
<p><button id="back">← back</button> <button id="next">next →</button> <span id="said" class="said" role="status"></span></p>
</section>
</main>
<script nonce="${nonce}">
"use strict";
const $ = (id) => document.getElementById(id);
let all = [], shown = [], at = 0;
const post = (body) => fetch("/api/review", { method: "POST", headers: { "content-type": "application/json", "x-normact-token": ${JSON.stringify(token)} }, body: JSON.stringify(body) });
function pick() {
  const f = $("filter").value;
  shown = all.filter((x) => f === "all" || (f === "flagged" ? x.flags.length > 0 : !x.verdict));
  at = 0; show();
}
function fact(name, value, cls) {
  const dt = document.createElement("dt"), dd = document.createElement("dd");
  dt.textContent = name; dd.textContent = value; if (cls) dd.className = cls;
  $("facts").append(dt, dd);
}
function show() {
  const done = all.filter((x) => x.verdict).length;
  $("where").textContent = shown.length ? (at + 1) + " of " + shown.length + " shown; " + done + " of " + all.length + " reviewed" : "nothing left to show; " + done + " of " + all.length + " reviewed";
  $("facts").replaceChildren();
  const x = shown[at];
  $("picture").hidden = !x;
  for (const id of ["accept", "edit", "reject"]) $(id).disabled = !x;
  $("text").value = x ? (x.edited ?? x.text ?? "") : "";
  $("said").textContent = x && x.verdict ? "reviewed: " + x.verdict : "";
  if (!x) return;
  $("picture").src = "/picture/" + encodeURIComponent(x.id);
  fact("picture", x.id); fact("goal", x.goal); fact("rule", x.rule); fact("labelled by", x.model);
  if (x.flags.length) fact("flagged", x.flags.join(", "), "flags");
}
async function say(verdict) {
  const x = shown[at]; if (!x) return;
  const text = verdict === "accept" ? (x.text ?? "") : $("text").value.trim();
  if (verdict !== "reject" && text === "") { $("said").textContent = "the label is empty: write one, or reject it"; return; }
  const answer = await post({ id: x.id, label: x.label, verdict, text: verdict === "reject" ? (x.text ?? "") : text });
  if (!answer.ok) { $("said").textContent = "not saved: " + (await answer.text()); return; }
  x.verdict = verdict; x.edited = verdict === "edit" ? text : undefined;
  if (at + 1 < shown.length) { at++; show(); } else { const last = at; show(); at = last; }
}
$("accept").onclick = () => say("accept"); $("edit").onclick = () => say("edit"); $("reject").onclick = () => say("reject");
$("back").onclick = () => { if (at > 0) { at--; show(); } };
$("next").onclick = () => { if (at + 1 < shown.length) { at++; show(); } };
$("filter").onchange = pick;
document.onkeydown = (e) => {
  if (e.target === $("text") || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "a") say("accept"); else if (e.key === "e") { e.preventDefault(); $("text").focus(); } else if (e.key === "r") say("reject");
  else if (e.key === "ArrowRight") $("next").click(); else if (e.key === "ArrowLeft") $("back").click();
};
fetch("/api/items").then((r) => r.json()).then((items) => { all = items; if (all.every((x) => x.verdict)) $("filter").value = "all"; pick(); });
</script>
</body>
</html>
`;
}
