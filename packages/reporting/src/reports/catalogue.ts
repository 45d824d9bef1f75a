/** The reports that the platform ships, in the order in which they are shown. */
import { adLoad } from './ad-load.ts';
import {
  breakFunnel,
  demandSources,
  lostAdTime,
  lostRevenue,
  threeFills,
} from './break-reports.ts';
import { assetDelivery, countries, devices, topAssets, topCreatives } from './by-value.ts';
import { deliveredBytes } from './delivered-bytes.ts';
import { errorsByReason, fillAndErrors, summary, trackers } from './delivery-tables.ts';
import { mainKpi } from './main-kpi.ts';
import {
  adViewsOverTime,
  campaignCompletion,
  concurrency,
  sessionsByChannel,
} from './over-time.ts';
import type { Report } from './report.ts';
import { spliceQuality, spliceQualityByCreative } from './splice-quality.ts';

export const shippedReports: readonly Report[] = [
  mainKpi,
  adViewsOverTime,
  sessionsByChannel,
  campaignCompletion,
  countries,
  devices,
  topCreatives,
  fillAndErrors,
  errorsByReason,
  breakFunnel,
  lostAdTime,
  lostRevenue,
  demandSources,
  trackers,
  threeFills,
  adLoad,
  concurrency,
  spliceQuality,
  spliceQualityByCreative,
  summary,
  deliveredBytes,
  topAssets,
  assetDelivery,
];
