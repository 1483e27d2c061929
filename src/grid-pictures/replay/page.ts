import { sha256 } from "../../core/hash.js";
import { frameLayout, targetMark } from "../frame.js";
import { element, escapeXml, group } from "../svg.js";
import type { Trace } from "../types.js";
import { replayData, replayRoom } from "./data.js";
import { REPLAY_SCRIPT } from "./script.js";
import { REPLAY_STYLE } from "./style.js";

/**
 * A replay as one HTML file: opened from a disk it asks for nothing from anywhere. A scrubber, play and pause,
 * step keys, and what everybody did, step by step.
 */
export function replayHtml(trace: Trace): string {
  const place = frameLayout({ banner: false });
  const { data, defs } = replayData(trace, place);
  const stage = element(
    "svg",
    {
      viewBox: `0 0 ${place.width} ${place.height}`,
      role: "img",
      "aria-label": `Map of ${trace.layout}`,
    },
    [
      `<defs>${defs}${group(targetMark(), { id: "mark-target" })}</defs>`,
      replayRoom(trace, place),
      '<g id="targets"></g><g id="people"></g><g id="marks"></g>',
    ].join(""),
  );
  const title = escapeXml(trace.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${REPLAY_STYLE}</style>
</head>
<body>
<main>
<header><h1>${title}</h1><p>${trace.about.map(escapeXml).join(" · ")}</p></header>
<section>
<div id="stage">${stage}</div>
<div id="status" aria-live="polite"><span id="step"></span><span id="goal"></span><span id="note"></span></div>
<div id="controls">
<button id="first" type="button" aria-label="First step">|&lt;</button>
<button id="back" type="button" aria-label="Step back">&lt;</button>
<button id="play" type="button" aria-pressed="false">Play</button>
<button id="on" type="button" aria-label="Step on">&gt;</button>
<button id="last" type="button" aria-label="Last step">&gt;|</button>
<div id="track"><div id="ticks" aria-hidden="true"></div><input id="scrub" type="range" min="0" max="0" value="0" step="1" aria-label="Step"></div>
<label>Pace <select id="pace"><option value="1000">slow</option><option value="400" selected>normal</option><option value="120">fast</option></select></label>
</div>
</section>
<aside><h2>On the turn before</h2><ul id="log"></ul></aside>
</main>
<script type="application/json" id="data">${jsonForHtml(data)}</script>
<script>${REPLAY_SCRIPT}</script>
</body>
</html>
`;
}

/** Only this page's own script may run, and nothing may be fetched. */
function policy(): string {
  const hash = btoa(
    String.fromCharCode(
      ...(sha256(REPLAY_SCRIPT).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
    ),
  );
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
}

/** JSON that cannot end the element it stands in. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
