/**
 * The replay's script, as text: it runs in a browser, on its own. All words reach the page as text nodes, never
 * as markup. Keys: arrows step, Home and End jump, space plays.
 */
export const REPLAY_SCRIPT = `
"use strict";
(function () {
  var data = JSON.parse(document.getElementById("data").textContent);
  var frames = data.frames;
  var byId = function (id) { return document.getElementById(id); };
  var SVG = "http://www.w3.org/2000/svg";
  var people = byId("people"), marks = byId("marks"), targets = byId("targets");
  var shown = new Map();
  var now = 0, timer = null;
  var scale = data.cell / 48;

  function place(at) {
    return "translate(" + (data.left + at[1] * data.cell) + "px," + (data.top + at[0] * data.cell) + "px)";
  }
  function use(id, at) {
    var el = document.createElementNS(SVG, "use");
    el.setAttribute("href", "#" + id);
    el.setAttribute("transform", "translate(" + (data.left + at[1] * data.cell) + " " + (data.top + at[0] * data.cell) + ") scale(" + scale + ")");
    return el;
  }
  function personNode(id) {
    var node = document.createElementNS(SVG, "g");
    node.setAttribute("class", "person");
    node.dataset.id = String(id);
    var inner = document.createElementNS(SVG, "use");
    inner.setAttribute("transform", "scale(" + scale + ")");
    node.appendChild(inner);
    return node;
  }
  function drawPeople(list) {
    var here = new Set();
    list.slice().sort(function (a, b) { return (b.gone - a.gone) || (a.at[0] - b.at[0]) || (a.at[1] - b.at[1]); })
      .forEach(function (p) {
        here.add(p.id);
        var node = shown.get(p.id);
        if (!node) { node = personNode(p.id); shown.set(p.id, node); }
        node.firstChild.setAttribute("href", "#figure-" + p.figure);
        node.style.transform = place(p.at);
        people.appendChild(node);
      });
    shown.forEach(function (node, id) {
      if (!here.has(id)) { node.remove(); shown.delete(id); }
    });
  }
  function drawMarks(frame) {
    marks.replaceChildren();
    frame.people.forEach(function (p) {
      if (p.pushed) marks.appendChild(use("mark-push", p.at));
      if (p.sanctioned) marks.appendChild(use("mark-sanction", p.at));
    });
    targets.replaceChildren.apply(targets, frame.targets.map(function (at) { return use("mark-target", at); }));
  }
  function drawLog(lines) {
    byId("log").replaceChildren.apply(byId("log"), lines.map(function (line) {
      var li = document.createElement("li");
      li.textContent = line.text;
      if (line.sanctioned) li.classList.add("sanctioned");
      if (line.newcomer) li.classList.add("newcomer");
      li.addEventListener("mouseenter", function () { pick(line.id, true); });
      li.addEventListener("mouseleave", function () { pick(line.id, false); });
      return li;
    }));
  }
  function pick(id, on) {
    var node = shown.get(id);
    if (node) node.classList.toggle("picked", on);
  }
  function show(index) {
    now = Math.max(0, Math.min(frames.length - 1, index));
    var frame = frames[now];
    drawPeople(frame.people);
    drawMarks(frame);
    drawLog(frame.lines);
    byId("step").textContent = "Step " + frame.turn;
    byId("goal").textContent = frame.goal;
    byId("note").textContent = frame.note;
    byId("scrub").value = String(now);
    byId("scrub").setAttribute("aria-valuetext", "Step " + frame.turn);
    if (now === frames.length - 1) stop();
  }
  function stop() {
    if (timer !== null) clearInterval(timer);
    timer = null;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
  }
  function play() {
    if (timer !== null) { stop(); return; }
    if (now === frames.length - 1) show(0);
    var pace = Number(byId("pace").value);
    document.documentElement.style.setProperty("--pace", Math.min(260, pace * 0.6) + "ms");
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
    timer = setInterval(function () { show(now + 1); }, pace);
  }
  function step(by) { stop(); show(now + by); }
  function ticks() {
    var last = Math.max(1, frames.length - 1);
    frames.forEach(function (frame, i) {
      var hit = frame.people.some(function (p) { return p.sanctioned; });
      if (!hit) return;
      var own = frame.lines.some(function (l) { return l.sanctioned && l.newcomer; });
      var tick = document.createElement("i");
      if (own) tick.className = "own";
      tick.style.left = (100 * i) / last + "%";
      byId("ticks").appendChild(tick);
    });
  }

  byId("scrub").max = String(frames.length - 1);
  byId("scrub").addEventListener("input", function () { stop(); show(Number(byId("scrub").value)); });
  byId("play").addEventListener("click", play);
  byId("back").addEventListener("click", function () { step(-1); });
  byId("on").addEventListener("click", function () { step(1); });
  byId("first").addEventListener("click", function () { step(-frames.length); });
  byId("last").addEventListener("click", function () { step(frames.length); });
  byId("pace").addEventListener("change", function () { if (timer !== null) { stop(); play(); } });
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    var tag = event.target.tagName;
    if (tag === "SELECT" || (event.key === " " && tag === "BUTTON")) return;
    var act = {
      ArrowLeft: function () { step(-1); },
      ArrowRight: function () { step(1); },
      Home: function () { step(-frames.length); },
      End: function () { step(frames.length); },
      " ": play
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  ticks();
  show(0);
})();
`;
