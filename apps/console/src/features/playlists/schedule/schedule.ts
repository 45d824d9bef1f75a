/** Start times of the items and duration of a playlist. Seconds. */
import type { ItemValues, PlaylistValues } from '../playlist-values.ts';

export interface ScheduledItem {
  readonly key: string;
  /** From the start of the playlist. */
  readonly offset: number;
  readonly duration: number;
  /** From the start of the playlist; without cue points beyond the end of the item. */
  readonly cuePoints: readonly number[];
}

export interface Totals {
  readonly duration: number;
  readonly cuePoints: number;
  /** All breaks at their maximum duration. */
  readonly breaks: number;
}

const secondsOf = ({ duration }: ItemValues) => (duration === '' ? 0 : Math.max(0, duration));

function cueSeconds(item: ItemValues): number[] {
  const duration = secondsOf(item);
  return item.cuePoints
    .flatMap(({ spliceTime }) => {
      if (spliceTime === '') return [];
      return item.spliceType === 'percent' ? (duration * spliceTime) / 100 : spliceTime;
    })
    .filter((at) => at >= 0 && at <= duration);
}

export function scheduleItems(items: readonly ItemValues[]): ScheduledItem[] {
  let offset = 0;
  return items.map((item) => {
    const duration = secondsOf(item);
    const start = offset;
    offset += duration;
    return {
      key: item.key,
      offset: start,
      duration,
      cuePoints: cueSeconds(item).map((at) => start + at),
    };
  });
}

export function totalsOf(items: readonly ItemValues[]): Totals {
  const points = items.flatMap(({ cuePoints }) => cuePoints);
  return {
    duration: items.reduce((sum, item) => sum + secondsOf(item), 0),
    cuePoints: points.length,
    breaks: points.reduce((sum, { maxDuration }) => sum + (maxDuration || 0), 0),
  };
}

/** `1:05:09.5`, `5:09`. */
export function clockText(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const whole = Math.floor(tenths / 10);
  const two = (part: number) => String(part).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    `${two(whole % 60)}${tenths % 10 === 0 ? '' : `.${tenths % 10}`}`,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** `2026-03-01 20:15:00 UTC`. */
export function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** The latest time of a Date, ms (ECMA-262 §21.4.1.1). */
const latestMs = 8_640_000_000_000_000;

/** First start time of an item: start date plus the items before it (OP-41); '-' without a start date. */
export function itemTime(
  { type, startDate }: Pick<PlaylistValues, 'type' | 'startDate'>,
  offset: number,
): string {
  const atMs = Date.parse(`${startDate}Z`) + offset * 1_000;
  return type === 'vod2live' && atMs <= latestMs ? utcText(atMs) : '-';
}

const steps = [
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200],
  ...[86_400, 172_800, 432_000, 864_000, 1_728_000, 4_320_000, 8_640_000],
] as const;
const mostTicks = 8;

/** Round times for the axis of a ruler. */
export function rulerTicks(duration: number): number[] {
  if (duration <= 0) return [0];
  const step = steps.find((each) => duration / each <= mostTicks) ?? duration;
  return Array.from({ length: Math.floor(duration / step) + 1 }, (_, index) => index * step);
}
