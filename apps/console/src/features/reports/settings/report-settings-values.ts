/** The values of the report settings as they are typed, their problems, and the words of their choices. Pure. */

import {
  type CampaignSource,
  type ReportSettings,
  reportSettings,
  type ViewerIdPolicy,
} from '@interlude/contract';
import { known, t } from '../../../texts/t.ts';

/** As typed: an emptied number field is a text. */
export interface ReportSettingsInput extends Omit<ReportSettings, 'cpm' | 'cpmAdSeconds'> {
  readonly cpm: number | string;
  readonly cpmAdSeconds: number | string;
}

export const viewerPolicies: Readonly<Record<ViewerIdPolicy, { label: string; note: string }>> = {
  none: { label: t('Not at all'), note: t('Unique viewers are not shown.') },
  daily: {
    label: t('By a key of the day'),
    note: t(
      'Viewers cannot be followed from day to day: unique viewers of several days are a sum.',
    ),
  },
  monthly: {
    label: t('By a key of the month'),
    note: t('Exact over a month. Needs the consent of your viewers.'),
  },
  client: {
    label: t('By the pseudonym of your player'),
    note: t('Your player sends a pseudonym of its own with the session.'),
  },
};

export const campaignWords: Readonly<Record<CampaignSource, { label: string; note: string }>> = {
  extension: {
    label: t('Extension of the ad server'),
    note: t('An Extension of the VAST answer whose type, element or attribute says campaign.'),
  },
  adId: { label: t('Ad ID'), note: t('The id of the Ad element.') },
  title: { label: t('Ad title'), note: t('AdTitle of the ad.') },
  advertiser: { label: t('Advertiser'), note: t('Advertiser of the ad.') },
  none: { label: t('None'), note: t('Reports have no campaigns.') },
};

const numbers: Readonly<Record<string, string>> = {
  cpm: t('Enter a price from 0 to 100,000.'),
  cpmAdSeconds: t('Enter a length from 1 to 600 seconds.'),
};

/** One sentence by name of the field; empty when the values can be saved. */
export function settingsProblems(values: ReportSettingsInput): Record<string, string> {
  const issues = reportSettings.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, numbers[name] ?? known(message)];
    }),
  );
}
