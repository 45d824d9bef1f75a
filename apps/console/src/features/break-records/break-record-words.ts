/** Breaks in words and numbers: owners, seconds, the steps from offered to sent. Pure. */
import {
  type BreakRecord,
  type LossOwner,
  lossGuides,
  type RecordedSession,
  type RecordedStage,
  type RecordKind,
} from '@interlude/contract';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { known, t } from '../../texts/t.ts';

export const lossOwnerNames: Readonly<Record<LossOwner, string>> = {
  source: t('Source'),
  adServer: t('Ad server'),
  creative: t('Creative'),
  cdn: 'CDN',
  us: 'Interlude',
  viewer: 'Viewer',
};

export const stageNames: Readonly<Record<RecordedStage['stage'], string>> = {
  offered: t('Offered'),
  asked: t('Asked'),
  answered: t('Answered'),
  usable: t('Usable'),
  decided: t('Decided'),
  published: t('Published'),
  reached: t('Seen'),
  sent: t('Sent'),
};

const keptNames: Readonly<Record<RecordKind, string>> = {
  monitor: t('the monitor'),
  first: t('first of the break'),
  lost: t('lost something'),
  sampled: t('one in a hundred'),
};

/** The steps from the marker to the tracker, in the order in which seconds are lost. */
export const stepNames = [
  t('Offered'),
  t('Asked'),
  t('Answered'),
  t('Usable'),
  t('Placed'),
  t('Seen'),
  t('Sent'),
] as const;

export interface FunnelStep {
  readonly name: (typeof stepNames)[number];
  readonly seconds: number;
  /** Seconds lost since the step before; below half a second 0. */
  readonly lost: number;
  /** Per cent of the offered seconds, 0 to 100. */
  readonly share: number;
}

/** The offered seconds of a break, step by step, with the loss at each step. */
export function funnelOf(record: BreakRecord): FunnelStep[] {
  const seconds = [
    record.offeredSeconds,
    record.askedSeconds,
    record.answeredSeconds,
    record.usableSeconds,
    record.placedSeconds,
    record.seenSeconds,
    record.sentSeconds,
  ];
  const all = record.offeredSeconds;
  return stepNames.map((name, place) => {
    const now = seconds[place] ?? 0;
    const lost = Math.min(seconds[place - 1] ?? now, all) - now;
    return {
      ...{ name, seconds: now, lost: lost >= leastLossSeconds ? lost : 0 },
      share: all > 0 ? Math.min(Math.max((now / all) * 100, 0), 100) : 0,
    };
  });
}

/** Smaller differences are rounding, not a loss. */
const leastLossSeconds = 0.5;

const number = onDemand(() => new Intl.NumberFormat(readerLocale(), { maximumFractionDigits: 1 }));

/** `30`, `1,284.5` */
export const numberText = (value: number): string => number().format(value);

/** `30 s`, `1,284.5 s` */
export const secondsText = (seconds: number): string => `${number().format(seconds)} s`;

const dayTime = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
      hourCycle: 'h23',
    }),
);

/** Weekday and time of a break within 24 hours. */
export const dayTimeText = (at: string): string => dayTime().format(new Date(at));

/** How far before or behind the deadline a stage was. */
export function deadlineText(beforeDeadlineMs: number | null): string {
  if (beforeDeadlineMs === null) return '';
  const seconds = `${number().format(Math.abs(beforeDeadlineMs) / 1_000)} s`;
  return beforeDeadlineMs < 0
    ? t('{seconds} late', { seconds })
    : t('{seconds} before the deadline', { seconds });
}

/** The loss of a session; without one the reason for which its stages are kept. */
export function keptText({ kept, lostSeconds, reason }: RecordedSession): string {
  if (reason === null) return keptNames[kept];
  return t('lost {lostSeconds}: {cause}', {
    lostSeconds: secondsText(lostSeconds),
    cause: known(lossGuides[reason].cause),
  });
}
