/** A VOD asset: its manifests, its segment boundaries, and the channel profile that ads must fit. */

import { ladderOfDash, ladderOfHls } from '@interlude/conditioning';
import type { ChannelSettings } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Mpd } from '@interlude/dash';
import { type MultivariantPlaylist, parseMediaPlaylist } from '@interlude/hls';
import { type Egress, eachOf, keptBytes, type SourceBudget } from '@interlude/runtime';
import {
  mpdContent,
  type SourceRendition,
  sourceRenditions,
  substituteVariables,
  type TextForm,
  textFormOf,
  type Variables,
  type VodContent,
  type VodRendition,
  vodRendition,
  withoutHighVariants,
} from '@interlude/stitching';
import type { ChannelProfile } from '../origin/channel-profile.ts';
import { checkMpd } from '../origin/dash/check-mpd.ts';
import { dashRendition } from '../origin/dash/dash-rendition.ts';
import { fetchMpd } from '../origin/dash/fetch-mpd.ts';
import { fetchManifest, type ManifestAnswer, parsedWithin } from '../origin/hls/fetch-manifest.ts';
import { parsedMultivariant } from '../origin/hls/read-multivariant.ts';
import { originLimits } from '../origin/origin-limits.ts';
import { singleVariantPlaylist } from '../origin/single-variant.ts';
import { vodLimits } from './vod-limits.ts';

export interface HlsAsset {
  readonly kind: 'hls';
  readonly multivariant: MultivariantPlaylist;
  readonly baseUrl: string;
  readonly list: readonly SourceRendition[];
  readonly renditions: ReadonlyMap<string, VodRendition>;
  /** Seconds. */
  readonly targetDuration: number;
  readonly suppressed: ReadonlySet<string>;
  /** Forms of subtitles in fMP4, by rendition. */
  readonly textForms: ReadonlyMap<string, TextForm>;
  readonly content: VodContent;
  readonly profile: ChannelProfile;
}

export interface DashAsset {
  readonly kind: 'dash';
  readonly mpd: Mpd;
  readonly baseUrl: string;
  readonly content: VodContent;
  readonly profile: ChannelProfile;
}

export type Asset = HlsAsset | DashAsset;
/** How an asset is read, and what it may cost. */
interface AssetReader {
  readonly egress: Pick<Egress, 'request'>;
  readonly budget: SourceBudget;
}

/** Inputs with which all renditions of an HLS asset are read. */
interface Reading extends AssetReader {
  readonly suppressed: ReadonlySet<string>;
  /** EXT-X-DEFINE of the multivariant playlist (rule H16). */
  readonly imports: Variables;
  readonly multivariant: MultivariantPlaylist;
}

function withChosenVariants(
  playlist: MultivariantPlaylist,
  { shouldFilterHlsByBandwidth, bandwidthThreshold }: ChannelSettings['stitcher'],
): MultivariantPlaylist {
  return shouldFilterHlsByBandwidth ? withoutHighVariants(playlist, bandwidthThreshold) : playlist;
}

/** Bytes of a playlist as it is printed, with absolute addresses of segments. */
const bytesOfLines = (text: string, { size, url }: Pick<ManifestAnswer, 'size' | 'url'>) =>
  text.length + size.entries * url.length;

async function readRendition(
  { egress, budget, suppressed, imports }: Reading,
  { renditionId, url }: SourceRendition,
): Promise<VodRendition> {
  const answer = await fetchManifest(egress, budget, { url, kind: 'media' });
  const { host } = new URL(url);
  // Books the memory before the objects that take it are made.
  const keep = (text: string) =>
    budget.memory.keep(
      renditionId,
      keptBytes({ ...answer.size, bytes: bytesOfLines(text, answer) }),
    );
  keep(answer.text);
  return budget.work(answer.size, () => {
    const { text } = substituteVariables(answer.text, {
      ...{ url: answer.url, imports },
      mostAdded: budget.documentBytes,
    });
    keep(text);
    const { playlist } = parsedWithin(host, () => parseMediaPlaylist(text));
    if (!playlist.endList || playlist.segments.length === 0) {
      const reason = 'it is not on demand: it has no end';
      throw domainError('SOURCE_UNSUPPORTED', { host, reason });
    }
    return vodRendition(renditionId, playlist, answer.url, suppressed);
  });
}

const isInFmp4 = ({ segments }: VodRendition) =>
  segments.some(({ source }) => source.map !== undefined);

/** Tracks that can be cut with the video; empty subtitles of ads are in the form of the content's (rule H8). */
function isUsable(
  rendition: VodRendition,
  one: SourceRendition,
  reading: Reading,
  longestMs: number,
) {
  if (one.kind !== 'subtitles') {
    return true;
  }
  const hasForm = !isInFmp4(rendition) || textFormOf(reading.multivariant, one) !== undefined;
  return hasForm && rendition.longestSegmentMs <= longestMs * vodLimits.longestTrackSegment;
}

async function readRenditions(
  reading: Reading,
  list: readonly SourceRendition[],
): Promise<Map<string, VodRendition>> {
  const answers: (VodRendition | undefined)[] = list.map(() => undefined);
  await eachOf(list.entries(), vodLimits.renditionsAtOnce, async ([index, one]) => {
    try {
      answers[index] = await readRendition(reading, one);
    } catch (error) {
      // Only tracks beside audio and video may be missing.
      if (one.kind !== 'subtitles' && one.kind !== 'iframes') {
        throw error;
      }
    }
  });
  const [reference] = answers;
  const found = new Map<string, VodRendition>();
  const longestMs = reference?.longestSegmentMs ?? 0;
  for (const [index, rendition] of answers.entries()) {
    const one = list[index];
    if (one && rendition && isUsable(rendition, one, reading, longestMs)) {
      found.set(rendition.renditionId, rendition);
    }
  }
  return found;
}

