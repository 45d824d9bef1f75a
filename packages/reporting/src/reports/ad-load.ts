/** How many ads viewers see, and how often the same one. */
import {
  bucketsOf,
  definitionOf,
  type Report,
  ratioOf,
  sumOf,
  timeChart,
  totalOf,
} from './report.ts';

export const adLoad: Report = {
  definition: definitionOf({
    reportName: 'ad-load',
    title: 'Ad load and repetition',
    chartType: 'AreaAndLine',
    group: 'audience',
  }),
  helpTexts: [
    '<p><b>Ad minutes an hour</b>: minutes of viewed ads in an hour that was watched. <b>Ads a session</b>: viewed ads of the sessions that began in the bucket.</p>',
    '<p><b>Repeated</b>: of 100 viewed ads, those of a creative that the session had seen before.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: ['bucket'],
      sums: ['viewMs', 'adMs', 'impressions', 'sessionStarts', 'repeats'],
    });
    const byBucket = new Map(rows.map((row) => [row.bucket, row]));
    const { starts } = bucketsOf(context.scope);
    const line = (value: (bucket: number) => number | null) =>
      starts.map((_start, index) => {
        const ratio = value(index);
        return ratio === null ? null : Math.round(ratio * 100) / 100;
      });
    const of = (index: number, name: Parameters<typeof sumOf>[1]) =>
      sumOf(byBucket.get(index), name);
    const times = (ratio: number | null, factor: number) =>
      ratio === null ? null : ratio * factor;
    const [watched, ads] = [totalOf(rows, 'viewMs'), totalOf(rows, 'impressions')];
    return {
      ...timeChart(context, [
        {
          name: 'Ad minutes an hour',
          data: line((bucket) => times(ratioOf(of(bucket, 'adMs'), of(bucket, 'viewMs')), 60)),
        },
        {
          name: 'Ads a session',
          data: line((bucket) => ratioOf(of(bucket, 'impressions'), of(bucket, 'sessionStarts'))),
        },
        {
          name: 'Repeated of 100 ads',
          data: line((bucket) =>
            times(ratioOf(of(bucket, 'repeats'), of(bucket, 'impressions')), 100),
          ),
        },
      ]),
      metrics: [
        times(ratioOf(totalOf(rows, 'adMs'), watched), 60),
        ratioOf(ads, totalOf(rows, 'sessionStarts')),
        times(ratioOf(totalOf(rows, 'repeats'), ads), 100),
      ],
      units: ['count', 'count', 'count'],
    };
  },
};
