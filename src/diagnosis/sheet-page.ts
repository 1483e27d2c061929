/** Look and behaviour of the reviewer's sheet; no part of it depends on the cases. */

export const SHEET_STYLE = `
:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 22%,transparent);--mark:#0b62b8}
@media (prefers-color-scheme:dark){:root{--mark:#7db8f2}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:1rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin:0 0 .5rem}h2 small{font-weight:400;opacity:.75}
.bar{position:sticky;top:0;background:Canvas;border-bottom:1px solid var(--line);padding:.5rem 0;z-index:1;display:flex;flex-wrap:wrap;gap:.75rem;align-items:center}
article{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:1rem 0}
article.done{border-left:.4rem solid var(--mark)}
img{max-width:100%;height:auto;border-radius:.25rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;background:color-mix(in srgb,currentColor 7%,transparent);padding:.5rem;border-radius:.25rem;max-height:24rem;overflow:auto}
ol{font-size:.85rem;overflow-wrap:anywhere}
.label{border-left:.25rem solid var(--mark);padding-left:.75rem}
fieldset{border:1px solid var(--line);border-radius:.25rem;display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center}
input,select,button{font:inherit}
@media print{.bar{display:none}}
`;

export const SHEET_SCRIPT = `
(function () {
  var key = "normact-sheet-" + document.body.dataset.key;
  var cases = Array.prototype.slice.call(document.querySelectorAll("article"));
  var reviewer = document.getElementById("reviewer");
  var state = document.getElementById("state");
  function verdictOf(c) {
    var chosen = c.querySelector("input[type=radio]:checked");
    return { verdict: chosen ? chosen.value : "", own: c.querySelector("select").value, note: c.querySelector(".note").value };
  }
  function complete(v) { return v.verdict !== "" && (v.verdict !== "disagree" || v.own !== ""); }
  function show() {
    var done = 0;
    cases.forEach(function (c) { var ok = complete(verdictOf(c)); c.classList.toggle("done", ok); if (ok) done++; });
    state.textContent = done + " of " + cases.length + " done";
  }
  function remember() {
    try { localStorage.setItem(key, JSON.stringify({ reviewer: reviewer.value, cases: cases.map(verdictOf) })); } catch (e) {}
    show();
  }
  function recall() {
    try {
      var kept = JSON.parse(localStorage.getItem(key) || "null");
      if (!kept) return;
      reviewer.value = kept.reviewer || "";
      kept.cases.forEach(function (v, i) {
        var c = cases[i];
        if (v.verdict) c.querySelector('input[value="' + v.verdict + '"]').checked = true;
        c.querySelector("select").value = v.own;
        c.querySelector(".note").value = v.note;
      });
    } catch (e) {}
  }
  function cell(text) {
    var plain = /^[=+\\-@\\t\\r]/.test(text) ? "'" + text : text;
    return '"' + plain.replace(/"/g, '""') + '"';
  }
  function csv() {
    var rows = [["schema_version", "reviewer", "run", "episode", "epoch", "cue", "model", "judge", "label", "verdict", "own_label", "note"]];
    cases.forEach(function (c) {
      var v = verdictOf(c), d = c.dataset;
      rows.push(["1", reviewer.value, d.run, d.id, d.epoch, d.cue, d.model, d.judge, d.label, v.verdict, v.verdict === "disagree" ? v.own : "", v.note]);
    });
    return rows.map(function (r) { return r.map(cell).join(","); }).join("\\r\\n") + "\\r\\n";
  }
  document.addEventListener("input", remember);
  document.addEventListener("change", function (e) {
    if (e.target.tagName === "SELECT" && e.target.value) e.target.closest("label").querySelector("input").checked = true;
    remember();
  });
  document.getElementById("save").addEventListener("click", function () {
    var name = reviewer.value.trim();
    if (name === "") { reviewer.focus(); state.textContent = "give your name or initials first"; return; }
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    link.download = "verdicts-" + name.replace(/[^A-Za-z0-9]+/g, "-") + ".csv";
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  });
  recall();
  show();
})();
`;
