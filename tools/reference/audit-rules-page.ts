import { AUDIT_RULES, RULE_GUIDES, type RuleGuide } from '@interlude/audit';
import { MONITOR_RULES } from '@interlude/monitoring';
import { page, table } from './page.ts';

const families = {
  H: 'HLS (RFC 8216 and its successor)',
  D: 'DASH (ISO/IEC 23009-1, DASH-IF guidelines)',
  B: 'Beacons',
} as const;

const guides: ReadonlyMap<string, RuleGuide> = new Map(Object.entries(RULE_GUIDES));

function guideCells(rule: string): string[] {
  const { clause = '', severity = '', advice = '' } = guides.get(rule) ?? {};
  return [clause, severity, advice];
}

export function auditRulesPage(): string {
  const parts = Object.entries(families).flatMap(([letter, title]) => [
    `## ${title}`,
    table(
      ['Rule', 'Sentence', 'Clause', 'Severity', 'What to do'],
      Object.entries(AUDIT_RULES)
        .filter(([rule]) => rule.startsWith(letter))
        .map(([rule, sentence]) => [rule, sentence, ...guideCells(rule)]),
    ),
  ]);
  return page(
    'Audit rules',
    'packages/audit/src/rules.ts and rule-guides.ts',
    'What the judge checks of consecutive outputs of one playback session. It shares no code with the stitcher. A finding names the rule, both outputs and the line. `error` is a breach of what the standard requires, `warning` of what it recommends; some checks of an `error` rule are lesser, and warn. `npm run audit` judges any stream by them ([manual](../manual/15-audit.md)).',
    ...parts,
    '## Monitoring',
    'What the monitor finds beyond these, of source, plan and output side by side, and of how they are delivered (packages/monitoring/src/rules/monitor-rules.ts). The owner is who can mend it, where the finding does not name another one.',
    table(
      ['Rule', 'Sentence', 'Clause', 'Severity', 'Owner', 'What to do'],
      Object.entries(MONITOR_RULES).map(([rule, { title, clause, severity, owner, advice }]) => [
        rule,
        title,
        clause,
        severity,
        owner,
        advice,
      ]),
    ),
  );
}
