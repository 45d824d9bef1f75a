/** The breaks that given settings find in a source, by the logic of the stitcher. */
import { createHash } from 'node:crypto';
import type { ChannelType, SourceBreaksRequest } from '@interlude/contract';
import {
  type AdBreak,
  boundedCues,
  type Cue,
  configurationByHash,
  type IgnoredMarker,
  ineffectiveCues,
  NO_BREAKS,
  type SegmentationConfiguration,
  trackBreaks,
} from '@interlude/stitching';

export interface BreakSettings {
  readonly type: ChannelType;
  readonly sourceManifestUrl: string;
  readonly segmentationConfiguration: SourceBreaksRequest['segmentationConfiguration'];
  readonly fallbackSourceTags: readonly string[];
  /** Undefined = the source is unchanged. */
  readonly isMultiPeriod: boolean | undefined;
}

/** All times in ms on the source clock. */
export interface TracedSource {
  readonly startMs: number;
  readonly endMs: number;
  /** Epoch ms of time 0 of that clock; undefined when the source has no wall clock. */
  readonly epochMs: number | undefined;
  readonly breaks: readonly AdBreak[];
  readonly ignored: readonly IgnoredMarker[];
  readonly warnings: readonly string[];
}

const nameHash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

/** The entry of `segmentationConfiguration` for the address of a rendition or of the source. */
export function configurationFor(
  { segmentationConfiguration, fallbackSourceTags, sourceManifestUrl }: BreakSettings,
  url: string,
): SegmentationConfiguration {
  const names = [url, sourceManifestUrl];
  const root = segmentationConfiguration;
  const own = configurationByHash(root, names, nameHash) ?? root;
  return own.fallbackSourceTags.length > 0
    ? own
    : { ...own, fallbackSourceTags: [...fallbackSourceTags] };
}

export function configurationOfUpid(root: SegmentationConfiguration) {
  return (upid: string) => configurationByHash(root, [upid], nameHash);
}

/** @param cues all cues of the source */
export function trackAll(
  cues: readonly Cue[],
  configuration: SegmentationConfiguration,
  { endMs, isVod }: { readonly endMs: number; readonly isVod: boolean },
): readonly AdBreak[] {
  const { state } = trackBreaks(NO_BREAKS, boundedCues(cues, isVod ? 'first' : 'newest'), {
    // The tracker drops breaks hours behind the live edge; a VoD asset has no live edge.
    knownUntilMs: isVod ? 0 : endMs,
    defaultDurationSeconds: configuration.defaultDuration,
    keepsPoints: isVod,
  });
  if (!isVod) return state.breaks;
  return state.breaks.map((one) =>
    one.state === 'cancelled' ? one : { ...one, state: 'closed' as const },
  );
}

/** Markers without a meaning of their own, and markers without effect; in their order. */
export function allIgnored(
  ignored: readonly IgnoredMarker[],
  cues: readonly Cue[],
  breaks: readonly AdBreak[],
): IgnoredMarker[] {
  return [...ignored, ...ineffectiveCues(cues, breaks)].toSorted((a, b) => a.atMs - b.atMs);
}
