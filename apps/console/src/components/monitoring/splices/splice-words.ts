/** Measurements of the video and audio at a splice, in words. Pure. */
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
  /** The measurement breaks a rule. */
  readonly isBad: boolean;
}

const seconds = (value: number) => `${value.toFixed(1)} s`;

/** Seconds of black, still or silent media from which on they are listed; below, only when they break a rule. */
const leastSeconds = 0.1;

/** The measurements of one side, with a mark on those that break a rule. */
export function sideFacts(side: SpliceSide, end: 'before' | 'after'): SideFact[] {
  const { blackSeconds, frozenSeconds, silentSeconds, loudness, offsetMs, kind, rules } = side;
  const facts: SideFact[] = [];
  const add = (name: string, value: string, rule: string) =>
    facts.push({ name, value, isBad: rules.includes(rule) });
  const lasts = (name: string, value: number, rule: string) => {
    if (value >= leastSeconds || rules.includes(rule)) add(name, seconds(value), rule);
  };
  lasts(t('Black'), blackSeconds, 'T17');
  // Black video is still, too: it is listed as still only when it stands still for longer than it is black.
  if (frozenSeconds > blackSeconds) lasts(t('Still'), frozenSeconds, 'T18');
  lasts(t('Silent'), silentSeconds, 'T19');
  add(t('Loudness'), loudness === null ? 'none' : `${loudness.toFixed(1)} LUFS`, 'T21');
  if (offsetMs !== null && end === 'after' && kind !== 'content')
    add(t('Sound after picture'), `${offsetMs} ms`, 'T20');
  return facts;
}
