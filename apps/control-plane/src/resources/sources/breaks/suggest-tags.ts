/** The tags that each alone signal all breaks of a source: candidates for `fallbackSourceTags`. */
import { contentIdOf, scteValues } from '@interlude/ad-requests';
import type { SourceFacts } from '@interlude/conditioning';
import { type ChannelType, segmentationConfiguration } from '@interlude/contract';
import { taggedSegments } from '@interlude/hls';
import { type AdBreak, isContentIdTag, namesContentInMpd } from '@interlude/stitching';
import type { FoundDash, FoundHls } from '../read-source.ts';
import { leadOf } from './hls-breaks.ts';
import { trace } from './present-breaks.ts';

/** Breaks whose starts differ by no more are the same, ms. */
const sameStartMs = 2_500;
const defaults = segmentationConfiguration.parse(undefined);

/** The tag that opens breaks in the family of a marker; undefined for a marker that opens none. */
function openingTag(name: string): string | undefined {
  if (name.startsWith('EXT-X-CUE-')) return 'EXT-X-CUE-OUT';
  if (name.startsWith('EXT-X-SIGNAL-')) return 'EXT-X-SIGNAL-EXIT';
  const opensNone = name === 'EXT-X-ASSET' || !/^(?:EXT-|urn:)/i.test(name);
  return opensNone ? undefined : name;
}

function twinOf(one: AdBreak, among: readonly AdBreak[]): AdBreak | undefined {
  return among.find(({ startMs }) => Math.abs(startMs - one.startMs) <= sameStartMs);
}

/** Share of the information of all tags that one tag carries: payloads for the ad server first, then break ends. */
function worth(all: readonly AdBreak[], signalled: readonly AdBreak[]): number {
  return all.reduce((sum, one) => {
    const twin = twinOf(one, signalled);
    const hasPayload = (twin?.scte35 !== undefined) === (one.scte35 !== undefined);
    const hasEnd = (twin?.endMs ?? twin?.durationMs) !== undefined;
    return sum + (hasPayload ? 2 : 0) + (hasEnd ? 1 : 0);
  }, 0);
}

type Facts = Pick<SourceFacts, 'markers'> & { readonly type: ChannelType };

/** The breaks of a channel with default settings and these tags. */
function breaksBy(
  tags: readonly string[],
  { found, type, nowMs }: { found: FoundHls | FoundDash; type: ChannelType; nowMs: number },
): AdBreak[] {
  const settings = {
    ...{ type, fallbackSourceTags: tags, isMultiPeriod: undefined, sourceManifestUrl: found.url },
    segmentationConfiguration: defaults,
  };
  return trace(found, settings, nowMs).breaks.filter(({ state }) => state !== 'cancelled');
}

export function suggestTags(
  found: FoundHls | FoundDash,
  { markers, type }: Facts,
  nowMs: number,
): string[] {
  const breaksOf = (tags: readonly string[]) => breaksBy(tags, { found, type, nowMs });
  const candidates = new Set(markers.flatMap(({ name }) => openingTag(name) ?? []));
  const all = candidates.size === 0 ? [] : breaksOf([]);
  if (all.length === 0) return [];
  return [...candidates]
    .map((tag) => ({ tag, signalled: breaksOf([tag]) }))
    .filter(({ signalled }) => all.every((one) => twinOf(one, signalled) !== undefined))
    .toSorted((a, b) => worth(all, b.signalled) - worth(all, a.signalled))
    .map(({ tag }) => tag);
}

/**
 * True when the source signals content ids for `passThroughCaidSegmentation`, around its breaks or in markers of their
 * own.
 */
export function namesContent(
  found: FoundHls | FoundDash,
  { markers, type }: Facts,
  nowMs: number,
): boolean {
  if (found.kind === 'hls') return hlsNamesContent(found, markers);
  if (namesContentInMpd(found.reading.mpd, defaults)) return true;
  const breaks = breaksBy([], { found, type, nowMs });
  return breaks.some(({ scte35 }) => contentIdOf(scteValues(scte35)) !== '');
}

function hlsNamesContent({ reading }: FoundHls, markers: SourceFacts['markers']): boolean {
  const { reference, renditions } = reading;
  const { playlist } = leadOf(reference, renditions);
  const { headerTags, segments, trailerTags } = playlist;
  const marked = taggedSegments(playlist, new Set(markers.map(({ name }) => name)));
  const ofSegments = marked.flatMap((index) => segments[index]?.tags ?? []);
  const tags = [...headerTags, ...ofSegments, ...trailerTags];
  return tags.some(
    (tag) =>
      (tag.name === 'EXT-X-ASSET' && /\bCAID=/i.test(tag.value)) || isContentIdTag(tag, defaults),
  );
}
