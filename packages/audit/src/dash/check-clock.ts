// Media time against presentation time, over the whole session (D3, D7).
import type { FindingLog, OutputReference } from '../rules.ts';
import type { MpdObservation, ObservedPeriod } from './observe-mpd.ts';

interface KnownTrack {
  readonly output: OutputReference;
  /** Presentation time minus media time, ms. */
  readonly distanceMs: number;
}

interface KnownSegment {
  readonly output: OutputReference;
  readonly mediaMs: number;
}

/** What was shown of the content's clock. */
export interface ContentClock {
  /** By initialization address. */
  readonly tracks: ReadonlyMap<string, KnownTrack>;
  /** By segment address. */
  readonly segments: ReadonlyMap<string, KnownSegment>;
}

export const EMPTY_CLOCK: ContentClock = { tracks: new Map(), segments: new Map() };

/** ms; a tick of a coarse timescale. */
const ROUNDING_MS = 2;
const MAX_REMEMBERED = 20_000;

function bounded<V>(known: Map<string, V>): Map<string, V> {
  for (const key of known.keys()) {
    if (known.size <= MAX_REMEMBERED) break;
    known.delete(key);
  }
  return known;
}

class ClockCheck {
  readonly tracks: Map<string, KnownTrack>;
  readonly segments: Map<string, KnownSegment>;
  readonly #output: OutputReference;
  readonly #log: FindingLog;

  constructor(known: ContentClock, output: OutputReference, log: FindingLog) {
    this.tracks = new Map(known.tracks);
    this.segments = new Map(known.segments);
    this.#output = output;
    this.#log = log;
  }

  /** D3: the source's own Periods may start their clocks anew; those have other initializations. */
  checkDistance(period: ObservedPeriod): void {
    for (const { tracks } of period.sets)
      for (const track of tracks) {
        const distanceMs = period.startMs - (track.presentationTimeOffset * 1000) / track.timescale;
        const before = this.tracks.get(track.initialization);
        if (before === undefined || track.initialization === '')
          this.tracks.set(track.initialization, { output: this.#output, distanceMs });
        else if (Math.abs(before.distanceMs - distanceMs) > ROUNDING_MS)
          this.#log.add(
            'D3',
            track.line,
            `${track.id} of Period ${period.id} plays ${Math.round(distanceMs - before.distanceMs)} ms later than its media time says`,
            before.output,
          );
      }
  }

  /** D7: a wrong startNumber gives a segment another time. */
  checkAddresses(period: ObservedPeriod): void {
    for (const { tracks } of period.sets)
      for (const { segments, timescale, line } of tracks)
        for (const { address, t } of segments) {
          const mediaMs = (t * 1000) / timescale;
          const before = this.segments.get(address);
          if (before === undefined) this.segments.set(address, { output: this.#output, mediaMs });
          else if (Math.abs(before.mediaMs - mediaMs) > ROUNDING_MS)
            this.#log.add(
              'D7',
              line,
              `${address} was at media time ${before.mediaMs} ms, is at ${mediaMs} ms`,
              before.output,
            );
        }
  }
}

export function checkClock(
  later: MpdObservation,
  known: ContentClock,
  log: FindingLog,
): ContentClock {
  const check = new ClockCheck(known, later.output, log);
  for (const period of later.periods) {
    if (period.ad !== undefined) continue;
    check.checkDistance(period);
    check.checkAddresses(period);
  }
  return { tracks: bounded(check.tracks), segments: bounded(check.segments) };
}
