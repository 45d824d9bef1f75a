/** Which tags of a source would each alone tell all of its breaks: what `fallbackSourceTags` may name. */
import { contentIdOf, scteValues } from '@interlude/ad-requests';
import type { SourceFacts } from '@interlude/conditioning';
import { type ChannelType, segmentationConfiguration } from '@interlude/contract';
import { taggedSegments } from '@interlude/hls';
import { type AdBreak, isContentIdTag, namesContentInMpd } from '@interlude/stitching';
import type { FoundDash, FoundHls } from '../read-source.ts';
import { leadOf } from './hls-breaks.ts';
import { trace } from './present-breaks.ts';

/** Breaks that begin this close are one, ms. */
const sameStartMs = 2_500;
const defaults = segmentationConfiguration.parse(undefined);

/** The tag that opens breaks in the family of a marker; undefined for what opens none by itself. */
function openingTag(name: string): string | undefined {
  if (name.startsWith('EXT-X-CUE-')) return 'EXT-X-CUE-OUT';
  if (name.startsWith('EXT-X-SIGNAL-')) return 'EXT-X-SIGNAL-EXIT';
  const opensNone = name === 'EXT-X-ASSET' || !/^(?:EXT-|urn:)/i.test(name);
  return opensNone ? undefined : name;
}

function twinOf(one: AdBreak, among: readonly AdBreak[]): AdBreak | undefined {
  return among.find(({ startMs }) => Math.abs(startMs - one.startMs) <= sameStartMs);
}

/** How much of what all tags together say this one says: payloads count for the ad server, then ends. */
function worth(all: readonly AdBreak[], told: readonly AdBreak[]): number {
  return all.reduce((sum, one) => {
    const twin = twinOf(one, told);
    const hasPayload = (twin?.scte35 !== undefined) === (one.scte35 !== undefined);
    const hasEnd = (twin?.endMs ?? twin?.durationMs) !== undefined;
    return sum + (hasPayload ? 2 : 0) + (hasEnd ? 1 : 0);
  }, 0);
}

type Facts = Pick<SourceFacts, 'markers'> & { readonly type: ChannelType };

/** The breaks that a channel with nothing but its defaults, and these tags, would have. */
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
    .map((tag) => ({ tag, told: breaksOf([tag]) }))
    .filter(({ told }) => all.every((one) => twinOf(one, told) !== undefined))
    .toSorted((a, b) => worth(all, b.told) - worth(all, a.told))
    .map(({ tag }) => tag);
}

/** Does the source name its programmes, for `passThroughCaidSegmentation`: around its breaks, or in their own markers? */
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
