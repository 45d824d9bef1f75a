/** Compares the markers of a source's breaks over time and over renditions (T1, T2, T3). */
import { type Found, foundBy } from '../findings/found.ts';

/** A marker that begins or ends a break, at its time. */
export interface BreakMarker {
  readonly kind: 'out' | 'in';
  /** Epoch ms on the source clock. */
  readonly startMs: number;
  /** As announced, ms; undefined = not stated. */
  readonly durationMs: number | undefined;
}

/** One reading of one rendition. */
export interface MarkerReading {
  /** `video 1280x720 3200 kbit/s`. */
  readonly rendition: string;
  readonly markers: readonly BreakMarker[];
  /** Start of the first and end of the last segment, epoch ms. */
  readonly startMs: number;
  readonly endMs: number;
  readonly targetDurationMs: number;
  /** Epoch ms, wall clock. */
  readonly nowMs: number;
  readonly manifestKey: string;
  /** `source origin.example` */
  readonly cause: string;
}

export interface SourceBreak {
  readonly id: string;
  readonly startMs: number;
  readonly durationMs: number | undefined;
  /** End by its marker, epoch ms; undefined = none yet. */
  readonly endMs: number | undefined;
  /** Epoch ms of the first reading with its marker, by the wall clock. */
  readonly announcedAtMs: number;
  /** Renditions that have had its marker, at most `limits.renditions`. */
  readonly renditions: readonly string[];
}

const limits = { breaks: 200, renditions: 64 } as const;

/** Two markers this near are one: dates of renditions differ by rounding, ms. */
const sameMs = 1_500;
/** T3: a break may differ from its signalled duration by rounding to a segment boundary, ms. */
const toleranceMs = 1_500;
const keptMs = 1_800_000;

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** First word of the rendition's name. T1 compares video alone: I-frames, audio and subtitles often have no markers. */
const kindOf = (rendition: string) => rendition.split(' ', 1)[0] ?? '';
const comparable: ReadonlySet<string> = new Set(['video', 'variant']);

function withRendition(one: SourceBreak, rendition: string): SourceBreak {
  const { renditions } = one;
  const isFull = renditions.length >= limits.renditions;
  return isFull || renditions.includes(rendition)
    ? one
    : { ...one, renditions: [...renditions, rendition] };
}

export class SourceBreaks {
  #breaks: SourceBreak[] = [];
  /** End of the last segment in the previous reading, epoch ms, by rendition. */
  readonly #ends = new Map<string, number>();

  /** Breaks that are known, by start. */
  get breaks(): readonly SourceBreak[] {
    return this.#breaks;
  }

  /** Takes the next reading. @returns breaches that it shows */
  read(reading: MarkerReading): Found[] {
    const before = this.#ends.get(reading.rendition);
    const found = [
      ...this.#takeStarts(reading, before),
      ...this.#takeEnds(reading),
      ...(before === undefined ? [] : this.#missing(reading)),
    ];
    if (
      Number.isFinite(reading.endMs) &&
      (this.#ends.size < limits.renditions || before !== undefined)
    )
      this.#ends.set(reading.rendition, reading.endMs);
    this.#breaks = this.#breaks
      .filter(({ startMs }) => startMs > reading.endMs - keptMs)
      .slice(-limits.breaks);
    return found;
  }

  #takeStarts(reading: MarkerReading, before: number | undefined): Found[] {
    return reading.markers.flatMap((marker) => {
      if (marker.kind !== 'out' || Number.isNaN(marker.startMs)) return [];
      const { startMs, durationMs } = marker;
      const index = this.#breaks.findIndex((known) => Math.abs(known.startMs - startMs) < sameMs);
      const known = this.#breaks[index];
      if (known !== undefined) {
        this.#breaks = this.#breaks.with(index, withRendition(known, reading.rendition));
        return [];
      }
      const one = {
        id: new Date(startMs).toISOString(),
        ...{ startMs, durationMs, endMs: undefined, announcedAtMs: reading.nowMs },
        renditions: [reading.rendition],
      };
      this.#breaks = [...this.#breaks, one].sort((a, b) => a.startMs - b.startMs);
      // A break in the first reading of a rendition may have been announced long before: no T2.
      if (before === undefined || before - startMs <= sameMs) return [];
      const detail = `the break at ${one.id} was announced ${inSeconds(before - startMs)} after its start had been published`;
      return [this.#found('T2', reading, one, detail)];
    });
  }

  #takeEnds(reading: MarkerReading): Found[] {
    return reading.markers.flatMap(({ kind, startMs: endMs }) => {
      if (kind !== 'in' || Number.isNaN(endMs)) return [];
      const index = this.#breaks.findLastIndex(({ startMs }) => startMs < endMs);
      const one = this.#breaks[index];
      if (one === undefined || one.endMs !== undefined) return [];
      this.#breaks = this.#breaks.with(index, { ...one, endMs });
      const { startMs, durationMs } = one;
      const lastedMs = endMs - startMs;
      if (durationMs === undefined || Math.abs(lastedMs - durationMs) <= toleranceMs) return [];
      const how = lastedMs < durationMs ? 'shorter' : 'longer';
      const detail = `the break at ${one.id} is ${how} than signalled: ${inSeconds(durationMs)} were signalled, it lasted ${inSeconds(lastedMs)}`;
      return [this.#found('T3', reading, one, detail)];
    });
  }

  #missing(reading: MarkerReading): Found[] {
    const { rendition, targetDurationMs, startMs, endMs, nowMs } = reading;
    if (!comparable.has(kindOf(rendition))) return [];
    return this.#breaks.flatMap((one) => {
      const isListed = one.startMs >= startMs && one.startMs + targetDurationMs < endMs;
      const isOld = nowMs - one.announcedAtMs >= 2 * targetDurationMs;
      if (!isListed || !isOld) return [];
      const detail = `${rendition} lacks the marker of the break at ${one.id} that another rendition has`;
      return one.renditions.includes(rendition) ? [] : [this.#found('T1', reading, one, detail)];
    });
  }

  #found(
    rule: 'T1' | 'T2' | 'T3',
    { rendition, manifestKey, cause }: MarkerReading,
    { id, startMs }: SourceBreak,
    detail: string,
  ): Found {
    return foundBy(rule, {
      ...{ lane: 'source', detail, atMs: startMs, breakId: id },
      ...{ rendition, manifestKey, cause },
    });
  }
}
