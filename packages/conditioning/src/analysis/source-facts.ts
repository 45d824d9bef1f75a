import type { ChannelSettings, SourceAnalysis } from '@interlude/contract';

type Declared<T> = { readonly [Key in keyof T]-?: Exclude<T[Key], undefined> };

/** Facts that the manifests give; the other fields of an analysis come from the HTTP responses. */
export type SourceFacts = Declared<
  Pick<
    SourceAnalysis,
    | 'profile'
    | 'manifestType'
    | 'type'
    | 'isLive'
    | 'isMultiPeriod'
    | 'compatibilityHlsMedia'
    | 'minimumSourceUpdatePeriod'
    | 'setScanningFrequency'
    | 'dynamicConfiguration'
    | 'includeMediaTracks'
    | 'markers'
    | 'tracks'
    | 'segmentSeconds'
    | 'windowSeconds'
    | 'isEncrypted'
    | 'isLowLatency'
    | 'warnings'
  >
>;

export type SourceTrack = NonNullable<SourceAnalysis['tracks']>[number];
export type SourceMarker = NonNullable<SourceAnalysis['markers']>[number];
export type SourceWarning = SourceAnalysis['warnings'][number];

export interface AnalysisOptions {
  /** Of the channel, for values that it sets itself. */
  readonly ownProfile: ChannelSettings['profile'];
}

/**
 * Settings of the tracks that outputs list. I-frames as in the source: ads have them only when the channel sets them.
 * Subtitles and captions are always included, as they may begin later in a source that has none now.
 */
export const includedTracks = (iFrames: boolean): SourceFacts['includeMediaTracks'] => ({
  iFrames,
  subtitles: true,
  closedCaptions: true,
});

/** bit/s: more than any source has. A value that is no bit rate counts as 0. */
const mostBits = 1e12;

export function bitrateOf(declared: number): number {
  return declared > 0 ? Math.round(Math.min(declared, mostBits)) : 0;
}

/** Milliseconds are enough: seconds out of ticks have long tails. */
export function roundedSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
