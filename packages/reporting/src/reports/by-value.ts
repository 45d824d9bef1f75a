/** Figures by a dimension: countries, devices, creatives, assets. */
import { reportLimits } from '@interlude/contract';
import type { CounterName, Dimension } from '../fold/batch.ts';
import { countryOf } from './countries.ts';
import type { CounterSum } from './figures.ts';
import {
  barChart,
  definitionOf,
  type Report,
  type ReportContext,
  ratioOf,
  sumOf,
  tableOf,
  totalOf,
} from './report.ts';

/** The values of the bars: those of the first period, else the largest. Where two are equal the text decides. */
async function readBars(
  { figures, scope, params }: ReportContext,
  dimension: Dimension,
  by: CounterName,
): Promise<{ key: string; name: string; value: number }[]> {
  const isFirst = params.keys.length === 0;
  const rows = await figures.counters(scope, {
    dimension,
    groupBy: ['value'],
    sums: [by],
    ...(isFirst
      ? { top: { by, limit: reportLimits.bars } }
      : { values: params.keys.slice(0, reportLimits.bars) }),
  });
  const found = new Map(rows.map((row) => [row.value, sumOf(row, by)]));
  const keys = isFirst ? rows.map(({ value }) => value) : params.keys;
  return keys
    .slice(0, reportLimits.bars)
    .map((key) => ({ key, name: key, value: found.get(key) ?? 0 }));
}

function bars(
  about: Parameters<typeof definitionOf>[0],
  dimension: Dimension,
  head: readonly [string, string],
  helpTexts: readonly string[],
): Report {
  return {
    definition: definitionOf(about),
    helpTexts,
    read: async (context) => ({
      ...barChart(context, head, await readBars(context, dimension, 'impressions')),
      units: ['count'],
    }),
  };
}

export const devices: Report = bars(
  { reportName: 'devices', title: 'Devices', chartType: 'HorizontalBars', group: 'audience' },
  'device',
  ['Device', 'Ad views'],
  ['<p>Ad views by the family of the device, as the player names itself in its requests.</p>'],
);

export const topCreatives: Report = bars(
  {
    reportName: 'top-creatives',
    title: 'Top creatives',
    chartType: 'HorizontalBars',
    showCampaignSelector: true,
    group: 'delivery',
  },
  'creative',
  ['Creative', 'Ad views'],
  ['<p>Ad views by creative: its universal ad id, else the ids of ad and creative.</p>'],
);

export const topAssets: Report = bars(
  {
    reportName: 'top-assets',
    title: 'Top assets',
    chartType: 'HorizontalBars',
    channelDependent: false,
    group: 'audience',
  },
  'asset',
  ['Asset', 'Ad views'],
  ['<p>Ad views by the content in which the ads were viewed; on demand alone.</p>'],
);

/** Rows by ad views, most first. */
const byAdViews = (a: CounterSum, b: CounterSum) =>
  sumOf(b, 'impressions') - sumOf(a, 'impressions') ||
  sumOf(b, 'sessionStarts') - sumOf(a, 'sessionStarts') ||
  (a.value < b.value ? -1 : 1);

export const assetDelivery: Report = {
  definition: definitionOf({
    reportName: 'asset-delivery',
    title: 'Delivery by asset',
    chartType: 'Table',
    channelDependent: false,
    group: 'delivery',
  }),
  helpTexts: [
    '<p>Sessions, ad views and completion by the content that was watched on demand.</p>',
  ],
  read: async (context) => {
    const rows = await context.figures.counters(context.scope, {
      dimension: 'asset',
      groupBy: ['value'],
      sums: ['sessionStarts', 'impressions', 'completes', 'adMs', 'availMs'],
      top: { by: 'sessionStarts', limit: reportLimits.rows },
    });
    return {
      ...tableOf(
        context,
        'Asset',
        [
          { name: 'Sessions', unit: 'count' },
          { name: 'Ad views', unit: 'count' },
          { name: 'Completion', unit: 'ratio' },
          { name: 'Fill', unit: 'ratio' },
        ],
        rows.toSorted(byAdViews).map((row) => ({
          name: row.value,
          key: row.value,
          cells: [
            sumOf(row, 'sessionStarts'),
            sumOf(row, 'impressions'),
            ratioOf(sumOf(row, 'completes'), sumOf(row, 'impressions')),
            ratioOf(sumOf(row, 'adMs'), sumOf(row, 'availMs')),
          ],
        })),
      ),
      metrics: [totalOf(rows, 'sessionStarts'), totalOf(rows, 'impressions')],
    };
  },
};

export const countries: Report = {
  definition: definitionOf({
    reportName: 'countries',
    title: 'Countries',
    chartType: 'Map',
    viewOptions: ['map', 'table'],
    defaultViewOption: 'map',
    showCampaignSelector: true,
    group: 'audience',
  }),
  helpTexts: [
    '<p>The country of a viewer is looked up by the network of the address (/24, IPv6 /48), which is discarded then.</p>',
    '<p><b>Viewers</b> are estimated within a few per cent. With the policy <i>daily</i> the viewers of several days are added, so that a person who comes back counts on each of them. They are not counted by campaign: while one is selected there are none.</p>',
  ],
  read: async (context) => {
    // Viewers are counted without campaigns.
    const isCounted = context.settings.viewerIdPolicy !== 'none' && context.scope.campaign === '';
    const [rows, uniques] = await Promise.all([
      context.figures.counters(context.scope, {
        dimension: 'country',
        groupBy: ['value'],
        sums: ['impressions', 'sessionStarts'],
      }),
      isCounted ? context.figures.uniques(context.scope, 'country') : [],
    ]);
    const viewers = new Map(uniques.map((one) => [one.value, one.viewers]));
    const sorted = rows
      .filter((row) => sumOf(row, 'impressions') + sumOf(row, 'sessionStarts') > 0)
      .toSorted(byAdViews)
      .slice(0, reportLimits.rows);
    const columns = [
      { name: 'Ad views', of: (row: CounterSum) => sumOf(row, 'impressions') },
      { name: 'Sessions', of: (row: CounterSum) => sumOf(row, 'sessionStarts') },
      {
        name: 'Viewers',
        of: (row: CounterSum) => (isCounted ? (viewers.get(row.value) ?? 0) : null),
      },
    ];
    const table = tableOf(
      context,
      'Country',
      columns.map(({ name }) => ({ name, unit: 'count' })),
      sorted.map((row) => ({
        name: countryOf(row.value).name,
        cells: columns.map(({ of }) => of(row)),
      })),
    );
    return {
      labels: sorted.map(({ value }) => value),
      countries: sorted.map(({ value }) => countryOf(value)),
      series: columns.map(({ name, of }) => ({ name, data: sorted.map(of) })),
      metrics: [
        totalOf(sorted, 'impressions'),
        totalOf(sorted, 'sessionStarts'),
        isCounted ? sorted.reduce((sum, row) => sum + (viewers.get(row.value) ?? 0), 0) : null,
      ],
      units: ['count', 'count', 'count'],
      ...(table.excelData && { excelData: table.excelData }),
    };
  },
};
