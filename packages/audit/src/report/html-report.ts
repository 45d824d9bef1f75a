// The report as one page that needs nothing else: no script, no font, no address is loaded.
import { escapeText } from '@interlude/dash';
import type { Severity } from '../rule-guides.ts';
import { type AuditReport, exitStatus } from './audit-report.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { countText, extentText, kindText, seenText } from './report-words.ts';

const style = `
:root { color-scheme: light dark; --page: #fff; --text: #1a1d21; --soft: #56606b; --line: #d5dae0; --box: #f4f6f8; --error: #b3261e; --warning: #7a5200; --good: #1b6e3c; --mark: #fff1c2; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --text: #e6e9ec; --soft: #9aa5b1; --line: #343b42; --box: #1d2226; --error: #ff8a80; --warning: #f0bf5a; --good: #7fd6a0; --mark: #4a3d12; } }
body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 60rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin: 0 0 .25rem; }
p { margin: .25rem 0; } .soft { color: var(--soft); }
.error { color: var(--error); } .warning { color: var(--warning); } .good { color: var(--good); }
article { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
pre { background: var(--box); border-radius: .25rem; padding: .5rem; margin: .5rem 0; overflow-x: auto; font-size: .85rem; }
mark { background: var(--mark); color: inherit; display: inline-block; min-width: 100%; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
`;

function excerptHtml({ excerpt }: FoldedFinding): string {
  if (excerpt.length === 0) return '';
  const lines = excerpt.map(({ number, text, isNamed }) => {
    const line = escapeText(`${String(number).padStart(5)}  ${text}`);
    return isNamed ? `<mark>${line}</mark>` : line;
  });
  return `<pre>${lines.join('\n')}</pre>`;
}

function findingHtml(finding: FoldedFinding): string {
  const { severity, rule, title, clause, detail, url, line, advice } = finding;
  return `<article>
<h2><span class="${severity}">${severity} ${rule}</span> ${escapeText(title)}</h2>
<p>${escapeText(detail)}</p>
<p class="soft">${escapeText(clause)}; ${escapeText(seenText(finding))}</p>
<p class="soft"><code>${escapeText(url)}</code> line ${line}</p>
${excerptHtml(finding)}
<p><strong>What to do:</strong> ${escapeText(advice)}</p>
</article>`;
}

function verdict(report: AuditReport, least: Severity): string {
  if (report.problem !== undefined)
    return `<p class="error"><strong>It could not be judged.</strong> ${escapeText(report.problem)}</p>`;
  const status = exitStatus(report, least);
  const state = status === 0 ? 'good' : 'error';
  const sentence = report.findings.length === 0 ? 'No finding.' : `${countText(report)}.`;
  return `<p class="${state}"><strong>${sentence}</strong> Exit status ${status} (findings of severity ${least} or above count).</p>`;
}

function renditionTable({ renditions }: AuditReport): string {
  if (renditions.length === 0) return '';
  const rows = renditions.map(
    ({ name, url, outputs }) =>
      `<tr><td>${escapeText(name)}</td><td><code>${escapeText(url)}</code></td><td class="count">${outputs}</td></tr>`,
  );
  return `<h2>Manifests</h2>
<table><thead><tr><th>Name</th><th>Address</th><th>Outputs judged</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`;
}

/**
 * The report as one HTML page, for light and dark screens, with nothing to load.
 * @param least severity from which a finding makes the exit status 1
 */
export function htmlReport(report: AuditReport, least: Severity): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Audit of ${escapeText(report.url)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Audit of <code>${escapeText(report.url)}</code></h1>
<p>${escapeText(kindText(report))}${report.problem === undefined ? `: ${escapeText(extentText(report))}` : ''}</p>
${verdict(report, least)}
${report.notes.map((note) => `<p class="soft">${escapeText(note)}</p>`).join('\n')}
${report.findings.map(findingHtml).join('\n')}
${renditionTable(report)}
</main>
</body>
</html>
`;
}
