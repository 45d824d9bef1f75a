/**
 * The state of a page of reports in its address: periods, channels, and settings of cards that were changed. The
 * address wins over the person's saved choices, so that a link shows the same to everybody; where it has no part, the
 * saved choice counts.
 */

import { reportIntervals, reportTimings, reportViewOptions } from '@interlude/contract';
import { isDay, type Periods, periodsOf, type StoredPeriod } from '@interlude/reporting';
import type { CardSettings } from './card-settings.ts';

/** Flat texts, as the router keeps them. */
export type ReportSearch = Readonly<Record<string, string>>;

/** Parts of an address: enough for 40 cards, and short enough for every server. */
const limits = { parts: 160, characters: 4_000 } as const;
/** Longest list of channels in an address, in characters; a longer one stays in the saved choices. */
const maxChannelText = 1_500;

/** Parts of the page, not of a card. */
const pageParts = ['period', 'compare', 'channels', 'breaks', 'marks', 'saved'];
const cardParts = ['view', 'campaign', 'timing', 'interval'] as const;
const cardKey = /^(view|campaign|timing|interval)\.[^\s]{1,200}$/;

/** For a route's `validateSearch`: unknown parts are left out. */
export function reportSearch(raw: Readonly<Record<string, unknown>>): ReportSearch {
  const known = Object.entries(raw)
    .map(([key, value]) => [key, String(value)] as const)
    .filter(
      ([key, value]) =>
        (pageParts.includes(key) || cardKey.test(key)) && value.length <= limits.characters,
    );
  return Object.fromEntries(known.slice(0, limits.parts));
}

function periodText({ type, dateA, dateB }: StoredPeriod): string {
  return dateA === undefined || dateB === undefined ? type : `${dateA}_${dateB}`;
}

function storedOf(part: string): StoredPeriod {
  const [dateA = '', dateB = ''] = part.split('_');
  return isDay(dateA) && isDay(dateB) ? { type: 'User defined', dateA, dateB } : { type: part };
}

/** The parts of the address for the periods; without a comparison `compare` is `off`. */
export function searchOfPeriods({ main, compare }: Periods): ReportSearch {
  return { period: periodText(main), compare: compare.compareWith ? periodText(compare) : 'off' };
}

/** The periods of an address; undefined when it names none. */
export function periodsOfSearch(search: ReportSearch, zone: string): Periods | undefined {
  const { period, compare = 'off' } = search;
  if (period === undefined) return;
  const second: StoredPeriod =
    compare === 'off'
      ? { type: 'Previous period', compareWith: false }
      : { ...storedOf(compare), compareWith: true };
  return periodsOf([storedOf(period), second], zone);
}

/** Stands for a list that is too long for an address: the saved choice counts. */
const savedChannels = 'saved';

/** `all` without a selection; `saved` where the list is too long for an address. */
export function searchOfChannels(selected: readonly string[]): ReportSearch {
  const channels = selected.length === 0 ? 'all' : selected.join(',');
  return { channels: channels.length > maxChannelText ? savedChannels : channels };
}

/** The channels of an address; undefined when it names none. */
export function channelsOfSearch({ channels }: ReportSearch): readonly string[] | undefined {
  if (channels === undefined || channels === savedChannels) return;
  return channels === 'all' ? [] : channels.split(',').filter((id) => id !== '');
}

/** The settings of a card that the address names. @param key `system/chart` */
export function cardOfSearch(search: ReportSearch, key: string): Partial<CardSettings> {
  const interval = Object.values(reportIntervals).find(
    (each) => String(each) === search[`interval.${key}`],
  );
  const viewOption = reportViewOptions.find((each) => each === search[`view.${key}`]);
  const timing = reportTimings.find((each) => each === search[`timing.${key}`]);
  const campaignName = search[`campaign.${key}`];
  return {
    ...(interval !== undefined && { interval }),
    ...(viewOption !== undefined && { viewOption }),
    ...(timing !== undefined && { timing }),
    ...(campaignName !== undefined && { campaignName: campaignName.slice(0, 200) }),
  };
}

/** The address after the settings of a card have changed. */
export function withCard(search: ReportSearch, key: string, settings: CardSettings): ReportSearch {
  const values = {
    view: settings.viewOption ?? undefined,
    campaign: settings.campaignName,
    timing: settings.timing,
    interval: String(settings.interval),
  };
  const parts = cardParts.flatMap((part) => {
    const value = values[part];
    return value === undefined ? [] : [[`${part}.${key}`, value] as const];
  });
  return { ...search, ...Object.fromEntries(parts) };
}
