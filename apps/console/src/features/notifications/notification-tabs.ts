/** The three tabs with their API queries (NOTE-001, OP-36). The tab is in the URL as `?tab=`. */
import { t } from '../../texts/t.ts';

export const notificationTabs = ['personal', 'company', 'archived'] as const;
export type NotificationTab = (typeof notificationTabs)[number];

export const tabLabels: Readonly<Record<NotificationTab, string>> = {
  personal: t('Personal'),
  company: t('My Company'),
  archived: t('Archived'),
};

export interface NotificationSearch {
  readonly tab?: NotificationTab;
}

/** For the route's `validateSearch`; the first tab is left out of the URL. */
export function notificationSearch(raw: Readonly<Record<string, unknown>>): NotificationSearch {
  const tab = notificationTabs.find((each) => each === raw['tab']);
  return tab === undefined || tab === 'personal' ? {} : { tab };
}

export function tabQuery(tab: NotificationTab): {
  status: 'new' | 'archived';
  userOnly?: 'true' | 'false';
} {
  if (tab === 'archived') return { status: 'archived' };
  return { status: 'new', userOnly: tab === 'personal' ? 'true' : 'false' };
}
