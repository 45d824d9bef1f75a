/**
 * Counts stalls and exits near splices, by place, creative, device and quarter of an hour: one event for each every few
 * seconds, not one per splice. No event names a session or a viewer.
 */
import {
  type Counted,
  type QualitySums,
  type SplicePlace,
  type StitcherEvent,
  spliceKinds,
} from '@interlude/reporting';
import type { DatabaseTime } from '../database-time/database-time.ts';
import type { EventRecorder, EventSubject } from '../events/event-recorder.ts';

const quarterMs = 900_000;

/** Counts kept in memory between two flushes; at this many they are flushed at once. */
const maxKeptCounts = 5_000;

const reported: ReadonlySet<SplicePlace> = new Set(spliceKinds);

interface Sums {
  readonly event: Omit<StitcherEvent, 'quality' | 'durationMs'>;
  readonly quality: { -readonly [Key in keyof QualitySums]: number };
  watchedMs: number;
}

export class SpliceCounts {
  readonly #recorder: Pick<EventRecorder, 'note'>;
  readonly #time: Pick<DatabaseTime, 'of'>;
  readonly #maxKept: number;
  readonly #sums = new Map<string, Sums>();

  constructor(
    recorder: Pick<EventRecorder, 'note'>,
    time: Pick<DatabaseTime, 'of'>,
    maxKept = maxKeptCounts,
  ) {
    this.#recorder = recorder;
    this.#time = time;
    this.#maxKept = maxKept;
  }

  add(subject: EventSubject, counted: Counted): void {
    const sums = this.#of(subject, counted);
    const { quality } = sums;
    quality.stallSplices += counted.stallSplices ?? 0;
    quality.stalls += counted.stalls ?? 0;
    quality.exitSplices += counted.exitSplices ?? 0;
    quality.exits += counted.exits ?? 0;
    sums.watchedMs += counted.watchedMs ?? 0;
    if (this.#sums.size >= this.#maxKept) this.flush();
  }

  #of(subject: EventSubject, { place, creative, atMs: ownMs }: Counted): Sums {
    const { tenantId: tenant, channelId: channel } = subject;
    const happenedMs = this.#time.of(ownMs);
    const atMs = happenedMs - (happenedMs % quarterMs);
    // Only players that report are counted by device, as by creative.
    const device = reported.has(place) ? subject.device : '';
    const key = [tenant, channel, place, creative, device, atMs].join('\u0000');
    const known = this.#sums.get(key);
    if (known) return known;
    const made: Sums = {
      event: {
        ...{ type: 'splices' as const, atMs, tenant, channel, session: '', viewer: '' },
        splice: place,
        ...(creative !== '' && { creative }),
        ...(device !== '' && { device }),
      },
      quality: { stallSplices: 0, stalls: 0, exitSplices: 0, exits: 0 },
      watchedMs: 0,
    };
    this.#sums.set(key, made);
    return made;
  }

  /** Writes the counts into the spool. */
  flush(): void {
    const events = [...this.#sums.values()].map(({ event, quality, watchedMs }) => ({
      ...event,
      ...(watchedMs > 0 && { durationMs: watchedMs }),
      quality,
    }));
    this.#sums.clear();
    this.#recorder.note(...events);
  }
}
