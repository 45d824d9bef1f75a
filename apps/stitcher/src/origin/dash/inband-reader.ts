/**
 * In-band SCTE-35 events of a live source (`readInBandEvents`): the head of each new segment of the lowest
 * Representation that declares such a stream is read by a ranged request. It costs one request of at most `headBytes`
 * for each segment of a source, however many sessions watch it; what is beyond the limits is not read.
 */
import type { Mpd, Period, Representation, Segment } from '@interlude/dash';
import { segmentsOf } from '@interlude/dash';
import type { DocumentSize, Egress } from '@interlude/runtime';
import { type InbandEvent, inbandEventsOf } from '@interlude/stitching';

export const inbandLimits = {
  /** `emsg` stands before `moof`, first in its segment (DASH-IF IOP): `styp`, `sidx` and some messages. */
  headBytes: 8_192,
  /** The reading of an MPD waits for this request. */
  timeoutMs: 1_500,
  /** Newest segments that are read of one MPD: all of a source that adds no more between two MPDs. */
  segmentsOfMpd: 6,
  /** Older segments are not read. */
  pastMs: 60_000,
  /** Segments of one Period within `pastMs`; with more, they have no ordinary duration, and none is read. */
  segmentsOfPeriod: 1_000,
  /** Events that are kept: those of an hour with a message repeated every ten seconds. */
  events: 360,
} as const;

/** Tolerance for times that are rounded to ticks. */
const ROUNDING_MS = 1;

const scheme = /^urn:scte:scte35:.*bin$/i;

export interface Head {
  readonly url: string;
  /** ms on the source clock. */
  readonly startMs: number;
  readonly zeroMs: number;
  /** `first-last` of the segment within its file. */
  readonly mediaRange: string | undefined;
}

/** The lowest Representation of a Period that declares a stream of in-band SCTE 35 events. */
function carrierOf({ adaptationSets }: Period) {
  const carriers = adaptationSets.flatMap((set) =>
    set.representations
      .filter((representation) =>
        [set, representation].some(({ inbandEventStreams }) =>
          inbandEventStreams.some(({ schemeIdUri }) => scheme.test(schemeIdUri)),
        ),
      )
      .map((representation) => ({ set, representation })),
  );
  return carriers.toSorted((a, b) => a.representation.bandwidth - b.representation.bandwidth)[0];
}

function addressOf(mpdUrl: string, levels: readonly Pick<Mpd, 'baseUrls'>[], media: string) {
  const base = levels.reduce(
    (url, { baseUrls }) => URL.parse(baseUrls[0]?.url ?? '', url)?.href ?? url,
    mpdUrl,
  );
  return URL.parse(media, base)?.href;
}

/** Media time 0 of a track, ms after the start of the presentation. */
function zeroOf({ addressing }: Representation, period: Period): number {
  if (addressing.kind === 'base') return period.startMs;
  const { presentationTimeOffset, timeOrigin, timescale } = addressing;
  return period.startMs - ((presentationTimeOffset + Number(timeOrigin)) * 1_000) / timescale;
}

/**
 * End of the available segments of a Period, ms after the start of the presentation: of its list where that has an end,
 * whatever our clock is; else now.
 */
function endOfList({ addressing }: Representation, period: Period, nowMs: number): number {
  if (addressing.kind !== 'timeline' && addressing.kind !== 'list') return nowMs;
  const { runs, presentationTimeOffset, timescale } = addressing;
  const last = runs.at(-1);
  if (last === undefined || last.count === Number.POSITIVE_INFINITY) return nowMs;
  const endTicks = last.t + last.count * last.d - presentationTimeOffset;
  return period.startMs + (endTicks * 1_000) / timescale;
}

/** The newest complete segments, in order; times are ms after the start of the presentation. */
function recentSegments(representation: Representation, period: Period, nowMs: number) {
  const untilMs = endOfList(representation, period, nowMs);
  const fromMs = untilMs - inbandLimits.pastMs;
  const segments: Segment[] = [];
  for (const segment of segmentsOf(representation, period, { fromMs, untilMs })) {
    if (segments.length === inbandLimits.segmentsOfPeriod) return [];
    if (segment.startMs + segment.durationMs <= untilMs + ROUNDING_MS) segments.push(segment);
  }
  return segments;
}

