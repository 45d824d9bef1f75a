// Matches renditions of a creative with those of the channel (H24, H27).
import type { SourceRendition } from '../source/source-renditions.ts';

/** `avc1.64001f` and `avc3…` are one family: a decoder that plays one plays the other. */
const FAMILIES: Readonly<Record<string, string>> = {
  avc1: 'avc',
  avc3: 'avc',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  av01: 'av1',
  vp09: 'vp9',
  mp4a: 'aac',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  opus: 'opus',
  fLaC: 'flac',
};

const VIDEO: ReadonlySet<string> = new Set(['avc', 'hevc', 'av1', 'vp9']);

function families(codecs: readonly string[], wanted: 'video' | 'audio'): string[] {
  return codecs
    .map((codec) => FAMILIES[codec.split('.')[0] ?? ''] ?? codec.split('.')[0] ?? '')
    .filter((family) => VIDEO.has(family) === (wanted === 'video'));
}

/** Unknown codecs match anything; known ones must be of one family. */
function codecsFit(source: SourceRendition, creative: SourceRendition, kind: 'video' | 'audio') {
  const theirs = families(creative.codecs, kind);
  const ours = families(source.codecs, kind);
  if (theirs.length === 0 || ours.length === 0) return true;
  return theirs.some((family) => ours.includes(family));
}

/** Whether a variant carries its audio itself: a creative with audio in its own rendition would be silent in it. */
function isMuxed(rendition: SourceRendition, all: readonly SourceRendition[]): boolean {
  const { groupId } = rendition;
  return !all.some((other) => other.kind === 'audio' && other.groupId === groupId);
}

function pixels(rendition: SourceRendition): number {
  return (rendition.resolution?.width ?? 0) * (rendition.resolution?.height ?? 0);
}

/** Nearest in size; among equals the highest bandwidth that the variant's own covers, else the lowest. */
function variantCost(
  source: SourceRendition,
  creative: SourceRendition,
): readonly [number, number] {
  const size = Math.abs(pixels(source) - pixels(creative));
  const excess = creative.bandwidth - source.bandwidth;
  return [size, excess > 0 ? excess + 1e12 : -excess];
}

function nearestVariant(source: SourceRendition, candidates: readonly SourceRendition[]) {
  return candidates
    .filter((candidate) => codecsFit(source, candidate, 'video'))
    .toSorted((a, b) => {
      const [sizeA, rateA] = variantCost(source, a);
      const [sizeB, rateB] = variantCost(source, b);
      return sizeA - sizeB || rateA - rateB;
    })[0];
}

/** By language, then the creative's default, then any: no audio rendition stays without the ad. */
function nearestAudio(source: SourceRendition, candidates: readonly SourceRendition[]) {
  const fitting = candidates.filter((candidate) => codecsFit(source, candidate, 'audio'));
  return (
    fitting.find((candidate) => candidate.language === source.language && source.language) ??
    fitting.find((candidate) => candidate.default) ??
    fitting[0]
  );
}

/** An ad may come as audio-only renditions for audio variants, and with muxed audio where the channel's is. */
function candidatesFor(source: SourceRendition, ours: Renditions, theirs: Renditions): Renditions {
  if (source.kind === 'audio' || source.kind === 'iframes')
    return theirs.filter((rendition) => rendition.kind === source.kind);
  const muxed = isMuxed(source, ours);
  const variants = theirs.filter(
    ({ kind, ...rendition }) =>
      (kind === 'variant' || kind === 'video') && isMuxed({ kind, ...rendition }, theirs) === muxed,
  );
  return isAudioOnly(source) ? audioOnlyCandidates(theirs, variants) : variants;
}

/** A variant of a muxed ladder for the worst networks: it names codecs, none of them of video. */
function isAudioOnly({ kind, codecs, resolution }: SourceRendition): boolean {
  const hasAudio = families(codecs, 'audio').length > 0;
  return kind === 'variant' && resolution === undefined && hasAudio && !hasVideo(codecs);
}

function hasVideo(codecs: readonly string[]): boolean {
  return families(codecs, 'video').length > 0;
}

/** Audio only where the ad has it; else its smallest variant, whose video such a player leaves out. */
function audioOnlyCandidates(theirs: Renditions, variants: Renditions): Renditions {
  const audio = theirs.filter((one) => one.kind === 'audio' || isAudioOnly(one));
  if (audio.length > 0) return audio;
  return variants.toSorted((a, b) => a.bandwidth - b.bandwidth).slice(0, 1);
}

type Renditions = readonly SourceRendition[];

/**
 * Maps every rendition of the channel to one of the creative's, by id. One without a match makes the whole creative
 * unusable: an ad in some renditions only would make their discontinuity numbers differ (H27).
 * @see RFC 8216 §4.3.4.2; rules H24, H27
 */
export function matchRenditions(
  source: readonly SourceRendition[],
  creative: readonly SourceRendition[],
): ReadonlyMap<string, SourceRendition> | 'NO_VARIANT_MATCH' {
  const matches = new Map<string, SourceRendition>();
  for (const rendition of source) {
    // Ads have empty subtitles, made of the video's segments (H23).
    if (rendition.kind === 'subtitles') continue;
    const candidates = candidatesFor(rendition, source, creative);
    const match =
      rendition.kind === 'audio' || isAudioOnly(rendition)
        ? nearestAudio(rendition, candidates)
        : nearestVariant(rendition, candidates);
    if (match === undefined) return 'NO_VARIANT_MATCH';
    matches.set(rendition.renditionId, match);
  }
  return matches;
}
