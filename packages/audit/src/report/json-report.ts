// The report for programs.
import type { Severity } from '../rule-guides.ts';
import { type AuditReport, exitStatus } from './audit-report.ts';
import { timeText } from './report-words.ts';

/**
 * The report as JSON: fields as in `AuditReport`, times as UTC dates.
 * @param least severity from which a finding makes the exit status 1
 */
export function jsonReport(report: AuditReport, least: Severity): string {
  const { startedAtMs, endedAtMs, findings, problem, protocol, ...rest } = report;
  const value = {
    schemaVersion: 1,
    ...rest,
    protocol: protocol ?? null,
    problem: problem ?? null,
    startedAt: timeText(startedAtMs),
    endedAt: timeText(endedAtMs),
    exitStatus: exitStatus(report, least),
    findings: findings.map(({ firstSeenMs, lastSeenMs, ...finding }) => ({
      ...finding,
      firstSeenAt: timeText(firstSeenMs),
      lastSeenAt: timeText(lastSeenMs),
    })),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
