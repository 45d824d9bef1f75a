/** Finds the segments before and after a splice in an MPD: a splice of an output is the start of a Period. */
import {
  type AdaptationSet,
  type Mpd,
  type Period,
  parseMpd,
  type Representation,
  type Segment,
  segmentsOf,
} from '@interlude/dash';
import type { ListedSegment, MediaPart, SpliceSegments } from './splice-segments.ts';

export interface DashSplice {
  /** `video 416x234`, of the Period after the splice if it has video; empty = none. */
  readonly rendition: string;
  readonly video: SpliceSegments | undefined;
  /** Undefined where neither Period has a segment of an audio set: then audio is in the video segments. */
  readonly audio: SpliceSegments | undefined;
}

/** The start of a Period may differ by this from the time of its splice, ms. */
const nearMs = 1_500;
/** Segments are searched within this distance of the splice, ms; longer ones are not decoded. */
const reachMs = 15_000;
/** Segments within `reachMs`: an MPD may declare segments of one tick. */
const mostSegments = 500;

type Kind = 'video' | 'audio';

const costOf = ({ width = 0, height = 0, bandwidth }: Representation) =>
  width * height * 1e6 + Math.min(bandwidth, 999_999);

/** The smallest Representation (pixels, then bandwidth) of the first set of a kind. */
function representationOf(period: Period | undefined, kind: Kind): Representation | undefined {
  const isOf = (set: AdaptationSet) =>
    set.contentType === kind && !set.isTrickMode && !set.isThumbnail;
  const set = period?.adaptationSets.find(isOf);
  return set?.representations.toSorted((a, b) => costOf(a) - costOf(b))[0];
}

/** Byte range `first-last`, both inclusive. */
function rangeOf(text: string | undefined): MediaPart['byteRange'] {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  if (first === undefined || last === undefined) return undefined;
  return { offset: Number(first), length: Math.max(0, Number(last) - Number(first) + 1) };
}

interface Found {
  readonly segment: Segment;
  readonly representation: Representation;
  readonly base: string;
}

function listed({ segment, representation, base }: Found): ListedSegment | undefined {
  const { addressing, contentProtections, id, bandwidth } = representation;
  const { initialization, initializationRange } = addressing;
  const resolved = (address: string) => URL.parse(address, base)?.href;
  const address = resolved(segment.media ?? '');
  if (address === undefined) return undefined;
  const before = resolved(
    (initialization ?? '')
      .replaceAll('$RepresentationID$', id)
      .replaceAll('$Bandwidth$', String(bandwidth)),
  );
  const hasInitialization = initialization !== undefined || initializationRange !== undefined;
  const { presentationTimeOffset, timescale } = addressing;
  const timeOrigin = addressing.kind === 'base' ? 0 : Number(addressing.timeOrigin);
  return {
    ...{ address, byteRange: rangeOf(segment.mediaRange) },
    initialization:
      hasInitialization && before !== undefined
        ? { address: before, byteRange: rangeOf(initializationRange) }
        : undefined,
    durationSeconds: segment.durationMs / 1000,
    isEncrypted: contentProtections.length > 0,
    clockSeconds: (presentationTimeOffset + timeOrigin) / timescale,
  };
}

function baseOf(mpd: Mpd, period: Period, representation: Representation, url: string): string {
  const levels = [mpd.baseUrls, period.baseUrls, representation.baseUrls];
  return levels.reduce(
    (base, [first]) => (first === undefined ? base : (URL.parse(first.url, base)?.href ?? base)),
    url,
  );
}

/** The last segment before a splice, or the first after it; undefined with more than `mostSegments`. */
function segmentIn(segments: Iterable<Segment>, side: 'before' | 'after'): Segment | undefined {
  let last: Segment | undefined;
  let count = 0;
  for (const segment of segments) {
    if (side === 'after') return segment;
    last = segment;
    count += 1;
    if (count > mostSegments) return undefined;
  }
  return last;
}

/**
 * The segments before and after the start of the Period that is nearest to a time.
 * @param atMs epoch ms on the source clock
 * @param url that answered, after redirects
 * @returns the segments of video and audio on both sides; empty when no Period begins within 1.5 s of `atMs`
 */
export function dashSegmentsAt(text: string, url: string, atMs: number): DashSplice {
  const { mpd } = parseMpd(text);
  const splice = atMs - (mpd?.availabilityStartTimeMs ?? 0);
  const distance = ({ startMs }: Period) => Math.abs(startMs - splice);
  const periods = mpd?.periods ?? [];
  const [nearest] = periods.toSorted((a, b) => distance(a) - distance(b));
  if (mpd === undefined || nearest === undefined || distance(nearest) > nearMs)
    return { rendition: '', video: undefined, audio: undefined };
  const place = periods.indexOf(nearest);
  const before = place > 0 ? periods[place - 1] : undefined;
  const { startMs } = nearest;
  const segmentsOfKind = (kind: Kind): SpliceSegments | undefined => {
    const spans = {
      before: { period: before, fromMs: startMs - reachMs, untilMs: startMs - 1 },
      after: { period: nearest, fromMs: startMs, untilMs: startMs + reachMs },
    };
    const find = (side: 'before' | 'after'): ListedSegment | undefined => {
      const { period, ...span } = spans[side];
      const representation = representationOf(period, kind);
      if (period === undefined || representation === undefined) return undefined;
      const segment = segmentIn(segmentsOf(representation, period, span), side);
      const base = baseOf(mpd, period, representation, url);
      return segment && listed({ segment, representation, base });
    };
    const found = { before: find('before'), after: find('after') };
    return found.before === undefined && found.after === undefined ? undefined : found;
  };
  const seen = representationOf(nearest, 'video') ?? representationOf(before, 'video');
  return {
    rendition: seen === undefined ? '' : `video ${seen.width ?? 0}x${seen.height ?? 0}`,
    video: segmentsOfKind('video'),
    audio: segmentsOfKind('audio'),
  };
}
