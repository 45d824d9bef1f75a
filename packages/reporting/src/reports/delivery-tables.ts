/** Fill, errors and the summary in words. */
import { reportLimits } from '@interlude/contract';
import { englishSentence, type ReportSentence } from '../charts/report-sentences.ts';
import type { CounterSum } from './figures.ts';
import { definitionOf, type Report, ratioOf, sheetOf, sumOf, tableOf, totalOf } from './report.ts';

const compareText = (a: string, b: string) => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

const fillColumns = [
  { name: 'Avails', unit: 'count', of: (row: CounterSum) => sumOf(row, 'avails') },
  { name: 'Offered', unit: 'milliseconds', of: (row: CounterSum) => sumOf(row, 'availMs') },
  { name: 'Ads', unit: 'milliseconds', of: (row: CounterSum) => sumOf(row, 'adMs') },
  {
    name: 'Fill',
    unit: 'ratio',
    of: (row: CounterSum) => ratioOf(sumOf(row, 'adMs'), sumOf(row, 'availMs')),
  },
  { name: 'Slate', unit: 'milliseconds', of: (row: CounterSum) => sumOf(row, 'slateMs') },
  { name: 'Ad requests', unit: 'count', of: (row: CounterSum) => sumOf(row, 'adRequests') },
  { name: 'Timed out', unit: 'count', of: (row: CounterSum) => sumOf(row, 'adTimeouts') },
  { name: 'Ads left out', unit: 'count', of: (row: CounterSum) => sumOf(row, 'skipped') },
  { name: 'Without ads', unit: 'count', of: (row: CounterSum) => sumOf(row, 'fallbacks') },
  { name: 'Errors', unit: 'count', of: (row: CounterSum) => sumOf(row, 'errors') },
] as const;

export const fillAndErrors: Report = {
  definition: definitionOf({
    reportName: 'fill-and-errors',
    title: 'Fill and errors',
    chartType: 'Table',
    group: 'delivery',
  }),
  helpTexts: [
    '<p><b>Avail</b>: one ad break as offered to one session. <b>Offered</b>: time of the avails. <b>Ads</b>: time of the ads that were viewed. <b>Fill</b>: Ads of Offered, a quotient of sums, never a mean of quotients.</p>',
    '<p><b>Timed out</b>: ad requests without an answer in time. <b>Ads left out</b>: ads of answers that were not placed. <b>Without ads</b>: avails in which content or slate played. <b>Errors</b>: VAST errors that were reported to ad servers.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: ['channel'],
      sums: [
        ...(['avails', 'availMs', 'adMs', 'slateMs', 'adRequests', 'adTimeouts'] as const),
        ...(['skipped', 'fallbacks', 'errors'] as const),
      ],
      top: { by: 'availMs', limit: reportLimits.rows },
    });
    const names = await context.figures.channelNames(rows.map(({ channel }) => channel));
    return tableOf(
      context,
      'Channel',
      fillColumns,
      rows.map((row) => ({
        name: names.get(row.channel) ?? row.channel,
        key: row.channel,
        cells: fillColumns.map(({ of }) => of(row)),
      })),
    );
  },
};

/** Avails and ads by the reason why ads were not placed, and ads by VAST error code. */
export const errorsByReason: Report = {
  definition: definitionOf({
    reportName: 'errors-by-reason',
    title: 'Errors and reasons',
    chartType: 'Table',
    group: 'delivery',
  }),
  helpTexts: [
    '<p>Why ads were not placed (reasons of the catalogue of ad decisions), and which VAST error codes were reported to ad servers.</p>',
  ],
  read: async (context) => {
    const [reasons, codes] = await Promise.all([
      context.figures.counters(context.scope, {
        dimension: 'reason',
        groupBy: ['value'],
        sums: ['fallbacks', 'skipped'],
      }),
      context.figures.counters(context.scope, {
        dimension: 'error',
        groupBy: ['value'],
        sums: ['errors'],
      }),
    ]);
    const rows = [
      ...reasons.map((row) => ({
        key: row.value,
        kind: 'Reason',
        breaks: sumOf(row, 'fallbacks'),
        ads: sumOf(row, 'skipped'),
      })),
      ...codes.map((row) => ({
        key: row.value,
        kind: 'VAST error',
        breaks: 0,
        ads: sumOf(row, 'errors'),
      })),
    ].filter(({ breaks, ads }) => breaks + ads > 0);
    rows.sort((a, b) => b.breaks + b.ads - a.breaks - a.ads || compareText(a.key, b.key));
    return {
      ...tableOf(
        context,
        'Reason or code',
        [
          { name: 'Kind', unit: 'text' },
          { name: 'Avails', unit: 'count' },
          { name: 'Ads', unit: 'count' },
        ],
        rows
          .slice(0, reportLimits.rows)
          .map(({ key, kind, breaks, ads }) => ({ name: key, key, cells: [kind, breaks, ads] })),
      ),
      metrics: [totalOf(reasons, 'fallbacks'), totalOf(codes, 'errors')],
    };
  },
};

