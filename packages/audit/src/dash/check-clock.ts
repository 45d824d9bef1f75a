// Media time against presentation time, over the whole session (D3, D7).
import type { FindingLog, OutputReference } from '../rules.ts';
import { type Extension, GrowingMap } from './growing-map.ts';
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

/** Media time of the content that the session has shown so far. */
export interface ContentClock {
  /** By run and initialization address. */
  readonly tracks: GrowingMap<KnownTrack>;
  /** By segment address. */
  readonly segments: GrowingMap<KnownSegment>;
}

export const EMPTY_CLOCK: ContentClock = { tracks: new GrowingMap(), segments: new GrowingMap() };

/** ms; a tick of a coarse timescale. */
const ROUNDING_MS = 2;

/** Names the run of content that a Period belongs to. */
export type RunOf = (periodId: string) => string;

class ClockCheck {
  readonly tracks: Extension<KnownTrack>;
  readonly segments: Extension<KnownSegment>;
  readonly #output: OutputReference;
  readonly #log: FindingLog;
  readonly #runOf: RunOf;

  constructor(known: ContentClock, output: OutputReference, log: FindingLog, runOf: RunOf) {
    this.tracks = known.tracks.extend();
    this.segments = known.segments.extend();
    this.#output = output;
    this.#log = log;
    this.#runOf = runOf;
  }

  /** D3: the source's own Periods may start their clocks anew; those have other initializations. */
  checkDistance(period: ObservedPeriod): void {
    for (const { tracks } of period.sets)
      for (const track of tracks) {
        const distanceMs = period.startMs - (track.presentationTimeOffset * 1000) / track.timescale;
        const key = `${this.#runOf(period.id)} ${track.initialization}`;
        const before = this.tracks.get(key);
        if (before === undefined || track.initialization === '')
          this.tracks.add(key, { output: this.#output, distanceMs });
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
          if (before === undefined) this.segments.add(address, { output: this.#output, mediaMs });
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
  runOf: RunOf = () => '',
): ContentClock {
  const check = new ClockCheck(known, later.output, log, runOf);
  for (const period of later.periods) {
    if (period.ad !== undefined) continue;
    check.checkDistance(period);
    check.checkAddresses(period);
  }
  return { tracks: check.tracks.next(), segments: check.segments.next() };
}