function textForms(
  multivariant: MultivariantPlaylist,
  list: readonly SourceRendition[],
  renditions: ReadonlyMap<string, VodRendition>,
): Map<string, TextForm> {
  return new Map(
    list.flatMap((one) => {
      const rendition = renditions.get(one.renditionId);
      const form = rendition && isInFmp4(rendition) ? textFormOf(multivariant, one) : undefined;
      return form ? [[one.renditionId, form] as const] : [];
    }),
  );
}

async function readHls(
  { egress, budget }: AssetReader,
  url: string,
  settings: ChannelSettings,
): Promise<HlsAsset> {
  const { includeMediaTracks, hlsSuppressTags } = settings;
  const answer = await fetchManifest(egress, budget, { url, kind: 'any' });
  const isMaster = answer.text.includes('#EXT-X-STREAM-INF');
  const own = isMaster ? answer.text : singleVariantPlaylist(answer.url);
  const { playlist, variables: imports } = parsedMultivariant(answer.url, own);
  const multivariant = withChosenVariants(playlist, settings.stitcher);
  const all = sourceRenditions(multivariant, answer.url, includeMediaTracks);
  const suppressed = new Set(hlsSuppressTags.map((tag) => `EXT-X-${tag}`));
  const read = all.slice(0, originLimits.renditions);
  const reading = { egress, budget, suppressed, imports, multivariant };
  const renditions = await readRenditions(reading, read);
  const asset = hlsAsset({ multivariant, baseUrl: answer.url, suppressed, read, renditions });
  if (!asset) {
    const { host } = new URL(url);
    throw domainError('SOURCE_UNSUPPORTED', { host, reason: 'it lists no media' });
  }
  return asset;
}

interface HlsParts
  extends Pick<HlsAsset, 'multivariant' | 'baseUrl' | 'suppressed' | 'renditions'> {
  /** Renditions that were read, in the order of the multivariant playlist. */
  readonly read: readonly SourceRendition[];
}

/** Undefined when none of its renditions is there. */
export function hlsAsset(parts: HlsParts): HlsAsset | undefined {
  const { multivariant, baseUrl, suppressed, read, renditions } = parts;
  const list = read.filter(({ renditionId }) => renditions.has(renditionId));
  const reference = renditions.get(list[0]?.renditionId ?? '');
  if (!reference) {
    return undefined;
  }
  const every = [...renditions.values()];
  const targetDuration = Math.max(...every.map(({ playlist }) => playlist.targetDuration));
  const usesMaps = reference.segments[0]?.source.map !== undefined;
  return {
    kind: 'hls',
    multivariant,
    baseUrl,
    list,
    renditions,
    targetDuration,
    suppressed,
    textForms: textForms(multivariant, list, renditions),
    content: {
      durationMs: reference.durationMs,
      boundariesMs: [...reference.segments.map(({ startMs }) => startMs), reference.durationMs],
      longestSegmentMs: Math.max(...every.map(({ longestSegmentMs }) => longestSegmentMs)),
    },
    profile: {
      renditions: list,
      usesMaps,
      targetDuration,
      ladder: ladderOfHls({ multivariant, reference: reference.playlist }),
    },
  };
}

/** Video first: it is the reference. */
function dashProfileOf(mpd: Mpd, content: VodContent): ChannelProfile {
  const sets = mpd.periods
    .flatMap(({ adaptationSets }) => adaptationSets)
    .filter(({ contentType }) => contentType === 'video' || contentType === 'audio')
    .filter((set) => !set.isTrickMode && !set.isThumbnail);
  const found = new Map(
    [...sets.filter((set) => set.contentType === 'video'), ...sets].flatMap((set) =>
      set.representations.map((one) => [one.id, { set, one }] as const),
    ),
  );
  const every = [...found.values()];
  const longestMs = Math.max(mpd.maxSegmentDurationMs ?? 0, content.longestSegmentMs);
  return {
    manifestType: 'dash',
    renditions: every.map(({ set, one }) => dashRendition(set, one)),
    mimeTypes: new Map(every.map(({ one }) => [one.id, one.mimeType ?? ''])),
    targetDuration: longestMs > 0 ? longestMs / 1000 : 10,
    ladder: ladderOfDash(mpd),
  };
}

async function readDash({ egress, budget }: AssetReader, url: string): Promise<DashAsset> {
  const { mpd, url: baseUrl, size } = await fetchMpd(egress, budget, { url });
  await budget.work(size, () => checkMpd(mpd, undefined));
  const content = await budget.work(size, () => mpdContent(mpd));
  if (mpd.type !== 'static' || !content) {
    const { host } = new URL(url);
    throw domainError('SOURCE_UNSUPPORTED', { host, reason: 'it is not on demand: it has no end' });
  }
  return dashAsset(mpd, baseUrl, content);
}

export function dashAsset(mpd: Mpd, baseUrl: string, content: VodContent): DashAsset {
  return { kind: 'dash', mpd, baseUrl, content, profile: dashProfileOf(mpd, content) };
}

/**
 * @param reader `egress` of the channel's source, see `sourceFetcher`; `budget` of this asset
 * @throws {DomainError} as `fetchManifest`, SOURCE_UNSUPPORTED
 */
export function readAsset(
  reader: AssetReader,
  url: string,
  settings: ChannelSettings,
): Promise<Asset> {
  return settings.type === 'dash-vod' ? readDash(reader, url) : readHls(reader, url, settings);
}