/** Beacons sent, answered and failed, by tracker. */
export const trackers: Report = {
  definition: definitionOf({
    reportName: 'trackers',
    title: 'Beacons by tracker',
    chartType: 'Table',
    showCampaignSelector: true,
    group: 'breaks',
  }),
  helpTexts: [
    '<p><b>Sent</b>: beacons that went out, retries not counted. <b>Answered</b>: with a status below 400. <b>Failed</b>: refused, unreachable, forbidden, or never sent because the queue was full. Beacons count in the hour of their event. Hosts beyond 100 of a company in an hour are <i>(other)</i>.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'tracker',
      groupBy: ['value'],
      sums: ['beaconsSent', 'beaconsAnswered', 'beaconsFailed'],
    });
    const ended = (row: CounterSum) => sumOf(row, 'beaconsAnswered') + sumOf(row, 'beaconsFailed');
    const largest = rows
      .filter((row) => ended(row) > 0)
      .toSorted((a, b) => ended(b) - ended(a) || compareText(a.value, b.value));
    return {
      ...tableOf(
        context,
        'Tracker',
        [
          { name: 'Sent', unit: 'count' },
          { name: 'Answered', unit: 'count' },
          { name: 'Failed', unit: 'count' },
          { name: 'Failed share', unit: 'ratio' },
        ],
        largest.slice(0, reportLimits.rows).map((row) => ({
          name: row.value,
          key: row.value,
          cells: [
            sumOf(row, 'beaconsSent'),
            sumOf(row, 'beaconsAnswered'),
            sumOf(row, 'beaconsFailed'),
            ratioOf(sumOf(row, 'beaconsFailed'), ended(row)),
          ],
        })),
      ),
      metrics: [totalOf(rows, 'beaconsSent'), totalOf(rows, 'beaconsFailed')],
    };
  },
};

const count = (value: number) => ({ value, unit: 'count' as const });
const ratio = (part: number, whole: number) => ({
  value: ratioOf(part, whole),
  unit: 'ratio' as const,
});
const hours = (ms: number) => ({ value: ms / 3_600_000, unit: 'hours' as const });

export const summary: Report = {
  definition: definitionOf({
    reportName: 'summary',
    title: 'Summary',
    chartType: 'Text',
    group: 'delivery',
  }),
  helpTexts: ['<p>The figures of the period in sentences.</p>'],
  read: async (context) => {
    const [total] = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: [],
      sums: [
        ...(['sessionStarts', 'viewMs', 'avails', 'availMs', 'impressions', 'completes'] as const),
        ...(['adMs', 'slateMs', 'adRequests', 'adTimeouts', 'errors'] as const),
      ],
    });
    const of = (name: Parameters<typeof sumOf>[1]) => sumOf(total, name);
    if (of('sessionStarts') + of('avails') + of('viewMs') === 0) return {};
    const sentences: ReportSentence[] = [
      {
        pattern: '{sessions} sessions watched {hours}.',
        values: { sessions: count(of('sessionStarts')), hours: hours(of('viewMs')) },
      },
      {
        pattern:
          'They were offered {avails} avails of {hours}, of which ads filled {ads} and slates {slates}.',
        values: {
          ...{ avails: count(of('avails')), hours: hours(of('availMs')) },
          ads: ratio(of('adMs'), of('availMs')),
          slates: ratio(of('slateMs'), of('availMs')),
        },
      },
      {
        pattern: '{ads} ads were viewed, {completed} of them to their end.',
        values: {
          ads: count(of('impressions')),
          completed: ratio(of('completes'), of('impressions')),
        },
      },
      {
        pattern:
          'Ad servers were sent {requests} requests; {late} had no answer in time. {errors} VAST errors were reported.',
        values: {
          requests: count(of('adRequests')),
          late: ratio(of('adTimeouts'), of('adRequests')),
          errors: count(of('errors')),
        },
      },
    ];
    const labels = sentences.map(englishSentence);
    return {
      labels,
      sentences,
      excelData: sheetOf(
        context,
        ['Summary'],
        labels.map((sentence) => [sentence]),
      ),
    };
  },
};
