/** The replay's style sheet: no outside fonts, works without colour, quiet where motion is unwanted. */
export const REPLAY_STYLE = `
:root { color-scheme: dark; --ink: #f4f1ea; --faint: #a9a6b3; --panel: #2e2c37; --gold: #ffd21f; --red: #ff5c6c; }
* { box-sizing: border-box; }
body { margin: 0; background: #1b1a21; color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
main { display: grid; grid-template-columns: minmax(320px, 1fr) 320px; gap: 16px; max-width: 1240px; margin: 0 auto; padding: 16px; }
header { grid-column: 1 / -1; }
h1 { font-size: 20px; margin: 0; overflow-wrap: anywhere; }
header p { margin: 2px 0 0; color: var(--faint); overflow-wrap: anywhere; }
#stage > svg { display: block; width: 100%; height: auto; border-radius: 6px; }
#status { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: baseline; padding: 8px 2px; min-height: 44px; }
#step { font-weight: 700; font-size: 18px; font-variant-numeric: tabular-nums; }
#note { color: var(--faint); }
#controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 8px 0; }
#controls button, #controls select { font: inherit; color: var(--ink); background: var(--panel); border: 1px solid #55525f; border-radius: 6px; padding: 6px 12px; min-width: 44px; cursor: pointer; }
#controls button:focus-visible, #controls input:focus-visible, #controls select:focus-visible { outline: 2px solid var(--gold); outline-offset: 2px; }
#track { flex: 1 1 180px; }
#scrub { width: 100%; margin: 0; display: block; }
#ticks { position: relative; height: 8px; margin: 0 8px; }
#ticks i { position: absolute; width: 3px; height: 8px; margin-left: -1px; background: var(--red); border-radius: 1px; }
#ticks i.own { background: var(--gold); }
aside { background: var(--panel); border-radius: 8px; padding: 10px 12px; max-height: 80vh; overflow: auto; }
aside h2 { font-size: 14px; margin: 0 0 6px; color: var(--faint); font-weight: 600; }
#log { list-style: none; margin: 0; padding: 0; font-variant-numeric: tabular-nums; }
#log li { padding: 3px 6px; border-left: 3px solid transparent; border-radius: 3px; }
#log li.newcomer { border-left-color: var(--gold); font-weight: 600; }
#log li.sanctioned { color: var(--red); }
#log li:hover { background: #3d3b48; }
.person { transition: transform var(--pace, 160ms) linear; }
#ticks:empty { height: 0; }
.person.picked { filter: drop-shadow(0 0 4px #fff); }
@media (prefers-reduced-motion: reduce) { .person { transition: none; } }
@media (max-width: 860px) { main { grid-template-columns: 1fr; } aside { max-height: none; } }
`;
