import { AUDIT_RULES } from '@interlude/audit';
import { page, table } from './page.ts';

const families = {
  H: 'HLS (RFC 8216 and its successor)',
  D: 'DASH (ISO/IEC 23009-1, DASH-IF guidelines)',
  B: 'Beacons',
} as const;

export function auditRulesPage(): string {
  const parts = Object.entries(families).flatMap(([letter, title]) => [
    `## ${title}`,
    table(
      ['Rule', 'Sentence'],
      Object.entries(AUDIT_RULES)
        .filter(([rule]) => rule.startsWith(letter))
        .map(([rule, sentence]) => [rule, sentence]),
    ),
  ]);
  return page(
    'Audit rules',
    'packages/audit/src/rules.ts',
    'What the judge checks of consecutive outputs of one playback session. It shares no code with the stitcher. A finding names the rule, both outputs and the line.',
    ...parts,
  );
}
