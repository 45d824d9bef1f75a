/** Pure helpers of the channel list: its summary line and the optimistic state. */
import type { Channel, ChannelState } from '@interlude/contract';
import type { ChannelSummary } from '@interlude/contract/api';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { t } from '../../texts/t.ts';

const whole = onDemand(() => new Intl.NumberFormat(readerLocale()));

/** '43 channels, 12 watching now, 1,284 ads today'. */
export function summaryLine(
  summary: Pick<ChannelSummary, 'channels' | 'watchingNow' | 'adsToday'>,
): string {
  const { channels, watchingNow, adsToday } = summary;
  return [
    t(channels === 1 ? '{count} channel' : '{count} channels', { count: whole().format(channels) }),
    t('{watchingNow} watching now', { watchingNow: whole().format(watchingNow) }),
    t(adsToday === 1 ? '{count} ad today' : '{count} ads today', {
      count: whole().format(adsToday),
    }),
  ].join(', ');
}

/** A page of the list with one channel's state changed. */
export function withChannelState<Page extends { readonly rows: readonly Channel[] }>(
  page: Page | undefined,
  id: string,
  state: ChannelState,
): Page | undefined {
  if (page === undefined) return;
  const rows = page.rows.map((channel) => (channel.id === id ? { ...channel, state } : channel));
  return { ...page, rows };
}