/** Heads of the newest complete segments that may carry events, in order, for `InbandReader`. */
export function headsOf(mpd: Mpd, mpdUrl: string, nowMs: number): Head[] {
  const originMs = mpd.availabilityStartTimeMs ?? 0;
  return mpd.periods.flatMap((period) => {
    const { set, representation } = carrierOf(period) ?? {};
    if (set === undefined || representation === undefined) return [];
    const segments = recentSegments(representation, period, nowMs - originMs);
    const zeroMs = originMs + zeroOf(representation, period);
    return segments.flatMap(({ media = '', mediaRange, startMs }): Head[] => {
      const url = addressOf(mpdUrl, [mpd, period, set, representation], media);
      return url === undefined ? [] : [{ url, startMs: originMs + startMs, zeroMs, mediaRange }];
    });
  });
}

/** Events read so far, for a reader that goes on from them. Plain data. */
export interface ReadEvents {
  readonly events: readonly InbandEvent[];
  /** Start of the newest segment that was read, ms on the source clock; left out: none was. */
  readonly readMs?: number | undefined;
}

const placeOf = ({ schemeIdUri, id, atMs }: InbandEvent) =>
  `${schemeIdUri} ${id} ${Math.round(atMs)}`;

export class InbandReader {
  readonly #egress: Pick<Egress, 'request'>;
  readonly #events: Map<string, InbandEvent>;
  /** Start of the newest segment that was read, ms on the source clock. */
  #readMs: number;

  /**
   * @param egress of the channel's source, see `sourceFetcher`
   * @param read events of an earlier reader of the same source; left out: none
   */
  constructor(egress: Pick<Egress, 'request'>, read?: ReadEvents) {
    this.#egress = egress;
    this.#events = new Map(read?.events.map((event) => [placeOf(event), event]));
    this.#readMs = read?.readMs ?? Number.NEGATIVE_INFINITY;
  }

  get readSoFar(): ReadEvents {
    const readMs = Number.isFinite(this.#readMs) ? this.#readMs : undefined;
    return { events: this.events, readMs };
  }

  get events(): readonly InbandEvent[] {
    return [...this.#events.values()];
  }

  /** Size of the events that are kept. */
  get size(): Pick<DocumentSize, 'bytes' | 'entries'> {
    let bytes = 0;
    for (const { schemeIdUri, scte35 } of this.#events.values()) {
      bytes += schemeIdUri.length + scte35.length;
    }
    return { bytes, entries: this.#events.size };
  }

  /**
   * Reads the heads of new segments. Never rejects: a head that cannot be read has no events.
   * @returns codes of what could not be read
   */
  async follow(heads: readonly Head[]): Promise<readonly string[]> {
    const newestMs = heads.at(-1)?.startMs ?? Number.NEGATIVE_INFINITY;
    // A source whose times went back begins anew: earlier events are on another clock.
    const isBack = heads.length > 0 && newestMs < this.#readMs;
    if (isBack) {
      this.#events.clear();
    }
    const unread = heads.filter(({ startMs }) => isBack || startMs > this.#readMs);
    if (heads.length > 0) {
      this.#readMs = newestMs;
    }
    const read = await Promise.all(
      unread.slice(-inbandLimits.segmentsOfMpd).map((head) => this.#read(head)),
    );
    for (const event of read.flatMap((events) => events ?? [])) {
      this.#events.set(placeOf(event), event);
    }
    for (const oldest of this.#events.keys()) {
      if (this.#events.size <= inbandLimits.events) {
        break;
      }
      this.#events.delete(oldest);
    }
    return read.includes(undefined) ? ['INBAND_EVENTS_UNREADABLE'] : [];
  }

  /** Undefined where the head cannot be read: an origin that ignores ranges sends more than `headBytes`. */
  async #read({ url, mediaRange, ...place }: Head): Promise<readonly InbandEvent[] | undefined> {
    const { headBytes, timeoutMs } = inbandLimits;
    const [first = 0, last = Number.POSITIVE_INFINITY] = mediaRange?.split('-').map(Number) ?? [];
    const headers = { range: `bytes=${first}-${Math.min(last, first + headBytes - 1)}` };
    try {
      const { status, body } = await this.#egress.request({
        url,
        headers,
        timeoutMs,
        maxBytes: headBytes,
      });
      const isPart = status === 206 || (status === 200 && first === 0);
      return isPart ? inbandEventsOf(body, place) : undefined;
    } catch {
      return undefined;
    }
  }
}
