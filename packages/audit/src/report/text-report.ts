// The report for a terminal.

import type { Severity } from '../rule-guides.ts';
import { type AuditReport, exitStatus } from './audit-report.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { countText, extentText, kindText, seenText } from './report-words.ts';

function findingLines(finding: FoldedFinding): string[] {
  const { severity, rule, title, detail, clause, url, line, excerpt, advice } = finding;
  return [
    '',
    `${severity.toUpperCase()} ${rule}: ${title} (${clause})`,
    `  ${detail}`,
    `  ${seenText(finding)}`,
    `  ${url} line ${line}`,
    ...excerpt.map(
      ({ number, text, isNamed }) =>
        `  ${isNamed ? '>' : ' '} ${String(number).padStart(5)}  ${text}`,
    ),
    `  What to do: ${advice}`,
  ];
}

/**
 * The report as text.
 * @param least severity from which a finding makes the exit status 1
 */
export function textReport(report: AuditReport, least: Severity): string {
  const { problem } = report;
  const lines = [
    `${kindText(report)}: ${report.url}`,
    ...(problem === undefined ? [extentText(report)] : [`It could not be judged. ${problem}`]),
    ...report.notes,
    ...report.findings.flatMap(findingLines),
    '',
    `${countText(report)}. Exit status ${exitStatus(report, least)}.`,
  ];
  return `${lines.join('\n')}\n`;
}
