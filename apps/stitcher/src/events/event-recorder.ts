/**
 * Records the events of viewers in the spool, from which reports and the summary line are counted. The metrics of this
 * process are in `metrics.ts`.
 */
import type { EventType, StitcherEvent } from '@interlude/reporting';
import { type Clock, withTimeout } from '@interlude/runtime';
import type { SpoolWriter } from './spool-writer.ts';
import { spoolLimits } from './spool-writer.ts';

/** Company, channel, session and viewer of an event. */
export interface EventSubject {
  readonly tenantId: string;
  readonly channelId: string;
  /** Session mark, not the id of the session (rule SEC-S26). */
  readonly sessionId: string;
  readonly viewerId: string;
  readonly device: string;
  /** ISO 3166-1 alpha-2; left out: unknown. */
  readonly country?: string | undefined;
  /** VOD asset that is watched; known when its manifest was read. */
  asset?: string | undefined;
}

export type EventDetails = Omit<
  StitcherEvent,
  'type' | 'atMs' | 'tenant' | 'channel' | 'session' | 'viewer' | 'device' | 'country' | 'asset'
>;

export class EventRecorder {
  readonly #spool: Pick<SpoolWriter, 'append'>;
  readonly #clock: Clock;

  constructor(spool: Pick<SpoolWriter, 'append'>, clock: Clock) {
    this.#spool = spool;
    this.#clock = clock;
  }

  event(type: EventType, subject: EventSubject, details: EventDetails = {}): StitcherEvent {
    return {
      ...details,
      type,
      atMs: this.#clock.now(),
      tenant: subject.tenantId,
      channel: subject.channelId,
      session: subject.sessionId,
      viewer: subject.viewerId,
      device: subject.device,
      country: subject.country,
      asset: subject.asset,
    };
  }

  /** Records events without waiting for the disk. */
  note(...events: readonly StitcherEvent[]): void {
    if (events.length > 0) {
      void this.#spool.append(events);
    }
  }

  /**
   * Resolves when the events are on the disk, or after 500 ms: a stalled disk never stalls playback, and
   * the events stay in memory until it takes them.
   */
  async record(events: readonly StitcherEvent[]): Promise<void> {
    if (events.length === 0) {
      return;
    }
    const written = this.#spool.append(events);
    await withTimeout(written, spoolLimits.acknowledgeWithinMs, () => undefined);
  }
}
