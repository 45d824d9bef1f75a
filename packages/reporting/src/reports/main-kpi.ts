import { definitionOf, type Report, ratioOf, sheetOf, totalOf } from './report.ts';

const labels = ['Ad views', 'Sessions', 'Fill', 'Completion'];
const hovers = [
  'Ads of which viewers requested the first segment.',
  'Playback sessions that received their first media playlist.',
  'Time of the ads that were viewed, of the time of the breaks that were offered.',
  'Ads that were viewed to their end, of those that were viewed.',
];

/** The four figures of a company (REP-029). */
export const mainKpi: Report = {
  definition: definitionOf({
    reportName: 'main-kpi',
    title: 'Main KPI',
    chartType: 'SSAIMainKPI',
    group: 'delivery',
  }),
  helpTexts: labels.map((label, index) => `<p><b>${label}</b>: ${hovers[index]}</p>`),
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'total',
      groupBy: [],
      sums: ['impressions', 'sessionStarts', 'completes', 'adMs', 'availMs'],
    });
    const adViews = totalOf(rows, 'impressions');
    const metrics = [
      adViews,
      totalOf(rows, 'sessionStarts'),
      ratioOf(totalOf(rows, 'adMs'), totalOf(rows, 'availMs')),
      ratioOf(totalOf(rows, 'completes'), adViews),
    ];
    return {
      labels,
      metrics,
      units: ['count', 'count', 'ratio', 'ratio'],
      hovers,
      excelData: sheetOf(context, labels, [metrics]),
    };
  },
};
