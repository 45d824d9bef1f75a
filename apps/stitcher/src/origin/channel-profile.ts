/** The profile to which creatives of a channel are conditioned. */
import type { SourceLadder } from '@interlude/conditioning';
import type { SourceRendition } from '@interlude/stitching';

/** Profile of an HLS channel. */
export interface HlsProfile {
  readonly manifestType?: 'hls';
  readonly renditions: readonly SourceRendition[];
  /** Its segments have an initialisation section (fMP4). */
  readonly usesMaps: boolean;
  /** Seconds; no segment may be longer (rule H12). */
  readonly targetDuration: number;
  /** What creatives are conditioned to; undefined: they are not. */
  readonly ladder?: SourceLadder | undefined;
}

/** Profile of a DASH channel. */
export interface DashProfile {
  readonly manifestType: 'dash';
  /** Video and audio representations by their id, video first. */
  readonly renditions: readonly SourceRendition[];
  /** By id of the representation. */
  readonly mimeTypes: ReadonlyMap<string, string>;
  /** Seconds; no segment may be longer (@maxSegmentDuration). */
  readonly targetDuration: number;
  /** What creatives are conditioned to; undefined: they are not. */
  readonly ladder?: SourceLadder | undefined;
}

/** Profile of a channel, by the format of its manifests. */
export type ChannelProfile = HlsProfile | DashProfile;
