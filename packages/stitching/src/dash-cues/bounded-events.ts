import type { EventStream, Mpd, Period } from '@interlude/dash';
import { markerLimits, type WhichMarkers } from '../cues/bounded-markers.ts';
import { isScte35Scheme } from './event-payload.ts';

const isRead = ({ schemeIdUri }: EventStream) => isScte35Scheme(schemeIdUri);

function scte35Events({ eventStreams }: Period): number {
  return eventStreams.filter(isRead).reduce((sum, { events }) => sum + events.length, 0);
}

/** Budget of events that may still be read, spent from the newest or from the first Period on. */
class EventRoom {
  #left: number = markerLimits.tags;
  readonly #which: WhichMarkers;

  constructor(which: WhichMarkers) {
    this.#which = which;
  }

  ordered<One>(all: readonly One[]): readonly One[] {
    return this.#which === 'newest' ? all.toReversed() : all;
  }

  #stream(stream: EventStream): EventStream {
    if (!isRead(stream)) return stream;
    const { events } = stream;
    const count = Math.min(this.#left, events.length);
    this.#left -= count;
    const from = this.#which === 'newest' ? events.length - count : 0;
    return { ...stream, events: events.slice(from, from + count) };
  }

  period(period: Period): Period {
    const streams = this.ordered(period.eventStreams).map((stream) => this.#stream(stream));
    return { ...period, eventStreams: this.ordered(streams) };
  }
}

/**
 * The MPD with at most `markerLimits.tags` events that may be markers; the same object when it has no more. Only for
 * finding cues: outputs print all events.
 * @see ISO/IEC 23009-1 §5.10; rule SEC-S58
 */
export function withBoundedEvents(mpd: Mpd, which: WhichMarkers): Mpd {
  const count = mpd.periods.reduce((sum, period) => sum + scte35Events(period), 0);
  if (count <= markerLimits.tags) return mpd;
  const room = new EventRoom(which);
  const periods = room.ordered(mpd.periods).map((period) => room.period(period));
  return { ...mpd, periods: room.ordered(periods) };
}
