/** Bytes of ad media that this installation has delivered. */
import { bucketsOf, definitionOf, type Report, timeChart } from './report.ts';

export const deliveredBytes: Report = {
  definition: definitionOf({
    reportName: 'delivered-bytes',
    title: 'Delivered ad media',
    chartType: 'AreaAndLine',
    channelDependent: false,
    group: 'delivery',
  }),
  helpTexts: [
    '<p>Bytes of creatives and slates that stitchers have sent, over all channels; what a CDN answers from its cache is not in it. Counted by the hour of UTC.</p>',
  ],
  read: async (context) => {
    const bytes = await context.figures.deliveredBytes(context.scope);
    const { starts } = bucketsOf(context.scope);
    const data = starts.map((start, index) =>
      start > context.nowMs ? null : (bytes.get(index) ?? 0),
    );
    return {
      ...timeChart(context, [{ name: 'Bytes', data }]),
      metrics: [[...bytes.values()].reduce((sum, value) => sum + value, 0)],
      units: ['bytes'],
    };
  },
};
