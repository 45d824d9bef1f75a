/** Items in words: for the line below the timeline, for screen readers and for the table. Pure. */
import type { MonitoringSegment } from '@interlude/contract';
import { onDemand } from '../../../texts/on-demand.ts';
import { readerLocale } from '../../../texts/reader-locale.ts';
import { known, t } from '../../../texts/t.ts';
import { findingText } from '../monitoring-words.ts';
import { spliceName } from '../splices/splice-words.ts';
import type { Run, TimelineModel } from './entries.ts';
import type { Item } from './item.ts';

const clock = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    }),
);
const minutes = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    }),
);
const fine = onDemand(
  () =>
    new Intl.DateTimeFormat(readerLocale(), {
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
      fractionalSecondDigits: 3,
    }),
);

/** `14:03:22` */
export const clockText = (atMs: number): string => clock().format(atMs);
/** `14:03:22.400` */
export const fineClockText = (atMs: number): string => fine().format(atMs);
/** Labels of the axis: seconds only where they differ. */
export const axisText = (atMs: number, stepMs: number): string =>
  (stepMs >= 60_000 ? minutes() : clock()).format(atMs);

/** `4.000 s`, `12 min 3 s` */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(3)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `seg_00065.m4s` of an address. */
export function fileName(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? uri;
  return path.slice(path.lastIndexOf('/') + 1) || uri;
}

export function kindText({ kind, ad }: Pick<MonitoringSegment | Run, 'kind' | 'ad'>): string {
  if (kind === 'ad') return t('ad {ad}', { ad });
  return kind === 'period' ? t('Period') : kind;
}

/** The markers of a segment as written in the manifest: `CUE-OUT, discontinuity`. */
export function markersText(segment: MonitoringSegment): string {
  const { cueOut, cueOutCont, cueIn, discontinuity } = segment;
  return [cueIn, cueOut, cueOutCont, discontinuity ? 'discontinuity' : '']
    .filter((each) => each !== '')
    .join(', ');
}

const laneNames = { source: t('Source'), output: t('Output') } as const;

/** The name of an item: of a segment its file, of a Period or an event its id. */
export function itemName(item: Item): string {
  if (item.kind === 'finding') return known(item.finding.title);
  if (item.kind === 'splice') return `Splice, ${spliceName(item.splice)}`;
  if (item.kind === 'message') {
    const { sourceHealthy, outputHealthy } = item.message;
    if (sourceHealthy && outputHealthy) return t('Source and output healthy');
    if (sourceHealthy) return t('Output not healthy');
    return outputHealthy ? t('Source not healthy') : t('Source and output not healthy');
  }
  const { kind, eventId, periodId, uri } = item.entry;
  if (kind === 'event') return t('Event {eventId}', { eventId });
  return kind === 'period' ? t('Period {periodId}', { periodId }) : fileName(uri);
}

/** One line about an item. */
export function itemText(item: Item): string {
  if (item.kind === 'finding') {
    const { rule, severity, at, title, closedAt } = item.finding;
    return `${closedAt === null ? t('Open') : t('Closed')} ${known(severity)} ${rule}, ${clockText(at)}: ${known(title)}`;
  }
  if (item.kind === 'splice') {
    const { at, reason, rules } = item.splice;
    const found =
      rules.length > 0 ? t('breaks {rules}', { rules: rules.join(', ') }) : known(reason);
    return [`${itemName(item)}, ${fineClockText(at)}`, found].filter(Boolean).join('. ');
  }
  if (item.kind === 'message') {
    const { loadTime, sourceErrMessage, outputErrMessage } = item.message;
    const reasons = [sourceErrMessage, outputErrMessage]
      .filter((each) => each !== '')
      .map(findingText);
    return [`${clockText(loadTime)}: ${itemName(item)}`, ...reasons].join('. ');
  }
  const { entry, lane } = item;
  const number = entry.number === null ? '' : t(', number {number}', { number: entry.number });
  const markers = markersText(entry);
  return [
    `${laneNames[lane]}: ${itemName(item)}${number}`,
    kindText(entry),
    `${fineClockText(entry.start)} + ${durationText(entry.duration)}`,
    ...(markers === '' ? [] : [markers]),
  ].join(', ');
}

/** Counts of the whole timeline in one line, for people who cannot see it. */
export function summaryText({ lanes, signalled, findings, creatives }: TimelineModel): string {
  const open = findings.filter(({ closedAt }) => closedAt === null).length;
  const source = lanes.source.segments.length;
  const output = lanes.output.segments.length;
  const breaks = signalled.length;
  const ads = creatives.length;
  return [
    t(source === 1 ? '{source} source segment' : '{source} source segments', { source }),
    t(output === 1 ? '{output} output segment' : '{output} output segments', { output }),
    t(breaks === 1 ? '{breaks} break' : '{breaks} breaks', { breaks }),
    t(ads === 1 ? '{ads} creative' : '{ads} creatives', { ads }),
    t(open === 1 ? '{open} open finding' : '{open} open findings', { open }),
  ].join(', ');
}
