/**
 * The whole state of the reports page as parts of an address, and back. A card has parts where it differs from its
 * defaults. Pure.
 */
import type { AnnotationKind, SavedView } from '@interlude/contract';
import type { Periods } from '@interlude/reporting';
import { withKinds } from '../annotations/mark-kinds.ts';
import {
  type CardSettings,
  defaultSettings,
  type ResolvedReport,
  reportKey,
} from '../card-settings.ts';
import {
  type ReportSearch,
  searchOfChannels,
  searchOfPeriods,
  withCard,
} from '../report-search.ts';

export interface PageState {
  readonly periods: Periods;
  /** None = all. */
  readonly channelIds: readonly string[];
  readonly kinds: readonly AnnotationKind[];
  readonly cards: readonly { readonly report: ResolvedReport; readonly settings: CardSettings }[];
}

function cardParts({ report, settings }: PageState['cards'][number]): [string, string][] {
  const key = reportKey(report);
  const usual = withCard({}, key, defaultSettings(report.definition));
  return Object.entries(withCard({}, key, settings)).filter(
    ([part, value]) => usual[part] !== value,
  );
}

/** The state of the page as a saved view stores it. */
export function stateOfPage({ periods, channelIds, kinds, cards }: PageState): ReportSearch {
  return {
    ...searchOfPeriods(periods),
    channels: channelIds.length === 0 ? 'all' : channelIds.join(','),
    ...withKinds({}, kinds),
    ...Object.fromEntries(cards.flatMap(cardParts)),
  };
}

/** Whether two states have the same parts, in any order. */
export function isSameState(one: ReportSearch, other: ReportSearch): boolean {
  const names = Object.keys(one);
  const isSame = (name: string) => one[name] === other[name];
  return names.length === Object.keys(other).length && names.every(isSame);
}

/**
 * The address of a view: periods, channels and marks for readers who cannot open the view, and its id, which stands for
 * all of its state.
 */
export function searchOfView({ id, state }: Pick<SavedView, 'id' | 'state'>): ReportSearch {
  const { period, compare, marks, channels = 'all' } = state;
  const short = searchOfChannels(channels === 'all' ? [] : channels.split(','));
  return {
    ...(period !== undefined && { period }),
    ...(compare !== undefined && { compare }),
    ...(marks !== undefined && { marks }),
    ...(short['channels'] === channels && { channels }),
    saved: id,
  };
}
