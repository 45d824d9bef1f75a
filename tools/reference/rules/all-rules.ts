/** Every id that code and tests may cite, in the order of the page. */
import { AUDIT_RULES } from '@interlude/audit';
import { MONITOR_RULES } from '@interlude/monitoring';
import { consoleRules } from './console-rules.ts';
import { formatsRules } from './formats-rules.ts';
import { platformRules } from './platform-rules.ts';
import { reliabilityRules } from './reliability-rules.ts';
import type { RuleArea } from './rule-area.ts';
import { securityRules } from './security-rules.ts';

/** Areas whose rules the judge also checks; their sentences are the judge's. */
const judged: Readonly<Record<string, string>> = { HLS: 'H', DASH: 'D', Beacons: 'B' };

const numberOf = (id: string) => Number(id.replace(/^\D+/, ''));

function withJudged({ title, rules }: RuleArea): RuleArea {
  const letter = judged[title];
  if (letter === undefined) return { title, rules };
  const checked = Object.entries(AUDIT_RULES).filter(([id]) => id.startsWith(letter));
  const all = [...checked.map(([id, text]) => [id, `${text}.`] as const), ...Object.entries(rules)];
  return {
    title,
    rules: Object.fromEntries(all.toSorted(([a], [b]) => numberOf(a) - numberOf(b))),
  };
}

/** Rules of the monitor beyond those of the judge. */
const monitorRules: RuleArea = {
  title: 'Monitoring findings',
  rules: Object.fromEntries(
    Object.entries(MONITOR_RULES).map(([id, { title }]) => [id, `${title}.`]),
  ),
};

export const allRules: readonly RuleArea[] = [
  ...formatsRules.map(withJudged),
  monitorRules,
  ...securityRules,
  ...reliabilityRules,
  ...consoleRules,
  ...platformRules,
];

/** Id to sentence. */
export const sentenceOf: ReadonlyMap<string, string> = new Map(
  allRules.flatMap(({ rules }) => Object.entries(rules)),
);
