/** The breaks of a source under certain settings, found as the stitcher finds them. */
import { createHash } from 'node:crypto';
import type { ChannelType, SourceBreaksWish } from '@interlude/contract';
import {
  type AdBreak,
  type Cue,
  configurationByHash,
  NO_BREAKS,
  type PassedOverMarker,
  type SegmentationConfiguration,
  trackBreaks,
  withoutEffect,
} from '@interlude/stitching';

export interface BreakSettings {
  readonly type: ChannelType;
  readonly sourceManifestUrl: string;
  readonly segmentationConfiguration: SourceBreaksWish['segmentationConfiguration'];
  readonly fallbackSourceTags: readonly string[];
  /** Undefined: as the source is. */
  readonly isMultiPeriod: boolean | undefined;
}

/** All times in ms on the clock of what was read. */
export interface TracedSource {
  readonly startMs: number;
  readonly endMs: number;
  /** Epoch ms of time 0 of that clock; undefined when the source tells no time. */
  readonly epochMs: number | undefined;
  readonly breaks: readonly AdBreak[];
  readonly ignored: readonly PassedOverMarker[];
  readonly warnings: readonly string[];
}

const nameHash = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

/** The entry of a rendition's or the source's address, where `segmentationConfiguration` has one. */
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

/** @param cues of all that was read */
export function trackAll(
  cues: readonly Cue[],
  configuration: SegmentationConfiguration,
  { endMs, isVod }: { readonly endMs: number; readonly isVod: boolean },
): readonly AdBreak[] {
  const { state } = trackBreaks(NO_BREAKS, cues, {
    // The tracker forgets what lies hours behind the live edge; an asset has none.
    knownUntilMs: isVod ? 0 : endMs,
    defaultDurationSeconds: configuration.defaultDuration,
  });
  if (!isVod) return state.breaks;
  return state.breaks.map((one) =>
    one.state === 'cancelled' ? one : { ...one, state: 'closed' as const },
  );
}

/** What marks nothing by itself, and what was found and changed nothing; in order. */
export function allIgnored(
  passedOver: readonly PassedOverMarker[],
  cues: readonly Cue[],
  breaks: readonly AdBreak[],
): PassedOverMarker[] {
  return [...passedOver, ...withoutEffect(cues, breaks)].toSorted((a, b) => a.atMs - b.atMs);
}
