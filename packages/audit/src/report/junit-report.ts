// The report for CI servers: a test case for each rule of the protocol, which fails with its findings.
import { escapeAttribute, escapeText } from '@interlude/dash';
import type { Severity } from '../rule-guides.ts';
import { AUDIT_RULES, type AuditRuleId } from '../rules.ts';
import { type AuditReport, findingsFrom, rulesOf } from './audit-report.ts';
import type { FoldedFinding } from './fold-findings.ts';
import { seenText, timeText } from './report-words.ts';

const attribute = (value: string | number) => `"${escapeAttribute(String(value))}"`;

function findingText(finding: FoldedFinding): string {
  const { detail, clause, url, line, excerpt, advice } = finding;
  const lines = excerpt.map(({ number, text }) => `${number}: ${text}`);
  return [`${detail} (${clause})`, seenText(finding), `${url} line ${line}`, ...lines, advice].join(
    '\n',
  );
}

function testCase(rule: AuditRuleId, all: readonly FoldedFinding[], failing: Set<FoldedFinding>) {
  const findings = all.filter((finding) => finding.rule === rule);
  const failed = findings.filter((finding) => failing.has(finding));
  const lesser = findings.filter((finding) => !failing.has(finding));
  const [first] = failed;
  const parts = [
    ...(first === undefined
      ? []
      : [
          `    <failure type=${attribute(first.severity)} message=${attribute(first.detail)}>${escapeText(failed.map(findingText).join('\n\n'))}</failure>`,
        ]),
    ...(lesser.length === 0
      ? []
      : [`    <system-out>${escapeText(lesser.map(findingText).join('\n\n'))}</system-out>`]),
  ];
  const name = attribute(`${rule} ${AUDIT_RULES[rule]}`);
  const head = `  <testcase classname="interlude.audit" name=${name}`;
  return parts.length === 0 ? [`${head}/>`] : [`${head}>`, ...parts, '  </testcase>'];
}

function problemCase(problem: string): string[] {
  return [
    '  <testcase classname="interlude.audit" name="the stream can be judged">',
    `    <error message=${attribute(problem)}/>`,
    '  </testcase>',
  ];
}

/**
 * The report as JUnit XML.
 * @param least severity from which a finding fails its rule
 */
export function junitReport(report: AuditReport, least: Severity): string {
  const { problem, findings, startedAtMs, endedAtMs } = report;
  const rules = problem === undefined ? rulesOf(report.protocol) : [];
  const failing = new Set(findingsFrom(report, least));
  const failures = rules.filter((rule) => [...failing].some((finding) => finding.rule === rule));
  const cases =
    problem === undefined
      ? rules.flatMap((rule) => testCase(rule, findings, failing))
      : problemCase(problem);
  const attributes = [
    `name=${attribute(`audit of ${report.url}`)}`,
    `tests="${problem === undefined ? rules.length : 1}"`,
    `failures="${failures.length}"`,
    `errors="${problem === undefined ? 0 : 1}"`,
    `time="${((endedAtMs - startedAtMs) / 1000).toFixed(3)}"`,
    `timestamp=${attribute(timeText(startedAtMs).replace('Z', ''))}`,
  ];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite ${attributes.join(' ')}>`,
    ...cases,
    '</testsuite>',
  ];
  return `${lines.join('\n')}\n`;
}
