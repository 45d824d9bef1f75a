/**
 * Counts beacons by channel, tracker host, creative, campaign and quarter of an hour: one event for each every few
 * seconds, not one for each beacon. The hosts of a company are bounded, because ad servers name them.
 */
import { otherText, type StitcherEvent } from '@interlude/reporting';
import type { Clock } from '@interlude/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import { type Beacon, type BeaconOutcome, hostOf } from './beacon-sender.ts';

const quarterMs = 900_000;

export const trackerCountLimits = {
  /** Tracker hosts of a company in an hour and process; further ones are counted as `(other)`. */
  hostsPerHour: 100,
  /** Counts in memory between two flushes; with more they are flushed at once. */
  kept: 5_000,
} as const;

type Limits = { readonly [Key in keyof typeof trackerCountLimits]: number };

interface Counted {
  readonly event: Omit<StitcherEvent, 'beacons'>;
  sent: number;
  answered: number;
  failed: number;
  impressionsFailed: number;
  impressionsRetried: number;
}

export class TrackerCounts {
  readonly #recorder: Pick<EventRecorder, 'note'>;
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #counted = new Map<string, Counted>();
  /** Tracker hosts by company, in the current hour. */
  readonly #hosts = new Map<string, Set<string>>();
  #hour = 0;

  constructor(recorder: Pick<EventRecorder, 'note'>, clock: Clock, limits: Partial<Limits> = {}) {
    this.#recorder = recorder;
    this.#clock = clock;
    this.#limits = { ...trackerCountLimits, ...limits };
  }

  /** A beacon has ended. @param tenantId '' when the channel is gone: the beacon is not counted */
  add(beacon: Beacon, tenantId: string, outcome: BeaconOutcome, tries: number): void {
    if (tenantId === '') return;
    const { event, counted } = beacon;
    const one = this.#of(beacon, tenantId, counted?.atMs ?? this.#clock.now());
    const isImpression = event === 'impression';
    const isAnswered = outcome === 'sent';
    one.sent += tries > 0 ? 1 : 0;
    one.answered += isAnswered ? 1 : 0;
    one.failed += isAnswered ? 0 : 1;
    one.impressionsFailed += isImpression && !isAnswered ? 1 : 0;
    one.impressionsRetried += isImpression && tries > 1 ? 1 : 0;
    if (this.#counted.size >= this.#limits.kept) this.flush();
  }

  #of({ url, channelId: channel, counted }: Beacon, tenant: string, eventMs: number): Counted {
    const tracker = this.#hostOf(tenant, url);
    const atMs = eventMs - (eventMs % quarterMs);
    const { creative = '', campaign = '' } = counted ?? {};
    const key = [tenant, channel, tracker, creative, campaign, atMs].join('\u0000');
    const known = this.#counted.get(key);
    if (known) return known;
    const event = {
      ...{ type: 'beacons' as const, atMs, tenant, channel, session: '', viewer: '' },
      ...{ tracker, creative, campaign },
    };
    const none = { sent: 0, answered: 0, failed: 0, impressionsFailed: 0, impressionsRetried: 0 };
    const made: Counted = { event, ...none };
    this.#counted.set(key, made);
    return made;
  }

  #hostOf(tenant: string, url: string): string {
    const hour = Math.floor(this.#clock.now() / (4 * quarterMs));
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#hosts.clear();
    }
    const hosts = this.#hosts.get(tenant) ?? new Set();
    this.#hosts.set(tenant, hosts);
    const host = hostOf(url) || otherText;
    if (!hosts.has(host) && hosts.size >= this.#limits.hostsPerHour) return otherText;
    hosts.add(host);
    return host;
  }

  /** Hands the counts to the spool. */
  flush(): void {
    const events = [...this.#counted.values()].map(({ event, ...beacons }) => ({
      ...event,
      beacons,
    }));
    this.#counted.clear();
    this.#recorder.note(...events);
  }
}
