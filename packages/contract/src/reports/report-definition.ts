/** A report that a system offers (DATA-033), before any of its figures are read. */
import { z } from 'zod';
import { reportData, reportParams } from './report-data.ts';
import { chartTypes, reportViewOptions } from './report-values.ts';

export const reportDefinition = z.object({
  reportName: z.string().describe('its name in addresses: `chart` of one instance'),
  title: z.string(),
  chartType: z.enum(chartTypes),
  numOfInstances: z.number().int().min(1).max(2).describe('1 = cannot be compared'),
  instances: z.array(
    z.object({
      reportData: reportData.nullable().describe('null until it is fetched'),
      reportParams,
    }),
  ),
  defaultViewOption: z.enum(reportViewOptions).nullable(),
  viewOptions: z.array(z.enum(reportViewOptions)),
  showCampaignSelector: z.boolean(),
  channelDependent: z
    .boolean()
    .describe('false: an asset report, which counts all assets whatever channels are selected'),
  disableTimingSelect: z.boolean(),
  group: z
    .enum(['delivery', 'breaks', 'audience'])
    .describe('beyond the specification: under which heading it stands'),
});
export type ReportDefinition = z.output<typeof reportDefinition>;
