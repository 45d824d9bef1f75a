/** Settings by which the figures of a company are counted and valued. */
import { z } from 'zod';

/**
 * How viewers are recognised for "unique viewers".
 * - none: not at all, uniques are not shown.
 * - daily: by a key that lasts a day, so the uniques of several days are a sum of days.
 * - monthly: by a key of a calendar month; needs the viewer's consent (TDDDG §25).
 * - client: by a pseudonym that the player sends, under a key of this company.
 */
export const viewerIdPolicies = ['none', 'daily', 'monthly', 'client'] as const;
export type ViewerIdPolicy = (typeof viewerIdPolicies)[number];

/**
 * The part of a VAST answer that names the campaign of an ad.
 * - extension: an Extension whose type, element or attribute says campaign, as ad servers write it.
 * - adId, title, advertiser: that of the ad.
 * - none: ads have no campaign.
 */
export const campaignSources = ['extension', 'adId', 'title', 'advertiser', 'none'] as const;
export type CampaignSource = (typeof campaignSources)[number];

/** No offsets: PostgreSQL reads their sign the other way round. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const reportSettings = z.object({
  timeZone: z
    .string()
    .max(60)
    .refine(isTimeZone, 'Choose an IANA time zone, as Europe/Berlin.')
    .describe('IANA zone of days and weeks'),
  viewerIdPolicy: z.enum(viewerIdPolicies),
  campaignFrom: z.enum(campaignSources).default('extension'),
  cpm: z.number().min(0).max(100_000).describe('price of 1,000 ads; 0 = not set'),
  cpmAdSeconds: z.number().min(1).max(600).describe('length of the ad that the price is for'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency of three letters, as EUR.'),
});
export type ReportSettings = z.output<typeof reportSettings>;
