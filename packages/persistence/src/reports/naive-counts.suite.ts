/**
 * Counts raw events in the plainest way: by the date that a zone's calendar shows, which Intl says for each event. It
 * shares nothing with the rollups but the meaning of an event.
 */
import type { StitcherEvent } from '@interlude/reporting';

export interface Filter {
  /** First and last date, as 2026-03-29. */
  readonly from: string;
  readonly to: string;
  /** Empty = all. */
  readonly channels?: readonly string[];
  readonly campaign?: string;
}

type Field =
  | 'channel'
  | 'campaign'
  | 'creative'
  | 'device'
  | 'country'
  | 'asset'
  | 'reason'
  | 'error';

const counted: Partial<Record<StitcherEvent['type'], string>> = {
  sessionStart: 'sessions',
  avail: 'avails',
  adRequest: 'adRequests',
  adTimeout: 'adTimeouts',
  skipped: 'skipped',
  impression: 'views',
  complete: 'completes',
  error: 'errors',
  fallback: 'fallbacks',
};
const timed: Partial<Record<StitcherEvent['type'], string>> = {
  view: 'watchedMs',
  avail: 'offeredMs',
  impression: 'adMs',
  slate: 'slateMs',
};

const valuesOf = (event: StitcherEvent): [Field | 'all', string | undefined][] => [
  ['all', ''],
  ['country', event.country],
  ['device', event.device],
  ['asset', event.asset],
  ['creative', event.creative],
  ['reason', event.reason],
  ['error', event.errorCode === undefined ? undefined : String(event.errorCode)],
];

function isKept({ channels = [], campaign = '' }: Filter, ofChannel: string, ofCampaign: string) {
  const isOfChannels = channels.length === 0 || channels.includes(ofChannel);
  return isOfChannels && (campaign === '' || campaign === ofCampaign);
}

const quarterMs = 900_000;

export class NaiveCounts {
  /** date → what → amount, for each channel, campaign and value of a field. */
  readonly #days = new Map<string, Map<string, number>>();
  readonly #viewers = new Map<string, Set<string>>();
  /** Channel and minute → watched ms. */
  readonly #minutes = new Map<string, Map<number, number>>();
  readonly #format: Intl.DateTimeFormat;
  readonly #dates = new Map<number, string>();

  constructor(timeZone: string) {
    // sv-SE writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  }

  /** No zone changes its date within a quarter of an hour of UTC. */
  #dateOf(atMs: number): string {
    const quarter = Math.floor(atMs / quarterMs);
    let date = this.#dates.get(quarter);
    if (date === undefined) {
      date = this.#format.format(quarter * quarterMs);
      this.#dates.set(quarter, date);
    }
    return date;
  }

  add(event: StitcherEvent): void {
    const date = this.#dateOf(event.atMs);
    for (const [field, value] of valuesOf(event)) {
      if (value !== undefined) this.#addTo(date, `${field}|${value}`, event);
    }
    this.#addViewer(date, event);
    this.#addMinute(event);
  }

  #addTo(date: string, value: string, event: StitcherEvent): void {
    const where = `${event.channel}|${event.campaign ?? ''}|${value}`;
    const what = counted[event.type];
    const time = timed[event.type];
    if (what) this.#count(date, `${where}|${what}`, 1);
    if (time) this.#count(date, `${where}|${time}`, event.durationMs ?? 0);
    if (event.isRepeat) this.#count(date, `${where}|repeats`, 1);
  }

  #addViewer(date: string, { country, viewer }: StitcherEvent): void {
    if (country === undefined || viewer === '') return;
    const key = `${date}|${country}`;
    const viewers = this.#viewers.get(key) ?? new Set();
    this.#viewers.set(key, viewers.add(viewer));
  }

  #addMinute({ type, channel, atMs, durationMs }: StitcherEvent): void {
    if (type !== 'view') return;
    const minutes = this.#minutes.get(channel) ?? new Map<number, number>();
    this.#minutes.set(channel, minutes);
    const minute = Math.floor(atMs / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + (durationMs ?? 0));
  }

  #count(date: string, what: string, amount: number): void {
    const day = this.#days.get(date) ?? new Map<string, number>();
    this.#days.set(date, day);
    day.set(what, (day.get(what) ?? 0) + amount);
  }

  /** Dates of a period, in order. */
  dates({ from, to }: Filter): string[] {
    const dates: string[] = [];
    for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
      dates.push(new Date(at).toISOString().slice(0, 10));
    }
    return dates;
  }

  /** Sums of one thing by `key` of (date, channel, campaign, value), over all rows of a field. */
  by(
    filter: Filter,
    field: Field | 'all',
    what: string,
    key: (row: { date: string; channel: string; campaign: string; value: string }) => string,
  ): Map<string, number> {
    const sums = new Map<string, number>();
    for (const date of this.dates(filter)) {
      for (const [name, amount] of this.#days.get(date) ?? []) {
        const [channel = '', campaign = '', ofField, value = '', ofWhat] = name.split('|');
        if (ofField !== field || ofWhat !== what || !isKept(filter, channel, campaign)) continue;
        const at = key({ date, channel, campaign, value });
        sums.set(at, (sums.get(at) ?? 0) + amount);
      }
    }
    return sums;
  }

  total(filter: Filter, what: string): number {
    return this.by(filter, 'all', what, () => '').get('') ?? 0;
  }

  perDate(filter: Filter, what: string): number[] {
    const sums = this.by(filter, 'all', what, ({ date }) => date);
    return this.dates(filter).map((date) => sums.get(date) ?? 0);
  }

  /** Viewers of a country, each day's added. */
  viewers(filter: Filter, country: string): number {
    return this.dates(filter).reduce(
      (sum, date) => sum + (this.#viewers.get(`${date}|${country}`)?.size ?? 0),
      0,
    );
  }

  /** Watched ms of the busiest minute of each date. */
  peaks(filter: Filter): number[] {
    const totals = new Map<number, number>();
    for (const [channel, minutes] of this.#minutes) {
      if (filter.channels?.length && !filter.channels.includes(channel)) continue;
      for (const [minute, ms] of minutes) totals.set(minute, (totals.get(minute) ?? 0) + ms);
    }
    const peaks = new Map<string, number>();
    for (const [minute, ms] of totals) {
      const date = this.#dateOf(minute * 60_000);
      peaks.set(date, Math.max(peaks.get(date) ?? 0, ms));
    }
    return this.dates(filter).map((date) => peaks.get(date) ?? 0);
  }
}
