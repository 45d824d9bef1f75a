/** How a company's figures are counted and valued. A company with the defaults has no row. */
import { campaignSources, type ReportSettings, viewerIdPolicies } from '@interlude/contract';
import { isOffTheHour } from '@interlude/reporting';
import type { Database } from '../database.ts';

export const defaultReportSettings: ReportSettings = {
  timeZone: 'UTC',
  viewerIdPolicy: 'daily',
  campaignFrom: 'extension',
  cpm: 0,
  cpmAdSeconds: 30,
  currency: 'EUR',
};

export interface StoredReportSettings extends ReportSettings {
  /** Minutes of the narrowest counters: 15 where hours of the zone begin off those of UTC. */
  readonly widthMinutes: number;
}

export interface ReportSettingsStore {
  read(tenantId: string): Promise<StoredReportSettings>;
  save(tenantId: string, settings: ReportSettings): Promise<ReportSettings>;
  /** Settings of all companies that have stored some, by company id; for stitchers. */
  all(): Promise<ReadonlyMap<string, StoredReportSettings>>;
}

interface SettingsRow {
  readonly tenant_id: string;
  readonly time_zone: string;
  readonly viewer_id_policy: string;
  readonly campaign_from: string;
  readonly cpm: number;
  readonly cpm_ad_seconds: number;
  readonly currency: string;
  readonly bucket_minutes: number;
}

const narrowMinutes = 15;
const wholeHour = 60;

function toSettings(row: SettingsRow): StoredReportSettings {
  const policy = viewerIdPolicies.find((one) => one === row.viewer_id_policy);
  const campaignFrom = campaignSources.find((one) => one === row.campaign_from);
  return {
    timeZone: row.time_zone,
    viewerIdPolicy: policy ?? defaultReportSettings.viewerIdPolicy,
    campaignFrom: campaignFrom ?? defaultReportSettings.campaignFrom,
    cpm: row.cpm,
    cpmAdSeconds: row.cpm_ad_seconds,
    currency: row.currency,
    widthMinutes: row.bucket_minutes,
  };
}

/**
 * Report settings of companies.
 * @returns a store; another time zone applies from its save on, existing counts do not change
 * @see ADR 0037
 */
export function createReportSettingsStore(database: Database): ReportSettingsStore {
  return {
    read: (tenantId) =>
      database.forTenant(tenantId, async ({ db }) => {
        const row = await db.selectFrom('report_settings').selectAll().executeTakeFirst();
        return row ? toSettings(row) : { ...defaultReportSettings, widthMinutes: wholeHour };
      }),
    save: (tenantId, settings) =>
      database.forTenant(tenantId, async ({ db, clock }) => {
        const isNarrow = isOffTheHour(settings.timeZone, clock.now());
        const values = {
          time_zone: settings.timeZone,
          viewer_id_policy: settings.viewerIdPolicy,
          campaign_from: settings.campaignFrom,
          cpm: settings.cpm,
          cpm_ad_seconds: settings.cpmAdSeconds,
          currency: settings.currency,
          bucket_minutes: isNarrow ? narrowMinutes : wholeHour,
        };
        await db
          .insertInto('report_settings')
          .values(values)
          .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
          .execute();
        return settings;
      }),
    all: async () => {
      const rows = await database.system.selectFrom('report_settings').selectAll().execute();
      return new Map(rows.map((row) => [row.tenant_id, toSettings(row)]));
    },
  };
}
