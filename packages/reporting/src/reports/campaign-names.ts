/** The campaigns that a report can be limited to (REP-009). */
import { reportLimits } from '@interlude/contract';
import type { ReportContext } from './report.ts';

/** Names of campaigns by ad views, most first. */
export async function campaignNames(context: ReportContext): Promise<string[]> {
  const rows = await context.figures.counters(
    { ...context.scope, campaign: '' },
    {
      dimension: 'total',
      groupBy: ['campaign'],
      sums: ['impressions'],
      top: { by: 'impressions', limit: reportLimits.rows },
    },
  );
  return rows.map(({ campaign }) => campaign).filter((name) => name !== '');
}
