/** The report's style sheet: no outside fonts, light and dark, phone, print. */
export const REPORT_STYLE = `
:root { color-scheme: light dark;
  --text: #1c1b1a; --faint: #6b6660; --line: #b9b2a8; --grid: #e8e3da; --paper: #fffdf9; --page: #fffdf9; --soft: #f5f1e9;
  --accent: #7a2e1d; --warn: #fff3d6; --warnline: #c98a00; --good: #11694f; --bad: #a8321a;
  --s1: #1f5fa8; --s2: #c8501e; --s3: #15806a; --s4: #8a4fa0; --s5: #a57600; --s6: #b53a6b; --s7: #77716a; --s8: #2b8fb8; }
@media (prefers-color-scheme: dark) { :root {
  --text: #ece7df; --faint: #a8a197; --line: #6a645c; --grid: #35322e; --paper: #1b1a18; --page: #1b1a18; --soft: #26241f;
  --accent: #f0a08c; --warn: #3a2f14; --warnline: #e0a93a; --good: #6ed1b1; --bad: #ff9a80;
  --s1: #7db4f0; --s2: #ff9a66; --s3: #5fcfb2; --s4: #cfa0e6; --s5: #e3bb4a; --s6: #f28fb6; --s7: #a8a197; --s8: #74cdf0; } }
@media print { :root { color-scheme: light;
  --text: #000; --faint: #444; --line: #999; --grid: #ddd; --paper: #fff; --page: #fff; --soft: #fff; --accent: #000;
  --warn: #fff; --warnline: #000; --good: #000; --bad: #000;
  --s1: #1f5fa8; --s2: #c8501e; --s3: #15806a; --s4: #8a4fa0; --s5: #a57600; --s6: #b53a6b; --s7: #77716a; --s8: #2b8fb8; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 17px/1.55 "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, serif; }
main { max-width: 1040px; margin: 0 auto; padding: 40px 30px 80px; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere; }
h1 { font-size: 38px; margin: 0 0 8px; letter-spacing: -0.01em; }
h2 { font-size: 25px; margin: 64px 0 12px; padding-top: 14px; border-top: 2px solid var(--text); }
h3 { font-size: 19px; margin: 34px 0 8px; }
p, ul, ol { margin: 0 0 14px; max-width: 43em; }
a { color: var(--accent); text-underline-offset: 2px; }
code { font: 0.84em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: var(--soft); padding: 12px 14px; margin: 0 0 14px; white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); }
.kicker { font: 600 13px/1.4 system-ui, sans-serif; letter-spacing: 0.09em; text-transform: uppercase; color: var(--accent); margin: 0 0 10px; }
.lede { font-size: 20px; line-height: 1.5; color: var(--faint); margin-bottom: 22px; }
.notice { background: var(--warn); border-left: 4px solid var(--warnline); padding: 10px 14px; margin: 0 0 12px; font-size: 15.5px; overflow-wrap: anywhere; }
.notice b { font-family: system-ui, sans-serif; font-size: 13px; }
nav { margin: 26px 0 0; padding: 14px 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font: 14.5px/1.9 system-ui, sans-serif; }
nav ul { list-style: none; margin: 0; padding: 0; max-width: none; display: flex; flex-wrap: wrap; gap: 0 20px; }
nav a { color: var(--text); text-decoration: none; border-bottom: 1px solid var(--line); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(190px, 1fr)); gap: 0; margin: 26px 0 8px; border-top: 1px solid var(--line); }
.numbers div { padding: 14px 16px 12px 0; border-bottom: 1px solid var(--line); }
.numbers strong { display: block; font-size: 34px; line-height: 1.1; font-weight: 600; font-variant-numeric: lining-nums tabular-nums; }
.numbers span { display: block; font: 13.5px/1.45 system-ui, sans-serif; color: var(--faint); overflow-wrap: anywhere; }
figure { margin: 22px 0 26px; }
figcaption, p.caption { font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--faint); max-width: 52em; margin-bottom: 10px; overflow-wrap: anywhere; }
figcaption b, p.caption b { color: var(--text); }
.scroll + p.caption { margin-top: 32px; }
figure svg { display: block; max-width: 100%; height: auto; overflow: visible; }
figure .narrow { display: none; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: 3px 20px; margin: 0 0 10px; padding: 0; max-width: none; font: 13.5px/1.5 system-ui, sans-serif; }
.legend li { display: flex; gap: 7px; align-items: center; overflow-wrap: anywhere; } figure svg.mark { flex: none; overflow: hidden; }
.pair { display: block; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font: 14px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums lining-nums; min-width: 100%; border-top: 1.5px solid var(--text); border-bottom: 1.5px solid var(--text); }
th, td { padding: 5px 8px; text-align: right; font-weight: 400; vertical-align: baseline; }
th:first-child, td:first-child { padding-left: 0; } th:last-child, td:last-child { padding-right: 2px; }
.l { text-align: left; } td.r, th.r { white-space: nowrap; }
thead th { font-weight: 600; border-bottom: 1px solid var(--text); vertical-align: bottom; white-space: normal; }
tbody th[scope=row] { min-width: 7.5em; }
tr.group th { text-align: left; font-style: italic; padding-top: 11px; color: var(--faint); overflow-wrap: anywhere; }
tbody + tbody tr:first-child th, tbody + tbody tr:first-child td { border-top: 1px solid var(--grid); }
td small, th small { color: var(--faint); font-size: 12px; }
td b { font-weight: 650; }
details { margin: 6px 0 14px; font: 14px/1.5 system-ui, sans-serif; }
summary { cursor: pointer; color: var(--accent); }
.lines { list-style: none; padding: 0; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; max-width: none; }
.lines li { padding: 3px 0 3px 14px; text-indent: -14px; overflow-wrap: anywhere; }
.gallery { display: grid; grid-template-columns: 1fr 1fr; gap: 34px 30px; margin-top: 22px; }
.case { break-inside: avoid; min-width: 0; font: 14.5px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.case img { width: 100%; height: auto; display: block; background: var(--soft); border: 1px solid var(--line); }
.case h3 { font-size: 15.5px; margin: 10px 0 2px; font-family: inherit; }
.case p { margin: 0 0 6px; overflow-wrap: anywhere; }
.case .where { color: var(--faint); font-size: 13px; }
.case blockquote { margin: 0 0 6px; padding-left: 10px; border-left: 2px solid var(--line); font-family: "Iowan Old Style", Palatino, Georgia, serif; overflow-wrap: anywhere; }
.case ol { margin: 4px 0 8px; padding-left: 22px; } .case li { margin: 0 0 3px; overflow-wrap: anywhere; }
.case li code { font-size: 12.5px; } .case li small { color: var(--faint); display: block; }
.verdict { display: flex; gap: 8px; align-items: baseline; }
.verdict b { flex: none; font-size: 13px; min-width: 9.2em; } .yes b { color: var(--good); } .no b { color: var(--bad); }
dl.settings { display: grid; grid-template-columns: minmax(9em, max-content) 1fr; gap: 3px 18px; font: 14px/1.5 system-ui, sans-serif; margin: 0 0 14px; }
dl.settings dt { color: var(--faint); } dl.settings dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 60px; padding-top: 14px; border-top: 1px solid var(--line); font: 13.5px/1.5 system-ui, sans-serif; color: var(--faint); }
@media (max-width: 640px) {
  body { font-size: 16.5px; } main { padding: 22px 16px 60px; } h1 { font-size: 29px; } h2 { font-size: 22px; margin-top: 48px; } .lede { font-size: 18px; }
  figure .wide { display: none; } figure .narrow { display: block; width: 100%; }
  .gallery { grid-template-columns: 1fr; } .numbers { grid-template-columns: 1fr 1fr; } .numbers strong { font-size: 27px; }
  dl.settings { grid-template-columns: 1fr; gap: 0; } dl.settings dd { margin-bottom: 8px; } th, td { padding: 5px 8px; }
  .scroll tbody th[scope=row] { position: sticky; left: 0; background: var(--page); }
}
@media print {
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; } h2 { break-after: avoid; margin-top: 28px; } figure, .notice { break-inside: avoid; } figure.table { break-inside: auto; }
  nav, details:not([open]) { display: none; } .scroll { overflow: visible; } table { font-size: 8pt; min-width: 0; width: 100%; } th, td { padding: 3px 5px; white-space: normal !important; overflow-wrap: anywhere; } tr { break-inside: avoid; } a { color: inherit; text-decoration: none; }
  figure .wide { display: block; } figure .narrow { display: none; } .gallery { grid-template-columns: 1fr 1fr; gap: 18px 20px; } .case { font-size: 9pt; }
  @page { margin: 16mm 14mm; }
}
`;
