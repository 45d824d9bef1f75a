/** Marks by the buckets of a chart over time. Pure. */
import type { Annotation, AnnotationKind, ReportData } from '@interlude/contract';
import { clockAt, dayAt, epochMsOfIso } from '../periods/civil-day.ts';
import { shownDay } from '../periods/shown-days.ts';
import { inEnglish, type WordOf } from './chart-words.ts';

/** A mark that begins in a bucket. */
export interface BucketMark {
  readonly kind: AnnotationKind;
  readonly text: string;
  /** When, in the time zone of the chart. */
  readonly time: string;
}

export interface ChartMarks {
  /** For each bucket those that begin in it, or before the first one. */
  readonly starting: readonly (readonly BucketMark[])[];
  /** For each bucket the kind of a mark that spans it and another one; incidents before others. */
  readonly spanning: readonly (AnnotationKind | undefined)[];
}

/** Charts with an axis of time. */
export const timeCharts: readonly string[] = ['AreaAndLine', 'MultiLine', 'CampaignArea'];

/** Starts of the buckets of a chart, epoch ms. */
function startsOf({ chartType, labels, campaignsData }: ReportData): number[] {
  if (chartType === 'CampaignArea') return campaignsData.map(({ key }) => key);
  return labels.filter((label) => typeof label === 'number');
}

/** Of a mark, which the API gives as ISO 8601. */
const msOf = (time: string) => epochMsOfIso(time) ?? 0;

/** D/M/YY HH:mm in a zone. */
function momentText(ms: number, zone: string): string {
  return `${shownDay(dayAt(ms, zone))} ${clockAt(ms, zone)}`;
}

function timeText({ at, endsAt, isOpen }: Annotation, zone: string, word: WordOf): string {
  const from = momentText(msOf(at), zone);
  if (isOpen) return word('{from}, still open', { from });
  if (endsAt === null || endsAt === at) return from;
  const toMs = msOf(endsAt);
  const isSameDay = dayAt(toMs, zone) === dayAt(msOf(at), zone);
  const to = isSameDay ? clockAt(toMs, zone) : momentText(toMs, zone);
  return word('{from} to {to}', { from, to });
}

/** The bucket of a moment; the last one that begins before it. */
function bucketOf(starts: readonly number[], ms: number): number {
  return starts.findLastIndex((start) => start <= ms);
}

/**
 * The marks of the main period. Marks outside of its buckets are left out; one that began before is marked at the first.
 * @param annotations oldest first
 */
export function chartMarks(
  data: ReportData,
  annotations: readonly Annotation[],
  word: WordOf = inEnglish,
): ChartMarks {
  const starts = startsOf(data);
  const starting: BucketMark[][] = starts.map(() => []);
  const spanning: (AnnotationKind | undefined)[] = starts.map(() => undefined);
  for (const annotation of annotations) {
    const { kind, text, at, endsAt, isOpen } = annotation;
    const atMs = msOf(at);
    const endMs = isOpen ? data.end - 1 : Math.min(msOf(endsAt ?? at), data.end - 1);
    if (starts.length === 0 || atMs >= data.end || endMs < data.start) continue;
    const first = Math.max(0, bucketOf(starts, atMs));
    const last = Math.max(first, bucketOf(starts, endMs));
    starting[first]?.push({ kind, text, time: timeText(annotation, data.timeZone, word) });
    if (last === first) continue;
    for (let index = first; index <= last; index += 1) {
      if (spanning[index] !== 'incident') spanning[index] = kind;
    }
  }
  return { starting, spanning };
}

export const hasMarks = ({ starting }: ChartMarks): boolean =>
  starting.some((marks) => marks.length > 0);

/** Marks of a bucket as a sentence; empty where there are none. */
export function marksSentence({ starting }: ChartMarks, index: number): string {
  return (starting[index] ?? []).map(({ text, time }) => `${text}, ${time}`).join('; ');
}
