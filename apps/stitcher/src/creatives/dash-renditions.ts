/** The representations of a static MPD as renditions that can stand in for those of a channel. */
import {
  type AdaptationSet,
  type BaseUrl,
  expandTemplate,
  type Mpd,
  type Period,
  type Representation,
  type Segment,
  segmentsOf,
} from '@interlude/dash';
import type { CreativeRendition, SourceRendition } from '@interlude/stitching';
import { dashRendition } from '../origin/dash/dash-rendition.ts';
import { creativeLimits } from './creative-limits.ts';

export interface DashCreativeRendition {
  readonly described: SourceRendition;
  readonly mimeType: string;
  readonly media: CreativeRendition;
}

/** The first BaseURL of each level, each relative to the one above (23009-1 5.6.4). */
export function resolveBase(baseUrl: string, ...levels: readonly (readonly BaseUrl[])[]): string {
  let base = baseUrl;
  for (const [first] of levels) {
    base = first && URL.canParse(first.url, base) ? new URL(first.url, base).href : base;
  }
  return base;
}

/** Why a Representation cannot be shown as an ad; undefined: it can. */
function refusal({ addressing, contentProtections }: Representation): string | undefined {
  if (addressing.kind === 'base') {
    return 'its segments are ranges of one file';
  }
  if (contentProtections.length > 0) {
    return 'it is encrypted';
  }
  if (addressing.timeOrigin !== 0n) {
    return 'its times are too great';
  }
  return addressing.initialization === undefined || addressing.initializationRange !== undefined
    ? 'it has no initialization segment of its own'
    : undefined;
}

/** Undefined when a segment is a range, or when there are none or too many. */
function segmentList(
  representation: Representation,
  period: Period,
): readonly Segment[] | undefined {
  const segments: Segment[] = [];
  for (const segment of segmentsOf(representation, period)) {
    if (segments.length >= creativeLimits.segments || segment.media === undefined) {
      return undefined;
    }
    if (segment.mediaRange !== undefined) {
      return undefined;
    }
    segments.push(segment);
  }
  return segments.length > 0 ? segments : undefined;
}

function mediaOf(
  representation: Representation,
  period: Period,
  base: string,
): CreativeRendition | string {
  const { addressing, id, bandwidth, mimeType = '', codecs = '' } = representation;
  const reason = refusal(representation);
  if (reason !== undefined || addressing.kind === 'base') {
    return reason ?? '';
  }
  const segments = segmentList(representation, period);
  const last = segments?.at(-1);
  if (segments === undefined || last === undefined) {
    return 'its segments cannot be listed one by one';
  }
  const { timescale, presentationTimeOffset } = addressing;
  const initialization = expandTemplate(addressing.initialization ?? '', {
    RepresentationID: id,
    Bandwidth: bandwidth,
  });
  const endTicks = endOf(last, period, presentationTimeOffset, timescale);
  const lengthOf = (segment: Segment) => Math.min(segment.d, endTicks - segment.t) / timescale;
  return {
    segments: segments.map((segment) => ({
      durationSeconds: lengthOf(segment),
      extinf: `${lengthOf(segment).toFixed(3)},`,
      uri: new URL(segment.media ?? '', base).href,
    })),
    startsMs: segments.map(({ t }) => ((t - (segments[0]?.t ?? 0)) * 1000) / timescale),
    map: { uri: new URL(initialization, base).href },
    dash: {
      mimeType,
      codecs,
      bandwidth,
      ...sizeOf(representation),
      timescale,
      presentationTimeOffset,
      startTicks: segments.map(({ t }) => t),
      durationTicks: endTicks - presentationTimeOffset,
    },
  };
}

function sizeOf(representation: Representation) {
  const { width, height, frameRate, audioSamplingRate } = representation;
  return {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(frameRate !== undefined && { frameRate }),
    ...(audioSamplingRate !== undefined && { audioSamplingRate }),
  };
}

/** End of the media, ticks: $Number$ templates count whole segments, and the end of the Period cuts the last one. */
function endOf(last: Segment, { durationMs }: Period, offset: number, timescale: number): number {
  const listed = last.t + last.d;
  if (durationMs === undefined) {
    return listed;
  }
  const ofPeriod = offset + Math.round((durationMs * timescale) / 1000);
  return ofPeriod > last.t ? Math.min(listed, ofPeriod) : listed;
}

function isShown(set: AdaptationSet): boolean {
  const { contentType } = set;
  return (
    (contentType === 'video' || contentType === 'audio') && !set.isTrickMode && !set.isThumbnail
  );
}

/** The renditions, or why the creative cannot be used. */
export function readDashRenditions(mpd: Mpd, url: string): DashCreativeRendition[] | string {
  const [period] = mpd.periods;
  const sets = (period?.adaptationSets ?? []).filter(isShown);
  if (period === undefined || sets.length === 0) {
    return 'it has no video and no audio';
  }
  const refers = [period, ...sets].some(({ xlinkHref }) => xlinkHref !== undefined);
  if (refers) {
    return 'it refers to remote elements';
  }
  const found: DashCreativeRendition[] = [];
  let reason = 'it has no representation';
  const listed = sets.flatMap((set) => set.representations.map((one) => ({ set, one })));
  for (const { set, one } of listed.slice(0, creativeLimits.candidates)) {
    if (found.length >= creativeLimits.renditions) {
      break;
    }
    const base = resolveBase(url, mpd.baseUrls, period.baseUrls, set.baseUrls, one.baseUrls);
    const media = mediaOf(one, period, base);
    if (typeof media === 'string') {
      reason = media;
      continue;
    }
    found.push({ described: dashRendition(set, one), mimeType: one.mimeType ?? '', media });
  }
  return found.length > 0 ? found : reason;
}
