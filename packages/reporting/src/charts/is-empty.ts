/** Whether a card has anything to show. Pure. */
import type { ReportData } from '@interlude/contract';

/** Whether nothing was measured; a measured 0 is a figure. */
export function isEmpty(data: ReportData): boolean {
  const { chartType, labels, series, metrics, campaignsData } = data;
  switch (chartType) {
    case 'CampaignArea':
      return campaignsData.every(({ ratio }) => ratio.value === null);
    case 'SSAIMainKPI':
      return metrics.length > 0 && metrics.every((metric) => metric === null);
    case 'Text':
      return labels.length === 0;
    case 'Table':
      return series.length === 0;
    case 'AreaAndLine':
    case 'MultiLine':
    case 'HorizontalBars':
    case 'Map':
      return series.every(({ data: cells }) => cells.every((cell) => cell === null));
    default:
      return false;
  }
}
