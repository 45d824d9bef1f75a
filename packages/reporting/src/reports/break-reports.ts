/** Reports on the offered time: funnel, losses, lost revenue, demand sources and three fills. */
import { type ReportSettings, reportLimits } from '@interlude/contract';
import type { FunnelSums } from './figures.ts';
import { percentileOf } from './latency.ts';
import { definitionOf, type Report, ratioOf, sheetOf, tableOf } from './report.ts';

type BreakCount = Exclude<keyof FunnelSums, 'channel' | 'breaks'>;

const total = (rows: readonly FunnelSums[], name: BreakCount) =>
  rows.reduce((sum, row) => sum + row[name], 0);

const stages = [
  { name: 'Offered', of: 'offeredMs', about: 'length of the breaks × sessions that reached them' },
  { name: 'Asked', of: 'askedMs', about: 'for which an ad server was requested' },
  { name: 'Answered', of: 'answeredMs', about: 'for which it named ads in time' },
  { name: 'Usable', of: 'usableMs', about: 'of ads that could be played' },
  { name: 'Placed', of: 'placedMs', about: 'of ads that were planned into the stream' },
  { name: 'Seen', of: 'seenMs', about: 'of ad segments that players requested' },
] as const;

export const breakFunnel: Report = {
  definition: definitionOf({
    reportName: 'break-funnel',
    title: 'Break funnel',
    chartType: 'HorizontalBars',
    group: 'breaks',
  }),
  helpTexts: [
    '<p>The time of all breaks, and how much of it each stage left:</p>',
    `<ul>${stages.map(({ name, about }) => `<li><b>${name}</b>: ${about}</li>`).join('')}</ul>`,
    '<p>What is lost between two stages stands in <i>Lost ad time</i>, by reason.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.breaks(context.scope);
    if (rows.length === 0) return {};
    const values = stages.map(({ of }) => total(rows, of));
    const offered = total(rows, 'offeredMs');
    return {
      labels: stages.map(({ name }) => name),
      series: [{ name: 'Time', data: values }],
      metrics: values,
      units: stages.map(() => 'milliseconds' as const),
      hovers: stages.map(({ about }) => about),
      excelData: sheetOf(
        context,
        ['Stage', 'Seconds', 'Of offered'],
        stages.map(({ name }, index) => [
          name,
          (values[index] ?? 0) / 1_000,
          ratioOf(values[index] ?? 0, offered),
        ]),
      ),
    };
  },
};

export const lostAdTime: Report = {
  definition: definitionOf({
    reportName: 'lost-ad-time',
    title: 'Lost ad time',
    chartType: 'Table',
    group: 'breaks',
  }),
  helpTexts: [
    '<p>Offered time in which no ad was seen, by reason and by whom it is up to. The sum over the reasons is offered less seen, to the millisecond.</p>',
  ],
  read: async (context) => {
    const losses = await context.figures.losses(context.scope);
    const lost = losses.reduce((sum, { lostMs }) => sum + lostMs, 0);
    return {
      ...tableOf(
        context,
        'Reason',
        [
          { name: 'Owner', unit: 'text' },
          { name: 'Lost', unit: 'milliseconds' },
          { name: 'Of all lost', unit: 'ratio' },
          { name: 'Times', unit: 'count' },
        ],
        losses.slice(0, reportLimits.rows).map(({ reason, owner, lostMs, count }) => ({
          name: reason,
          key: reason,
          cells: [owner, lostMs, ratioOf(lostMs, lost), count],
        })),
      ),
      metrics: [lost],
    };
  },
};

/** The price of a millisecond of ads: `cpm` buys 1,000 ads of `cpmAdSeconds`. */
const priceOfMs = ({ cpm, cpmAdSeconds }: ReportSettings) => cpm / 1_000 / (cpmAdSeconds * 1_000);

