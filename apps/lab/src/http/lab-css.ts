/** The style sheet of the lab's pages: the console's tokens, no class that a page does not use. */
export const labCss = `
:root{--canvas:#fafafb;--surface:#fff;--line:#e9eaed;--control:#dcdde2;--hover:#f4f4f6;--text:#1b1d22;--dimmed:#5f6470;
--accent:#4257d6;--link:#3647b4;--ok:#0f7b52;--warn:#9a6200;--bad:#c2281f;--bad-soft:#fdecea;--src:#566de8;--ad:#b4541a}
@media (prefers-color-scheme:dark){:root{--canvas:#0b0c0e;--surface:#121316;--line:#222429;--control:#2a2c32;--hover:#191a1e;
--text:#e6e8ec;--dimmed:#989eab;--link:#93a3fb;--ok:#43c08b;--warn:#e2b155;--bad:#ff7b72;--bad-soft:#2c1615;--src:#7186f3;--ad:#e08a4f}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:13px/20px 'Inter Variable',Inter,system-ui,sans-serif;
letter-spacing:-.006em;-webkit-font-smoothing:antialiased}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--src);outline-offset:1px;border-radius:4px}
header{display:flex;align-items:center;gap:24px;height:48px;padding:0 24px;border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:8px;color:var(--text);font-size:14px;font-weight:600}
.brand:hover{text-decoration:none}.mark{width:20px;height:20px;flex:none}.sub{color:var(--dimmed);font-weight:400}
nav{display:flex;gap:4px}
nav a{padding:4px 10px;border-radius:6px;color:var(--dimmed);font-weight:500}
nav a:hover{background:var(--hover);text-decoration:none}nav a[aria-current]{background:var(--hover);color:var(--text)}
main{max-width:1080px;margin:0 auto;padding:24px 24px 64px}
h1{margin:0;font-size:18px;line-height:26px;font-weight:600;letter-spacing:-.012em}
h2{margin:32px 0 8px;font-size:14px;line-height:20px;font-weight:600}
p{margin:4px 0}.lead,.dim{color:var(--dimmed)}.num{font-variant-numeric:tabular-nums}
.lead{max-width:68ch}
code,.mono{font:12px/18px 'JetBrains Mono Variable',ui-monospace,SFMono-Regular,Menlo,monospace;letter-spacing:0}
.card{border:1px solid var(--line);border-radius:8px;background:var(--surface);overflow:hidden}
.rows{margin:0;padding:0;list-style:none}
.rows>li{display:grid;grid-template-columns:210px minmax(0,1fr);gap:4px 16px;padding:9px 14px;border-top:1px solid var(--line);align-items:baseline}
.rows>li:first-child{border-top:0}
.wide>li{grid-template-columns:300px minmax(0,1fr)}
.rows code{overflow-wrap:anywhere;user-select:all}.rows .note{grid-column:2;color:var(--dimmed)}.rows a{text-decoration:underline}
.ok{color:var(--ok)}.warn{color:var(--warn)}.bad{color:var(--bad)}.ad{color:var(--ad)}
.stills{display:grid;grid-template-columns:repeat(auto-fill,minmax(230px,1fr));gap:12px}
figure{margin:0;border:1px solid var(--line);border-radius:8px;background:var(--surface);overflow:hidden}
figure img,.still{display:block;width:100%;height:auto;aspect-ratio:16/9;background:#15181f}
.still{max-width:480px;border-radius:8px;margin-top:16px}
figcaption{display:flex;justify-content:space-between;gap:8px;padding:8px 12px}
figcaption span:first-child{font-weight:500;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
progress{width:100%;height:4px;display:block;border:0;border-radius:2px;background:var(--line);overflow:hidden;appearance:none}
progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--src)}progress::-moz-progress-bar{background:var(--src)}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;margin:8px 0 20px}
.bar .grow{flex:1}
button,select,input{height:30px;padding:0 12px;border:1px solid var(--control);border-radius:6px;background:var(--surface);color:var(--text);font:inherit;font-weight:500}
button:hover{background:var(--hover)}button.primary{background:var(--accent);border-color:var(--accent);color:#fff}
form.inline{display:inline}
.session{margin-top:16px}
.session>h2{margin:0;padding:9px 14px;display:flex;gap:12px;align-items:baseline;font-size:13px;border-bottom:1px solid var(--line)}
.session>h2 .mono{font-weight:500;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.session>h2 .dim{font-weight:400;white-space:nowrap}
table{width:100%;border-collapse:collapse}
th{padding:7px 14px;text-align:left;font-size:12px;line-height:16px;font-weight:500;color:var(--dimmed)}
td{padding:7px 14px;border-top:1px solid var(--line);vertical-align:top}
td.mono{max-width:240px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;line-height:20px}td:last-child,th:last-child{width:100%}
.events{display:flex;flex-wrap:wrap;gap:4px 6px}
.event{display:inline-flex;gap:6px;align-items:baseline;padding:1px 7px;border-radius:4px;background:var(--hover)}
.event time{color:var(--dimmed);font-size:12px;font-variant-numeric:tabular-nums}
.event.twice{background:var(--bad-soft);color:var(--bad);font-weight:600}.event.twice time{color:inherit;font-weight:400}
.empty{padding:40px 24px;text-align:center;color:var(--dimmed)}
.switch{display:grid;grid-template-columns:120px 220px minmax(0,1fr);gap:4px 16px;padding:10px 14px;border-top:1px solid var(--line);align-items:center}
.switch:first-child{border-top:0}.switch label{font-weight:500}
.foot{padding:10px 14px;border-top:1px solid var(--line)}
@media (max-width:48em){main{padding:16px 14px 48px}header{padding:0 14px;gap:12px}.rows>li,.switch{grid-template-columns:1fr}td.mono{max-width:88px}.rows .note{grid-column:1}
td,th{padding:7px 10px}.hide{display:none}.session>h2{flex-wrap:wrap;gap:2px 12px}}
`;
