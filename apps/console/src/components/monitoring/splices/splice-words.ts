/** What was seen and heard at a splice, in words. Pure. */
import type { MonitoringSplice, SpliceSide } from '@interlude/contract';
import { t } from '../../../texts/t.ts';

export function sideName({ kind, ad }: Pick<SpliceSide, 'kind' | 'ad'>): string {
  if (kind === 'ad') return t('ad {ad}', { ad });
  return kind;
}

/** `content to ad soap` */
export const spliceName = ({ before, after }: MonitoringSplice): string =>
  t('{before} to {after}', { before: sideName(before), after: sideName(after) });

interface SideFact {
  readonly name: string;
  readonly value: string;
  /** A rule is broken by it. */
  readonly isBad: boolean;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Black, frozen, silence: from these seconds on it is said. */
const leastSeconds = 0.1;

/** The figures of one side; those that break a rule are marked. */
export function sideFacts(side: SpliceSide, end: 'before' | 'after'): SideFact[] {
  const { blackSeconds, frozenSeconds, silentSeconds, loudness, offsetMs, kind, rules } = side;
  const facts: SideFact[] = [];
  const add = (name: string, value: string, rule: string) =>
    facts.push({ name, value, isBad: rules.includes(rule) });
  const lasts = (name: string, value: number, rule: string) => {
    if (value >= leastSeconds || rules.includes(rule)) add(name, seconds(value), rule);
  };
  lasts(t('Black'), blackSeconds, 'T17');
  // What is black stands still, too.
  if (frozenSeconds > blackSeconds) lasts(t('Still'), frozenSeconds, 'T18');
  lasts(t('Silent'), silentSeconds, 'T19');
  add(t('Loudness'), loudness === null ? 'none' : `${loudness.toFixed(1)} LUFS`, 'T21');
  if (offsetMs !== null && end === 'after' && kind !== 'content')
    add(t('Sound after picture'), `${offsetMs} ms`, 'T20');
  return facts;
}
