/**
 * Counts what happens to viewers: into the spool, from which reports and the summary line come. The
 * metrics of this process stand in `metrics.ts`.
 */
import type { EventType, StitcherEvent } from '@interlude/reporting';
import { type Clock, withTimeout } from '@interlude/runtime';
import type { SpoolWriter } from './spool-writer.ts';
import { spoolLimits } from './spool-writer.ts';

/** Whose event it is. */
export interface EventSubject {
  readonly tenantId: string;
  readonly channelId: string;
  /** Its mark, not its id (rule SEC-S26). */
  readonly sessionId: string;
  readonly viewerId: string;
  readonly device: string;
  /** ISO 3166-1 alpha-2; left out: unknown. */
  readonly country?: string | undefined;
  /** What is watched on demand; known when it was read. */
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

  /** Counts events that nobody waits for. */
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
