/** The address at which the console shows a card of a mail: its days, its channels, its settings. Pure. */
import type { ReportMailCard } from '@interlude/contract';
import type { Range } from '@interlude/reporting';

/** Longest list of channels in an address, characters; a longer one is left out, as in the console. */
const maxChannels = 1_500;

export interface LinkedCard {
  readonly card: ReportMailCard;
  readonly range: Range | undefined;
  /** Undefined: it is not compared. */
  readonly comparedRange: Range | undefined;
}

const daysOf = ({ from, to }: Range) => `${from}_${to}`;

/** As `cardId` of the console. */
const anchorOf = (key: string) => `card-${key.replace(/[^\w-]+/g, '-')}`;

/** @see apps/console/src/components/reports/report-search.ts */
export function cardLink(
  publicUrl: string,
  { card, range, comparedRange }: LinkedCard,
  channelIds: readonly string[],
): string {
  const key = `${card.system}/${card.chart}`;
  const isOwnTime = range?.isMoments === true;
  const days = range !== undefined && !isOwnTime ? range : undefined;
  const channels = channelIds.join(',');
  const parts: Readonly<Record<string, string | undefined>> = {
    period: days && daysOf(days),
    compare: days && (comparedRange ? daysOf(comparedRange) : 'off'),
    channels: channels === '' ? 'all' : channels.length <= maxChannels ? channels : undefined,
    [`view.${key}`]: card.viewOption ?? undefined,
    [`campaign.${key}`]: card.campaignName,
    // Days of the mail are those of the address.
    [`timing.${key}`]: isOwnTime ? card.timing : 'last',
    [`interval.${key}`]: String(card.interval),
  };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) {
    if (value !== undefined) search.set(name, value);
  }
  return `${publicUrl}/app/reports?${search}#${anchorOf(key)}`;
}
