/** Figures along time: ad views, sessions by channel, completion of campaigns, viewers. */
import { reportLimits } from '@interlude/contract';
import { isoTime } from '../calendar/civil-days.ts';
import {
  bucketsOf,
  definitionOf,
  lineOf,
  type Report,
  type ReportContext,
  ratioOf,
  sheetOf,
  sumOf,
  timeChart,
  totalOf,
} from './report.ts';

export const adViewsOverTime: Report = {
  definition: definitionOf({
    reportName: 'ad-views-over-time',
    title: 'Ad views over time',
    chartType: 'AreaAndLine',
    showCampaignSelector: true,
    group: 'delivery',
  }),
  helpTexts: [
    '<p><b>Ad views</b>: ads of which viewers requested the first segment.</p>',
    '<p><b>Completed</b>: ads of which they requested the last one.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: ['bucket'],
      sums: ['impressions', 'completes'],
    });
    return {
      ...timeChart(context, [
        { name: 'Ad views', data: lineOf(context, rows, 'impressions') },
        { name: 'Completed', data: lineOf(context, rows, 'completes') },
      ]),
      metrics: [totalOf(rows, 'impressions'), totalOf(rows, 'completes')],
      units: ['count', 'count'],
    };
  },
};

/** The channels of the lines: those of the first period, else the busiest. */
async function busiestChannels({ figures, scope, params }: ReportContext): Promise<string[]> {
  if (params.keys.length > 0) return params.keys.slice(0, reportLimits.lines);
  const rows = await figures.counters(scope, {
    dimension: 'total',
    groupBy: ['channel'],
    sums: ['sessionStarts'],
    top: { by: 'sessionStarts', limit: reportLimits.lines },
  });
  return rows.map(({ channel }) => channel);
}

export const sessionsByChannel: Report = {
  definition: definitionOf({
    reportName: 'sessions-by-channel',
    title: 'Sessions by channel',
    chartType: 'MultiLine',
    group: 'audience',
  }),
  helpTexts: [
    `<p>Playback sessions that received their first media playlist, of the ${reportLimits.lines} channels with most of them.</p>`,
  ],
  read: async (context) => {
    const channelIds = await busiestChannels(context);
    if (channelIds.length === 0) return {};
    const rows = await context.figures.counters(
      { ...context.scope, channelIds },
      { dimension: 'total', groupBy: ['bucket', 'channel'], sums: ['sessionStarts'] },
    );
    const names = await context.figures.channelNames(channelIds);
    const lines = channelIds.map((id) => {
      const own = rows.filter(({ channel }) => channel === id);
      const total = totalOf(own, 'sessionStarts');
      return {
        line: {
          name: names.get(id) ?? id,
          key: id,
          data: lineOf(context, own, 'sessionStarts'),
        },
        total,
      };
    });
    return {
      ...timeChart(
        context,
        lines.map(({ line }) => line),
      ),
      metrics: lines.map(({ total }) => total),
      units: lines.map(() => 'count' as const),
      keys: channelIds,
    };
  },
};

export const campaignCompletion: Report = {
  definition: definitionOf({
    reportName: 'campaign-completion',
    title: 'Campaign completion',
    chartType: 'CampaignArea',
    showCampaignSelector: true,
    group: 'delivery',
  }),
  helpTexts: [
    '<p>Ads of the campaign that were viewed to their end, of those that were viewed.</p>',
    '<p>The campaign is the one that the ad server names; see the manual on where it is read from.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: ['bucket'],
      sums: ['impressions', 'completes'],
    });
    const byBucket = new Map(rows.map((row) => [row.bucket, row]));
    const { starts, ends } = bucketsOf(context.scope);
    const campaignsData = starts
      .map((key, index) => ({ key, row: byBucket.get(index) }))
      .filter(({ key }) => key <= context.nowMs)
      .map(({ key, row }) => ({
        key,
        key_as_string: isoTime(key),
        bcn_q4: { value: sumOf(row, 'completes') },
        ratio: { value: ratioOf(sumOf(row, 'completes'), sumOf(row, 'impressions')) },
      }));
    return {
      labels: starts,
      bucketEnds: ends,
      campaignsData,
      metrics: [
        totalOf(rows, 'completes'),
        ratioOf(totalOf(rows, 'completes'), totalOf(rows, 'impressions')),
      ],
      units: ['count', 'ratio'],
      excelData: sheetOf(
        context,
        ['From', 'Completed ad views', 'Completion'],
        campaignsData.map((one) => [{ dateMs: one.key }, one.bcn_q4.value, one.ratio.value]),
      ),
    };
  },
};

const minuteMs = 60_000;

export const concurrency: Report = {
  definition: definitionOf({
    reportName: 'concurrency',
    title: 'Concurrent viewers',
    chartType: 'AreaAndLine',
    group: 'audience',
  }),
  helpTexts: [
    '<p><b>Peak</b>: the viewers of the busiest minute, of the selected channels together.</p>',
    '<p><b>Average</b>: time watched, divided by the time of the bucket that has passed.</p>',
    '<p>A viewer counts while requests come: for three target durations, at least 30 s, after the last one.</p>',
  ],
  read: async (context) => {
    const rows = new Map(
      (await context.figures.viewers(context.scope)).map((row) => [row.bucket, row]),
    );
    const { starts, ends } = bucketsOf(context.scope);
    const past = starts.map((start) => start <= context.nowMs);
    const passedMs = starts.map(
      (start, index) => Math.min(ends[index] ?? start, context.nowMs) - start,
    );
    const peaks = starts.map((_start, index) =>
      past[index] ? Math.round((rows.get(index)?.peakMinuteMs ?? 0) / minuteMs) : null,
    );
    const averages = starts.map((_start, index) => {
      const watched = rows.get(index)?.watchedMs ?? 0;
      const passed = passedMs[index] ?? 0;
      return past[index] && passed > 0 ? Math.round((watched / passed) * 10) / 10 : null;
    });
    const watched = [...rows.values()].reduce((sum, row) => sum + row.watchedMs, 0);
    const passed = passedMs.reduce((sum, ms) => sum + Math.max(0, ms), 0);
    const peak = [...rows.values()].reduce((most, row) => Math.max(most, row.peakMinuteMs), 0);
    return {
      ...timeChart(context, [
        { name: 'Peak', data: peaks },
        { name: 'Average', data: averages },
      ]),
      metrics: [
        Math.round(peak / minuteMs),
        passed > 0 ? Math.round((watched / passed) * 10) / 10 : null,
      ],
      units: ['count', 'count'],
    };
  },
};
