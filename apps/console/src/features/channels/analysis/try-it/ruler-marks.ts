/** Breaks and ignored markers on a ruler over the time that was read. Pure. */
import type { SourceBreaks } from '@interlude/contract';
import { t } from '../../../../texts/t.ts';
import { lengthText } from '../analysis-facts.ts';

type FoundBreak = SourceBreaks['breaks'][number];

/** Least width of a mark in percent of the ruler: a break may have no announced duration. */
const leastWidth = 0.6;

export interface RulerMark {
  readonly key: string;
  readonly kind: 'break' | 'ignored';
  readonly title: string;
  /** Percent of the ruler. */
  readonly left: number;
  readonly width: number;
}

/** Seconds that the ruler spans: breaks may be announced beyond the end of what was read. */
export function rulerSeconds({ windowSeconds, breaks, ignored }: SourceBreaks): number {
  const ends = breaks.map(({ startsAt, durationSeconds }) => startsAt + (durationSeconds ?? 0));
  return Math.max(windowSeconds, ...ends, ...ignored.map(({ startsAt }) => startsAt), 1);
}

export function rulerMarks(found: SourceBreaks): RulerMark[] {
  const whole = rulerSeconds(found);
  const percent = (seconds: number) => (Math.max(0, Math.min(seconds, whole)) / whole) * 100;
  const place = (startsAt: number, seconds: number) => {
    const left = Math.min(percent(startsAt), 100 - leastWidth);
    return { left, width: Math.max(leastWidth, percent(startsAt + seconds) - left) };
  };
  return [
    ...found.ignored.map(({ startsAt, dialect, reason }, index) => ({
      key: `ignored ${index}`,
      kind: 'ignored' as const,
      title: t('{startsAt}: {dialect} is ignored: {reason}', {
        startsAt: lengthText(startsAt),
        dialect,
        reason,
      }),
      ...place(startsAt, 0),
    })),
    ...found.breaks.map((each, index) => ({
      key: `break ${index}`,
      kind: 'break' as const,
      title: `${lengthText(each.startsAt)}: ${breakLength(each)}, ${each.state}`,
      ...place(each.startsAt, each.durationSeconds ?? 0),
    })),
  ];
}

export function breakLength({ durationSeconds }: FoundBreak): string {
  return durationSeconds === null ? t('duration not known yet') : lengthText(durationSeconds);
}

/** Where the ruler is labelled: a handful of round times from 0. */
export function rulerTicks(seconds: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200];
  const step = steps.find((each) => seconds / each <= 6) ?? 86_400;
  const count = Math.min(Math.floor(seconds / step), 6);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
