/**
 * Counts raw events in the simplest way: by the date of a time zone's calendar, which Intl gives for each event. It
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
  | 'error'
  | 'splice';

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
  splices: 'awayMs',
};

const valuesOf = (event: StitcherEvent): [Field | 'all', string | undefined][] => [
  // Events of the type `splices` are in no total.
  ['all', event.type === 'splices' ? undefined : ''],
  ['splice', event.splice],
  ['country', event.country],
  ['device', event.device],
  ['asset', event.asset],
  ['creative', event.creative],
  ['reason', event.reason],
  ['error', event.errorCode === undefined ? undefined : String(event.errorCode)],
];

function amountsOf({ type, durationMs = 0, isRepeat, quality }: StitcherEvent): [string, number][] {
  const amounts: [string, number][] = [];
  const [what, time] = [counted[type], timed[type]];
  if (what) amounts.push([what, 1]);
  if (time) amounts.push([time, durationMs]);
  if (isRepeat) amounts.push(['repeats', 1]);
  if (quality) amounts.push(...Object.entries(quality));
  return amounts;
}

function isKept({ channels = [], campaign = '' }: Filter, ofChannel: string, ofCampaign: string) {
  const isOfChannels = channels.length === 0 || channels.includes(ofChannel);
  return isOfChannels && (campaign === '' || campaign === ofCampaign);
}

const quarterMs = 900_000;

interface Sum {
  readonly channel: string;
  readonly campaign: string;
  readonly value: string;
  amount: number;
}

export class NaiveCounts {
  /** date, field and what → channel, campaign and value → amount. */
  readonly #sums = new Map<string, Map<string, Sum>>();
  /** Date and country → channel → viewers. */
  readonly #viewers = new Map<string, Map<string, Set<number>>>();
  /** Channel and minute → watched ms. */
  readonly #minutes = new Map<string, Map<number, number>>();
  readonly #format: Intl.DateTimeFormat;
  readonly #dates = new Map<number, string>();

  constructor(timeZone: string) {
    // sv-SE writes dates as ISO 8601 does.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  }

  /** No time zone changes its date within a quarter of an hour of UTC. */
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
    const { channel, campaign = '' } = event;
    for (const [field, value] of valuesOf(event)) {
      if (value === undefined) continue;
      for (const [what, amount] of amountsOf(event)) {
        this.#count(`${date}|${field}|${what}`, { channel, campaign, value, amount });
      }
    }
    this.#addViewer(date, event);
    this.#addMinute(event);
  }

  #addViewer(date: string, { channel, country, viewer }: StitcherEvent): void {
    if (country === undefined || viewer === '') return;
    const key = `${date}|${country}`;
    const channels = this.#viewers.get(key) ?? new Map<string, Set<number>>();
    this.#viewers.set(key, channels);
    // Generated viewers are small numbers, which take tens of bytes less than their texts.
    channels.set(channel, (channels.get(channel) ?? new Set()).add(Number.parseInt(viewer, 16)));
  }

  #addMinute({ type, channel, atMs, durationMs }: StitcherEvent): void {
    if (type !== 'view') return;
    const minutes = this.#minutes.get(channel) ?? new Map<number, number>();
    this.#minutes.set(channel, minutes);
    const minute = Math.floor(atMs / 60_000);
    minutes.set(minute, (minutes.get(minute) ?? 0) + (durationMs ?? 0));
  }

  #count(of: string, { channel, campaign, value, amount }: Sum): void {
    const sums = this.#sums.get(of) ?? new Map<string, Sum>();
    if (sums.size === 0) this.#sums.set(of, sums);
    const key = `${channel}|${campaign}|${value}`;
    const known = sums.get(key);
    if (known) known.amount += amount;
    else sums.set(key, { channel, campaign, value, amount });
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
      const known = this.#sums.get(`${date}|${field}|${what}`)?.values() ?? [];
      for (const { channel, campaign, value, amount } of known) {
        if (!isKept(filter, channel, campaign)) continue;
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

  /** Viewers of a country in any of the channels, each day's added. */
  viewers(filter: Filter, country: string): number {
    return this.dates(filter).reduce((sum, date) => {
      const all = new Set<number>();
      for (const [channel, viewers] of this.#viewers.get(`${date}|${country}`) ?? []) {
        if (!isKept(filter, channel, filter.campaign ?? '')) continue;
        for (const viewer of viewers) all.add(viewer);
      }
      return sum + all.size;
    }, 0);
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
