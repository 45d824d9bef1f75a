/** The timeline as rows of a table, the newest first: for screen readers, and for people who prefer text. Pure. */
import type { MonitoringLane, MonitoringSegment } from '@interlude/contract';
import { known, t } from '../../../texts/t.ts';
import { findingText } from '../monitoring-words.ts';
import { spliceName } from '../splices/splice-words.ts';
import { durationText, itemName, kindText, markersText } from './describe.ts';
import type { Run, TimelineModel } from './entries.ts';
import { entryItem, type Item, messageItem } from './item.ts';

export interface TimelineRow {
  readonly atMs: number;
  /** The lane, or `Monitor`, `Finding` or `Splice`. */
  readonly where: string;
  readonly what: string;
  /** Empty for a row without a duration. */
  readonly duration: string;
  readonly remark: string;
  readonly item: Item;
}

/** Rows of the newest end that the table shows. */
export const maxTimelineRows = 400;

const names = { source: t('Source'), output: t('Output') } as const;

/** One row for a run of segments of one kind: 600 rows of content would help no reader. */
function runRow(model: TimelineModel, lane: MonitoringLane, run: Run): TimelineRow[] {
  const item = entryItem(lane, model.lanes[lane].segments[run.first]);
  if (item === undefined) return [];
  const count = run.end - run.first;
  return [
    {
      ...{ atMs: run.startMs, where: names[lane], what: kindText(run), item },
      duration: durationText((run.endMs - run.startMs) / 1_000),
      remark: t(count === 1 ? '{count} segment' : '{count} segments', { count }),
    },
  ];
}

function laneRows(model: TimelineModel, lane: MonitoringLane): TimelineRow[] {
  const { segments, periods, events } = model.lanes[lane];
  const gaps = model.runs[lane].flatMap((run, place, runs): TimelineRow[] => {
    const before = runs[place - 1];
    const item = entryItem(lane, segments[run.first]);
    if (before === undefined || item === undefined || run.startMs <= before.endMs + 1) return [];
    const duration = durationText((run.startMs - before.endMs) / 1_000);
    return [{ atMs: before.endMs, where: names[lane], what: t('gap'), duration, remark: '', item }];
  });
  const marked = segments.flatMap((entry): TimelineRow[] => {
    const item = entryItem(lane, entry);
    const isMarked = entry.cueOut !== '' || entry.cueIn !== '' || entry.discontinuity;
    if (item === undefined || !isMarked) return [];
    return [
      {
        ...{ atMs: entry.start, where: names[lane], duration: '', item },
        what: markedText(entry),
        remark: [itemName(item), markerText(entry)].filter(Boolean).join(': '),
      },
    ];
  });
  const dash = [...periods, ...events].flatMap((entry): TimelineRow[] => {
    const item = entryItem(lane, entry);
    if (item === undefined) return [];
    return [
      {
        ...{ atMs: entry.start, where: names[lane], what: itemName(item), item },
        duration: entry.duration > 0 ? durationText(entry.duration) : '',
        remark: markersText(entry),
      },
    ];
  });
  return [
    ...model.runs[lane].flatMap((run) => runRow(model, lane, run)),
    ...gaps,
    ...marked,
    ...dash,
  ];
}

/** The markers of a segment in words: `break begins, discontinuity`. */
function markedText({ cueOut, cueIn, discontinuity }: MonitoringSegment): string {
  return [
    cueIn === '' ? '' : t('break ends'),
    cueOut === '' ? '' : t('break begins'),
    discontinuity ? 'discontinuity' : '',
  ]
    .filter((each) => each !== '')
    .join(', ');
}

/** Characters of a marker in a row; an EXT-X-DATERANGE may be longer. */
const maxMarker = 160;

function markerText({ cueOut, cueIn }: MonitoringSegment): string {
  const whole = [cueIn, cueOut].filter((each) => each !== '').join(' ');
  return whole.length > maxMarker ? `${whole.slice(0, maxMarker)}…` : whole;
}

/** Rows of the messages, without those that report the same as the message before. */
function messageRows(model: TimelineModel): TimelineRow[] {
  return model.messages.flatMap((message, place): TimelineRow[] => {
    const before = model.messages[place - 1];
    const item = messageItem(model, place);
    const text = (each: typeof message) => `${each.sourceErrMessage}\n${each.outputErrMessage}`;
    if (item === undefined || (before !== undefined && text(before) === text(message))) return [];
    const remark = [message.sourceErrMessage, message.outputErrMessage]
      .filter(Boolean)
      .map(findingText)
      .join('. ');
    return [
      {
        atMs: message.loadTime,
        where: t('Monitor'),
        what: itemName(item),
        duration: '',
        remark,
        item,
      },
    ];
  });
}

/** The newest first, at most `maxTimelineRows`. */
export function timelineRows(model: TimelineModel): TimelineRow[] {
  const findings = model.findings.map((finding): TimelineRow => {
    const { at, severity, rule, title, closedAt } = finding;
    return {
      ...{ atMs: at, where: t('Finding'), duration: '', remark: known(title) },
      what: `${closedAt === null ? t('open') : t('closed')} ${known(severity)} ${rule}`,
      item: { kind: 'finding', finding },
    };
  });
  const splices = model.splices.map((splice): TimelineRow => {
    const { at, reason, rules, skipped } = splice;
    const seen =
      rules.length > 0 ? t('breaks {rules}', { rules: rules.join(', ') }) : t('seen and heard');
    return {
      ...{ atMs: at, where: t('Splice'), what: spliceName(splice), duration: '' },
      remark: skipped === null ? seen : known(reason),
      item: { kind: 'splice', splice },
    };
  });
  return [
    ...splices,
    ...laneRows(model, 'source'),
    ...laneRows(model, 'output'),
    ...messageRows(model),
    ...findings,
  ]
    .filter(({ atMs }) => Number.isFinite(atMs))
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, maxTimelineRows);
}