export const lostRevenue: Report = {
  definition: definitionOf({
    reportName: 'lost-revenue',
    title: 'Lost revenue',
    chartType: 'Table',
    group: 'breaks',
  }),
  helpTexts: [
    '<p>Lost ad time × the price of it: the CPM of the report settings buys 1,000 ads of the length that stands beside it. It is what full breaks would have brought at that price, not a forecast.</p>',
  ],
  read: async (context) => {
    const { settings } = context;
    const price = priceOfMs(settings);
    const losses = await context.figures.losses(context.scope);
    const worth = (ms: number) => (settings.cpm > 0 ? Math.round(ms * price * 100) / 100 : null);
    return {
      ...tableOf(
        context,
        'Reason',
        [
          { name: 'Owner', unit: 'text' },
          { name: 'Lost', unit: 'milliseconds' },
          { name: settings.currency, unit: 'money' },
        ],
        losses.slice(0, reportLimits.rows).map(({ reason, owner, lostMs }) => ({
          name: reason,
          key: reason,
          cells: [owner, lostMs, worth(lostMs)],
        })),
      ),
      metrics: [worth(losses.reduce((sum, { lostMs }) => sum + lostMs, 0))],
    };
  },
};

export const demandSources: Report = {
  definition: definitionOf({
    reportName: 'demand-sources',
    title: 'Demand sources',
    chartType: 'Table',
    group: 'breaks',
  }),
  helpTexts: [
    '<p>Each ad server by the place at which it was asked: hop 0 is the ad server of the channel, hop 1 the first wrapper behind it. <b>p50</b> and <b>p95</b>: half and 95 of 100 answers came within this time (upper bound of their class).</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.demand(context.scope);
    return tableOf(
      context,
      'Ad server',
      [
        { name: 'Hop', unit: 'count' },
        { name: 'Asked', unit: 'count' },
        { name: 'In time', unit: 'count' },
        { name: 'Late', unit: 'count' },
        { name: 'Empty', unit: 'count' },
        { name: 'Errors', unit: 'count' },
        { name: 'p50', unit: 'milliseconds' },
        { name: 'p95', unit: 'milliseconds' },
      ],
      rows.slice(0, reportLimits.rows).map((row) => ({
        name: row.server,
        key: row.server,
        cells: [
          ...[row.hop, row.asked, row.inTime, row.late, row.empty, row.error],
          percentileOf(row.latencyHistogram, 0.5),
          percentileOf(row.latencyHistogram, 0.95),
        ],
      })),
    );
  },
};

export const threeFills: Report = {
  definition: definitionOf({
    reportName: 'three-fills',
    title: 'Three fills',
    chartType: 'Table',
    group: 'breaks',
  }),
  helpTexts: [
    '<ul><li><b>Ad server fill</b>: answered of asked time; how much the ad server had to offer.</li><li><b>Weighted avail fill</b>: placed of offered time; how much of the breaks was planned with ads.</li><li><b>Observed fill</b>: seen of offered time; how much of the breaks viewers watched with ads.</li></ul>',
  ],
  read: async (context) => {
    const rows = await context.figures.breaks(context.scope);
    const names = await context.figures.channelNames(rows.map(({ channel }) => channel));
    return tableOf(
      context,
      'Channel',
      [
        { name: 'Breaks', unit: 'count' },
        { name: 'Offered', unit: 'milliseconds' },
        { name: 'Ad server fill', unit: 'ratio' },
        { name: 'Weighted avail fill', unit: 'ratio' },
        { name: 'Observed fill', unit: 'ratio' },
      ],
      rows.slice(0, reportLimits.rows).map((row) => ({
        name: names.get(row.channel) ?? row.channel,
        key: row.channel,
        cells: [
          row.breaks,
          row.offeredMs,
          ratioOf(row.answeredMs, row.askedMs),
          ratioOf(row.placedMs, row.offeredMs),
          ratioOf(row.seenMs, row.offeredMs),
        ],
      })),
    );
  },
};
